// The thread that OneThread starts: does its tasks over the roads and tracks it was given.
import { parentPort, workerData } from "node:worker_threads";
import { writeNdjson } from "../../src/export/ndjson.js";
import { parseTrackLine } from "../../src/import/ndjson.js";
import { Matcher } from "../../src/match/matcher.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { snapPoints } from "../../src/snap/points.js";
import type { OneThreadTask, OneThreadWork } from "./one-thread.js";

const { data, tracks, lines } = workerData as OneThreadWork;
const roads = RoadGraph.from(data);
const matcher = new Matcher(roads);
const encoder = new TextEncoder();
const answer = (line: string, number: number) => writeNdjson(snapPoints(matcher, parseTrackLine(line, number).points), roads);

const tasks: Record<OneThreadTask, () => number> = {
  tracks: () => tracks.reduce((sum, track) => sum + matcher.match(track).points.length, 0),
  // As bytes, as it would be written: before that, most of a text is only put together in thought.
  lines: () => lines.reduce((sum, line, i) => sum + encoder.encode(answer(line, i + 1)).length, 0),
};
parentPort?.on("message", (task: OneThreadTask) => parentPort?.postMessage(tasks[task]()));
