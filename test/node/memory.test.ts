// The memory that there is for a process, and of that for ways found in each worker: as much as is useful on a large machine, and what is left on a small one.
import { afterEach, describe, expect, it, vi } from "vitest";
import { memoryAtHand, objectsAtMost, routeMemoryOf, workersWithin } from "../../src/node/memory.js";
import { settlePool } from "../../src/node/pool/options.js";

const MB = 2 ** 20;

/** A machine of 16 GB, of which 8 are free. */
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  freemem: () => 8 * 2 ** 30,
  totalmem: () => 16 * 2 ** 30,
}));
afterEach(() => void vi.restoreAllMocks());

describe("the memory that a process can take", () => {
  const process75 = (platform: NodeJS.Platform, limit: number | undefined) => {
    vi.spyOn(process, "platform", "get").mockReturnValue(platform);
    vi.spyOn(process, "constrainedMemory").mockReturnValue(limit as number);
    vi.spyOn(process.memoryUsage, "rss").mockReturnValue(75 * MB);
  };

  it.each<[string, NodeJS.Platform, number | undefined, number]>([
    ["is what is free on Linux, where that includes what the system would give up", "linux", 0, 8 * 1024],
    ["is all elsewhere, where what is free leaves most of that out", "darwin", 0, 16 * 1024],
    ["is that too where the runtime knows of no limit", "linux", undefined, 8 * 1024],
    ["is that too if the limit is the machine, or none at all", "linux", 2 ** 63, 8 * 1024],
    ["is the limit of a container, less what the process has taken and what Node needs", "linux", 256 * MB, 149],
    ["is what is free if the limit is higher", "linux", 12 * 1024 * MB, 8 * 1024],
  ])("%s", (_, platform, limit, megabytes) => {
    process75(platform, limit);
    expect(memoryAtHand()).toBe(megabytes * MB);
  });

  it("is never nothing, however small the limit", () => {
    process75("linux", 100 * MB);
    expect(memoryAtHand()).toBe(1);
  });

  it("is a part of it for objects: what the engine allows them", () => {
    expect(objectsAtMost()).toBeGreaterThan(16 * MB);
    expect(objectsAtMost()).toBeLessThan(Number.POSITIVE_INFINITY);
  });
});

describe("the memory for ways of each worker", () => {
  it.each([
    ["two workers in 24 GB", 2, 24 * 1024, 320],
    ["eight workers in 4 GB", 8, 4 * 1024, 208],
    ["four workers in the free memory of a machine with 1 GB", 4, 600, 27],
    ["one worker in a container of 256 MB, of which the process uses 75 and Node needs 32", 1, 149, 26],
    ["more workers than there is room for", 64, 149, 10],
  ])("has a size by the number of workers and the memory: %s", (_, threads, megabytes, expected) => {
    expect(routeMemoryOf(threads, 0, megabytes * MB)).toBe(expected);
  });

  it("is less where the columns of a country take most of what there is", () => {
    expect(routeMemoryOf(4, 1e4, 3414 * MB)).toBe(320);
    expect(routeMemoryOf(4, 1e7, 3414 * MB)).toBe(140);
    expect(routeMemoryOf(16, 1e7, 3414 * MB)).toBe(10);
  });

  it("is an option of the pool, or else follows the available memory", () => {
    expect(settlePool({ threads: 2, routeMemory: 33 }, 0).matcher.routeMemory).toBe(33);
    const { routeMemory } = settlePool({ threads: 1024 }, 1e5).matcher;
    expect(routeMemory).toBe(routeMemoryOf(1024, 1e5));
  });
});

describe("the workers that there is memory for", () => {
  it.each([
    ["a town in 8 GB", 1e4, 8 * 1024, 69],
    ["a country in 8 GB", 1e7, 8 * 1024, 13],
    ["a country in what is left of 1 GB", 1e7, 400, 1],
    ["a town in a container of 256 MB", 1e4, 149, 1],
  ])("%s", (_, arcs, megabytes, expected) => {
    expect(workersWithin(arcs, megabytes * MB)).toBe(expected);
  });

  it("are as many as a pool has by default at most", () => {
    expect(settlePool({}, 1e12).threads).toBe(1);
  });
});
