// Memory for the ways that workers find: as much as is of use where there is much, what is left where there is little.
import { describe, expect, it } from "vitest";
import { routeMemoryOf } from "../../src/node/memory.js";
import { settlePool } from "../../src/node/pool-options.js";

const MB = 2 ** 20;

describe("the memory for ways of each worker", () => {
  it.each([
    ["two in 24 GB", 2, 24 * 1024, 320],
    ["eight in 4 GB", 8, 4 * 1024, 208],
    ["four in what a machine of 1 GB has to spare", 4, 600, 27],
    ["one in a container of 256 MB, of which the process has 75 and 32 are Node's", 1, 149, 26],
    ["more than there is room for", 64, 149, 10],
  ])("%s", (_, threads, megabytes, expected) => {
    expect(routeMemoryOf(threads, megabytes * MB)).toBe(expected);
  });

  it("is what a pool is told, or else what there is", () => {
    expect(settlePool({ threads: 2, routeMemory: 33 }).matcher.routeMemory).toBe(33);
    const { routeMemory } = settlePool({ threads: 1024 }).matcher;
    expect(routeMemory).toBe(routeMemoryOf(1024));
  });
});
