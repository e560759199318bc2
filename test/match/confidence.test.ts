// Confidence: how sure a point's road is, where two are as likely as each other, where a fix says little, and along one way.
import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/roads/attributes.js";
import { scene } from "./scene.js";

describe("two roads as likely as each other", () => {
  // 20 m apart, the fixes right between them.
  const two = scene("a---------b\n\n1    2    3\n\nc---------d", { ab: {}, cd: {} }, { metresPerCell: 5 });

  it.each<Mode>(["driving", "trucking", "walking", "cycling"])("are each as sure as not, at most: %s", (mode) => {
    for (const marks of ["2", "123"]) {
      for (const { confidence } of two.snap(two.track(marks), { mode }).points) {
        expect(confidence).toBeGreaterThan(0.4);
        expect(confidence).toBeLessThanOrEqual(0.5);
      }
    }
  });
});

describe("a fix among many streets", () => {
  const letters = "abcdefghijklmnopqrstuvwxy";
  const rows = Array.from({ length: 5 }, (_, i) => letters.slice(5 * i, 5 * i + 5));
  const columns = Array.from({ length: 5 }, (_, i) => rows.map((row) => row[i]).join(""));
  const grid = scene(
    rows.map((row) => [...row].join("---")).join("\n\n"),
    Object.fromEntries([...rows, ...columns].map((way) => [way, {}])),
    { metresPerCell: 25 },
  );

  it.each([
    [100, 0.4],
    [200, 0.2],
    [500, 0.15],
  ])("that says it may be %i m off is on none of them for sure", (accuracy, most) => {
    const [fix] = grid.track("m");
    const [point] = grid.snap([{ ...fix, accuracy }]).points;
    expect(point.confidence).toBeGreaterThan(0);
    expect(point.confidence).toBeLessThan(most);
  });
});

describe("one way over a junction", () => {
  const road = scene("a----1----b2---3----c", { ab: {}, bc: {} });

  it("is the same way on either side of it", () => {
    const { driven, points } = road.snap(road.track("123", { interval: 10 }));
    expect(driven).toBe("abc");
    // Close behind the junction a fix may have been before it: that is no other road.
    expect(points[1].confidence).toBeGreaterThan(0.95);
  });
});

describe("a track that ends at a junction, or begins at one", () => {
  const cross = scene("         d\n\na----1---b----c\n\n         e", { ab: {}, bc: {}, bd: {}, be: {} }, { metresPerCell: 20 });
  const [middle, end] = cross.track("1b", { interval: 10 });

  it("is sure of the road that led there, and of the one that it went on by", () => {
    // Whichever of the others it went on by, that one had been driven to its end.
    expect(cross.snap([middle, end]).points[1].confidence).toBeGreaterThan(0.9);
    expect(cross.snap([end, { ...middle, time: end.time! + 10 }]).points[0].confidence).toBeGreaterThan(0.9);
  });
});
