// Pool worker: a worker of MatcherPool. It does the jobs that it is sent, on the roads that all workers share. Only the pool starts it.
import { workerData } from "node:worker_threads";
import { Matcher } from "../../match/matcher.js";
import { RoadGraph } from "../../roads/graph.js";
import { unableToComplete } from "../../snap/envelope.js";
import { SnapToRoads } from "../../snap/execute.js";
import { stringifyResponse } from "../../snap/response.js";
import { type Failure, packError } from "../failure.js";
import { answerLine, isTooLong, joinAnswers } from "./lines.js";
import type { Errand, FileAnswer, Jobs, WorkerSetup } from "./messages.js";
import { Parts, packMatch, splitParts, unpackTrack } from "./packing.js";

// The first element belongs to the pool library.
const [, setup] = workerData as [unknown, WorkerSetup];
const roads = RoadGraph.from(setup.data);
const matcher = new Matcher(roads, setup.matcher);
// The clock is read regularly during a request, so this is where to check whether the answer is still wanted.
const service = new SnapToRoads(roads, {
  ...setup.service,
  matcher: setup.matcher,
  createMatcher: (options) => new Matcher(roads, options, matcher),
  now: () => {
    control.check();
    return performance.now();
  },
});

/** The `unwanted` word of the current errand. */
let unwanted: Int32Array = new Int32Array(1);
const control = {
  check: () => {
    if (Atomics.load(unwanted, 0) !== 0) throw new Error("nobody waits for the answer any more");
  },
};

/** A job in the form that the pool library calls: notes the word of its errand, then does the job. */
function onErrand<Name extends keyof Jobs>(work: (job: Errand<Name>["job"]) => ReturnType<Jobs[Name]>) {
  return (errand: Errand<Name>): ReturnType<Jobs[Name]> => {
    unwanted = errand.unwanted;
    return work(errand.job);
  };
}

/** Matches tracks, each by itself. */
export const match = onErrand<"match">((job) => {
  const tracks = splitParts(job.tracks);
  const matches = new Parts(tracks.length, job.room);
  const failures: Failure[] = [];
  for (const track of tracks) {
    control.check();
    try {
      packMatch(matcher.match(unpackTrack(track), control), (length) => matches.add(length));
    } catch (error) {
      failures.push(packError(error));
      matches.add(0);
    }
  }
  return { matches: matches.numbers, failures };
});

/** Answers lines of NDJSON, or rows of a CSV. */
export const snapLines = onErrand<"snapLines">(({ lines, room, ...form }) => {
  const answers = lines.map((line) => {
    control.check();
    return answerLine(line, form, matcher, control);
  });
  return joinAnswers(answers, room);
});

/** Reads, matches and writes a file. */
export const snapFile = onErrand<"snapFile">((job) => orFailure(async () => (await trackFiles()).snapTrackFile(job, matcher, control)));

/** Reads a file and plans its columns. */
export const planFile = onErrand<"planFile">(({ as, ...file }) => orFailure(async () => (await trackFiles()).planTrackFile(file, as)));

/** The readers and writers of all formats are loaded only by workers that need them. */
function trackFiles() {
  return import("../tracks/track-file.js");
}

function orFailure<Answer>(work: () => Promise<Answer>): Promise<FileAnswer<Answer>> {
  return work().catch((error) => ({ failure: packError(error) }));
}

/** Answers a request of SnapToRoads as text. */
export const execute = onErrand<"execute">(({ parameters, pretty }) => {
  const form = pretty ? "pjson" : "json";
  try {
    return stringifyResponse(service.execute(parameters), form);
  } catch (error) {
    // The answer is too long, as it may be with a thousand attributes on every point.
    if (!isTooLong(error)) throw error;
    return stringifyResponse(
      unableToComplete(400, "The answer would be too long for a text (about 500 million characters); send fewer points or attributes."),
      form,
    );
  }
});
