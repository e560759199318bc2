// Everything that must be the same to the bit in every engine, as text: computed by a worker in a browser, and by Node.
import {
  buildRoads,
  Matcher,
  type Mode,
  RoadGraph,
  readOsm,
  readTracks,
  SnapToRoads,
  simulateDrives,
  snapPoints,
  stringifyResponse,
  writeExecuteJson,
  writeGpx,
} from "../../src/index.js";
import type { Read } from "./chromium.js";

/** The questions. Paths are below fixtures/. */
export type Question =
  | { kind: "roads"; osm: string }
  | { kind: "drive"; osm: string; file: string; mode: Mode }
  | { kind: "execute"; osm: string; file: string }
  | { kind: "simulated"; osm: string; seed: number };

export async function answer(question: Question, read: Read): Promise<string> {
  const roads = await roadsOf(question.osm, read);
  switch (question.kind) {
    case "roads":
      return Array.from(new Uint8Array(roads.data), (byte) => byte.toString(16).padStart(2, "0")).join("");
    case "drive": {
      const { points } = await readTracks(await read(question.file), question.file);
      const result = snapPoints(new Matcher(roads, { mode: question.mode }), points);
      return [JSON.stringify(result), writeExecuteJson(result, roads), writeGpx(result, roads)].join("\n");
    }
    case "execute": {
      const request = JSON.parse(new TextDecoder().decode(await read(question.file)));
      return stringifyResponse(new SnapToRoads(roads).execute({ ...request, return_lines: true }));
    }
    case "simulated": {
      // Unrounded numbers: every function of the core's own maths, to its last bit.
      const drives = simulateDrives(roads, { seed: question.seed, drives: 5 });
      const matcher = new Matcher(roads);
      return JSON.stringify(drives.map(({ track }) => [track, matcher.match(track)]));
    }
  }
}

const opened = new Map<string, RoadGraph>();

/** Built, then opened from its bytes like a road file. */
async function roadsOf(osm: string, read: Read): Promise<RoadGraph> {
  const roads = opened.get(osm) ?? RoadGraph.from(buildRoads(await readOsm(await read(osm))).data);
  opened.set(osm, roads);
  return roads;
}
