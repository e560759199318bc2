// Memory that cannot be allocated gives a clear error; other errors pass unchanged.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SnapError } from "../../src/errors.js";
import { MatcherPool } from "../../src/node/pool/pool.js";
import { Area } from "../../src/roads/area.js";
import { buildRoads } from "../../src/roads/build.js";
import { extractRoads } from "../../src/roads/extract.js";
import { withinMemory } from "../../src/roads/memory.js";
import { createSections, SECTIONS, type SectionName } from "../../src/roads/sections.js";
import { RoadSource } from "../../src/roads/source.js";
import { caught } from "../import/caught.js";

describe("an allocation that fails", () => {
  const lengths = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, 0])) as Record<SectionName, number>;

  it.each([false, true])("gives an error with the size of the road file (shared memory: %s)", (shared) => {
    const { code, message } = caught(() => createSections({ ...lengths, nameBytes: 2 ** 52 }, shared));
    expect([code, message]).toEqual([
      "limit",
      expect.stringMatching(/^A road file of 45035996\d+ bytes takes more memory than there is\.$/),
    ]);
  });

  it("gives an error that names what was to be allocated", () => {
    expect(caught(() => withinMemory("The map", () => new Float64Array(2 ** 52))).message).toBe("The map takes more memory than there is.");
  });
});

describe("without SharedArrayBuffer, as in a page that is not cross-origin isolated", () => {
  const roads = buildRoads(new RoadSource());
  beforeEach(() => void vi.stubGlobal("SharedArrayBuffer", undefined));
  afterEach(() => vi.unstubAllGlobals());

  it.each<[string, () => unknown]>([
    ["buildRoads", () => buildRoads(new RoadSource(), { sharedMemory: true })],
    ["extractRoads", () => extractRoads(roads, Area.box([7, 43, 8, 44]), { sharedMemory: true })],
    ["MatcherPool", () => new MatcherPool(roads)],
  ])("%s with shared memory gives an error that says so", (_, ask) => {
    const { code, message } = caught(ask);
    expect([code, message]).toEqual([
      "bad-option",
      "There is no SharedArrayBuffer here; a page has it if the headers Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy isolate it.",
    ]);
  });

  it("roads can be built and extracted in ordinary memory", () => {
    expect(buildRoads(new RoadSource()).edgeCount).toBe(0);
    expect(extractRoads(roads, Area.box([7, 43, 8, 44])).edgeCount).toBe(0);
  });
});

describe("any other error", () => {
  it.each([
    new TypeError("no number"),
    new RangeError("Maximum call stack size exceeded"),
    new RangeError("Offset is outside the bounds of the DataView"),
    new SnapError("limit", "Too many."),
  ])("passes unchanged: %s", (error) => {
    const work = () =>
      withinMemory("The map", () => {
        throw error;
      });
    expect(work).toThrow(error);
  });
});
