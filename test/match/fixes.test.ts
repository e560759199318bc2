// Fields that the track's own movement contradicts are muted; those that agree are left alone.
import { describe, expect, it } from "vitest";
import { Random } from "../../src/geo/random.js";
import { readFixes } from "../../src/match/fixes.js";
import type { TrackPoint } from "../../src/match/track.js";

/** North-east at 15 m/s and a little noise, a fix every 2 s, every field as it ought to be. */
const random = new Random(7);
const drive: TrackPoint[] = Array.from({ length: 30 }, (_, i) => ({
  lon: 8 + i * 0.000297 + random.normal() * 2e-5,
  lat: 50 + i * 0.000191 + random.normal() * 2e-5,
  time: 1_700_000_000 + 2 * i,
  accuracy: 4 + (i % 3),
  speed: 15 + random.normal(),
  course: 45 + 3 * random.normal(),
}));
const fixesWith = (change: (fix: TrackPoint) => Partial<TrackPoint>) => readFixes(drive.map((fix) => ({ ...fix, ...change(fix) })));
const known = (column: Float64Array) => column.filter((value) => !Number.isNaN(value)).length;

describe("readFixes", () => {
  it.each<[what: string, change: (fix: TrackPoint) => Partial<TrackPoint>, accuracy: number, speed: number, course: number]>([
    ["as reported", () => ({}), 30, 30, 30],
    ["accuracy always 0", () => ({ accuracy: 0 }), 0, 30, 30],
    ["accuracy always 100 m", () => ({ accuracy: 100 }), 0, 30, 30],
    ["accuracy 100 m but for one fix", (fix) => ({ accuracy: fix === drive[9] ? 99 : 100 }), 0, 30, 30],
    ["speed in km/h", ({ speed }) => ({ speed: speed! * 3.6 }), 30, 0, 30],
    ["speed in knots", ({ speed }) => ({ speed: speed! * 1.944 }), 30, 0, 30],
    ["speed always 0", () => ({ speed: 0 }), 30, 0, 30],
    ["course stuck at 0", () => ({ course: 0 }), 30, 30, 0],
    ["course the other way round", ({ course }) => ({ course: (course! + 180) % 360 }), 30, 30, 0],
    ["course counter-clockwise", ({ course }) => ({ course: 360 - course! }), 30, 30, 0],
    ["course to the degree the same on a straight road", () => ({ course: 45 }), 30, 30, 30],
    ["values out of range", () => ({ accuracy: -5, speed: -1, course: 400 }), 0, 0, 0],
  ])("keeps what agrees with the movement and mutes what does not: %s", (_, change, accuracy, speed, course) => {
    const fixes = fixesWith(change);
    expect([known(fixes.accuracy), known(fixes.speed), known(fixes.course)]).toEqual([accuracy, speed, course]);
  });

  it.each<[what: string, told: (course: number) => number, courses: number]>([
    ["as it was", (course) => course, 30],
    ["counted counter-clockwise, which three quarters of the way north agree with", (course) => -course, 0],
    ["counted from east", (course) => 90 - course, 0],
  ])("holds a course against its mirror images: %s", (_, told, courses) => {
    // North along 22 fixes, then east.
    const track = drive.map((fix, i) => {
      const [north, east] = [Math.min(i, 21), Math.max(0, i - 21)];
      const course = told((i < 21 ? 0 : 90) + 10 * random.normal());
      return { ...fix, lon: 8 + east * 0.00042, lat: 50 + north * 0.00027, course: (course + 720) % 360 };
    });
    expect(known(readFixes(track).course)).toBe(courses);
  });

  it.each([
    [7, 7],
    [8, 0],
  ])("takes an accuracy for a setting when it is the same on eight fixes: %i of them", (count, accuracies) => {
    expect(known(readFixes(drive.slice(0, count).map((fix) => ({ ...fix, accuracy: 65 }))).accuracy)).toBe(accuracies);
  });

  it("leaves a short track's fields alone: there is too little to hold them against", () => {
    const fixes = readFixes(drive.slice(0, 4).map((fix) => ({ ...fix, accuracy: 100, speed: 54, course: 225 })));
    expect([known(fixes.accuracy), known(fixes.speed), known(fixes.course)]).toEqual([4, 4, 4]);
  });
});
