// The thread that OneThread starts: works on the roads and tracks it was given.
import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { writeNdjson } from "../../src/export/ndjson.js";
import { parseTrackLine } from "../../src/import/tracks/track-line.js";
import { Matcher } from "../../src/match/matcher.js";
import { answerLine } from "../../src/node/pool/lines.js";
import { openCsvTracks } from "../../src/node/tracks/csv-tracks.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { snapPoints } from "../../src/snap/points.js";
import type { OneThreadTask, OneThreadWork } from "./one-thread.js";

const { data, tracks, lines, rows } = workerData as OneThreadWork;
const roads = RoadGraph.from(data);
const matcher = new Matcher(roads);
const encoder = new TextEncoder();
const answer = (line: string, number: number) => writeNdjson(snapPoints(matcher, parseTrackLine(line, number).points), roads);

const tasks: Record<OneThreadTask, () => number | Promise<number>> = {
  tracks: () => tracks.reduce((sum, track) => sum + matcher.match(track).points.length, 0),
  // As bytes, as it would be written: until then V8 has not put most of the text together.
  lines: () => lines.reduce((sum, line, i) => sum + encoder.encode(answer(line, i + 1)).length, 0),
  async rows() {
    const { tracks, form, header } = await openCsvTracks(Readable.from([rows]), {}, { to: "csv" });
    let bytes = header.length;
    for await (const track of tracks) bytes += encoder.encode(answerLine(track, form, matcher, {}).text).length;
    return bytes;
  },
};
parentPort?.on("message", async (task: OneThreadTask) => parentPort?.postMessage(await tasks[task]()));
