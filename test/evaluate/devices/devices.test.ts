// What phones and trackers make of a good receiver's fixes, as evaluation tries it: on exact tracks, so that all that differs is the device's.
import { describe, expect, it } from "vitest";
import type { SentFix } from "../../../src/evaluate/devices/device.js";
import { FAULTS, type Fault, sentWith, withFault } from "../../../src/evaluate/devices/faults.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { drive, LAT, metres, START } from "./drive.js";

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What was sent in place of each fix; null for nothing. */
function sentFor(track: readonly TrackPoint[], fault: Fault): (TrackPoint | null)[] {
  const sent = new Map(sentWith(track, fault).map(({ fix, of }) => [of, fix]));
  return track.map((_, i) => sent.get(i) ?? null);
}

/** Each fix that was sent from another place or at another time, or not at all: what it was, and what was sent. */
function changes(track: readonly TrackPoint[], fault: Fault) {
  return sentFor(track, fault).flatMap((sent, i) => {
    const off = sent === null ? Number.NaN : metres(track[i], sent);
    const late = sent === null ? 0 : sent.time! - track[i].time!;
    return sent !== null && off < 0.01 && late === 0 ? [] : [{ i, sent, off, late }];
  });
}

/** Runs of numbers that follow one another. */
function runs(numbers: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const number of numbers) {
    const run = found.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else found.push([number]);
  }
  return found;
}

describe("places of wireless networks", () => {
  const track = drive(4000);

  it("come every 5 s for spells of 20 to 120 s, 20 to 100 m off, with their error but neither speed nor course", () => {
    const changed = changes(track, "places of wireless networks for a while");
    const spells = runs(changed.map(({ i }) => i));
    expect(spells.length).toBeGreaterThan(5);
    for (const spell of spells) {
      expect(spell.length).toBeGreaterThanOrEqual(20);
      // Two spells may follow one another.
      expect(spell.length).toBeLessThanOrEqual(245);
    }
    const places = changed.filter(({ sent }) => sent !== null);
    expect(places.length / changed.length).toBeCloseTo(0.2, 1);
    for (const { sent } of places) {
      expect(Object.keys(sent!)).toEqual(["lon", "lat", "time", "accuracy"]);
      expect(sent!.accuracy).toBeGreaterThanOrEqual(20);
      expect(sent!.accuracy).toBeLessThanOrEqual(100);
    }
    // A radius stated holds about 68 % of the places.
    const share = places.filter(({ sent, off }) => off <= sent!.accuracy!).length / places.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.85);
  });

  it("may state half of it", () => {
    const whole = changes(track, "places of wireless networks for a while");
    const half = changes(track, "places of wireless networks that state half their error");
    expect(half.map(({ i, off }) => [i, off])).toEqual(whole.map(({ i, off }) => [i, off]));
    half.forEach(({ sent }, n) => {
      if (sent) expect(sent.accuracy).toBeCloseTo(whole[n].sent!.accuracy! / 2, 0);
    });
  });
});

describe("dead reckoning", () => {
  it("goes on for 0.5 to 1.5 km from a place of the receiver, ever farther from the truth, and says so or not", () => {
    for (const start of [1, 2, 3, 4, 5]) {
      const track = drive(600).slice(start);
      const changed = changes(track, "dead reckoning for a while");
      expect(runs(changed.map(({ i }) => i))).toHaveLength(1);
      const [first, last] = [changed[0], changed.at(-1)!];
      expect(last.i - first.i).toBeLessThan(152);
      if (last.i < track.length - 1) expect(last.i - first.i).toBeGreaterThan(45);
      expect(first.off).toBeLessThan(2);
      expect(last.off).toBeGreaterThan(first.off);
      expect(last.off).toBeLessThan(300);
      expect(last.sent!.accuracy).toBeGreaterThan(30);
      for (const { sent } of changes(track, "dead reckoning that states 5 m")) expect(sent!.accuracy).toBe(5);
    }
  });
});

describe("a receiver that starts", () => {
  it.each([
    ["far off at the start", true],
    ["far off at the start unstated", false],
  ] as const)("%s: 30 to 100 m, a third of it 8 s later, hardly any after half a minute", (fault, states) => {
    const track = drive(60);
    const sent = withFault(track, fault);
    const off = sent.map((point, i) => metres(point, track[i]));
    expect(off[0]).toBeGreaterThanOrEqual(30);
    expect(off[0]).toBeLessThanOrEqual(100);
    expect(off[8]).toBeCloseTo(off[0] / Math.E, 0);
    expect(off[32]).toBeLessThan(2);
    expect(sent[0].accuracy).toBeCloseTo(states ? Math.hypot(4, off[0]) : 4, 1);
  });
});

describe("a filter", () => {
  it("leaves places behind by 3 s of travel, and cuts corners", () => {
    const track = drive(60, 60);
    const sent = withFault(track, "places late by 3 s");
    // At 10 m/s the last place before counts for e^(−1/3): behind by 10 ÷ (e^(1/3) − 1).
    expect(metres(sent[50], track[50])).toBeCloseTo(10 / (Math.exp(1 / 3) - 1), 0);
    const corner = track[60];
    expect(Math.min(...sent.map((point) => metres(point, corner)))).toBeGreaterThan(5);
  });

  it("goes straight on for 2 to 4 s past most turns", () => {
    const changed = [30, 40, 50, 60, 70, 80, 90, 100].map((east) => changes(drive(east, 30), "places straight on past turns"));
    const missed = changed.filter((one) => one.length > 0);
    expect(missed.length).toBeGreaterThan(4);
    for (const one of missed) {
      expect(one.length).toBeGreaterThanOrEqual(2);
      expect(one.length).toBeLessThanOrEqual(4);
      for (const { sent } of one) expect(sent!.course).toBeCloseTo(90, 0);
      for (const { sent } of one) expect(sent!.lat).toBeCloseTo(LAT, 5);
    }
    expect(changes(drive(200), "places straight on past turns")).toEqual([]);
  });
});

describe("places", () => {
  it("may be held for 3 s", () => {
    const track = drive(8);
    const at = withFault(track, "places held for 3 s").map(({ lon }) => track.findIndex((point) => point.lon === lon));
    expect(at).toEqual([0, 0, 0, 3, 3, 3, 6, 6, 6]);
  });

  it.each([
    ["places of 4 decimals", 1e4, 7.2],
    ["places of 3 decimals", 1e3, 72],
  ] as const)("%s", (fault, unit, most) => {
    const track = drive(50, 50);
    for (const [i, { lon, lat }] of withFault(track, fault).entries()) {
      expect([lon, lat]).toEqual([Math.round(lon * unit) / unit, Math.round(lat * unit) / unit]);
      expect(metres({ lon, lat }, track[i])).toBeLessThan(most);
    }
  });
});

describe("times and what is sent", () => {
  it("may be times of delivery: for spells of 20 to 120 s all fixes have the time of the fix after them", () => {
    const track = drive(4000);
    const changed = changes(track, "times of delivery for a while");
    const spells = runs(changed.map(({ i }) => i));
    expect(spells.length).toBeGreaterThan(5);
    for (const spell of spells) {
      expect(spell.length).toBeGreaterThanOrEqual(19);
      const sent = withFault(track, "times of delivery for a while");
      expect(new Set(spell.map((i) => sent[i].time))).toEqual(new Set([track[spell.at(-1)! + 1].time]));
    }
  });

  it("may be times of whole minutes, as a table written by hand has them", () => {
    const sent = withFault(drive(130), "times of whole minutes");
    expect([0, 30, 60, 89, 120].map((i) => sent[i].time! - 60 * Math.floor(START / 60))).toEqual([0, 0, 60, 60, 120]);
    expect(withFault([{ lon: 8, lat: 50 }], "times of whole minutes")[0].time).toBeUndefined();
  });

  it("may be what happens: the first and last fix, after a turn, each 200 m, and each minute", () => {
    const index = (track: TrackPoint[]) => withFault(track, "sent at turns and each 200 m").map(({ time }) => time! - START);
    expect(index(drive(50))).toEqual([0, 20, 40, 50]);
    // A right angle, seen over two seconds, is a turn of 45° and another one.
    expect(index(drive(30, 10))).toEqual([0, 20, 31, 32, 40]);
    const standing = drive(130).map((point) => ({ ...point, lon: 8, speed: 0 }));
    expect(index(standing)).toEqual([0, 60, 120, 130]);
  });
});

describe("any fault", () => {
  const names = Object.keys(FAULTS) as Fault[];

  it("adds no field that a fix lacks but the one that it is named after", () => {
    const bare = drive(300, 300).map(({ lon, lat, time }) => ({ lon, lat, time }));
    for (const fault of names) {
      const added = withFault(bare, fault).flatMap((point) => Object.entries(point).filter(([, value]) => value != null));
      const fields = new Set(added.map(([field]) => field).filter((field) => !["lon", "lat", "time"].includes(field)));
      expect([fault, [...fields].filter((field) => !fault.startsWith(field))]).toEqual([fault, []]);
    }
  });

  it("does the same to a track each time, and takes tracks of any length, with times or without", () => {
    for (const fault of names) {
      for (const track of [[], drive(0), drive(1), drive(150, 80), drive(150, 80).map(({ lon, lat }) => ({ lon, lat }))]) {
        const once = withFault(track, fault);
        expect(withFault(track, fault)).toEqual(once);
        if (!/^parked|yesterday/.test(fault)) expect(once.length).toBeLessThanOrEqual(track.length);
        expect(sum(once.map(({ lon, lat }) => Number(Number.isFinite(lon + lat))))).toBe(once.length);
      }
    }
  });

  it("passes over fixes that are no place", () => {
    const track = drive(30, 30);
    const holes = [
      [Number.NaN, LAT],
      [0, 0],
      [8, 91],
    ].map(([lon, lat]) => ({ ...track[20], lon, lat }));
    for (const fault of names) {
      const sent = sentWith(track.toSpliced(20, 0, ...holes), fault);
      const isHole = ({ of }: SentFix) => of >= 20 && of < 23;
      expect([fault, sent.filter(isHole).map(({ fix }) => fix)]).toEqual([fault, holes]);
      const others = sent.filter((one) => !isHole(one)).map((one) => ({ ...one, of: one.of < 20 ? one.of : one.of - 3 }));
      expect([fault, others]).toEqual([fault, sentWith(track, fault)]);
      expect([fault, sent.slice(0, sent.findIndex(isHole)).every(({ of }) => of < 20)]).toEqual([fault, true]);
    }
  });

  it("does the same to places where a time is wrong or unknown, and where all run backwards", () => {
    const track = drive(60, 60);
    const places = (fault: Fault, seconds: (t: number) => number) => {
      const sent = withFault(
        track.map((fix, t) => ({ ...fix, time: START + seconds(t) })),
        fault,
      );
      return sent.map(({ lon, lat }) => [lon, lat]);
    };
    const clocks = [(t: number) => (t === 50 ? 1e6 : t), (t: number) => (t === 50 ? Number.NaN : t), (t: number) => -t];
    // What is put in the order of the times stated depends on them.
    for (const fault of names.filter((name) => !/^two|in order of time$/.test(name))) {
      for (const clock of clocks) expect([fault, places(fault, clock)]).toEqual([fault, places(fault, (t) => t)]);
    }
  });
});
