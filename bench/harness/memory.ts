// Peak memory of one piece of work, measured in a process of its own that has done nothing before.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const CHILD = fileURLToPath(new URL("../child.js", import.meta.url));
const MOST_OUTPUT = 2 ** 26;

/** Runs a job of `child.ts` in a new process and gives its result. */
export async function inChild<Result>(job: string, argument: unknown): Promise<Result> {
  const call = [...process.execArgv, "--expose-gc", CHILD, job, JSON.stringify(argument)];
  const { stdout } = await promisify(execFile)(process.execPath, call, { maxBuffer: MOST_OUTPUT });
  return JSON.parse(stdout) as Result;
}

/** Starts counting: gives a function that says how many bytes the process grew by at most since. */
export function watchMemory(): () => number {
  globalThis.gc?.();
  forgetPeak();
  const before = process.memoryUsage.rss();
  return () => Math.max(0, peak() - before);
}

/**
 * The most resident memory so far. Linux keeps it for the program that is running; what `resourceUsage` says there may be the parent's, which
 * it began as a copy of.
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

/** Lets the peak begin from here, where the system can. */
function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // The peak of starting up stands; it is small beside what is measured.
  }
}
