// Fits the calibration curves on simulated drives. See `npm run calibrate -- --help`.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wholeNumber } from "../src/cli/arguments.js";
import { thin } from "../src/evaluate/corpora.js";
import type { NoiseSettings } from "../src/evaluate/noise.js";
import { calibration } from "../src/evaluate/score/calibration.js";
import { type Prediction, scorePoints } from "../src/evaluate/score/points.js";
import { simulateDrives } from "../src/evaluate/simulate/drive.js";
import { readOsm } from "../src/import/roads/osm.js";
import { Matcher } from "../src/match/matcher.js";
import { calibrated, curveOf } from "../src/match/result/calibration.js";
import { CURVES, type CurveName } from "../src/match/result/calibration-curves.js";
import type { Mode } from "../src/roads/attributes.js";
import { buildRoads } from "../src/roads/build.js";
import type { RoadGraph } from "../src/roads/graph.js";
import { readOption, readOptions } from "./harness/options.js";
import { fitMonotone } from "./isotonic.js";

const HELP = `npm run calibrate -- [options]: the curves, and their figures on drives they were not fitted on
  --drives N  simulated drives in each town, of each kind of noise and set of fields (default 10)
  --write     put the curves into src/match/result/calibration-curves.ts
  --data DIR  where the data is (default ../shared/data)`;

const args = readOptions(HELP, {
  write: { type: "boolean", default: false },
  data: { type: "string", default: "../shared/data" },
  drives: { type: "string" },
});
const perKind = readOption("drives", args.drives, wholeNumber("N", 1, 1_000_000)) ?? 10;

/** Independent and drifting σ in metres, and seconds of drift: a good receiver, an average one, a bad one, and one without drift. */
const NOISES: NoiseSettings[] = [
  { independent: 1.5, drift: 3, driftSeconds: 60 },
  { independent: 3, drift: 6, driftSeconds: 30 },
  { independent: 6, drift: 10, driftSeconds: 60 },
  { independent: 5, drift: 0, driftSeconds: 1 },
];
const FIELDS = [
  { accuracy: true, speed: true, course: true },
  { accuracy: true, speed: false, course: false },
  { accuracy: false, speed: false, course: false },
];
const INTERVALS = [1, 10, 30, 60];
/** The modes that curves are fitted on; trucks use the curve of cars. */
const MODES: readonly Mode[] = ["driving", "walking", "cycling"];
const TOWNS = ["monaco/monaco.osm.pbf", "neubrandenburg/neubrandenburg.osm.pbf", "gpx/andorra.osm.pbf", "sparsetaxi/beijing.osm.pbf"];
/** More knots are no better on other drives, and every application bundles them. */
const MOST_KNOTS = 5;
const FILE = "src/match/result/calibration-curves.ts";
const MARK = /(?<== )\{[\s\S]*\n\}(?=;)/;

/** Predictions by interval: each drive has the same number, so that a town with few long drives counts as much as one with many. */
function predict(roads: RoadGraph, mode: Mode, seed: number): Map<number, Prediction[]> {
  const matcher = new Matcher(roads, { mode });
  const found = new Map<number, Prediction[]>(INTERVALS.map((interval) => [interval, []]));
  NOISES.forEach((noise, n) => {
    FIELDS.forEach((fields, f) => {
      // All drives stay on the roads: a posterior over roads cannot tell how often a traveller leaves them, and fitted on guesses from simulated car parks
      // it stated too high confidences for recorded tracks.
      const drives = simulateDrives(roads, { seed: seed + 10 * n + f, mode, drives: perKind, noise, fields });
      for (const drive of drives) {
        for (const interval of INTERVALS) {
          const track = thin(drive, interval);
          found.get(interval)!.push(...scorePoints(track, matcher.match(track.track)).predictions);
        }
      }
    });
  });
  return found;
}

/** A mix in which every interval has the same weight, though 1 Hz has sixty times the fixes. Every n-th fix is taken, so that it is the same each time. */
function mixed(found: Map<number, Prediction[]>[]): Prediction[] {
  const byInterval = INTERVALS.map((interval) => found.flatMap((town) => town.get(interval)!));
  const most = 4 * Math.min(...byInterval.map((list) => list.length));
  return byInterval.flatMap((list) =>
    list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length)),
  );
}

/** Fits a curve, replaces the present one, and prints its figures on other drives. */
function fit(networks: readonly RoadGraph[], curve: CurveName): void {
  const shipped = CURVES[curve];
  CURVES[curve] = [
    [0, 0],
    [1, 1],
  ];
  const modes = MODES.filter((mode) => curveOf(mode) === curve);
  const predictAll = (seed: number) => modes.flatMap((mode) => networks.map((roads, i) => predict(roads, mode, seed + 1000 * (i + 1))));
  const predictions = mixed(predictAll(0));
  const fitted = (tolerance: number) => [...fitMonotone(predictions, { minimum: 250, tolerance })];
  let tolerance = 0.02;
  while (fitted(tolerance).length > MOST_KNOTS) tolerance *= 1.02;
  const knots = fitted(tolerance);
  // What the lattice considers impossible stays so, however few fixes it had.
  if (knots[0][0] === 0) knots[0] = [0, 0];
  const heldOut = predictAll(500);
  const eceWith = (knots: typeof shipped, raw: readonly Prediction[]): string => {
    CURVES[curve] = knots;
    return calibration(raw.map((p) => ({ ...p, confidence: calibrated(p.confidence, curve) }))).ece.toFixed(4);
  };
  console.log(`${modes.join(" and ")}, held out        raw ECE  AUROC   ECE by the curve in the code, by the one fitted now`);
  for (const interval of INTERVALS) {
    const raw = heldOut.flatMap((town) => town.get(interval)!);
    const before = calibration(raw);
    console.log(
      `${String(interval).padStart(2)} s  ${String(raw.length).padStart(8)} fixes  ${before.ece.toFixed(4)}  ${before.auroc.toFixed(3)}   ${eceWith(shipped, raw)}  ${eceWith(knots, raw)}`,
    );
  }
  CURVES[curve] = knots;
}

const networks: RoadGraph[] = [buildRoads(await readOsm(readFileSync("fixtures/town.osm")))];
for (const town of TOWNS) {
  const path = join(args.data, town);
  if (existsSync(path)) networks.push(buildRoads(await readOsm(readFileSync(path))));
  else console.error(`${path} is not there: fitted without it.`);
}
const names = Object.keys(CURVES) as CurveName[];
for (const curve of names) fit(networks, curve);
const curves = names.map((curve) => `  ${curve}: [\n${CURVES[curve].map(([x, y]) => `    [${x}, ${y}],\n`).join("")}  ],\n`);
const text = `{\n${curves.join("")}}`;
console.log(text);
if (args.write) writeFileSync(FILE, readFileSync(FILE, "utf8").replace(MARK, text));
