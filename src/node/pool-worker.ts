// A worker of MatcherPool: the jobs it is sent, done over the roads that all workers share. Started by the pool alone.
import { workerData } from "node:worker_threads";
import { Matcher } from "../match/matcher.js";
import { RoadGraph } from "../roads/graph.js";
import { SnapToRoads } from "../snap/execute.js";
import { stringifyResponse } from "../snap/response.js";
import { answerLine } from "./pool-lines.js";
import { type Jobs, packError, packMatch, unpackTrack, type WorkerSetup } from "./pool-messages.js";

// The first element is the pool library's own.
const [, setup] = workerData as [unknown, WorkerSetup];
const roads = RoadGraph.from(setup.data);
const matcher = new Matcher(roads, setup.matcher);
const service = new SnapToRoads(roads, { ...setup.service, matcher: setup.matcher, now: Date.now });

/** Matches tracks, each by itself. */
export const match: Jobs["match"] = (tracks) =>
  tracks.map((track) => {
    try {
      return packMatch(matcher.match(unpackTrack(track)));
    } catch (error) {
      return packError(error);
    }
  });

/** Answers lines of NDJSON. */
export const snapLines: Jobs["snapLines"] = ({ lines, reading }) => lines.map((line) => answerLine(line, matcher, reading));

/** Answers a request of SnapToRoads as text. */
export const execute: Jobs["execute"] = ({ parameters, pretty }) =>
  stringifyResponse(service.execute(parameters), pretty ? "pjson" : "json");
