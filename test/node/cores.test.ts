// The default number of threads: that of the machine, within the limits of a container or a service.
import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { coresAtHand } from "../../src/node/cores.js";

const V1 = "/sys/fs/cgroup/cpu";
const quota = (folder: string, quota: string) => ({
  [`${folder}/cpu.cfs_quota_us`]: `${quota}\n`,
  [`${folder}/cpu.cfs_period_us`]: "100000\n",
});

describe("the default number of threads", () => {
  it.each<[string, number, string, Record<string, string>]>([
    ["the limit of a container", 2, "0::/", { "/sys/fs/cgroup/cpu.max": "200000 100000\n" }],
    ["a fractional limit", 2, "0::/", { "/sys/fs/cgroup/cpu.max": "150000 100000\n" }],
    ["a limit below one", 1, "0::/", { "/sys/fs/cgroup/cpu.max": "25000 100000\n" }],
    ["the machine without a limit", 64, "0::/", { "/sys/fs/cgroup/cpu.max": "max 100000\n" }],
    ["the machine if the limit is higher", 64, "0::/", { "/sys/fs/cgroup/cpu.max": "12800000 100000\n" }],
    [
      "the limit of a service, or of the slice that it is in",
      3,
      "0::/batch.slice/night.service",
      { "/sys/fs/cgroup/batch.slice/night.service/cpu.max": "400000 100000\n", "/sys/fs/cgroup/batch.slice/cpu.max": "300000 100000\n" },
    ],
    ["cgroups v1", 2, "4:memory:/\n3:cpu,cpuacct:/batch", quota(`${V1}/batch`, "200000")],
    ["cgroups v1 in a container that sees the machine's path of its group", 2, "3:cpuacct,cpu:/docker/4f", quota(V1, "200000")],
    ["no limit of another group that has the name of its own", 64, "4:memory:/batch\n3:cpu,cpuacct:/", quota(`${V1}/batch`, "200000")],
    ["the machine with cgroups v1 without a limit", 64, "3:cpu,cpuacct:/\n0::/", quota(V1, "-1")],
    ["the machine without cgroups", 64, "", {}],
  ])("follows %s", (_, threads, groups, files) => {
    const read = (path: string) => (path === "/proc/self/cgroup" ? `${groups}\n` : (files[path] ?? ""));
    expect(coresAtHand(64, read)).toBe(threads);
  });

  it("does not exceed the machine's", () => {
    expect(coresAtHand()).toBeGreaterThanOrEqual(1);
    expect(coresAtHand()).toBeLessThanOrEqual(availableParallelism());
  });
});
