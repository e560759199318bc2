// Peak memory of one piece of work, measured in a new process that has done nothing else.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CHILD = fileURLToPath(new URL("../child.js", import.meta.url));
const MOST_OUTPUT = 2 ** 26;

/** Runs a job of `child.ts` in a new process, and returns its result. */
export async function inChild<Result>(job: string, argument: unknown): Promise<Result> {
  const call = [...process.execArgv, "--expose-gc", CHILD, job, JSON.stringify(argument)];
  const { stdout } = await promisify(execFile)(process.execPath, call, { maxBuffer: MOST_OUTPUT });
  return JSON.parse(stdout) as Result;
}

/** Starts measuring; returns a function that tells by how many bytes the process grew at most since then. */
export function watchMemory(): () => number {
  globalThis.gc?.();
  forgetPeak();
  const before = process.memoryUsage.rss();
  return () => Math.max(0, peak() - before);
}

/**
 * The greatest resident memory so far. Linux counts it for the running program; the value of `resourceUsage` may be that of the parent, from which the
 * process was copied.
 */
function peak(): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readStatus());
  return (line === null ? process.resourceUsage().maxRSS : Number(line[1])) * 1024;
}

function readStatus(): string {
  try {
    return readFileSync("/proc/self/status", "utf8");
  } catch {
    return "";
  }
}

/** Starts a new peak from here, if the system can. */
function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // The peak of the start remains, which is small compared with what is measured.
  }
}
