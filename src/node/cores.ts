// Cores: how many threads are of use to a process.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/**
 * How many threads can run at once: as many as the machine has for the process, but no more than the processor time that its container or service is given,
 * rounded up. Node 20 knows only the first. A thread too many takes memory and waits for its turn.
 */
export function coresAtHand(machine = availableParallelism(), read = textOf): number {
  let most = machine;
  for (const line of read("/proc/self/cgroup").split("\n")) {
    const [, controllers, path = ""] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const quotaOf = controllers === "" ? quotaOfV2 : controllers?.split(",").includes("cpu") ? quotaOfV1 : null;
    if (quotaOf === null) continue;
    // The groups above limit it as well. In a container the machine's groups are not visible, and the container's own is the root.
    for (let group = path; ; group = group.slice(0, group.lastIndexOf("/"))) {
      const [quota, period] = quotaOf(group.replace(/\/$/, ""), read);
      if (quota > 0 && period > 0) most = Math.min(most, Math.ceil(quota / period));
      if (group === "") break;
    }
  }
  return most;
}

type Read = (path: string) => string;

/** Microseconds of processor time, and of how many microseconds; NaN for no limit. */
function quotaOfV2(group: string, read: Read): number[] {
  return read(`/sys/fs/cgroup${group}/cpu.max`).split(" ").map(Number);
}

function quotaOfV1(group: string, read: Read): number[] {
  return ["quota", "period"].map((what) => Number(read(`/sys/fs/cgroup/cpu${group}/cpu.cfs_${what}_us`)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // another system, or no such group
  }
}
