// The machine on which the figures were measured.
import { readFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";

/** Everything that figures depend on besides the code. */
export interface Machine {
  roadsnap: string;
  date: string;
  node: string;
  v8: string;
  system: string;
  processor: string;
  cores: number;
  memoryGiB: number;
  /** The mean number of processes that wanted to run in the last minute: above a tenth of the cores, figures are lower than possible. */
  load: number;
}

export function describeMachine(): Machine {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const processors = cpus();
  return {
    roadsnap: version,
    date: new Date().toISOString(),
    node: process.versions.node,
    v8: process.versions.v8,
    system: `${platform()} ${release()} ${process.arch}`,
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: Math.round(loadavg()[0] * 100) / 100,
  };
}

export function formatMachine({ roadsnap, node, v8, system, processor, cores, memoryGiB, load }: Machine): string {
  const busy = load > cores / 10 ? " — other work is running: compare figures of one run only" : "";
  return `roadsnap ${roadsnap}, Node ${node} (V8 ${v8}), ${system}, ${cores} × ${processor}, ${memoryGiB} GiB, load ${load}${busy}`;
}
