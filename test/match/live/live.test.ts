// Matching a track while it is travelled: when points are given, and that each is given exactly once.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LiveMatcher, type LivePoint } from "../../../src/match/live/live.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { runs } from "../../helpers/runs.js";
import { buildTown, towns } from "../random-town.js";
import { fixesOf, tracks } from "../random-track.js";
import { moved, scene } from "../scene.js";

const lags = fc.constantFrom(0, 1, 10, 45, 3600);
const street = scene("a---------b---------c---------d", { abcd: {} });

/** The points that each push returns. */
function pushes(live: LiveMatcher, track: readonly TrackPoint[]): LivePoint[][] {
  return track.map((fix) => live.push(fix));
}

/** Fixes along the street at these seconds; null for a fix without a time. */
function timed(...seconds: (number | null)[]): TrackPoint[] {
  const way = street.drive("ad", { interval: 1 });
  return seconds.map((time, i) => ({ ...way[i], time }));
}

describe("a live match, whatever the roads and however senseless the track", () => {
  it("equals the match of the whole track once flushed, to the bit, and leaves nothing behind for the next track", () => {
    fc.assert(
      fc.property(towns(), tracks(), tracks(), lags, (plan, one, two, lag) => {
        const { roads } = buildTown(plan);
        const live = new LiveMatcher(roads, { lag });
        for (const track of [fixesOf(plan, one), fixesOf(plan, two)]) {
          pushes(live, track);
          expect(live.flush()).toEqual(new Matcher(roads).match(track));
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it("gives each point once, in order, as a match of the fixes so far has it, while those span less than a minute", () => {
    fc.assert(
      fc.property(towns(), tracks(10), lags, (plan, fixes, lag) => {
        const { roads } = buildTown(plan);
        const track = fixesOf(plan, fixes);
        const live = new LiveMatcher(roads, { lag });
        let given = 0;
        track.forEach((fix, i) => {
          const now = new Matcher(roads).match(track.slice(0, i + 1)).points;
          for (const point of live.push(fix)) {
            const { stretch: _, ...expected } = now[given];
            expect(point).toEqual({ index: given++, ...expected });
          }
          const { stretch: _, ...newest } = now[i];
          expect(live.latest).toEqual({ index: i, ...newest });
          expect(live.pending.map(({ index }) => index)).toEqual(track.slice(given, i + 1).map((_, n) => given + n));
          if (given <= i) expect(live.pending.at(-1)).toEqual(live.latest);
        });
        expect(given).toBeLessThanOrEqual(track.length);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("a point", () => {
  it.each<[string, number, (number | null)[], string]>([
    ["waits as long as the lag", 10, [0, 5, 10, 15, 20, 21], "| | 0 | 1 | 2 |"],
    ["waits for the next fix, however short the lag", 1, [0, 30, 60], "| 0 | 1"],
    ["is given at once if the lag is 0", 0, [0, 30, 60], "0 | 1 | 2"],
    ["is given together with an earlier one if it has waited nearly as long", 10, [0, 0.5, 1, 5, 10], "| | | | 0,1,2"],
    ["is assumed a second after the previous fix if it has no time", 2, [null, null, null, null], "| | 0 | 1"],
    ["waits the same time if the clock is set back", 2, [0, 1, -500, -499, -498], "| | 0 | 1 | 2"],
    ["is given early if the clock jumps ahead, and later ones wait the same time", 2, [0, 1, 900, 2, 3, 4], "| | 0,1 | | 2 | 3"],
    ["is assumed a second after the previous fix if its time is beyond any date", 2, [0, 1, 1.7e18, 3, 4, 5], "| | 0 | 1 | 2 | 3"],
    [
      "is assumed a second after the previous fix if its time is infinite",
      2,
      [0, 1, Number.POSITIVE_INFINITY, 3, 4, 5],
      "| | 0 | 1 | 2 | 3",
    ],
    ["waits the same time if one fix comes late", 3, [0, 1, 2, 3, 4, 0, 5, 6, 7], "| | | 0 | 1 | 2 | | 3 | 4"],
    ["waits the same time if two fixes come late", 3, [0, 1, 2, 3, 4, 0, 1, 5, 6, 7, 8], "| | | 0 | 1 | 2 | 3 | | 4 | 5 | 6,7"],
    ["waits as before when the latest time comes again behind a late one", 3, [0, 5, 3, 5, 6], "| 0 | | |"],
    ["waits the same time if neighbours are swapped", 4, [1, 0, 3, 2, 5, 4, 7, 6], "| | | | 0 | 1 | 2 | 3"],
    ["waits the same time if every other fix has no time", 4, [0, null, 2, null, 4, null, 6, null], "| | | | 0 | 1 | 2 | 3"],
    ["is assumed a second before the next one if it is the first and has no time", 2, [null, 100, 101, 102, 103], "| | 0 | 1 | 2"],
    ["waits the same time if a clock that was set back is not known in between", 3, [100, 50, null, 52, 53], "| | | 0,1 | 2"],
    ["waits as before when a time comes again after a fix without one", 2, [0, null, 0, 2], "| | | 0"],
    ["waits the same time by a clock after that was set back", 20, [0, 10, 20, -500, -490, -480], "| | 0 | | 1 | 2,3"],
    ["waits for time to pass if it was sent several times", 2, [0, 0, 0, 2], "| | | 0,1,2"],
  ])("%s", (_, lag, seconds, expected) => {
    const given = pushes(new LiveMatcher(street.network, { lag }), timed(...seconds));
    const words = given.map((points) => points.map(({ index }) => index).join(",")).join("|");
    expect(words).toBe(expected.replaceAll(" ", ""));
  });

  it.each([
    ["stands", 5],
    ["was set back and stands", 9],
  ])("waits no longer for a clock that %s than for one that is not known", (_, first) => {
    const given = pushes(new LiveMatcher(street.network, { lag: 10 }), timed(first, ...Array<number>(129).fill(5)));
    expect(given.flat().map(({ index }) => index)).toEqual(Array.from({ length: 120 }, (_, i) => i));
    expect(given.slice(0, 110).flat()).toEqual([]);
  });

  it("is decided with the fixes that come within the lag, and may differ from what it would be without them", () => {
    const fork = scene(
      `
      a-----b-----------c
             '.   1
               'd-----2--3--e
      `,
      { abc: {}, bde: {} },
      { metresPerCell: 10 },
    );
    // Past the fork a fix lies between both roads, nearer to the one that was not taken.
    const [a, between, ...later] = fork.track("a123", { interval: 5, accuracy: 5 });
    const track = [a, moved(between, 0, 4), ...later];
    const seen = (lag: number) => fork.network.name(pushes(new LiveMatcher(fork.network, { lag }), track).flat()[1].edge);
    expect([seen(0), seen(5)]).toEqual(["abc", "bde"]);
  });
});

describe("a long live track", () => {
  it("is matched with at most a minute before a point, or ten fixes if they are sparse", { tags: "long" }, () => {
    const matched = (interval: number, count: number): number => {
      const matcher = new Matcher(street.network);
      let most = 0;
      const live = new LiveMatcher(
        Object.assign(matcher, {
          match: (track: TrackPoint[]) => {
            most = Math.max(most, track.length);
            return Matcher.prototype.match.call(matcher, track);
          },
        }),
      );
      const [fix] = street.track("a");
      for (let i = 0; i < count; i++) live.push({ ...fix, time: i * interval });
      return most;
    };
    // The fixes before the point, the point itself, and those that it waited for.
    expect(matched(1, 300)).toBe(60 + 1 + 10);
    expect(matched(30, 60)).toBe(10 + 1 + 1);
  });

  it("remembers where the traveller came from during a long stop, with a bounded number of fixes", { tags: "long" }, () => {
    // Two streets 12 m apart; the traveller halts nearer to the one that they are not on.
    const two = scene(
      `
      a------------------------------b
      c------------------------------d
      `,
      { ab: {}, cd: {}, bd: {} },
      { metresPerCell: 12 },
    );
    const drive = two.drive("ab", { interval: 1 }).slice(0, 15);
    const halt = moved(drive[14], 0, -7);
    const track = [...drive, ...Array.from({ length: 300 }, (_, i) => ({ ...halt, time: (drive[14].time ?? 0) + 1 + i }))];
    const matcher = new Matcher(two.network);
    let most = 0;
    const live = new LiveMatcher(
      Object.assign(matcher, {
        match: (given: TrackPoint[]) => {
          most = Math.max(most, given.length);
          return Matcher.prototype.match.call(matcher, given);
        },
      }),
    );
    const given = pushes(live, track).flat();
    expect(given.map(({ index }) => index)).toEqual(given.map((_, i) => i));
    expect([...new Set(given.map(({ edge }) => two.network.name(edge)))]).toEqual(["ab"]);
    expect(most).toBeLessThanOrEqual(36 + 60 + 1 + 10);
    expect(live.flush()).toEqual(new Matcher(two.network).match(track));
  });

  it("is matched once a push, however often it is asked where the last fix is", () => {
    let matches = 0;
    const matcher = new Matcher(street.network);
    const match = (track: TrackPoint[]) => {
      matches++;
      return Matcher.prototype.match.call(matcher, track);
    };
    const live = new LiveMatcher(Object.assign(matcher, { match }), { lag: 5 });
    for (const fix of street.drive("ad", { interval: 5 }).slice(0, 4)) {
      live.push(fix);
      for (let asked = 0; asked < 3; asked++) expect(live.pending).toEqual([live.latest]);
    }
    expect(matches).toBe(4);
  });

  it("accepts a Date as a time, as matching a whole track does", () => {
    const track = street.drive("ad", { interval: 5 });
    const dated = track.map((fix) => ({ ...fix, time: new Date((fix.time as number) * 1000) as unknown as number }));
    const [live, plain] = [new LiveMatcher(street.network), new LiveMatcher(street.network)];
    expect(pushes(live, dated)).toEqual(pushes(plain, track));
    expect(live.flush()).toEqual(new Matcher(street.network).match(dated));
  });

  it("keeps fixes as they were when pushed, even if the caller reuses one object for all", () => {
    const track = street.drive("ad", { interval: 5 });
    const live = new LiveMatcher(street.network);
    const one = {} as TrackPoint;
    for (const fix of track) live.push(Object.assign(one, fix));
    expect(live.flush()).toEqual(new Matcher(street.network).match(track));
  });
});

describe("the track after one that has ended", () => {
  const given = (live: LiveMatcher, track: TrackPoint[]) => track.map((fix) => [live.push(fix), live.stretches, live.latest, live.pending]);

  it.each<[string, (number | null)[]]>([
    ["at its first time", [100]],
    ["with fixes without a time", [99, null, null, null]],
    ["at a later time", [100, 5000, 5001]],
    ["with a clock that was set back", [100, 50, 51, 52]],
  ])("is matched as the first one is: after one that ended %s", (_, before) => {
    const track = timed(100, 100, 101, 103, 104, null, 105, 108, 109, 110);
    for (const end of ["flush", "end"] as const) {
      const live = new LiveMatcher(street.network, { lag: 2 });
      pushes(live, timed(...before));
      live[end]();
      expect(given(live, track)).toEqual(given(new LiveMatcher(street.network, { lag: 2 }), track));
    }
  });
});

describe("a live track that keeps no fixes (keep: false)", () => {
  it("gives the same points, and end() gives those that are pending", () => {
    fc.assert(
      fc.property(towns(), tracks(30), tracks(5), lags, (plan, one, two, lag) => {
        const { roads } = buildTown(plan);
        const [kept, live] = [new LiveMatcher(roads, { lag }), new LiveMatcher(roads, { lag, keep: false })];
        for (const track of [fixesOf(plan, one), fixesOf(plan, two)]) {
          for (const fix of track) {
            expect(live.push(fix)).toEqual(kept.push(fix));
            expect(live.stretches).toEqual(kept.stretches);
            expect([live.latest, live.pending]).toEqual([kept.latest, kept.pending]);
          }
          const { pending } = kept;
          expect(kept.end()).toEqual(pending);
          expect(live.end()).toEqual(pending);
          expect(live.stretches).toEqual(kept.stretches);
          expect([live.latest, live.pending, live.end(), live.stretches]).toEqual([null, [], [], []]);
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it("releases a fix as soon as it is no longer needed", { tags: "long" }, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const track = street.drive("ad", { interval: 1, pace: 8 });
    expect(track.length).toBeGreaterThan(150);
    const isThere = async (keep: boolean): Promise<boolean> => {
      const live = new LiveMatcher(street.network, { lag: 5, keep });
      // The accuracy is an object, which counts as unknown; whether it is garbage collected can be observed.
      const first = ((accuracy: object) => {
        live.push({ ...track[0], accuracy: accuracy as unknown as number });
        return new WeakRef(accuracy);
      })({});
      for (const fix of track.slice(1)) live.push(fix);
      await new Promise((resolve) => setTimeout(resolve));
      collect();
      expect(live.latest?.index).toBe(track.length - 1);
      return first.deref() !== undefined;
    };
    expect([await isThere(true), await isThere(false)]).toEqual([true, false]);
  });

  it("has no match of the whole", () => {
    const live = new LiveMatcher(street.network, { keep: false });
    const track = street.drive("ad", { interval: 5 });
    for (const fix of track) live.push(fix);
    expect(() => live.flush()).toThrow(
      "The option keep is false; it must be true for flush(); without kept fixes, end a track with end().",
    );
    expect(live.end().at(-1)?.index).toBe(track.length - 1);
  });
});

describe("several live tracks", () => {
  it("may share a matcher, and each is matched as if it were alone", () => {
    const matcher = new Matcher(street.network);
    const [there, back] = [street.drive("ad", { interval: 3 }), street.drive("da", { interval: 3 })];
    const shared = [new LiveMatcher(matcher, { lag: 5 }), new LiveMatcher(matcher, { lag: 5 })];
    const alone = [there, back].map((track) => pushes(new LiveMatcher(street.network, { lag: 5 }), track));
    const together = there.map((fix, i) => [shared[0].push(fix), shared[1].push(back[i])]);
    expect(together.map(([first]) => first)).toEqual(alone[0]);
    expect(together.map(([, second]) => second)).toEqual(alone[1]);
  });
});

describe("invalid input of a live match gives an error of one sentence", () => {
  it.each([
    [{ lagg: 2 } as object, 'There is no option "lagg" of the live matcher; there are lag, keep, mode'],
    [{ lag: -1 }, "The option lag is -1; it must be a number of seconds from 0 to 3600."],
    [{ lag: Number.NaN }, "The option lag is NaN; it must be a number of seconds from 0 to 3600."],
    [{ lag: "10" as unknown as number }, 'The option lag is "10"; it must be a number of seconds from 0 to 3600.'],
    [null as unknown as object, "The options of the live matcher are null; they must be an object."],
    [{ keep: 0 as unknown as boolean }, "The option keep is 0; it must be true or false."],
    [{ maxSpeed: 0 }, "The option maxSpeed is 0; it must be a number from 0.5 to 150."],
  ])("%j", (options, sentence) => {
    expect(() => new LiveMatcher(street.network, options)).toThrow(sentence);
  });

  it("a matcher option given together with a shared matcher", () => {
    const matcher = new Matcher(street.network);
    expect(() => new LiveMatcher(matcher, { mode: "walking" })).toThrow(
      "Option mode must be given to the shared matcher; beside it only lag and keep are allowed.",
    );
  });

  it("a pushed value that is no fix, after which the track goes on without it", () => {
    const live = new LiveMatcher(street.network, { lag: 5 });
    const track = street.drive("ad", { interval: 5 }).slice(0, 4);
    const enough = () => {
      throw new Error("enough");
    };
    // What is given is given once: a part of the way is gone with a push or flush that throws, too.
    const parts: number[] = [];
    const trying = (act: () => unknown, sentence: string) => {
      parts.push(live.stretches.length);
      expect(act).toThrow(sentence);
      parts.push(live.stretches.length);
    };
    pushes(live, track.slice(0, 3));
    trying(() => live.push(null as unknown as TrackPoint), "must be a point with lon and lat");
    trying(() => live.push([8, 50] as unknown as TrackPoint), "must be a point with lon and lat");
    live.push(track[3]);
    trying(() => live.flush({ check: enough }), "enough");
    expect(parts).toEqual([1, 0, 0, 0, 1, 0]);
    expect(live.flush()).toEqual(new Matcher(street.network).match(track));
    expect([live.latest, live.pending]).toEqual([null, []]);
  });
});
