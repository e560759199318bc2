// How much a place counts when ways are added up: as much as the part of its road that its edge is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extentCost } from "../../../src/match/weigh/extent.js";
import { moved, scene } from "../scene.js";

const share = (offset: number, length: number, sigma: number) => Math.exp(-extentCost(offset, length, sigma));

describe("a place on an edge", () => {
  it.each([
    ["fully in the middle of a long edge", 500, 1000, 5, 1],
    ["half at the end of a long edge", 0, 1000, 5, 0.5],
    ["about a third on an edge as long as the error", 5, 10, 10, 0.38],
    ["almost nothing on an edge without length", 0, 0, 5, 0.001],
  ])("counts %s", (_, offset, length, sigma, expected) => {
    expect(share(offset, length, sigma)).toBeCloseTo(expected, 2);
  });

  it("counts as much as both parts together if its edge is cut there, whichever end offsets are measured from", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 500, noNaN: true }), (at, length) => {
        const offset = at * length;
        expect(share(offset, length, 8)).toBeCloseTo(share(0, length - offset, 8) + share(offset, offset, 8), 2);
        expect(share(offset, length, 8)).toBeCloseTo(share(length - offset, length, 8), 9);
      }),
    );
  });
});

describe("two parallel roads", () => {
  // They are seven metres apart; the lower one has a side street every fourteen metres.
  const pieces = [..."cdefghijklmnopqrs"];
  const ends = pieces.map((letter) => letter.toUpperCase());
  const two = scene(
    [`a${"-".repeat(31)}b`, pieces.join(" "), "", "", ends.join(" ")].join("\n"),
    {
      ab: {},
      [pieces.join("")]: {},
      ...Object.fromEntries(pieces.map((letter, i) => [letter + ends[i], {}])),
    },
    { metresPerCell: 7 },
  );

  it.each([1, 5])(
    "are not judged by their number of edges: one cut into many is no likelier; a fix every %i s, nearer to the other road",
    (interval) => {
      const track = two.drive("ab", { interval, pace: 8 }).map((fix) => ({ ...moved(fix, 0, -2.5), accuracy: 12 }));
      const { points, on } = two.snap(track);
      const middle = Math.floor(track.length / 2);
      expect(on[middle]).toBe("ab");
      expect(points[middle].confidence).toBeGreaterThan(0.5);
    },
  );
});
