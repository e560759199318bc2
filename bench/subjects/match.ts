// The whole match, from fixes to roads with confidence, by class of track; and its errors, so that speed cannot be gained at their expense.
import { scoreSet, scoreTrack } from "../../src/evaluate/score/score.js";
import { Matcher } from "../../src/match/matcher.js";
import { spread, timeInTurns } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { nameOfClass, trackClasses } from "../inputs/classes.js";

export const match: Subject = {
  name: "match",
  about: "whole match by class, 1/10/30/60 s × σ 5/15 m, and real tracks; points/s and route mismatch",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const one of await trackClasses(context)) {
    const work = one.groups.map(({ roads, tracks }) => ({ matcher: new Matcher(roads), tracks }));
    const pass = () => {
      for (const { matcher, tracks } of work) for (const { track } of tracks) matcher.match(track);
    };
    const [timing] = await timeInTurns([pass], context.rounds, context.seconds);
    const score = scoreSet(work.flatMap(({ matcher, tracks }) => tracks.map((track) => scoreTrack(track, matcher.match(track.track)))));
    rows.push({
      set: one.set,
      class: nameOfClass(one),
      tracks: score.tracks,
      fixes: score.fixes,
      "points/s": score.fixes / (timing.median / 1000),
      "± %": spread(timing),
      "µs/point": (timing.median * 1000) / score.fixes,
      "mismatch %": 100 * score.mismatch,
      "points right %": 100 * score.pointAccuracy,
    });
  }
  return { title: `Whole match with the posterior, one thread, median of ${context.rounds} turns of ${context.seconds} s`, rows };
}
