import { describe, expect, it } from "vitest";
import { readFixes } from "../../src/match/fixes.js";
import * as MODEL from "../../src/match/model.js";
import { markOutliers } from "../../src/match/outliers.js";
import { OUTLIER } from "../../src/match/steps.js";
import type { TrackPoint } from "../../src/match/track.js";

const MAX_SPEED = 60;
/** Degrees of a metre northwards, and eastwards on the equator. */
const METRE = 1 / 111_195;

/**
 * Twelve fixes, or so many, eastwards at 10 m/s. What is off the line: by the index of the fix, metres to the north.
 * A fix's accuracy is 8 m but where another is given by its index; it says its speed where one is given for all.
 */
function track(
  interval: number,
  off: Record<number, number>,
  accuracy: Record<number, number | null> = {},
  speed: number | null = null,
  count = 12,
): TrackPoint[] {
  return Array.from({ length: count }, (_, i) => ({
    lon: 10 * interval * i * METRE,
    lat: (off[i] ?? 0) * METRE,
    time: 1_700_000_000 + interval * i,
    accuracy: i in accuracy ? accuracy[i] : 8,
    speed,
  }));
}

function marked(points: TrackPoint[], areSure = true): number[] {
  const leftOut = new Uint8Array(points.length);
  markOutliers(readFixes(points), leftOut, MAX_SPEED, 0, areSure);
  return [...leftOut].flatMap((one, i) => (one === OUTLIER ? [i] : []));
}

describe("fixes at a track's ends that nobody can have gone on from", () => {
  it.each([
    ["the place known last, sent first", 1, { 0: 300 }, [0]],
    ["the place known first, sent last", 1, { 11: 300 }, [11]],
    ["farther than one can get by pulling away for ten seconds", 10, { 0: 700 }, [0]],
    ["no farther than that", 10, { 0: 100 }, []],
    ["no farther than they may be off", 1, { 0: 25 }, []],
    ["farther than one can get by pulling away in a second, though others are faster", 1, { 0: 70 }, [0]],
    ["farther than the highest speed leads in a minute, however long one pulls away", 60, { 0: 4500 }, [0]],
    ["no farther than they may be off and one gets at the pace of the track", 1, { 0: 35 }, []],
    ["no farther than they say themselves", 1, { 0: 150 }, [], { 0: 150, 1: 100 }],
    ["before a track too short to agree with itself", 1, { 0: 300, 1: 300 }, []],
    ["before a track that jumps itself", 1, { 0: 300, 6: 130, 7: 130, 8: 130, 9: 130, 10: 130, 11: 130 }, []],
  ] as const)("%s", (_, interval, off, expected, accuracy: Record<number, number> = {}) => {
    expect(marked(track(interval, off, accuracy))).toEqual(expected);
  });

  it.each([1, 2, 3, 16, 17, 18])("but not the good ones beside a single one that is not: that of place %i of 20", (wild) => {
    for (const metres of [150, 250, 350, 500, 700]) {
      const others = marked(track(10, { [wild]: metres }, {}, null, 20)).filter((i) => i !== wild);
      expect(others, `${metres} m`).toEqual([]);
    }
  });

  it.each([
    [5, [0, 1, 2, 3, 4]],
    [6, []],
  ])("are %i of one place, which is as many as there may be, or more", (count, expected) => {
    const off = Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 300]));
    expect(marked(track(1, off, {}, null, 20))).toEqual(expected);
    expect(
      marked(
        track(1, off, {}, null, 20)
          .reverse()
          .map((point, i) => ({ ...point, time: i })),
      ),
    ).toEqual(expected.map((i) => 19 - i).sort((a, b) => a - b));
  });

  it.each([
    ["are none where the track is as fast elsewhere", 400, []],
    ["are some where it is not", 100, [0]],
  ])("%s", (_, fastest, expected) => {
    const moves = [0, 400, 100, 100, 100, 100, fastest, 100, 100, 100, 100, 100];
    const points = moves.map((_, i) => ({ lon: moves.slice(0, i + 1).reduce((sum, one) => sum + one) * METRE, lat: 0, time: 10 * i }));
    expect(marked(points)).toEqual(expected);
  });

  it.each([
    ["the second comes early", 1, -9.5],
    ["the second comes late", 1, 9.5],
    ["the last but one comes early", 18, -9.5],
    ["the last but one comes late", 18, 9.5],
  ])("are none where a time is wrong and the places are right: %s", (_, late, seconds) => {
    const points = track(10, {}, {}, null, 20);
    points[late].time! += seconds;
    points[6].time! += 1;
    expect(marked(points)).toEqual([]);
  });

  it("are none where nobody sent the times", () => {
    expect(marked(track(1, { 0: 300 }), false)).toEqual([]);
    expect(marked(track(1, { 5: 130 }), false)).toEqual([5]);
  });
});

describe("fixes that jump away and back", () => {
  it.each([
    ["one", 1, { 5: 130 }, {}, [5]],
    ["three together", 1, { 5: 130, 6: 125, 7: 135 }, {}, [5, 6, 7]],
    ["that say themselves how bad they are", 1, { 5: 130, 6: 125, 7: 135 }, { 5: 90, 6: 90, 7: 90 }, [5, 6, 7]],
    ["that say so some of the time", 1, { 5: 70, 6: 65 }, { 5: 60, 6: 6, 7: 24 }, [5, 6]],
    ["behind a fix that is bad but where it should be", 1, { 5: 130, 6: 125 }, { 4: 70 }, [5, 6]],
    ["without any accuracy", 1, { 5: 130, 6: 125 }, { 4: null, 5: null, 6: null, 7: null }, [5, 6]],
    ["twice, and what lies between is none", 1, { 3: 130, 8: -130, 9: -125 }, { 3: 90, 8: 90, 9: 90 }, [3, 8, 9]],
    ["farther than one can get by pulling away for five seconds", 5, { 5: 130 }, {}, [5]],
    ["for half a minute, where the highest speed would not do", 10, { 5: 1500, 6: 1510 }, {}, [5, 6]],
    ["… for minutes, where fixes come each minute", 60, { 5: 20_000, 6: 20_000 }, {}, [5, 6]],
    ["farther than one can get by pulling away and being as slow as before again", 5, { 5: 95 }, {}, [5], 10],
  ] as const)("are outliers: %s", (_, interval, off, accuracy, expected, speed: number | null = null) => {
    expect(marked(track(interval, off, accuracy, speed))).toEqual(expected);
  });

  it.each([
    ["behind one that was good", [4, 5], { 5: 400 }, [5]],
    ["behind two that were good", [3, 4], { 5: 400 }, [5]],
    ["before one that is good", [5, 6], { 5: 400 }, [5]],
    ["the last of three", [7, 8], { 5: 400, 6: 400, 7: 400 }, [5, 6, 7]],
    ["all three", [5, 6, 7], { 5: 400, 6: 400, 7: 400 }, [5, 6, 7]],
  ])("are outliers also in the same second as another: %s", (_, same, off, expected) => {
    const points = track(1, off);
    for (const i of same) points[i].time = points[same[0]].time;
    expect(marked(points)).toEqual(expected);
  });

  it.each([0, 11])("are outliers at a track's end also where others came in the same second: %i", (end) => {
    const points = track(1, { [end]: 400 });
    points[end === 0 ? 5 : 7].time = points[6].time;
    expect(marked(points)).toEqual([end]);
  });

  it("are none where fixes of the same second are as far apart as fixes are", () => {
    const points = track(1, {}).map((point, i) => ({ ...point, time: 1_700_000_000 + (i >> 1) }));
    expect(marked(points)).toEqual([]);
  });

  it.each([
    ["no farther than they may be off", 1, { 5: 25 }, {}],
    ["no farther than one can get by pulling away for five seconds", 5, { 5: 95 }, {}],
    ["no farther than one can get by pulling away and being as slow as before again", 5, { 5: 70 }, {}, 10],
    ["for half a minute, and may have driven there", 10, { 5: 400, 6: 410 }, {}],
    ["and stay away", 1, { 5: 130, 6: 130, 7: 130, 8: 130, 9: 130, 10: 130, 11: 130 }, {}],
    ["and stay away, behind one that was as bad as it said", 1, { 0: 130, 1: 130, 2: 130, 3: 130, 4: 130 }, { 4: 150 }],
  ] as const)("are none: %s", (_, interval, off, accuracy, speed: number | null = null) => {
    expect(marked(track(interval, off, accuracy, speed))).toEqual([]);
  });
});

describe("how far off the line one fix has to be", () => {
  /** Metres from where it should be from which on a fix is marked. */
  function threshold(fix: number, interval: number, accuracy: number | null, speed: number | null, noise: number): number {
    let [least, most] = [0, 100_000];
    while (most - least > 0.1) {
      const off = (least + most) / 2;
      const points = track(interval, { [fix]: off }).map((point) => ({ ...point, accuracy, speed }));
      const leftOut = new Uint8Array(points.length);
      markOutliers(readFixes(points), leftOut, MAX_SPEED, noise);
      if (leftOut[fix] === OUTLIER) most = off;
      else least = off;
    }
    return least;
  }

  const intervals = [1, 2, 5, 10, 15, 60];
  const cases = [null, 3, 30].flatMap((accuracy) =>
    [null, 10, 20, 70].flatMap((speed) => [0, 20].map((noise) => ({ accuracy, speed, noise, usual: Math.max(MODEL.defaultSigma, noise) }))),
  );
  /** Metres to the side of a fix that is so far from the one before it. */
  const aside = (metres: number, interval: number) => Math.sqrt(metres ** 2 - (10 * interval) ** 2);

  it.each(intervals)("is farther than one gets by pulling away, and back in line, and both may be off: one every %d s", (interval) => {
    for (const { accuracy, speed, noise, usual } of cases) {
      const pace = speed ?? 10;
      const gained = (MODEL.outlierAcceleration * interval) / (speed === null ? 2 : 4);
      const errors = MODEL.outlierErrors * (Math.max(accuracy ?? 0, usual) + usual);
      const driven = Math.max(pace, Math.min(MAX_SPEED, pace + gained)) * interval + errors;
      // With time to pull away and to slow down again it is what nobody could have driven.
      const never = 2 * interval > MODEL.outlierSeconds ? MAX_SPEED * interval + 2 * MODEL.outlierErrors * usual : 0;
      const share = threshold(5, interval, accuracy, speed, noise) / aside(Math.max(driven, never), interval);
      expect(share, JSON.stringify({ accuracy, speed, noise })).toBeCloseTo(1, 1.5);
    }
  });

  it.each(intervals)("at an end is farther than one gets by pulling away, and both may be off: one every %d s", (interval) => {
    for (const { accuracy, speed, noise, usual } of cases) {
      const driven = Math.min(MAX_SPEED, 10 + (MODEL.outlierAcceleration / 2) * interval) * interval;
      const errors = MODEL.outlierErrors * (Math.max(accuracy ?? 0, usual) + usual);
      for (const end of [0, 11]) {
        const share = threshold(end, interval, accuracy, speed, noise) / aside(driven + errors, interval);
        expect(share, JSON.stringify({ end, accuracy, speed, noise })).toBeCloseTo(1, 1.5);
      }
    }
  });
});

describe("the pace that a jump is held against", () => {
  it.each([3, 4, 5, 10])("is the mean of the last seconds: %i s after it grew", (seconds) => {
    const jump = 10 + seconds;
    const metres = Array.from({ length: 30 }, (_, i) => (i < 10 ? 10 * i : 90 + 30 * (i - 9)));
    const isMarked = (off: number) => {
      const points = metres.map((east, i) => ({ lon: east * METRE, lat: (i === jump ? off : 0) * METRE, time: i }));
      return marked(points).includes(jump);
    };
    let [least, most] = [0, 1000];
    while (most - least > 0.1) {
      const off = (least + most) / 2;
      if (isMarked(off)) most = off;
      else least = off;
    }
    const pace = 30 - 20 * (1 - 1 / MODEL.outlierMemory) ** seconds;
    const driven = pace + MODEL.outlierAcceleration / 2 + 2 * MODEL.outlierErrors * MODEL.defaultSigma;
    expect(Math.sqrt(least ** 2 + 30 ** 2) / driven).toBeCloseTo(1, 1.5);
  });
});

describe("how many fixes may have jumped together", () => {
  it.each([
    [1, MODEL.outlierFixes],
    [2, MODEL.outlierFixes],
    [0.25, MODEL.burstSeconds / 0.25],
    [1 / 64, MODEL.burstFixes],
    [MODEL.impossibleSeconds / 2, 1],
  ])("one every %d s: %i", (interval, most) => {
    for (const [count, expected] of [
      [most, most],
      [most + 1, 0],
    ]) {
      const points = Array.from({ length: 3 * most + 20 }, (_, i) => ({
        lon: 10 * interval * i * METRE,
        lat: (i >= 10 && i < 10 + count ? 400 * Math.max(1, interval) : 0) * METRE,
        time: interval * i,
      }));
      expect(marked(points)).toHaveLength(expected);
    }
  });
});

describe("fixes of which most jump", () => {
  it("are none: it is the times that are wrong", () => {
    expect(marked(track(1, { 2: 130, 3: 130, 5: -130, 6: -130, 8: 130 }))).toEqual([2, 3, 5, 6, 8]);
    expect(marked(track(1, { 2: 130, 3: 130, 5: -130, 6: -130, 8: 130, 9: 130 }))).toEqual([]);
    // Of twenty nine are few enough.
    const runs = (length: number) =>
      [3, 8, 13].flatMap((first, n) => Array.from({ length: n === 2 ? length : 3 }, (_, i): [number, number] => [first + i, 130]));
    expect(marked(track(1, Object.fromEntries(runs(3)), {}, null, 20))).toHaveLength(9);
    expect(marked(track(1, Object.fromEntries(runs(4)), {}, null, 20))).toEqual([]);
  });
});

describe("fixes that are left out already", () => {
  it("stay so for the reason they are, and none is held against them", () => {
    const leftOut = new Uint8Array(12);
    leftOut[5] = 77;
    markOutliers(readFixes(track(1, { 5: 130, 8: 130 })), leftOut, MAX_SPEED, 0);
    expect([...leftOut]).toEqual([0, 0, 0, 0, 0, 77, 0, 0, OUTLIER, 0, 0, 0]);
  });
});

describe("fixes that come many times a second", () => {
  it("are a burst for as long as one is, however many they are", () => {
    const points = Array.from({ length: 120 }, (_, i) => ({
      lon: 2 * i * METRE,
      lat: (i >= 40 && i < 60 ? 130 : 0) * METRE,
      time: 1_700_000_000 + i / 5,
      accuracy: 8,
    }));
    expect(marked(points)).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i));
  });
});
