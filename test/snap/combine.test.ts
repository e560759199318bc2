// The results of several files as one: tracks stay apart, ids stay unique, and all references still hold.
import { describe, expect, it } from "vitest";
import { Matcher } from "../../src/match/matcher.js";
import type { InputPoint } from "../../src/match/track/track.js";
import { combineResults } from "../../src/snap/combine.js";
import { snapPoints } from "../../src/snap/points.js";
import { asciiMap } from "../helpers/ascii-map.js";

const map = asciiMap("a-----b-----c", { metresPerCell: 30 });
const matcher = new Matcher(map.graph({ ab: {}, bc: {} }));
const points = (trackId: string | null, more: Partial<InputPoint> = {}): InputPoint[] =>
  map.drive("abc").map((point) => ({ ...point, trackId, objectId: null, attributes: {}, ...more }));
const result = (inputs: InputPoint[]) => snapPoints(matcher, inputs);

describe("combineResults", () => {
  it("returns a single result unchanged", () => {
    const one = result(points(null));
    expect(combineResults([{ name: "one", result: one }])).toBe(one);
  });

  it("names tracks after their files", () => {
    const [first, second] = [result(points(null)), result([...points("van"), ...points(null)])];
    const all = combineResults([
      { name: "morning", result: first },
      { name: "noon", result: second },
    ]);
    const n = points(null).length;
    expect(all.inputs.map((input) => input.trackId)).toEqual([
      ...Array(n).fill("morning"),
      ...Array(n).fill("noon/van"),
      ...Array(n).fill(null),
    ]);
    expect([...new Set(all.lines.map((line) => line.trackId))]).toEqual(["morning", "noon/van"]);
    expect(all.points.at(-1)).toMatchObject({ reason: "unlocated", stretch: -1 });
    expect(all.lineIds.at(-1)).toBeNull();
    expect(all.hasTrackIds).toBe(true);
  });

  it("keeps every point on its own line", () => {
    const parts = ["x", "y", "z"].map((name) => ({ name, result: result(points(null)) }));
    const all = combineResults(parts);
    expect(all.lines.map((line) => line.objectId)).toEqual(all.lines.map((_, i) => i + 1));
    all.points.forEach((point, i) => {
      const line = all.lines[point.stretch];
      expect(line.objectId).toBe(all.lineIds[i]);
      expect(line.trackId).toBe(all.inputs[i].trackId);
      expect(line.stretch.edge).toBe(point.edge);
    });
  });

  it("keeps violations with their lines and tracks", () => {
    const oneWay = new Matcher(map.graph({ abc: { oneway: true } }));
    const against = (trackId: string | null) => map.drive("cba").map((point) => ({ ...point, trackId, objectId: null, attributes: {} }));
    const parts = [null, "7"].map((trackId, i) => ({ name: "xy"[i], result: snapPoints(oneWay, against(trackId)) }));
    const all = combineResults(parts);
    const [{ arc }] = parts[0].result.violations;
    expect(all.violations).toEqual([
      { kind: "wrong-way", arc, stretch: 0, trackId: "x" },
      { kind: "wrong-way", arc, stretch: parts[0].result.lines.length, trackId: "y/7" },
    ]);
    for (const { stretch, trackId } of all.violations) expect(all.lines[stretch]).toMatchObject({ trackId, stretch: { arc } });
  });

  it.each([
    ["keeps OBJECTIDs that differ", [5, 6], [5, 6]],
    ["renumbers points if two files use the same OBJECTID", [5, 5], [1, 2]],
  ])("%s", (_, ids, expected) => {
    const parts = ids.map((objectId) => ({ name: `f${objectId}`, result: result([{ ...points(null)[0], objectId }]) }));
    expect(combineResults(parts).objectIds).toEqual(expected);
  });

  it("renames the track_id among the fields to be written, and no other field", () => {
    const parts = ["x", "y"].map((name) => ({ name, result: result(points("7", { attributes: { TRACK_ID: "7", note: "7" } })) }));
    expect(combineResults(parts).inputs.at(-1)?.attributes).toEqual({ TRACK_ID: "y/7", note: "7" });
  });

  it("says which file a message is about", () => {
    const parts = ["x", "y"].map((name) => ({ name, result: result([{ ...points(null)[0], lon: Number.NaN }]) }));
    expect(combineResults(parts).messages.map(({ text }) => text.slice(0, 3))).toEqual(["x: ", "y: "]);
  });

  it("renames the field from which the track_id was read, in each of several files", () => {
    const of = (attributes: Record<string, unknown>) => result(points("1", { attributes }));
    const all = combineResults([
      { name: "a", result: of({ vehicle: "van", track_id: "1" }) },
      { name: "b", result: of({ device: "", vehicle: 1 }) },
      { name: "c", result: of({ vehicle: "truck" }) },
      { name: "d", result: of({ note: "1", vehicle: "1" }) },
      { name: "e", result: of({ track_id: "", "Track ID": "1" }) },
    ]);
    const n = points(null).length;
    expect([0, n, 2 * n, 3 * n, 4 * n].map((i) => all.inputs[i].attributes)).toEqual([
      { vehicle: "van", track_id: "a/1" },
      { device: "", vehicle: "b/1" },
      { vehicle: "truck" },
      { note: "1", vehicle: "d/1" },
      { track_id: "", "Track ID": "e/1" },
    ]);
  });
});
