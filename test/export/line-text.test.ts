// The text of a line is the same whether it is made or taken from the cache.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineFacts, linePlaces } from "../../src/export/facts.js";
import { lineText } from "../../src/export/line-text.js";
import { toMillimetres } from "../../src/geo/rounding.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { SnapLine } from "../../src/snap/result.js";
import { asciiMap } from "../helpers/ascii-map.js";
import { runs } from "../helpers/runs.js";

const drawn = (lat: number) =>
  asciiMap(
    `
  a---b---c
          |
      e---d---f
`,
    { origin: [10, lat] },
  ).graph({ abcd: { name: "Rue “A”", speed: 50 }, ed: {}, df: { oneway: true } });
const roads = drawn(45);
const TIMES = { start: 1_714_982_400, end: null };

/** A piece of an arc as the matcher gives it. */
function line(on: RoadGraph, objectId: number, arc: number, start: number, end: number): SnapLine {
  const offsets = { startOffset: toMillimetres(start), endOffset: toMillimetres(end), length: toMillimetres(end - start) };
  return {
    objectId,
    trackId: "not in the text",
    stretch: { type: "Road", edge: arc >> 1, arc, ...offsets, coordinates: on.arcCoordinates(arc, start, end) },
  };
}

/** The expected text, made by JSON.stringify. */
function plain(one: SnapLine, on: RoadGraph): string {
  const { track_id: _, line_id, ...facts } = lineFacts(one, on);
  const times = { start_time: 1_714_982_400, end_time: null, duration: null };
  return JSON.stringify({ line_id, ...times, ...facts, coordinates: linePlaces(one) });
}

describe("the text of a line", () => {
  it("is the same for a road driven from end to end, again, in the other direction, and with another id", () => {
    for (let arc = 0; arc < roads.arcCount; arc++) {
      for (const id of [1, 2, 1_000_000]) {
        const whole = line(roads, id, arc, 0, roads.edgeLength[arc >> 1]);
        expect(lineText(whole, TIMES, roads)).toBe(plain(whole, roads));
      }
    }
  });

  // Near the pole the last digit of a longitude is less than a millimetre.
  it.each([45, 89.9])("is that of the piece driven, however little of the road is missing, at latitude %d", (lat) => {
    const near = drawn(lat);
    const missing = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 6e-4, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true }));
    for (let arc = 0; arc < near.arcCount; arc++) lineText(line(near, 1, arc, 0, near.edgeLength[arc >> 1]), TIMES, near);
    fc.assert(
      fc.property(fc.nat(near.arcCount - 1), missing, missing, (arc, before, after) => {
        const piece = line(near, 7, arc, before, near.edgeLength[arc >> 1] - after);
        expect(lineText(piece, TIMES, near)).toBe(plain(piece, near));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("exists for lines that are no roads", () => {
    const off: SnapLine = {
      objectId: 3,
      trackId: null,
      stretch: {
        type: "Off",
        edge: -1,
        arc: -1,
        startOffset: 0,
        endOffset: 0,
        length: 12.5,
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    };
    expect(lineText(off, TIMES, roads)).toBe(plain(off, roads));
  });
});
