// For which points a stated confidence is right, and for which it is not, on simulated drives. See `npm run reliability -- --help`.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { wholeNumber } from "../src/cli/arguments.js";
import { thin } from "../src/evaluate/corpora.js";
import type { NoiseSettings } from "../src/evaluate/noise.js";
import { calibration } from "../src/evaluate/score/calibration.js";
import { trimmedEnds } from "../src/evaluate/score/mismatch.js";
import type { Prediction } from "../src/evaluate/score/points.js";
import { type SimulatedDrive, simulateDrives } from "../src/evaluate/simulate/drive.js";
import { Random } from "../src/geo/random.js";
import { COVER_METRES, SegmentIndex } from "../src/geo/segment-index.js";
import { readOsm } from "../src/import/roads/osm.js";
import { Matcher } from "../src/match/matcher.js";
import type { MatchedPoint } from "../src/match/result/result.js";
import { type Mode, ROAD_CLASSES } from "../src/roads/attributes.js";
import { buildRoads } from "../src/roads/build.js";
import type { RoadGraph } from "../src/roads/graph.js";
import { RoadSource } from "../src/roads/source.js";
import { readOption, readOptions } from "./harness/options.js";
import { formatTable, type Table } from "./harness/table.js";

const HELP = `npm run reliability -- [options]: stated confidence and points that are right, by kind of point, fixes 10 s apart
  --drives N  simulated drives in each town, of each kind (default 20)
  --data DIR  where the data is (default ../shared/data)`;

const args = readOptions(HELP, {
  data: { type: "string", default: "../shared/data" },
  drives: { type: "string" },
});
const perKind = readOption("drives", args.drives, wholeNumber("N", 1, 1_000_000)) ?? 20;

/** None of the drives that the curves are fitted on. */
const SEED = 90_000;
const TOWNS = ["monaco/monaco.osm.pbf", "neubrandenburg/neubrandenburg.osm.pbf", "gpx/andorra.osm.pbf"];
const INTERVAL = 10;
const GOOD: NoiseSettings = { independent: 1.5, drift: 3, driftSeconds: 60 };
const POOR: NoiseSettings = { independent: 15, drift: 0, driftSeconds: 1 };
/** The share of ways that the map lacks. */
const LACKING = 0.1;

const found = new Map<string, Prediction[]>();

function add(name: string, { confidence }: MatchedPoint, correct: boolean): void {
  if (!found.has(name)) found.set(name, []);
  found.get(name)!.push({ confidence, correct });
}

/** A drive's fixes at this interval, and what is right for each: a place on the line driven, or on the same road where that ends. */
function asked(drive: SimulatedDrive) {
  const arcs = new Map(drive.track.map(({ time }, i) => [time, drive.fixArcs[i]]));
  const { track } = thin(drive, INTERVAL);
  const edges = track.map(({ time }) => arcs.get(time)! >>> 1);
  const truth = new SegmentIndex(drive.truth, COVER_METRES);
  const discs = trimmedEnds(drive.truth, drive.trimMetres);
  const isRight = ({ lon, lat, edge }: MatchedPoint, i: number): boolean => truth.covers(lon, lat) || edge === edges[i];
  const isEnd = ({ lon, lat }: MatchedPoint): boolean => discs.some((disc) => disc.has(lon, lat));
  return { track, edges, truth, isRight, isEnd };
}

type Kind = { mode: Mode; noise: NoiseSettings; fields: boolean; seed: number };

function drives(roads: RoadGraph, { mode, noise, fields, seed }: Kind): SimulatedDrive[] {
  const all = { accuracy: fields, speed: fields, course: fields };
  return simulateDrives(roads, { seed: SEED + seed, mode, drives: perKind, noise, fields: all });
}

function alongAndAtEnds(roads: RoadGraph, kind: Kind, name: string): void {
  const matcher = new Matcher(roads, { mode: kind.mode });
  for (const drive of drives(roads, kind)) {
    const { track, isRight, isEnd } = asked(drive);
    const last = track.length - 1;
    matcher.match(track).points.forEach((point, i) => {
      if (point.edge < 0) return;
      if (i === 0 || i === last) add(`first and last, ${name}`, point, isRight(point, i));
      else if (!isEnd(point)) add(`on the way, ${name}`, point, isRight(point, i));
    });
    for (let i = 2; i < last; i += 3) {
      const [so] = matcher.match(track.slice(0, i + 1)).points.slice(-1);
      if (so.edge >= 0 && !isEnd(so)) add(`the last so far, ${name}`, so, isRight(so, i));
      for (const point of matcher.match(track.slice(i - 1, i + 1)).points) {
        if (point.edge >= 0 && !isEnd(point)) add(`of two fixes, ${name}`, point, isRight(point, i));
      }
    }
  }
}

/** The same map without some of its ways. */
function lacking(source: RoadSource): RoadGraph {
  const random = new Random(SEED);
  const less = new RoadSource();
  for (let i = 0; i < source.nodeCount; i++) less.addNode(source.nodeId[i], source.nodeLon[i], source.nodeLat[i]);
  for (const way of source.ways) if (random.next() > LACKING) less.addWay(way);
  less.restrictions.push(...source.restrictions);
  less.barriers.push(...source.barriers);
  return buildRoads(less);
}

function onLackingMap(roads: RoadGraph, less: RoadGraph, kind: Kind): void {
  const ways = new Set(less.edgeWay);
  const matcher = new Matcher(less);
  for (const drive of drives(roads, kind)) {
    const { track, edges, truth, isEnd } = asked(drive);
    matcher.match(track).points.forEach((point, i) => {
      if (point.edge < 0 || isEnd(point)) return;
      const isThere = ways.has(roads.edgeWay[edges[i]]);
      add(isThere ? "elsewhere on such a map" : "on a road that the map lacks", point, isThere && truth.covers(point.lon, point.lat));
    });
  }
}

/** Footways that are open to cyclists run beside the street. */
function onFootways(roads: RoadGraph, kind: Kind): void {
  const matcher = new Matcher(roads, { mode: kind.mode });
  for (const drive of drives(roads, kind)) {
    const { track, isRight, isEnd } = asked(drive);
    matcher.match(track).points.forEach((point, i) => {
      if (point.edge < 0 || isEnd(point)) return;
      add(
        `${kind.mode}, ${ROAD_CLASSES[roads.edgeClass[point.edge]] === "footway" ? "put on a footway or path" : "put elsewhere"}`,
        point,
        isRight(point, i),
      );
    });
  }
}

/** The points with at least this confidence: their share of all, and how many are right. */
function above(predictions: readonly Prediction[], least: number): [share: string, right: string] {
  const sure = predictions.filter(({ confidence }) => confidence >= least);
  const right = sure.filter(({ correct }) => correct).length;
  return [(100 * (sure.length / predictions.length)).toFixed(1), sure.length > 0 ? (100 * (right / sure.length)).toFixed(1) : "–"];
}

const paths = TOWNS.map((town) => join(args.data, town));
for (const path of paths) if (!existsSync(path)) console.error(`${path} is not there: measured without it.`);
let seed = 0;
for (const path of ["fixtures/town.osm", ...paths.filter((path) => existsSync(path))]) {
  const source = await readOsm(readFileSync(path));
  const roads = buildRoads(source);
  const kind = (change: Partial<Kind>): Kind => ({ mode: "driving", noise: GOOD, fields: true, seed: seed++, ...change });
  alongAndAtEnds(roads, kind({}), "error 5 m, all fields");
  alongAndAtEnds(roads, kind({ noise: POOR }), "error 23 m, all fields");
  alongAndAtEnds(roads, kind({ noise: POOR, fields: false }), "error 23 m, not stated");
  onLackingMap(roads, lacking(source), kind({}));
  for (const mode of ["walking", "cycling"] as const) onFootways(roads, kind({ mode }));
}
const rows = [...found].map(([points, predictions]): Table["rows"][number] => {
  const { count, confidence, share } = calibration(predictions);
  const [[share95, right95], [share80, right80]] = [above(predictions, 0.95), above(predictions, 0.8)];
  const sure = { "≥ 0.95 %": share95, "of them right %": right95, "≥ 0.8 %": share80, "of those right %": right80 };
  return { points, count, stated: confidence.toFixed(3), right: share.toFixed(3), ...sure };
});
rows.sort((a, b) => (a.points < b.points ? -1 : 1));
console.log(formatTable({ title: `Confidence by kind of point, drives with fixes ${INTERVAL} s apart`, rows }));
