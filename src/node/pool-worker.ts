// A worker of MatcherPool: the jobs it is sent, done over the roads that all workers share. Started by the pool alone.
import { workerData } from "node:worker_threads";
import { Matcher } from "../match/matcher.js";
import { RoadGraph } from "../roads/graph.js";
import { SnapToRoads } from "../snap/execute.js";
import { stringifyResponse } from "../snap/response.js";
import { answerLine, joinAnswers } from "./pool-lines.js";
import { type Errand, type Jobs, packError, packMatch, unpackTrack, type WorkerSetup } from "./pool-messages.js";

// The first element is the pool library's own.
const [, setup] = workerData as [unknown, WorkerSetup];
const roads = RoadGraph.from(setup.data);
const matcher = new Matcher(roads, setup.matcher);
// The clock is read every so often in the course of a request, so that is when to see whether it is still wanted.
const service = new SnapToRoads(roads, {
  ...setup.service,
  matcher: setup.matcher,
  now: () => {
    control.check();
    return Date.now();
  },
});

/** The word of the errand in hand. */
let unwanted: Int32Array = new Int32Array(1);
const control = {
  check: () => {
    if (Atomics.load(unwanted, 0) !== 0) throw new Error("nobody waits for the answer any more");
  },
};

/** Does each part of an errand's job as long as somebody waits for the answer. */
function each<Item, Answer>(items: readonly Item[], answer: (item: Item) => Answer): Answer[] {
  return items.map((item) => {
    control.check();
    return answer(item);
  });
}

/** Matches tracks, each by itself. */
export const match = (errand: Errand<"match">): ReturnType<Jobs["match"]> => {
  unwanted = errand.unwanted;
  return each(errand.job, (track) => {
    try {
      return packMatch(matcher.match(unpackTrack(track), control));
    } catch (error) {
      return packError(error);
    }
  });
};

/** Answers lines of NDJSON. */
export const snapLines = (errand: Errand<"snapLines">): ReturnType<Jobs["snapLines"]> => {
  unwanted = errand.unwanted;
  const { lines, reading } = errand.job;
  return joinAnswers(each(lines, (line) => answerLine(line, matcher, reading, control)));
};

/** Answers a request of SnapToRoads as text. */
export const execute = (errand: Errand<"execute">): ReturnType<Jobs["execute"]> => {
  unwanted = errand.unwanted;
  const { parameters, pretty } = errand.job;
  return stringifyResponse(service.execute(parameters), pretty ? "pjson" : "json");
};
