// Threads by default: the machine's, within what a container or a service may take.
import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { coresAtHand } from "../../src/node/cores.js";

const V1 = "/sys/fs/cgroup/cpu";
const quota = (folder: string, quota: string) => ({
  [`${folder}/cpu.cfs_quota_us`]: `${quota}\n`,
  [`${folder}/cpu.cfs_period_us`]: "100000\n",
});

describe("threads by default", () => {
  it.each<[string, number, string, Record<string, string>]>([
    ["a container's share", 2, "0::/", { "/sys/fs/cgroup/cpu.max": "200000 100000\n" }],
    ["a share that is not whole", 2, "0::/", { "/sys/fs/cgroup/cpu.max": "150000 100000\n" }],
    ["less than one", 1, "0::/", { "/sys/fs/cgroup/cpu.max": "25000 100000\n" }],
    ["no limit", 64, "0::/", { "/sys/fs/cgroup/cpu.max": "max 100000\n" }],
    ["more than the machine has", 64, "0::/", { "/sys/fs/cgroup/cpu.max": "12800000 100000\n" }],
    [
      "a service's share, or that of what it is in",
      3,
      "0::/batch.slice/night.service",
      { "/sys/fs/cgroup/batch.slice/night.service/cpu.max": "400000 100000\n", "/sys/fs/cgroup/batch.slice/cpu.max": "300000 100000\n" },
    ],
    ["the older groups", 2, "4:memory:/\n3:cpu,cpuacct:/batch", quota(`${V1}/batch`, "200000")],
    ["the older groups, of a container that is shown the machine's name for its own", 2, "3:cpuacct,cpu:/docker/4f", quota(V1, "200000")],
    ["the older groups without a limit", 64, "3:cpu,cpuacct:/\n0::/", quota(V1, "-1")],
    ["no groups at all", 64, "", {}],
  ])("%s", (_, threads, groups, files) => {
    const read = (path: string) => (path === "/proc/self/cgroup" ? `${groups}\n` : (files[path] ?? ""));
    expect(coresAtHand(64, read)).toBe(threads);
  });

  it("of this process are no more than the machine's", () => {
    expect(coresAtHand()).toBeGreaterThanOrEqual(1);
    expect(coresAtHand()).toBeLessThanOrEqual(availableParallelism());
  });
});
