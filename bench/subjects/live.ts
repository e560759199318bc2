// Live matching: the time of a push, and how right the points are with a lag, compared with matching the whole track.

import type { EvaluationTrack } from "../../src/evaluate/corpora.js";
import { calibration } from "../../src/evaluate/score/calibration.js";
import { scorePoints } from "../../src/evaluate/score/points.js";
import { LiveMatcher } from "../../src/match/live/live.js";
import { Matcher } from "../../src/match/matcher.js";
import type { Match } from "../../src/match/result/result.js";
import { timeLong } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { nameOfClass, trackClasses } from "../inputs/classes.js";

/** Seconds; null: the track is matched as a whole. */
const LAGS = [null, 30, 10, 5, 0] as const;
/** The intervals of the classes measured, and the tracks of each unless `full`: a push costs as much as a short track. */
const INTERVALS = [1, 10];
const FEW_TRACKS = 10;

export const live: Subject = {
  name: "live",
  about: "tracks matched while they are travelled, by lag: µs a push, points on the right road, calibration",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  const classes = await trackClasses({ ...context, tracks: context.full ? context.tracks : Math.min(FEW_TRACKS, context.tracks) });
  for (const one of classes.filter(({ interval }) => INTERVALS.includes(interval))) {
    const work = one.groups.flatMap(({ roads, tracks }) => {
      const matcher = new Matcher(roads);
      return tracks.map((track) => ({ matcher, track }));
    });
    const fixes = work.reduce((sum, { track }) => sum + track.track.length, 0);
    for (const lag of LAGS) {
      let matches: Match[] = [];
      const timing = await timeLong(() => {
        matches = work.map(({ matcher, track }) => (lag === null ? matcher.match(track.track) : matchLive(matcher, track, lag)));
      }, 1);
      const predictions = matches.flatMap((match, i) => scorePoints(work[i].track, match).predictions);
      const { ece, auroc } = calibration(predictions);
      rows.push({
        set: one.set,
        class: nameOfClass(one),
        "lag s": lag ?? "whole",
        "µs/fix": (timing.median * 1000) / fixes,
        "points right %": (100 * predictions.filter(({ correct }) => correct).length) / predictions.length,
        ECE: ece,
        AUROC: auroc,
      });
    }
  }
  return { title: "Live: each fix pushed, one thread, a turn to warm up and one that counts", rows };
}

/** The points as they are given; those left at the end as they are then. */
function matchLive(matcher: Matcher, { track }: EvaluationTrack, lag: number): Match {
  const points: Match["points"] = [];
  const live = new LiveMatcher(matcher, { lag });
  for (const fix of track) for (const point of live.push(fix)) points.push({ ...point, stretch: -1 });
  return { points: [...points, ...live.flush().points.slice(points.length)], stretches: [], violations: [] };
}
