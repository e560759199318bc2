// `roadsnap serve` as a process, and its memory.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { serviceUrls } from "../../src/server/urls.js";

/** The seconds that the server has to end after SIGTERM. */
const PATIENCE = 30;

export interface ServerProcess {
  /** The address of the execute operation. */
  url: string;
  /** Resident memory; NaN if the process is gone or the system does not tell. */
  residentBytes(): number;
  /** Asks the process to end, and kills it after half a minute. Returns what was wrong with its end, in one sentence; null if nothing was. */
  stop(): Promise<string | null>;
}

/** Starts the server on a free port and waits until it listens. @throws Error with its output if it ends before. */
export async function startServer(cli: string, roads: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [cli, "serve", "--roads", roads, "--port", "0", "--quiet"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close") as Promise<[code: number | null, signal: string | null]>;
  let said = "";
  const address = new Promise<string>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
      const url = /(http:\/\/\S+) serves .*\n/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const base = await Promise.race([address, ended]);
  if (typeof base !== "string") throw new Error(`The server did not start: ${said.trim()}`);
  return {
    url: `${serviceUrls(base).snapToRoads}/SnapToRoads/execute`,
    residentBytes: () => residentBytes(child.pid),
    async stop() {
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), PATIENCE * 1000);
      const [code, signal] = await ended;
      clearTimeout(patience);
      return code === 0 ? null : `The server ended with ${signal ?? `exit code ${code}`}: ${said.trim()}`;
    },
  };
}

function residentBytes(pid: number | undefined): number {
  try {
    const text =
      process.platform === "linux"
        ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
        : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
    return Number(text) * 1024;
  } catch {
    return Number.NaN;
  }
}
