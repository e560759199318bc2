// Fields that the track's own movement contradicts are muted; those that agree with it are kept.
import { describe, expect, it } from "vitest";
import { cosDegrees, sinDegrees } from "../../../src/geo/maths.js";
import { latScale, lonScale } from "../../../src/geo/metres.js";
import { Random } from "../../../src/geo/random.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { muteFields, muteOverstated } from "../../../src/match/track/mute.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

/** A drive north-east at 15 m/s with a little noise, a fix every 2 s, with all fields right. */
const random = new Random(7);
const drive: TrackPoint[] = Array.from({ length: 30 }, (_, i) => ({
  lon: 8 + i * 0.000297 + random.normal() * 2e-5,
  lat: 50 + i * 0.000191 + random.normal() * 2e-5,
  time: 1_700_000_000 + 2 * i,
  accuracy: 4 + (i % 3),
  speed: 15 + random.normal(),
  course: 45 + 3 * random.normal(),
}));
const muted = (track: readonly TrackPoint[]) => {
  const fixes = readFixes(track);
  muteOverstated(fixes);
  muteFields(fixes);
  return fixes;
};
/** The i-th fix of the drive, or of a second drive that goes on from its end. */
const drivenOn = (fix: TrackPoint, i: number, course: number): TrackPoint => {
  const on = i < drive.length ? 0 : drive.length;
  return { ...fix, lon: fix.lon + on * 0.000297, lat: fix.lat + on * 0.000191, time: fix.time! + 2 * on, course };
};
const known = (column: Float64Array) => column.filter((value) => !Number.isNaN(value)).length;

describe("a field", () => {
  it.each<[what: string, change: (fix: TrackPoint) => Partial<TrackPoint>, accuracy: number, speed: number, course: number]>([
    ["as reported", () => ({}), 30, 30, 30],
    ["accuracy always 0", () => ({ accuracy: 0 }), 0, 30, 30],
    ["accuracy always 100 m", () => ({ accuracy: 100 }), 0, 30, 30],
    ["accuracy 100 m but for one fix", (fix) => ({ accuracy: fix === drive[9] ? 99 : 100 }), 0, 30, 30],
    ["speed in km/h", ({ speed }) => ({ speed: speed! * 3.6 }), 30, 0, 30],
    ["speed in knots", ({ speed }) => ({ speed: speed! * 1.944 }), 30, 0, 30],
    ["speed in km/h, mostly unknown", (fix) => ({ speed: drive.indexOf(fix) % 3 ? null : fix.speed! * 3.6 }), 30, 0, 30],
    ["speed always 0", () => ({ speed: 0 }), 30, 0, 30],
    ["course stuck at 0", () => ({ course: 0 }), 30, 30, 0],
    ["course the other way round", ({ course }) => ({ course: (course! + 180) % 360 }), 30, 30, 0],
    ["course the other way round, mostly unknown", (fix) => ({ course: drive.indexOf(fix) % 3 ? null : fix.course! + 180 }), 30, 30, 0],
    ["course counter-clockwise", ({ course }) => ({ course: 360 - course! }), 30, 30, 0],
    ["course off to the right by 60°", ({ course }) => ({ course: course! + 60 }), 30, 30, 0],
    ["course off to the right by 30°", ({ course }) => ({ course: course! + 30 }), 30, 30, 30],
    ["course always 45 on a straight road to the north-east", () => ({ course: 45 }), 30, 30, 30],
    ["values out of range", () => ({ accuracy: -5, speed: -1, course: 400 }), 0, 0, 0],
  ])("is kept if it agrees with the movement, and muted if not: %s", (_, change, accuracy, speed, course) => {
    const fixes = muted(drive.map((fix) => ({ ...fix, ...change(fix) })));
    expect([known(fixes.accuracy), known(fixes.speed), known(fixes.course)]).toEqual([accuracy, speed, course]);
  });

  it.each(Array.from({ length: 16 }, (_, i) => 22.5 * i))("is judged the same whichever way the track goes: %d°", (bearing) => {
    const [sin, cos] = [sinDegrees(bearing), cosDegrees(bearing)];
    /** The place `along` metres along the track and `right` metres to its right, as if it went on from 179.999° E. */
    const at = (along: number, right: number) => {
      const lon = 179.999 + (along * sin + right * cos) / lonScale(50);
      return { lon: lon > 180 ? lon - 360 : lon, lat: 50 + (along * cos - right * sin) / latScale(50) };
    };
    const noise = new Random(3);
    const track = Array.from({ length: 40 }, (_, i): TrackPoint => {
      const place = at(30 * i + 2 * noise.normal(), 2 * noise.normal());
      return {
        ...place,
        time: 2 * i,
        accuracy: 4 + (i % 3),
        speed: 15 + noise.normal(),
        course: (bearing + 3 * noise.normal() + 360) % 360,
      };
    });
    const all = track.length;
    const courses = (off: number) => known(muted(track.map((fix) => ({ ...fix, course: (fix.course! + off + 360) % 360 }))).course);
    expect([0, 15, -15, 60, -60, 180].map(courses)).toEqual([all, all, all, 0, 0, 0]);
    const speeds = (factor: number) => known(muted(track.map((fix) => ({ ...fix, speed: fix.speed! * factor }))).speed);
    expect([1, 1.5, 0.7, 1.9, 0.5].map(speeds)).toEqual([all, all, all, 0, 0]);
    // Errors of hundreds of metres in fixes ten seconds apart: stated as they are, or stated as much smaller.
    const accuracies = (scatter: number) => {
      const far = track.map((fix, i) => ({ ...fix, ...at(150 * i, scatter * noise.normal()), time: 10 * i, accuracy: 400 + (i % 7) }));
      return known(muted(far).accuracy);
    };
    expect([400, 3].map(accuracies)).toEqual([all, 0]);
  });

  it.each<[what: string, factor: number, speed: number]>([
    ["as reported", 1, 30],
    ["twice the speed between fixes, as on winding roads or with many halts", 2, 30],
    ["in km/h", 3.6, 0],
    ["always 0", 0, 0],
  ])("as a speed has wider limits if fixes are far apart: %s", (_, factor, speed) => {
    const far = drive.map(({ lon, lat, ...fix }, i) => ({ ...fix, lon: 8 + 20 * (lon - 8), lat: 50 + 20 * (lat - 50), time: 40 * i }));
    expect(known(muted(far.map((fix) => ({ ...fix, speed: fix.speed! * factor }))).speed)).toBe(speed);
  });

  it.each<[what: string, told: (course: number) => number, courses: number]>([
    ["as it was", (course) => course, 30],
    ["counter-clockwise, which agrees with the three quarters of the way that lead north", (course) => -course, 0],
    ["counter-clockwise from east", (course) => 90 - course, 0],
  ])("as a course is kept only if it is counted clockwise from north: %s", (_, told, courses) => {
    // North for 22 fixes, then east.
    const track = drive.map((fix, i) => {
      const [north, east] = [Math.min(i, 21), Math.max(0, i - 21)];
      const course = told((i < 21 ? 0 : 90) + 10 * random.normal());
      return { ...fix, lon: 8 + east * 0.00042, lat: 50 + north * 0.00027, course: (course + 720) % 360 };
    });
    expect(known(muted(track).course)).toBe(courses);
  });

  it("as a course is muted only in the part of the track in which it is wrong", () => {
    const fixes = muted([...drive, ...drive].map((fix, i) => drivenOn(fix, i, i < 40 ? fix.course! : 315)));
    expect([...fixes.course.slice(0, 40)].every((course) => course >= 0)).toBe(true);
    expect(known(fixes.course.slice(40))).toBe(0);
  });

  it.each<[what: string, pace: number, course: number, courses: number]>([
    ["a walker's", 1.4, 45, 90],
    ["a walker's that is stuck at 0", 1.4, 0, 0],
    ["a slow car's that is stuck at 0", 7, 0, 0],
  ])("as a course is compared with the way over several fixes if each move is short: %s", (_, pace, course, courses) => {
    const track = Array.from({ length: 90 }, (_, i) => ({
      lon: 8 + (i * pace) / 101_000 + random.normal() * 1e-5,
      lat: 50 + (i * pace) / 157_000 + random.normal() * 6e-6,
      time: i,
      speed: pace,
      course: course === 0 ? 0 : course + random.normal(),
    }));
    const fixes = muted(track);
    expect([known(fixes.speed), known(fixes.course)]).toEqual([90, courses]);
  });

  it("as a course is compared with no moves that may be all noise", () => {
    const walk = Array.from({ length: 90 }, (_, i) => ({
      lon: 8 + (i * 1.4 + 3 * random.normal()) / lonScale(50),
      lat: 50 + (3 * random.normal()) / latScale(50),
      time: i,
      course: 90 + random.normal(),
    }));
    expect(known(muted(walk).course)).toBe(90);
  });

  it("as a course is muted if it never changes, though the way winds", () => {
    // East and north in turns, with the course in the middle.
    const stairs = drive.map((fix, i) => ({
      ...fix,
      lon: 8 + 0.00042 * Math.ceil(i / 2),
      lat: 50 + 0.00027 * Math.floor(i / 2),
      course: 45,
    }));
    expect(known(muted(stairs).course)).toBe(0);
  });

  it.each<[what: string, bearing: number, courses: number]>([
    ["north-east, where no course can be 0", 45, 20],
    ["north, where it may be right", 0, 30],
  ])("as a course of 0 is muted if the movement contradicts it, while other courses are kept: on a way %s", (_, bearing, courses) => {
    const track = drive.map((fix, i) => ({
      ...fix,
      lon: 8 + (bearing > 0 ? i * 0.000297 : 0),
      course: i % 3 === 0 ? 0 : bearing + 3 * Math.abs(random.normal()),
    }));
    expect(known(muted(track).course)).toBe(courses);
  });

  it("as a course is muted at a speed of 0", () => {
    const halting = drive.map((fix, i) => (i % 3 === 0 ? fix : { ...fix, speed: 0, course: (i * 77) % 360 }));
    const fixes = muted(halting);
    expect([...fixes.course].map((course) => course >= 0)).toEqual(halting.map(({ speed }) => speed! > 0));
  });

  it.each<[what: string, courseOf: (from: number, to: number) => number, courses: number]>([
    ["from the previous fix", (from) => from, 0],
    ["to the next fix", (_, to) => to, 0],
    ["between these, as a receiver measures it, which is kept", (from, to) => (from + to) / 2 + 2 * random.normal(), 40],
  ])("as a course is muted if it is only the direction %s", (_, courseOf, courses) => {
    // A spiral with 300 m between fixes.
    const bearings = Array.from({ length: 41 }, (_, i) => 10 + 8 * i + 15 * random.next());
    let [lon, lat] = [8, 50];
    const track = bearings.slice(1).map((to, i) => {
      const point = { lon, lat, time: 30 * i, course: (courseOf(bearings[i], to) + 360) % 360 };
      lon += (300 * sinDegrees(to)) / lonScale(lat);
      lat += (300 * cosDegrees(to)) / latScale(lat);
      return point;
    });
    expect(known(muted(track).course)).toBe(courses);
  });

  it.each([
    [7, 7],
    [8, 0],
  ])("as an accuracy is muted if it is the same on eight fixes or more: on %i", (count, accuracies) => {
    expect(known(muted(drive.slice(0, count).map((fix) => ({ ...fix, accuracy: 65 }))).accuracy)).toBe(accuracies);
  });

  it("is kept in a track too short to contradict it", () => {
    const fixes = muted(drive.slice(0, 4).map((fix) => ({ ...fix, accuracy: 100, speed: 54, course: 225 })));
    expect([known(fixes.accuracy), known(fixes.speed), known(fixes.course)]).toEqual([4, 4, 4]);
  });

  /** Fixes every `seconds`, `metres(i)` beside a straight way that is driven at 15 m/s, with the given accuracies. */
  const beside = (seconds: number, count: number, metres: (i: number) => number, accuracy: (i: number) => number): TrackPoint[] =>
    Array.from({ length: count }, (_, i) => {
      return { lon: 8 + metres(i) / 71_700, lat: 50 + (15 * seconds * i) / 111_200, time: seconds * i, accuracy: accuracy(i) };
    });
  const scattered = Array.from({ length: 60 }, () => 300 * random.normal());

  it.each<[what: string, track: TrackPoint[], accuracies: number]>([
    [
      "in millimetres, every second",
      beside(
        1,
        60,
        (i) => scattered[i] / 100,
        (i) => 4000 + i,
      ),
      0,
    ],
    [
      "in millimetres, every minute",
      beside(
        60,
        60,
        (i) => scattered[i] / 100,
        (i) => 4000 + i,
      ),
      0,
    ],
    [
      "in millimetres, four fixes",
      beside(
        10,
        4,
        (i) => scattered[i] / 100,
        (i) => 4000 + i,
      ),
      0,
    ],
    [
      "in centimetres",
      beside(
        5,
        60,
        (i) => scattered[i] / 100,
        (i) => 400 + i,
      ),
      0,
    ],
    [
      "in millimetres, mostly unknown",
      beside(
        30,
        60,
        (i) => scattered[i] / 100,
        (i) => (i % 3 === 0 ? 4000 + i : 0),
      ),
      0,
    ],
    [
      "in millimetres, though one fix is far off",
      beside(
        10,
        60,
        (i) => (i === 30 ? 3000 : scattered[i] / 100),
        (i) => 4000 + i,
      ),
      0,
    ],
    [
      "of hundreds of metres, by errors that change slowly",
      beside(
        2,
        60,
        (i) => 600 * sinDegrees(12 * i),
        (i) => 400 + i,
      ),
      60,
    ],
    [
      "of a kilometre on five fixes, the last of which is off",
      beside(
        10,
        5,
        (i) => (i === 4 ? 500 : 0),
        (i) => 1000 + i,
      ),
      5,
    ],
    [
      "of a kilometre on three fixes",
      beside(
        10,
        3,
        () => 0,
        (i) => 1000 + i,
      ),
      3,
    ],
    [
      "of hundreds of metres, as the errors are",
      beside(
        30,
        60,
        (i) => scattered[i],
        (i) => 400 + i,
      ),
      60,
    ],
    [
      "of a hundred metres, on a track that is a hundred metres off all along",
      beside(
        10,
        60,
        () => 100,
        (i) => 100 + i,
      ),
      60,
    ],
    [
      "of a kilometre for some of them",
      beside(
        10,
        60,
        (i) => scattered[i] / 100,
        (i) => (i % 5 === 0 ? 1000 : 5 + i),
      ),
      60,
    ],
    [
      "of a kilometre at rest",
      beside(
        10,
        60,
        () => 0,
        (i) => 1000 + i,
      ).map((fix) => ({ ...fix, lat: 50 })),
      60,
    ],
  ])("as an accuracy is muted only if it is much larger than the scatter of the fixes: %s", (_, track, accuracies) => {
    expect(known(muted(track).accuracy)).toBe(accuracies);
  });
});
