// Memory that is not there: a sentence, and everything else as it was.
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import { withinMemory } from "../../src/roads/memory.js";
import { createSections, SECTIONS, type SectionName } from "../../src/roads/sections.js";
import { caught } from "../import/caught.js";

describe("an allocation that fails", () => {
  const lengths = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, 0])) as Record<SectionName, number>;

  it.each([false, true])("is a sentence with the size of the road file (shared memory: %s)", (shared) => {
    const { code, message } = caught(() => createSections({ ...lengths, nameBytes: 2 ** 52 }, shared));
    expect([code, message]).toEqual([
      "limit",
      expect.stringMatching(/^A road file of 45035996\d+ bytes takes more memory than there is\.$/),
    ]);
  });

  it("is a sentence wherever it is", () => {
    expect(caught(() => withinMemory("The map", () => new Float64Array(2 ** 52))).message).toBe("The map takes more memory than there is.");
  });
});

describe("any other error", () => {
  it.each([
    new TypeError("no number"),
    new RangeError("Maximum call stack size exceeded"),
    new RangeError("Offset is outside the bounds of the DataView"),
    new SnapError("limit", "Too many."),
  ])("passes: %s", (error) => {
    const work = () =>
      withinMemory("The map", () => {
        throw error;
      });
    expect(work).toThrow(error);
  });
});
