// Wrong times are muted or mended; times of wrong places are left alone.
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/geo/random.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { mendHeldTimes, mendRepeatedTimes, muteImpossibleTimes, muteLateTimes, muteSharedTimes } from "../../../src/match/track/times.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

/** A drive north-east at 15 m/s with a little noise, a fix every 2 s. */
const random = new Random(7);
const drive: TrackPoint[] = Array.from({ length: 30 }, (_, i) => ({
  lon: 8 + i * 0.000297 + random.normal() * 2e-5,
  lat: 50 + i * 0.000191 + random.normal() * 2e-5,
  time: 1_700_000_000 + 2 * i,
}));
const known = (column: Float64Array) => column.filter((value) => !Number.isNaN(value)).length;

describe("the times of repeated places are mended", () => {
  /** Places by letter, 150 m apart, a fix every 5 s; the times kept are in units of 5 s, modulo 10. */
  it.each<[what: string, places: string, times: string]>([
    ["if every place is sent twice", "aabbccddeeff", "002244668800"],
    ["if every place is sent three times", "aaabbbcccdddeeefff", "000333666999222555"],
    ["if half of the places are sent twice, including the first", "aabccdeefgghi", "0023356689912"],
    ["but not if fewer than half are, since the traveller may have stood still", "aabcdeffffghij", "01234567890123"],
    ["but not if there are too few places to tell", "aabbccddee", "0123456789"],
    ["but not if no place is repeated", "abcdefgh", "01234567"],
  ])("%s: %s", (_, places, times) => {
    const fixes = readFixes([...places].map((letter, i) => ({ lon: 8, lat: 50 + letter.charCodeAt(0) * 0.00135, time: 5 * i })));
    mendRepeatedTimes(fixes);
    expect([...fixes.time].map((time) => (time / 5) % 10).join("")).toBe(times);
  });

  it("except unknown ones", () => {
    const fixes = readFixes(
      [..."aabbccddeeff"].map((letter, i) => ({ lon: 8, lat: 50 + letter.charCodeAt(0) * 0.00135, time: i === 4 ? null : 5 * i })),
    );
    mendRepeatedTimes(fixes);
    expect([...fixes.time]).toEqual([0, 0, 10, 10, Number.NaN, 25, 30, 30, 40, 40, 50, 50]);
  });
});

describe("times that are impossible", () => {
  const WALK = 4;
  /** A walk north at 1.4 m/s, a fix a second, with noise of this standard deviation; where `elsewhere` is true, the place is 250 m off. */
  const walk = (noise: number, elsewhere: (i: number) => boolean): TrackPoint[] =>
    Array.from({ length: 1500 }, (_, i) => {
      const [east, north] = [noise * random.normal() + (elsewhere(i) ? 250 : 0), noise * random.normal() + 1.4 * i];
      return { lon: 8 + east / 71_700, lat: 50 + north / 111_200, time: i };
    });

  it.each<[what: string, track: TrackPoint[], noise: number, times: number]>([
    ["kept: those of a walk with noise", walk(15, () => false), 15, 1500],
    ["kept: those of a walk with noise, with the wrong place twelve times", walk(15, (i) => i % 120 < 3), 15, 1500],
    ["kept: those of a walk with the wrong place now and then", walk(1, (i) => i % 100 < 10), 0, 1500],
    ["muted: a tenth of the right ones", walk(1, () => false).map((fix, i) => ({ ...fix, time: i / 10 })), 0, 0],
    ["muted: a tenth of the right ones, with noise", walk(15, () => false).map((fix, i) => ({ ...fix, time: i / 10 })), 15, 0],
    [
      "muted: the numbers of fixes that are a minute apart",
      walk(5, () => false)
        .filter((_, i) => i % 60 === 0)
        .map((fix, i) => ({ ...fix, time: i })),
      0,
      0,
    ],
  ])("are muted only if most of the way could not be travelled in them; %s", (_, track, noise, times) => {
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), WALK, noise);
    expect(known(fixes.time)).toBe(times);
  });
});

describe("times that are rounded to whole minutes", () => {
  /** Fixes eastwards, `metres` apart, at these times; returns the times kept. */
  const shared = (times: string, metres = 30) => {
    const fixes = readFixes(times.split(" ").map((time, i) => ({ lon: (i * metres) / 111_195, lat: 0, time: Number(time) })));
    muteSharedTimes(fixes, 60);
    return [...fixes.time].map((time) => (Number.isNaN(time) ? "?" : String(time))).join(" ");
  };

  it.each<[string, string, string, number?]>([
    ["are kept for the first fix of each minute alone", "0 0 0 60 60 60 120 120", "0 ? ? 60 ? ? 120 ?"],
    ["are kept for the first fix of each ten seconds alone, if rounded to these", "0 0 10 10 20 20", "0 ? 10 ? 20 ?"],
    ["are kept for the first fix alone if all are the same", "0 0 0 0", "0 ? ? ?"],
    ["are kept if all differ", "0 10 20 30", "0 10 20 30"],
    ["are kept if few are shared", "0 10 10 20 30 40 50", "0 10 10 20 30 40 50"],
    ["are kept if the traveller stands still", "0 0 0 60 60 60", "0 0 0 60 60 60", 0.1],
  ])("%s", (_, given, expected, metres) => expect(shared(given, metres)).toBe(expected));
});

describe("times at which several fixes were sent together", () => {
  /** Fixes eastwards, `metres` apart, at these times; returns the times kept. */
  const gathered = (times: string, metres = 30, maxSpeed = 60) => {
    const fixes = readFixes(times.split(" ").map((time, i) => ({ lon: (i * metres) / 111_195, lat: 0, time: Number(time) })));
    muteSharedTimes(fixes, maxSpeed);
    return [...fixes.time].map((time) => (Number.isNaN(time) ? "?" : String(time))).join(" ");
  };

  it.each<[what: string, given: string, expected: string, metres?: number, maxSpeed?: number]>([
    ["are kept for the last of them", "0 1 2 6 6 6 6 7 8 9 10 11", "0 1 2 ? ? ? 6 7 8 9 10 11"],
    ["are kept for the last at either end of the track", "3 3 3 3 4 5 6 7 8 9 13 13 13 13", "? ? ? 3 4 5 6 7 8 9 ? ? ? 13"],
    ["are kept if they are so near each other that they may be a second's", "0 1 2 6 6 6 6 7 8 9 10 11", "0 1 2 6 6 6 6 7 8 9 10 11", 25],
    ["… which on foot is nearer", "0 1 2 6 6 6 6 7 8 9 10 11", "0 1 2 ? ? ? 6 7 8 9 10 11", 10, 4],
    ["are kept if they are three, of which one may be an outlier", "0 1 2 5 5 5 6 7 8 9 10", "0 1 2 5 5 5 6 7 8 9 10", 100],
  ])("%s", (_, given, expected, metres, maxSpeed) => expect(gathered(given, metres, maxSpeed)).toBe(expected));
});

describe("times of a track with some wrong places", () => {
  it.each([
    [5, 3300],
    [3, 3300],
    [3, 300],
  ])("are kept: one place in %d is off by %i m", (every, metres) => {
    const track = drive.map((fix, i) => (i % every === 1 ? { ...fix, lat: fix.lat + metres / 111_200 } : fix));
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(track.length);
  });

  it("are kept: three places in a row of every six are off, each differently", () => {
    const track = drive.map((fix, i) => ([2, 3, 4].includes(i % 6) ? { ...fix, lat: fix.lat + 0.02 * ((i % 6) - 1) } : fix));
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(track.length);
  });

  /** Fixes at these metres north, `seconds` apart. */
  it.each<[what: string, metres: number[], seconds: number, times: number]>([
    ["are kept: the second place of three is off", [0, 400, 100], 2, 3],
    ["are kept: only the last place is off", [0, 100, 200, 300, 400, 5000], 2, 6],
    ["are muted if none of four places can be reached in time", [0, 400, 800, 1200], 2, 0],
    ["are muted if even every other place cannot be reached in time", [0, 1000, 100, 1100, 200, 1200, 300, 1300], 0.001, 0],
  ])("%s", (_, metres, seconds, times) => {
    const fixes = readFixes(metres.map((north, i) => ({ lon: 8, lat: 50 + north / 111_200, time: seconds * i })));
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(times);
  });

  it("are kept: four places in ten are off by up to two kilometres, sometimes two in a row", () => {
    const track = drive.map((fix, i) => (random.next() < 0.4 || i === 9 ? { ...fix, lat: fix.lat + 0.04 * (random.next() - 0.5) } : fix));
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(track.length);
  });

  it("are muted also if the track ends where it began", () => {
    const turn = (i: number) => (i * Math.PI) / 30;
    const track = Array.from({ length: 61 }, (_, i) => ({ lon: 0.02 * Math.sin(turn(i)), lat: 0.02 * Math.cos(turn(i)), time: 2 * i }));
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(0);
  });

  it("are muted if a long way with bends could not be travelled in them", () => {
    const track = drive.map((fix, i) => ({ ...fix, lat: fix.lat + 0.001 * (i % 4), time: fix.time! / 10 }));
    const fixes = readFixes(track);
    muteImpossibleTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    expect(known(fixes.time)).toBe(0);
  });
});

describe("a place that is repeated until another is known", () => {
  /** Eastwards at 20 m/s, a fix a second; in the tunnel the place is that of its entrance. */
  const tunnel = (from: number, to: number, count = 60) =>
    Array.from(
      { length: count },
      (_, i): TrackPoint => ({ lon: 8 + ((i > from && i < to ? from : i) * 20) / 71_600, lat: 50, time: 1000 + i }),
    );
  const mended = (track: TrackPoint[]) => {
    const fixes = readFixes(track);
    mendHeldTimes(fixes, 60, 0);
    return [...fixes.time].map((time) => time - 1000);
  };

  it("has the time of its first fix for all if nobody could have left it as late as the last", () => {
    expect(mended(tunnel(20, 40))).toEqual(Array.from({ length: 60 }, (_, i) => (i > 20 && i < 40 ? 20 : i)));
  });

  /** The tunnel, and another place for these fixes, in metres east and north of the start. */
  const other = (place: (i: number) => [number, number] | null, count = 60) =>
    tunnel(20, 40, count).map((fix, i) => {
      const [x, y] = place(i) ?? [];
      return x === undefined || y === undefined ? fix : { ...fix, lon: 8 + x / 71_600, lat: 50 + y / 111_200 };
    });

  it.each<[string, TrackPoint[]]>([
    ["if the traveller turns round and drives back", other((i) => (i > 40 ? [20 * (80 - i), 0] : null))],
    ["if another jump soon after leads elsewhere", other((i) => (i === 45 ? [900, 500] : null))],
    ["if a fix jumps back long after", other((i) => (i === 75 ? [400, 0] : null), 80)],
  ])("has it also %s", (_, track) => {
    expect(mended(track)).toEqual(track.map((_, i) => (i > 20 && i < 40 ? 20 : i)));
  });

  it.each<[string, TrackPoint[]]>([
    ["if the traveller crept up to there", other((i) => (i > 20 && i < 40 ? [400 + 3 * (i - 20), 0] : null))],
    ["if the traveller stood still", tunnel(20, 40).map((fix, i) => (i < 40 ? fix : { ...fix, lon: fix.lon - (19 * 20) / 71_600 }))],
    ["if the next fix was an outlier", tunnel(20, 40).map((fix, i) => (i > 40 ? { ...fix, lon: 8 + 400 / 71_600 } : fix))],
    ["if the next place could be reached since the last", tunnel(20, 22)],
    ["if the next place could not be reached since the first fix either", other((i) => (i >= 40 ? [5000 + 20 * i, 0] : null))],
  ])("keeps its times %s", (_, track) => {
    expect(mended(track)).toEqual(track.map((_, i) => i));
  });
});

describe("the time of a fix that arrived late", () => {
  /** Fixes at these places and times, in metres east and north and in seconds; returns the times kept. */
  const kept = (places: (number | [number, number])[], times: number[]) => {
    const fixes = readFixes(
      places.map((place, i) => {
        const [x, y] = typeof place === "number" ? [place, 0] : place;
        return { lon: x / 111_195, lat: y / 111_195, time: times[i] };
      }),
    );
    muteLateTimes(fixes, new Uint8Array(fixes.count), 60, 0);
    return [...fixes.time].map((time) => (Number.isNaN(time) ? "?" : String(time))).join(" ");
  };
  const late = [0, 10, 29.9, 30, 40];

  it.each<[what: string, places: (number | [number, number])[], times: number[], kept: string]>([
    ["is muted if nobody could have gone on from there in time", [0, 200, 400, 600, 800], late, "0 10 ? 30 40"],
    ["is kept if its way cannot be made in the time around it either", [0, 200, 400, 600, 800], [0, 10, 10.5, 11, 21], "0 10 10.5 11 21"],
    ["is kept if it is far beside the way, an outlier", [0, 200, [200, 500], 400, 600], late, "0 10 29.9 30 40"],
    ["is kept near the place before, from where a vehicle may have been carried off", [0, 200, 220, 600, 800], late, "0 10 29.9 30 40"],
    ["is kept if nobody could have reached the fix before it", [-2000, 200, 400, 600, 800], late, "0 10 29.9 30 40"],
    ["is kept if nobody could have gone on from the fix after it", [0, 200, 400, 600, 3000], late, "0 10 29.9 30 40"],
  ])("%s", (_, places, times, expected) => expect(kept(places, times)).toBe(expected));
});
