// The streets along a track, as the demo prints them.
import { describe, expect, it } from "vitest";
import { streetsOf, streetTable } from "../../../src/cli/demo/streets.js";
import { sample, roads as sampleRoads } from "../../export/sample.js";
import { asciiMap } from "../../helpers/ascii-map.js";
import { Recorder } from "../../helpers/terminal.js";

const roads = asciiMap("a----b----c----d").graph({
  ab: { name: "High Street", flags: ["tunnel", "toll"] },
  bc: { name: "High Street", flags: ["bridge", "toll"] },
  cd: { name: "", class: "living_street" },
});

/** A track of these lines, each with the confidences and times of its points; −1 is a gap, −2 off the road. */
function driven(...lines: [edge: number, points?: [confidence: number, time?: number | null][]][]) {
  const result = sample();
  const [road, gap, , off] = result.lines;
  result.lines = lines.map(([edge], i) => ({
    objectId: i + 1,
    trackId: null,
    stretch: edge < 0 ? [gap, off][-1 - edge].stretch : { ...road.stretch, edge, arc: 2 * edge, length: 100 },
  }));
  const points = lines.flatMap(([edge, points = []], i) => points.map(([confidence, time]) => ({ edge, line: i + 1, confidence, time })));
  result.points = points.map(({ edge, confidence }) => ({ ...result.points[0], edge, confidence }));
  result.inputs = points.map(({ time }) => ({ ...result.inputs[0], trackId: null, time }));
  result.lineIds = points.map(({ line }) => line);
  return streetsOf(result, roads, null);
}

describe("the streets along a track", () => {
  it("are its own lines, in their order, with their points", () => {
    const result = sample();
    const none = { flags: [], confidence: null, time: null };
    expect(streetsOf(result, sampleRoads, "x")).toEqual([
      {
        ...none,
        type: "Road",
        name: "High Street <A & B>",
        metres: expect.closeTo(250, 3),
        points: 1,
        confidence: 0.987654321,
        time: 1704522159.5,
      },
      { ...none, type: "Road Gap", name: "", metres: 12.34567, points: 0 },
      { ...none, type: "Road", name: "(service)", metres: expect.closeTo(250, 3), points: 1, confidence: 1, time: 1704522169.5 },
    ]);
    expect(streetsOf(result, sampleRoads, "y")).toEqual([{ ...none, type: "Off", name: "", metres: 12.34567, points: 1 }]);
  });

  it("are joined while the street stays the same, with all its flags, the mean confidence and the earliest time", () => {
    const [first, ...others] = driven(
      [
        0,
        [
          [0.4, 10],
          [0.5, null],
          [0.6, Number.NaN],
        ],
      ],
      [1, [[0.9, 20], [0.6]]],
      [2],
      [0],
    );
    expect(first).toEqual({
      type: "Road",
      name: "High Street",
      flags: ["tunnel", "toll", "bridge"],
      metres: 200,
      points: 5,
      confidence: expect.closeTo(0.6, 9),
      time: 10,
    });
    expect(others.map(({ name, metres }) => [name, metres])).toEqual([
      ["(living street)", 100],
      ["High Street", 100],
    ]);
  });

  it("are not joined over a gap, nor are gaps", () => {
    expect(driven([0], [-1], [-1], [0]).map(({ type }) => type)).toEqual(["Road", "Road Gap", "Road Gap", "Road"]);
  });

  const table = (...lines: Parameters<typeof driven>) =>
    streetTable(driven(...lines), new Recorder())
      .split("\n")
      .map((line) => line.trim().replace(/ {2,}/g, " | "));

  it("are a table, with the time at which each was entered", () => {
    expect(table([0, [[0.5, 1704522159.5]]], [-1], [-2], [2, [[1, 1e20]]])).toEqual([
      "at | street | line | length | points | confidence",
      "06:22:39 | High Street | tunnel, toll | Road | 0.10 km | 1 | 0.50",
      "gap | Road Gap | 0.01 km | – | –",
      "off the road | Off | 0.01 km | – | –",
      "(living street) | Road | 0.10 km | 1 | 1.00",
      "",
    ]);
  });

  it("are a table without times if none is known", () => {
    expect(table([2, [[1]]])[0]).toBe("street | line | length | points | confidence");
  });
});
