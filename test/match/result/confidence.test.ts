// Confidence: how sure a point's road is if two roads are equally likely, if a fix says little, and on both sides of a junction on one way.
import { describe, expect, it } from "vitest";
import type { Mode } from "../../../src/roads/attributes.js";
import type { AsciiWay } from "../../helpers/ascii-map.js";
import { moved, scene } from "../scene.js";

describe("two roads that are equally likely", () => {
  // The roads are 20 m apart, and the fixes are midway between them.
  const two = scene("a---------b\n\n1    2    3\n\nc---------d", { ab: {}, cd: {} }, { metresPerCell: 5 });

  it.each<Mode>(["driving", "trucking", "walking", "cycling"])("have a confidence of about 0.5 each: %s", (mode) => {
    for (const marks of ["2", "123"]) {
      for (const { confidence } of two.snap(two.track(marks), { mode }).points) {
        expect(confidence).toBeGreaterThan(0.4);
        expect(confidence).toBeLessThan(0.501);
      }
    }
  });
});

/** A grid of `side` × `side` streets, with `between` drawn from one crossing to the next. */
function grid(side: number, between: string, metresPerCell: number, way: AsciiWay = {}) {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW";
  const rows = Array.from({ length: side }, (_, i) => letters.slice(side * i, side * i + side));
  const columns = rows.map((_, i) => rows.map((row) => row[i]).join(""));
  return scene(
    rows.map((row) => [...row].join(between)).join("\n\n"),
    Object.fromEntries([...rows, ...columns].map((letters) => [letters, way])),
    { metresPerCell },
  );
}

describe("a fix among many streets", () => {
  const streets = grid(5, "---", 25);

  it.each([
    [100, 0.4],
    [200, 0.2],
    [500, 0.15],
  ])("with a stated error of %i m has a low confidence on every street", (accuracy, most) => {
    const [fix] = streets.track("m");
    const [point] = streets.snap([{ ...fix, accuracy }]).points;
    expect(point.confidence).toBeGreaterThan(0);
    expect(point.confidence).toBeLessThan(most);
  });
});

describe("two fixes among many paths", () => {
  // The paths are 15 m apart, and the fixes may be 25 m off.
  const paths = grid(7, "-", 7.5, { class: "footway" });

  it.each(["xz", "wA", "rB"])("have a confidence below 0.9, since not every path that joins the last one leads to it: %s", (marks) => {
    const track = paths.track(marks, { interval: 10, accuracy: [25, 26] }).map((fix, i) => moved(fix, i ? 2.4 : -1.6, i ? 2.2 : 3.3));
    for (const { confidence } of paths.snap(track, { mode: "walking" }).points) expect(confidence).toBeLessThan(0.9);
  });
});

describe("a fix next to a junction on the way driven", () => {
  const road = scene("a-----1-----4b2-----3-----c", { ab: {}, bc: {} }, { metresPerCell: 15 });

  it.each([
    ["after", "123", "bc"],
    ["before", "143", "ab"],
  ])("has a high confidence, since the way is the same on both sides of the junction: %s it", (_, marks, on) => {
    const snapped = road.snap(road.track(marks, { interval: 10, accuracy: 30 }));
    expect([snapped.driven, snapped.on[1]]).toEqual(["abc", on]);
    expect(snapped.points[1].confidence).toBeGreaterThan(0.95);
  });
});

describe("a fix between the two arms of a hairpin", () => {
  const road = scene(
    `
    a---3-------5-------------------b
                        1           |
                                    |
                        2           |
    d---4-------6-------------------c
`,
    { ab: {}, bc: {}, cd: {} },
    { metresPerCell: 8 },
  );

  it.each([
    ["1", "ab"],
    ["2", "cd"],
  ])("may belong to either arm, and its confidence says so: nearer to arm %s", (mark, on) => {
    const track = road.track(`35${mark}64`, { interval: 30, accuracy: [8, 8, 30, 8, 8] });
    const snapped = road.snap(track.map((fix, i) => (i === 2 ? fix : moved(fix, 0, i % 2 === 0 ? 6 : -6))));
    expect([snapped.driven, snapped.on[2]]).toEqual(["abcd", on]);
    expect(snapped.points[2].confidence).toBeLessThan(0.9);
  });
});

describe("a track that ends or begins at a junction", () => {
  const cross = scene("         d\n\na----1---b----c\n\n         e", { ab: {}, bc: {}, bd: {}, be: {} }, { metresPerCell: 20 });
  const [middle, end] = cross.track("1b", { interval: 10 });

  it("has a high confidence on the road that led to the junction, and on the road by which it was left", () => {
    // Whichever of the other roads was used at the junction, this one was driven to its end.
    expect(cross.snap([middle, end]).points[1].confidence).toBeGreaterThan(0.9);
    expect(cross.snap([end, { ...middle, time: end.time! + 10 }]).points[0].confidence).toBeGreaterThan(0.9);
  });

  it.each([3, 6])(
    "has a lower confidence on a road behind the junction that it may not have reached, or may not have come from: %i m past it",
    (metres) => {
      const into = moved({ ...end, accuracy: 15 }, metres, 0);
      const last = cross.snap([{ ...middle, accuracy: 15 }, into]);
      const first = cross.snap([into, { ...middle, accuracy: 15, time: end.time! + 10 }]);
      expect([last.on[1], first.on[0]]).toEqual(["bc", "cb"]);
      for (const { confidence } of [last.points[1], first.points[0]]) expect(confidence).toBeLessThan(0.92);
    },
  );
});
