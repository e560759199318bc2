// Accuracy on tracks with known truth: one table per set. `node out/bench/accuracy.js --help` says how.

import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type EvaluationTrack, thin } from "../src/evaluate/corpora.js";
import type { NoiseSettings } from "../src/evaluate/noise.js";
import { overlapShare } from "../src/evaluate/overlap.js";
import { type SetScore, scoreSet, scoreTrack, type TrackScore } from "../src/evaluate/score.js";
import { FAULTS, type Fault, withFault, withFields } from "../src/evaluate/simulate/fields.js";
import { type DrawnTrack, worstPage } from "../src/evaluate/worst-page.js";
import { Matcher } from "../src/match/matcher.js";
import { MODEL } from "../src/match/model.js";
import type { Match } from "../src/match/result.js";
import type { TrackPoint } from "../src/match/track.js";
import type { RoadGraph } from "../src/roads/graph.js";
import { type CorpusSet, SETS } from "./corpora.js";

const HELP = `node out/bench/accuracy.js [options]
  --set NAME[,NAME]   ${SETS.map((set) => set.name).join(", ")} (default: all)
  --thin S[,S]        seconds between fixes, for instance 1,10,30,60 (default: as they come)
  --fields F[,F]      fields to match with, of accuracy, speed, course, none (default: all a set has)
  --noise I,D,S       noise put on exact and simulated drives: σ per axis in metres, independent and drifting, and seconds of drift
  --fault NAME        one of: ${Object.keys(FAULTS).join("; ")}
  --only ID[,ID]      only these tracks
  --limit N           only the first N tracks of each set
  --worst N           list the N tracks with the most metres wrong, and draw them into out/worst/
  --json FILE         write every figure, by set, interval and track
  --data DIR          where the data is (default ../shared/data)
  --model NAME=VALUE  try another number of the model (src/match/model.ts), for this run; repeatable
  --reliability       print the reliability table behind the calibration error`;

const { values: args } = parseArgs({
  options: {
    set: { type: "string" },
    thin: { type: "string", default: "0" },
    fields: { type: "string" },
    noise: { type: "string" },
    fault: { type: "string" },
    only: { type: "string" },
    limit: { type: "string", default: "Infinity" },
    worst: { type: "string", default: "0" },
    json: { type: "string" },
    data: { type: "string", default: "../shared/data" },
    reliability: { type: "boolean", default: false },
    model: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", default: false },
  },
});

const FIELDS = ["accuracy", "speed", "course"] as const;

/** What one set at one interval gave. */
interface Run {
  set: string;
  interval: number;
  seconds: number;
  scores: TrackScore[];
  worst: DrawnTrack[];
  failures: string[];
}

for (const change of args.model) {
  const [name, value] = change.split("=");
  if (!(name in MODEL) || !Number.isFinite(Number(value))) throw new Error(`--model ${change}: there is no number ${name} in the model.`);
  Object.assign(MODEL, { [name]: Number(value) });
}

/** What `--noise` asks for; undefined leaves it to the set. */
function wantedNoise(): NoiseSettings | undefined {
  if (args.noise === undefined) return undefined;
  const [independent, drift, driftSeconds] = args.noise.split(",").map(Number);
  if (![independent, drift, driftSeconds].every((value) => value >= 0)) {
    console.error(`--noise ${args.noise}: expected three numbers from 0, for instance 1.5,3,60.`);
    process.exit(2);
  }
  return { independent, drift, driftSeconds };
}
const noise = wantedNoise();

const complain = (sentence: string): void => console.error(sentence);

async function runSet(set: CorpusSet): Promise<Run[]> {
  const intervals = [...new Set(args.thin.split(",").map((s) => Math.max(Number(s), set.interval)))];
  const runs = intervals.map((interval): Run => ({ set: set.name, interval, seconds: 0, scores: [], worst: [], failures: [] }));
  const only = args.only?.split(",");
  let left = Number(args.limit);
  for await (const { roads, tracks } of set.groups(args.data, complain, noise)) {
    const matcher = new Matcher(roads);
    for (const track of tracks) {
      if ((only && !only.includes(track.id)) || left-- <= 0) continue;
      if (overlapShare(track.truth, roads) === 0) {
        complain(`${set.name}: track ${track.id} is left out: no road of this network runs where it was driven.`);
        continue;
      }
      const given = { ...track, track: withWantedFields(track.track) };
      for (const run of runs) addTrack(run, matcher, roads, run.interval > set.interval ? thin(given, run.interval) : given);
    }
  }
  return runs;
}

/** The fixes with only the wanted fields, and with the wanted fault. */
function withWantedFields(track: TrackPoint[]): TrackPoint[] {
  const wanted = args.fields?.split(",");
  const kept =
    wanted === undefined
      ? track
      : withFields(
          track,
          FIELDS.filter((field) => wanted.includes(field)),
        );
  return args.fault === undefined ? kept : withFault(kept, args.fault as Fault);
}

function addTrack(run: Run, matcher: Matcher, roads: RoadGraph, track: EvaluationTrack): void {
  const start = performance.now();
  let match: Match;
  try {
    match = matcher.match(track.track);
  } catch (error) {
    run.failures.push(`${track.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    match = NO_MATCH(track.track.length);
  }
  run.seconds += (performance.now() - start) / 1000;
  const score = scoreTrack(track, match);
  run.scores.push(score);
  run.worst.push({ track, match, score, roads });
  run.worst.sort((a, b) => wrong(b.score) - wrong(a.score));
  run.worst.length = Math.min(run.worst.length, Number(args.worst));
}

/** A track the matcher threw on counts as wholly missed. */
const NO_MATCH = (count: number): Match => ({
  points: Array.from({ length: count }, () => ({
    lon: 0,
    lat: 0,
    confidence: 0,
    edge: -1,
    arc: -1,
    offset: 0,
    distance: 0,
    reason: "no-road-nearby",
    stretch: -1,
  })),
  stretches: [],
  violations: [],
});

const wrong = ({ route }: TrackScore): number => route.added + route.missed;
const percent = (share: number, digits = 2): string => (share * 100).toFixed(digits);

const COLUMNS: [heading: string, value: (score: SetScore, run: Run) => string][] = [
  ["interval", (_, run) => `${run.interval} s`],
  ["tracks", (s) => String(s.tracks)],
  ["fixes", (s) => String(s.fixes)],
  ["km", (s) => (s.truthMetres / 1000).toFixed(1)],
  ["mismatch %", (s) => percent(s.mismatch, 3)],
  ["added %", (s) => percent(s.added, 3)],
  ["missed %", (s) => percent(s.missed, 3)],
  ["(ends %)", (s) => percent(s.beyondTrack, 3)],
  ["correct %", (s) => percent(s.correctFraction)],
  ["points %", (s) => percent(s.pointAccuracy)],
  ["snapped %", (s) => percent(s.snappedShare)],
  ["along m", (s) => `${s.errorMedian.toFixed(1)}/${s.error95.toFixed(1)}`],
  ["Off %", (s) => percent(s.offShare)],
  ["Gap %", (s) => percent(s.gapShare)],
  ["ECE", (s) => s.calibration.ece.toFixed(4)],
  ["AUROC", (s) => s.calibration.auroc.toFixed(3)],
  ["points/s", (s, run) => (s.fixes / run.seconds).toFixed(0)],
];

function printTable(runs: readonly Run[]): void {
  const rows = runs.map((run) => {
    const score = scoreSet(run.scores);
    return COLUMNS.map(([, value]) => value(score, run));
  });
  const widths = COLUMNS.map(([heading], i) => Math.max(heading.length, ...rows.map((row) => row[i].length)));
  const print = (cells: string[]): void => console.log(cells.map((cell, i) => cell.padStart(widths[i])).join("  "));
  console.log(`\n${runs[0].set}`);
  print(COLUMNS.map(([heading]) => heading));
  for (const row of rows) print(row);
  for (const run of runs) {
    printOff(run);
    if (args.reliability) printReliability(run);
    printWorst(run);
    for (const failure of run.failures.slice(0, 5)) console.log(`FAILED at ${run.interval} s, track ${failure}`);
    if (run.failures.length > 5) console.log(`… and ${run.failures.length - 5} more tracks failed`);
  }
}

/** What became of the ways off the roads, where the set knows them. */
function printOff(run: Run): void {
  const { off } = scoreSet(run.scores);
  if (off === null) return;
  const share = (part: number, whole: number): string => (whole > 0 ? `${percent(part / whole)} %` : "none");
  console.log(
    `  off the roads at ${run.interval} s: found ${share(off.offFound, off.offMetres)} of ${(off.offMetres / 1000).toFixed(1)} km; ` +
      `falsely off ${share(off.falselyOff, off.roadMetres)} of ${(off.roadMetres / 1000).toFixed(1)} km on roads; ` +
      `carried off ${off.carried} times, ${off.gaps} gaps, ${off.gapsRight} of them right`,
  );
}

function printReliability(run: Run): void {
  const { bins, brier } = scoreSet(run.scores).calibration;
  console.log(`reliability at ${run.interval} s (Brier ${brier.toFixed(4)})`);
  for (const bin of bins) {
    if (bin.count === 0) continue;
    console.log(
      `  ${bin.from.toFixed(1)}–${bin.to.toFixed(1)}  ${String(bin.count).padStart(7)} points  stated ${bin.confidence.toFixed(3)}  true ${bin.share.toFixed(3)}`,
    );
  }
}

function printWorst(run: Run): void {
  if (run.worst.length === 0) return;
  console.log(`most metres wrong at ${run.interval} s`);
  for (const { score } of run.worst) {
    const { route, id } = score;
    console.log(
      `  ${id.padEnd(10)} ${percent(route.fraction).padStart(6)} %  added ${route.added.toFixed(0).padStart(5)} m  missed ${route.missed.toFixed(0).padStart(5)} m  (ends ${route.beyondTrack.toFixed(0)} m)  of ${(route.truthMetres / 1000).toFixed(1)} km`,
    );
  }
  const file = `out/worst/${run.set}-${run.interval}s.html`;
  mkdirSync("out/worst", { recursive: true });
  writeFileSync(file, worstPage(`${run.set} at ${run.interval} s: the most metres wrong`, run.worst));
  console.log(`  drawn in ${file}`);
}

/** Everything but speed: the same command gives the same bytes. */
function jsonOf(run: Run): Record<string, unknown> {
  const tracks = run.scores.map(({ id, fixes, route, points }) => ({
    id,
    fixes,
    truthMetres: round(route.truthMetres),
    added: round(route.added),
    missed: round(route.missed),
    beyondTrack: round(route.beyondTrack),
    fraction: Number(route.fraction.toFixed(6)),
    snapped: points.snapped,
    correct: points.correct,
  }));
  return {
    set: run.set,
    interval: run.interval,
    ...scoreSet(run.scores),
    perTrack: tracks,
  };
}

const round = (metres: number): number => Math.round(metres * 10) / 10;

if (args.help) {
  console.log(HELP);
} else {
  const names = args.set?.split(",") ?? SETS.map((set) => set.name);
  const unknown = names.filter((name) => !SETS.some((set) => set.name === name));
  if (args.fault !== undefined && !(args.fault in FAULTS)) {
    console.error(`There is no fault named "${args.fault}"; there are: ${Object.keys(FAULTS).join("; ")}.`);
    process.exit(2);
  }
  if (unknown.length > 0) {
    console.error(`There is no set named ${unknown.join(", ")}; there are ${SETS.map((set) => set.name).join(", ")}.`);
    process.exit(2);
  }
  const all: Run[] = [];
  for (const set of SETS.filter(({ name }) => names.includes(name))) {
    const runs = (await runSet(set)).filter((run) => run.scores.length > 0);
    if (runs.length > 0) printTable(runs);
    all.push(...runs);
  }
  if (args.json !== undefined) writeFileSync(args.json, `${JSON.stringify(all.map(jsonOf), null, 1)}\n`);
}
