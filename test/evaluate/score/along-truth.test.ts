// Where along a truth fixes were made, checked against all placements in travel order.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alongTruth, fixesAround, fixesOutOfTurn, ON_TRUTH } from "../../../src/evaluate/score/along-truth.js";
import { type Line, lineLength } from "../../../src/geo/lines.js";
import { latScale, lonScale } from "../../../src/geo/metres.js";
import { SegmentIndex } from "../../../src/geo/segment-index.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { runs } from "../../helpers/runs.js";

const [KX, KY] = [lonScale(43), latScale(43)];
/** A place on a grid of eight metres, so that many distances are equal. */
const at = ([x, y]: readonly [number, number]): [number, number] => [7 + (8 * x) / KX, 43 + (8 * y) / KY];
const steps = fc.constantFrom<[number, number]>([1, 0], [0, 1], [-1, 0], [0, -1]);
const place = (most: number) => fc.tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: -most, max: most }));

/** Truths of up to three lines with one or two moves of eight metres each, some over the same places; and fixes on them, near them and elsewhere. */
const scenes = fc
  .tuple(
    fc.array(fc.tuple(place(10), fc.array(steps, { minLength: 1, maxLength: 2 })), { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.integer({ min: -1, max: 2 }), place(12), place(1)), { minLength: 1, maxLength: 5 }),
  )
  .map(([drawn, fixes]) => {
    const lines = drawn.map(([start, moves]) => {
      const line = [start];
      for (const [x, y] of moves) line.push([line[line.length - 1][0] + x, line[line.length - 1][1] + y]);
      return line;
    });
    return {
      truth: lines.map((line): Line => line.map(at)),
      track: fixes.map(([line, anywhere, [x, y]]): TrackPoint => {
        const start = lines[line]?.[0];
        const [lon, lat] = at(start ? [start[0] + x, start[1] + y] : anywhere);
        return { lon, lat };
      }),
    };
  });

/** What each fix gains on each segment of a truth; nothing farther away than {@link ON_TRUTH}. */
function gainsOf(truth: readonly Line[], track: readonly TrackPoint[]): Map<number, number>[] {
  const index = new SegmentIndex(truth, ON_TRUTH);
  return track.map(
    ({ lon, lat }) => new Map(index.segmentsNear(lon, lat).map(({ segment, squared }) => [segment, ON_TRUTH ** 2 - squared])),
  );
}

/** All ways to place each fix on a segment or, as −1, on none, without going back along the truth. */
function placings(gains: readonly Map<number, number>[], from = 0): number[][] {
  if (gains.length === 0) return [[]];
  const on = [...gains[0].keys()].filter((segment) => segment >= from).sort((a, b) => a - b);
  return [-1, ...on].flatMap((segment) => placings(gains.slice(1), Math.max(from, segment)).map((rest) => [segment, ...rest]));
}

describe("the range of metres along the truth in which a fix may have been made", () => {
  it("covers its place in all best placements of all fixes, and what is possible between its neighbours if it is on none", () => {
    fc.assert(
      fc.property(scenes, ({ truth, track }) => {
        const gains = gainsOf(truth, track);
        const lengths = truth.flatMap((line) => line.slice(1).map((end, i) => lineLength([[line[i], end]])));
        const ways = placings(gains).map((way) => ({ way, gain: way.reduce((sum, segment, i) => sum + (gains[i].get(segment) ?? 0), 0) }));
        const expected = track.map((_, fix) => {
          // The best placement in which this fix is on a segment or, if it is near none, between the fixes before and after it.
          const best = lengths.map((_, segment) => {
            const may = ways.filter(({ way }) => {
              if (gains[fix].has(segment) ? way[fix] !== segment : way[fix] >= 0) return false;
              return way.every((one, i) => one < 0 || (i < fix ? one <= segment : i === fix || one >= segment));
            });
            return Math.max(...may.map(({ gain }) => gain));
          });
          const most = Math.max(...best) - 1e-3;
          const metres = (segment: number) => lengths.slice(0, segment).reduce((sum, one) => sum + one, 0);
          return [metres(best.findIndex((gain) => gain >= most)), metres(best.findLastIndex((gain) => gain >= most) + 1)];
        });
        const all = track.map((_, i) => i);
        expect(alongTruth(truth, track, all)).toEqual(expected);
        // A request for some of the fixes gives the same.
        const some = all.filter((i) => i % 2 === 1);
        expect(alongTruth(truth, track, some)).toEqual(some.map((i) => expected[i]));
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("the line of a truth that a fix is on", () => {
  /** The lines of the fixes, −1 for none, in the best placement; null if several placements are equally good. */
  function best(truth: readonly Line[], track: readonly TrackPoint[]): number[] | null {
    const gains = gainsOf(truth, track);
    const lineOf = truth.flatMap((line, n) => line.slice(1).map(() => n));
    const far = new SegmentIndex(truth, 2 * ON_TRUTH);
    const isAstray = track.map(({ lon, lat }) => !far.covers(lon, lat));
    let most = Number.NEGATIVE_INFINITY;
    let found = new Map<string, number[]>();
    for (const way of placings(gains)) {
      let gain = 0;
      let before = -1;
      way.forEach((segment, i) => {
        if (segment < 0) return;
        gain += gains[i].get(segment) as number;
        // A fix off the truth in the middle of a line was misplaced; between two lines it may be anywhere.
        if (before >= 0 && lineOf[way[before]] === lineOf[segment]) {
          gain -= isAstray.slice(before + 1, i).filter(Boolean).length * (ON_TRUTH ** 2 / 2);
        }
        before = i;
      });
      if (gain < most - 1e-6) continue;
      if (gain > most + 1e-6) found = new Map();
      most = Math.max(most, gain);
      const lines = way.map((segment) => (segment < 0 ? -1 : lineOf[segment]));
      found.set(String(lines), lines);
    }
    return found.size === 1 ? [...found.values()][0] : null;
  }

  it("is that of the best placement of all fixes, if there is only one", () => {
    let [compared, outOfTurns] = [0, 0];
    fc.assert(
      fc.property(scenes, ({ truth, track }) => {
        const lines = best(truth, track);
        if (lines === null) return;
        compared++;
        const around = fixesAround(truth, track);
        truth.forEach((_, part) => {
          const last = lines.findLastIndex((line) => line >= 0 && line <= part);
          const first = lines.findIndex((line) => line > part);
          expect(around(part)).toEqual(last < 0 && first < 0 ? null : [last, first < 0 ? track.length : first]);
        });
        const isNear = (some: readonly Line[], { lon, lat }: TrackPoint) => new SegmentIndex(some, ON_TRUTH).covers(lon, lat);
        const outOfTurn = lines.flatMap((line, i) => {
          const before = lines.slice(0, i).findLast((one) => one >= 0) ?? 0;
          const after = lines.slice(i).find((one) => one >= 0) ?? truth.length;
          return line < 0 && isNear(truth, track[i]) && !isNear(truth.slice(before, after + 1), track[i]) ? [i] : [];
        });
        outOfTurns += Math.min(outOfTurn.length, 1);
        expect([...fixesOutOfTurn(truth, track)]).toEqual(truth.length < 2 ? [] : outOfTurn);
      }),
      { numRuns: runs(150) },
    );
    expect(compared).toBeGreaterThan(runs(50));
    expect(outOfTurns).toBeGreaterThan(runs(3));
  });
});
