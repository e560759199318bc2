import { describe, expect, it } from "vitest";
import * as MODEL from "../../../src/match/model.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { markOutliers } from "../../../src/match/track/outliers.js";
import { OUTLIER } from "../../../src/match/track/steps.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

const MAX_SPEED = 60;
/** Metres as degrees of latitude, and as degrees of longitude on the equator. */
const METRE = 1 / 111_195;

/**
 * A track eastwards at 10 m/s, of twelve fixes unless told otherwise. `off` has metres to the north by the index of a fix. An accuracy is 8 m unless given
 * by index; all fixes have the same speed, if one is given.
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

describe("outliers at the ends of a track: nobody can have gone on from there", () => {
  it.each([
    ["include a first fix far off, such as the last known place", 1, { 0: 300 }, [0]],
    ["include a last fix far off", 1, { 11: 300 }, [11]],
    ["include a fix farther off than ten seconds of acceleration allow", 10, { 0: 700 }, [0]],
    ["exclude a fix that ten seconds of acceleration can explain", 10, { 0: 100 }, []],
    ["exclude a fix within the errors", 1, { 0: 25 }, []],
    ["include a fix farther off than one second of acceleration allows, though others are faster", 1, { 0: 70 }, [0]],
    ["include a fix farther off than the highest speed leads in a minute", 60, { 0: 4500 }, [0]],
    ["exclude a fix that errors and the pace of the track can explain", 1, { 0: 35 }, []],
    ["exclude a fix within its own stated error", 1, { 0: 150 }, [], { 0: 150, 1: 100 }],
    ["exclude all fixes if the others are too few to agree with each other", 1, { 0: 300, 1: 300 }, []],
    ["exclude the first fix if the track jumps later too", 1, { 0: 300, 6: 130, 7: 130, 8: 130, 9: 130, 10: 130, 11: 130 }, []],
  ] as const)("%s", (_, interval, off, expected, accuracy: Record<number, number> = {}) => {
    expect(marked(track(interval, off, accuracy))).toEqual(expected);
  });

  it.each([1, 2, 3, 16, 17, 18])("exclude the good fixes beside a single bad one: that at place %i of 20", (wild) => {
    for (const metres of [150, 250, 350, 500, 700]) {
      const others = marked(track(10, { [wild]: metres }, {}, null, 20)).filter((i) => i !== wild);
      expect(others, `${metres} m`).toEqual([]);
    }
  });

  it.each([
    [5, [0, 1, 2, 3, 4]],
    [6, []],
  ])("are at most five at one place: of %i there", (count, expected) => {
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
    ["exclude a fast first move if the track is as fast elsewhere", 400, []],
    ["include a fix with a fast first move if it is not", 100, [0]],
  ])("%s", (_, fastest, expected) => {
    const moves = [0, 400, 100, 100, 100, 100, fastest, 100, 100, 100, 100, 100];
    const points = moves.map((_, i) => ({ lon: moves.slice(0, i + 1).reduce((sum, one) => sum + one) * METRE, lat: 0, time: 10 * i }));
    expect(marked(points)).toEqual(expected);
  });

  it.each([
    [
      "include the first if the next move is a little faster than others",
      10,
      [0, 700, 830, 930, 1030, 1130, 1230, 1330, 1430, 1530, 1630, 1730],
      [0],
    ],
    ["include a first that is ahead, where the track comes by", 1, [59, 10, 20, 30, 40, 60, 70, 80, 90, 100, 110, 120], [0]],
    ["include a first and a second that is half-way back", 1, [-111, -41, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120], [0, 1]],
  ])("%s", (_, interval, metres, expected) => {
    expect(marked(metres.map((east, i) => ({ lon: east * METRE, lat: 0, time: interval * i })))).toEqual(expected);
  });

  it("exclude a good first fix, of which only the second is far, a second after it", () => {
    const points = track(10, { 1: 100 });
    points[1] = { ...points[1], lon: 0, time: points[0].time! + 1 };
    expect(marked(points)).toEqual([]);
  });

  it.each([
    ["the second fix comes early", 1, -9.5],
    ["the second fix comes late", 1, 9.5],
    ["the last fix but one comes early", 18, -9.5],
    ["the last fix but one comes late", 18, 9.5],
  ])("exclude fixes with a right place and a wrong time: %s", (_, late, seconds) => {
    const points = track(10, {}, {}, null, 20);
    points[late].time! += seconds;
    points[6].time! += 1;
    expect(marked(points)).toEqual([]);
  });

  it("exclude all fixes if their times were not sent but guessed", () => {
    expect(marked(track(1, { 0: 300 }), false)).toEqual([]);
    expect(marked(track(1, { 5: 130 }), false)).toEqual([5]);
  });
});

describe("fixes that jump away and back", () => {
  it.each([
    ["one", 1, { 5: 130 }, {}, [5]],
    ["three together", 1, { 5: 130, 6: 125, 7: 135 }, {}, [5, 6, 7]],
    ["that state large errors", 1, { 5: 130, 6: 125, 7: 135 }, { 5: 90, 6: 90, 7: 90 }, [5, 6, 7]],
    ["of which some state large errors", 1, { 5: 70, 6: 65 }, { 5: 60, 6: 6, 7: 24 }, [5, 6]],
    ["after a fix that states a large error but is where it should be", 1, { 5: 130, 6: 125 }, { 4: 70 }, [5, 6]],
    ["without any accuracy", 1, { 5: 130, 6: 125 }, { 4: null, 5: null, 6: null, 7: null }, [5, 6]],
    ["at two places, but not those between", 1, { 3: 130, 8: -130, 9: -125 }, { 3: 90, 8: 90, 9: 90 }, [3, 8, 9]],
    ["farther off than five seconds of acceleration allow", 5, { 5: 130 }, {}, [5]],
    ["for half a minute, where even the highest speed would not be enough", 10, { 5: 1500, 6: 1510 }, {}, [5, 6]],
    ["for minutes, with a fix every minute", 60, { 5: 20_000, 6: 20_000 }, {}, [5, 6]],
    ["farther off than accelerating and slowing down again allow", 5, { 5: 95 }, {}, [5], 10],
    ["between fixes that are no farther off than the one before states", 1, { 4: -30, 5: 400, 6: 30, 7: 25, 8: 10 }, { 4: 70 }, [5]],
  ] as const)("are outliers: %s", (_, interval, off, accuracy, expected, speed: number | null = null) => {
    expect(marked(track(interval, off, accuracy, speed))).toEqual(expected);
  });

  it.each([
    ["after a good one", [4, 5], { 5: 400 }, [5]],
    ["after two good ones", [3, 4], { 5: 400 }, [5]],
    ["before a good one", [5, 6], { 5: 400 }, [5]],
    ["two of three", [7, 8], { 5: 400, 6: 400, 7: 400 }, [5, 6, 7]],
    ["all three", [5, 6, 7], { 5: 400, 6: 400, 7: 400 }, [5, 6, 7]],
  ])("are outliers even in the same second as another fix: %s", (_, same, off, expected) => {
    const points = track(1, off);
    for (const i of same) points[i].time = points[same[0]].time;
    expect(marked(points)).toEqual(expected);
  });

  it.each([0, 11])("are outliers at an end of the track even if other fixes have the same second: fix %i", (end) => {
    const points = track(1, { [end]: 400 });
    points[end === 0 ? 5 : 7].time = points[6].time;
    expect(marked(points)).toEqual([end]);
  });

  it("are no outliers if fixes of the same second are as far apart as other fixes", () => {
    const points = track(1, {}).map((point, i) => ({ ...point, time: 1_700_000_000 + (i >> 1) }));
    expect(marked(points)).toEqual([]);
  });

  it.each([
    ["no farther off than the errors", 1, { 5: 25 }, {}],
    ["no farther off than five seconds of acceleration allow", 5, { 5: 95 }, {}],
    ["no farther off than accelerating and slowing down again allow", 5, { 5: 70 }, {}, 10],
    ["for half a minute, with time to drive there", 10, { 5: 400, 6: 410 }, {}],
    ["for half a minute, with time to drive there, but not back", 10, { 5: 400, 6: 800 }, {}],
    ["for half a minute, with time to drive back", 10, { 5: 1500, 6: 1000, 7: 560 }, {}],
    ["if they come to yet another place", 1, { 5: 400, 6: -400, 7: -400, 8: -400, 9: -400, 10: -400, 11: -400 }, {}],
    ["… after one without an accuracy", 1, { 5: 400, 6: -400, 7: -400, 8: -400, 9: -400, 10: -400, 11: -400 }, { 4: null }],
    ["if they do not come back", 1, { 5: 130, 6: 130, 7: 130, 8: 130, 9: 130, 10: 130, 11: 130 }, {}],
    ["if they do not come back, after one that stated a large error", 1, { 0: 130, 1: 130, 2: 130, 3: 130, 4: 130 }, { 4: 150 }],
  ] as const)("are no outliers: %s", (_, interval, off, accuracy, speed: number | null = null) => {
    expect(marked(track(interval, off, accuracy, speed))).toEqual([]);
  });
});

describe("fixes of which some report their speed", () => {
  it.each([
    ["may speed up for as long as there is time, after one that does not", 4, 95, []],
    ["are outliers also if they do not", 5, 400, [5]],
  ])("%s", (_, silent, off, expected) => {
    const points = track(5, { 5: off }, {}, 10);
    points[silent].speed = null;
    expect(marked(points)).toEqual(expected);
  });
});

describe("a fix without a time", () => {
  it("is passed over: a jump is one from the fix before it", () => {
    const points = track(1, { 5: 130 });
    points[4].time = null;
    expect(marked(points)).toEqual([5]);
  });
});

describe("the distance from the line at which a single fix is an outlier", () => {
  /** The distance from the line in metres from which on this fix is marked. */
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
  /** How far to the side a fix is that lies `metres` from the one before it. */
  const aside = (metres: number, interval: number) => Math.sqrt(metres ** 2 - (10 * interval) ** 2);

  it.each(intervals)("is that of accelerating and slowing down again, plus the errors of both fixes: one every %d s", (interval) => {
    for (const { accuracy, speed, noise, usual } of cases) {
      const pace = speed ?? 10;
      const gained = (MODEL.outlierAcceleration * interval) / (speed === null ? 2 : 4);
      const errors = MODEL.outlierErrors * (Math.max(accuracy ?? 0, usual) + usual);
      const driven = Math.max(pace, Math.min(MAX_SPEED, pace + gained)) * interval + errors;
      // With time enough to accelerate and slow down again, only the highest speed is a limit.
      const never = 2 * interval > MODEL.outlierSeconds ? MAX_SPEED * interval + 2 * MODEL.outlierErrors * usual : 0;
      const share = threshold(5, interval, accuracy, speed, noise) / aside(Math.max(driven, never), interval);
      expect(share, JSON.stringify({ accuracy, speed, noise })).toBeCloseTo(1, 1.5);
    }
  });

  it.each(intervals)(
    "is, at an end of the track, that of accelerating alone, plus the errors of both fixes: one every %d s",
    (interval) => {
      for (const { accuracy, speed, noise, usual } of cases) {
        const driven = Math.min(MAX_SPEED, 10 + (MODEL.outlierAcceleration / 2) * interval) * interval;
        const errors = MODEL.outlierErrors * (Math.max(accuracy ?? 0, usual) + usual);
        for (const end of [0, 11]) {
          const share = threshold(end, interval, accuracy, speed, noise) / aside(driven + errors, interval);
          expect(share, JSON.stringify({ end, accuracy, speed, noise })).toBeCloseTo(1, 1.5);
        }
      }
    },
  );
});

describe("the pace that a jump is compared with", () => {
  it.each([3, 4, 5, 10])("is a mean over the last seconds: %i s after the pace rose", (seconds) => {
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

describe("the number of consecutive fixes that may be outliers", () => {
  it.each([
    [1, MODEL.outlierFixes],
    [2, MODEL.outlierFixes],
    [0.25, MODEL.burstSeconds / 0.25],
    [1 / 64, MODEL.burstFixes],
    [MODEL.impossibleSeconds / 2, 1],
  ])("has a limit: one fix every %d s, at most %i", (interval, most) => {
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

describe("a track in which most fixes jump", () => {
  it("has no outliers, because its times must be wrong", () => {
    expect(marked(track(1, { 2: 130, 3: 130, 5: -130, 6: -130, 8: 130 }))).toEqual([2, 3, 5, 6, 8]);
    expect(marked(track(1, { 2: 130, 3: 130, 5: -130, 6: -130, 8: 130, 9: 130 }))).toEqual([]);
    // Nine of twenty are few enough, ten are not.
    const runs = (length: number) =>
      [3, 8, 13].flatMap((first, n) => Array.from({ length: n === 2 ? length : 3 }, (_, i): [number, number] => [first + i, 130]));
    expect(marked(track(1, Object.fromEntries(runs(3)), {}, null, 20))).toHaveLength(9);
    expect(marked(track(1, Object.fromEntries(runs(4)), {}, null, 20))).toEqual([]);
  });
});

describe("fixes that are already left out", () => {
  it("keep their reason, and no other fix is compared with them", () => {
    const leftOut = new Uint8Array(12);
    leftOut[5] = 77;
    markOutliers(readFixes(track(1, { 5: 130, 8: 130 })), leftOut, MAX_SPEED, 0);
    expect([...leftOut]).toEqual([0, 0, 0, 0, 0, 77, 0, 0, OUTLIER, 0, 0, 0]);
  });

  it.each<[string, number, Record<number, number>, number[]]>([
    ["beside the fix after it", 5, { 5: 35, 6: -45 }, []],
    ["in a run, half-way back", 6, { 5: 70, 6: 35 }, [5]],
    ["after a run, as far off", 7, { 5: 130, 7: 130 }, [5]],
  ])("change nothing %s", (_, out, off, expected) => {
    const leftOut = new Uint8Array(12);
    leftOut[out] = 77;
    markOutliers(readFixes(track(1, off)), leftOut, MAX_SPEED, 0);
    expect([...leftOut].flatMap((why, i) => (why === OUTLIER ? [i] : []))).toEqual(expected);
  });
});

describe("a burst of many fixes a second", () => {
  it("is measured in seconds, not by its number of fixes", () => {
    const points = Array.from({ length: 120 }, (_, i) => ({
      lon: 2 * i * METRE,
      lat: (i >= 40 && i < 60 ? 130 : 0) * METRE,
      time: 1_700_000_000 + i / 5,
      accuracy: 8,
    }));
    expect(marked(points)).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i));
  });
});
