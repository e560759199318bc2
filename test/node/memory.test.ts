// The memory for ways found in each worker: as much as is useful on a large machine, and what is left on a small one.
import { describe, expect, it } from "vitest";
import { routeMemoryOf, workersWithin } from "../../src/node/memory.js";
import { settlePool } from "../../src/node/pool/options.js";

const MB = 2 ** 20;

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
