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

  it("leaves a short track's fields alone: there is too little to hold them against", () => {
    const fixes = readFixes(drive.slice(0, 4).map((fix) => ({ ...fix, accuracy: 100, speed: 54, course: 225 })));
    expect([known(fixes.accuracy), known(fixes.speed), known(fixes.course)]).toEqual([4, 4, 4]);
  });
});
