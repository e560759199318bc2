// What the devices of vehicles send of a good receiver's fixes, as evaluation tries it: on exact tracks, so that all that differs is the device's.
import { describe, expect, it } from "vitest";
import type { EvaluationTrack } from "../../../src/evaluate/corpora.js";
import { type Fault, sentWith, withFault } from "../../../src/evaluate/devices/faults.js";
import { evaluateTracks } from "../../../src/evaluate/evaluator.js";
import { latScale } from "../../../src/geo/metres.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { asciiMap } from "../../helpers/ascii-map.js";
import { drive, metres, START } from "./drive.js";

const MINUTE = 60;
const HOUR = 3600;

/** When each fix was made that is sent, in seconds of the drive. */
const moments = (track: TrackPoint[], fault: Fault) => sentWith(track, fault).map(({ of }) => of);

describe("a tracker that sends on events", () => {
  it.each<[Fault, number[]]>([
    ["sent each 50 m", [0, 5, 10, 15, 20, 25, 26]],
    ["sent each 100 m", [0, 10, 20, 26]],
    ["sent each 250 m", [0, 25, 26]],
    ["sent each 500 m", [0, 26]],
    ["sent at sharp turns, each km and 2 min", [0, 26]],
  ])("%s", (fault, sent) => {
    expect(moments(drive(26), fault)).toEqual(sent);
  });

  it("may send at turns, in bends, or where the vehicle halts and starts, and else by time", () => {
    expect(moments(drive(30, 30), "sent at turns, each 500 m and 2 min")).toEqual([0, 31, 32, 60]);
    expect(moments(drive(90, 40), "sent in bends and each minute")).toEqual([0, 60, 89, 90, 91, 130]);
    const halting = drive(100).map((fix, t) => ({ ...fix, speed: t >= 30 && t < 50 ? 0.2 : 10 }));
    expect(moments(halting, "sent at halts and each minute")).toEqual([0, 30, 50, 100]);
  });
});

describe("a tracker of a parked vehicle", () => {
  const track = drive(600, 600);

  it("goes on four times for 45 min with a fix in 2 min that drifts, stands still, and states its error", () => {
    const sent = sentWith(track, "parked four times, 10 m adrift");
    const stops = [...new Set(sent.flatMap(({ of }, k) => (of === sent[k - 1]?.of ? [of] : [])))];
    expect(stops).toHaveLength(4);
    const first = sent.filter(({ of }) => of === stops[0]);
    expect(first.map(({ fix }) => fix.time! - first[0].fix.time!)).toEqual(Array.from({ length: 23 }, (_, k) => 2 * k * MINUTE));
    const still = sent.filter(({ of, fix }) => stops.includes(of) && fix.speed === 0);
    const off = still.map(({ of, fix }) => metres(fix, track[of]));
    expect(off.reduce((sum, m) => sum + m) / off.length).toBeGreaterThan(6);
    expect(off.reduce((sum, m) => sum + m) / off.length).toBeLessThan(25);
    expect(new Set(still.map(({ fix }) => `${fix.accuracy} ${fix.course}`))).toEqual(new Set(["15.8 0"]));
    expect(sent.at(-1)!.fix.time! - track.at(-1)!.time!).toBe(4 * 45 * MINUTE);
    expect(sent.every(({ fix, at }) => fix.time === at)).toBe(true);
  });

  it("may send once an hour through a night", () => {
    const sent = withFault(track, "parked for a night");
    expect(sent).toHaveLength(track.length + 7);
    expect(sent.at(-1)!.time! - track.at(-1)!.time!).toBe(8 * HOUR);
  });
});

describe("a tracker's clock", () => {
  const track = drive(300, 300);
  const late = (fault: Fault) => withFault(track, fault).map(({ time }, i) => time! - track[i].time!);

  it.each<[Fault, number]>([
    ["clock set forward by an hour", HOUR],
    ["clock set back by an hour", -HOUR],
  ])("%s: half way", (fault, by) => {
    expect(late(fault)).toEqual(track.map((_, i) => (i < track.length / 2 ? 0 : by)));
  });

  it("may be set back by 1 to 3 s about once a minute", () => {
    const steps = late("clock set back by seconds now and then").map((by, i, all) => by - (all[i - 1] ?? 0));
    expect(new Set(steps)).toEqual(new Set([0, -1, -2, -3].filter((by) => steps.includes(by))));
    expect(steps.filter((by) => by < 0).length / 10).toBeCloseTo(1, 0);
  });

  it("set back by a quarter of the drive mixes the second and the third quarter, if these are put in order of time", () => {
    const sent = sentWith(drive(400), "clock set back by a quarter, in order of time");
    const times = sent.map(({ fix }) => fix.time!);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(sent.slice(99, 107).map(({ of }) => of)).toEqual([99, 100, 101, 201, 102, 202, 103, 203]);
    // A clock without faults knows when each was made.
    expect(sent.every(({ of, at }) => at === START + of)).toBe(true);
  });
});

describe("trackers", () => {
  const track = drive(600, 600);

  it("may send yesterday's place first, 0.3 to 3 km away and with its own time", () => {
    const [first, ...others] = withFault(track, "place of yesterday first");
    expect(others).toEqual(track);
    expect(metres(first, track[0])).toBeGreaterThan(299);
    expect(metres(first, track[0])).toBeLessThan(3010);
    expect(track[0].time! - first.time!).toBeGreaterThan(12 * HOUR);
    expect([first.speed, first.course]).toEqual([0, 0]);
  });

  it("may be two under one name, the second with errors of its own and perhaps another clock", () => {
    const same = sentWith(track, "two devices");
    expect(same.map(({ of }) => of)).toEqual(track.map((_, i) => i));
    const second = same.filter(({ fix, of }) => fix.lon !== track[of].lon);
    expect(second.length / track.length).toBeCloseTo(0.5, 1);
    const ahead = sentWith(track, "two devices, one 8 s ahead");
    expect(ahead.filter(({ fix, of }) => fix.time === track[of].time! + 8).map(({ of }) => of)).toEqual(second.map(({ of }) => of));
    const times = ahead.map(({ fix }) => fix.time!);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("may hold a place for three minutes, once", () => {
    const sent = withFault(track, "place held for 3 min once");
    const held = sent.flatMap((fix, i) => (fix.lon === track[i].lon && fix.lat === track[i].lat ? [] : [i]));
    expect(held).toEqual(Array.from({ length: held.length }, (_, k) => held[0] + k));
    expect(held.length).toBe(180);
    expect(new Set(held.map((i) => `${sent[i].lon} ${sent[i].lat}`)).size).toBe(1);
  });

  it("may state the speed or the course of 3 s before, in whole km/h, or one of eight", () => {
    const faster = track.map((fix, i) => ({ ...fix, speed: i / 10, course: i % 360 }));
    expect(withFault(faster, "speed late by 3 s")[50].speed).toBe(4.7);
    expect(withFault(faster, "course late by 3 s")[50].course).toBe(47);
    expect(withFault(faster, "speed in whole km/h")[50].speed! * 3.6).toBeCloseTo(18, 9);
    expect([20, 30, 350].map((i) => withFault(faster, "course of eight")[i].course)).toEqual([0, 45, 0]);
  });

  it.each<[Fault, number]>([
    ["places cut to 4 decimals", 1e4],
    ["places cut to 3 decimals", 1e3],
    ["places cut to 3 decimals of minutes", 6e4],
    ["places cut to 2 decimals of minutes", 6e3],
  ])("%s", (fault, unit) => {
    for (const [i, { lon, lat }] of withFault(track.slice(580, 620), fault).entries()) {
      expect(lon * unit).toBeCloseTo(Math.floor(track[580 + i].lon * unit), 5);
      expect(lat * unit).toBeCloseTo(Math.floor(track[580 + i].lat * unit), 5);
    }
  });
});

describe("an evaluation of what a tracker sends", () => {
  const map = asciiMap("a----------------------------b", { metresPerCell: 100 });
  const roads = map.graph({ ab: {} });
  const [from, to] = [map.at("a"), map.at("b")];
  const places = Array.from({ length: 51 }, (_, i): [number, number] => [from[0] + ((20 + 5 * i) / 300) * (to[0] - from[0]), from[1]]);
  const truth: EvaluationTrack = {
    id: "drive",
    roads: "road",
    track: places.map(([lon, lat], i) => ({ lon, lat, time: START + 5 * i, accuracy: 5, speed: 10, course: 90 })),
    truth: [[from, to]],
    trimMetres: 300,
    mode: "driving",
    truthPoints: places,
    moved: places.map((_, i) => (i === 0 ? 0 : 48.3)),
    carriedAfter: [],
  };

  it("thins by when the fixes were made: those of a parked vehicle stay", () => {
    const { runs } = evaluateTracks(roads, [truth], {
      faults: ["parked for a night", "clock set back by a quarter, in order of time"],
      thin: [10, 60],
    });
    expect(runs.map(({ scores }) => scores[0].fixes)).toEqual([26 + 7, 6 + 7, 26, 6]);
    expect(runs.map(({ faulted }) => faulted)).toEqual([true, true, true, true]);
  });

  it("lets a device put places on roads: on the nearest, or some on another that is near", () => {
    const crossing = asciiMap("a--------b\n d\n c", { metresPerCell: 20 });
    const streets = crossing.graph({ ab: {}, cd: {}, da: { class: "footway", access: ["walking"] } });
    const [lon, lat] = crossing.at("d");
    const standing = Array.from({ length: 400 }, (_, t) => ({ lon, lat: lat + 15 / latScale(lat), time: START + t }));
    const onWhich = (fault: Fault) =>
      withFault(standing, fault, streets).map((fix) => (Math.abs(fix.lat - crossing.at("a")[1]) < 1e-7 ? "ab" : "cd"));
    expect(new Set(onWhich("places put on roads"))).toEqual(new Set(["ab"]));
    const wrong = onWhich("places put on roads, one in ten on a wrong one");
    expect(wrong.filter((road) => road === "cd").length / wrong.length).toBeCloseTo(0.1, 1);
    expect(withFault(standing, "places put on roads")).toEqual(standing);
  });

  it("knows where the vehicle truly was, and counts each metre travelled once", () => {
    const { runs } = evaluateTracks(roads, [truth], { faults: [null, "parked four times, 5 m adrift", "place of yesterday first"] });
    const [good, parked, yesterday] = runs.map(({ scores }) => scores[0]);
    expect(parked.off!.roadMetres + parked.off!.offMetres).toBeCloseTo(good.off!.roadMetres, 6);
    expect(yesterday.off!.roadMetres).toBeCloseTo(good.off!.roadMetres, 6);
    expect([good.route.missed, parked.route.missed]).toEqual([0, 0]);
  });
});
