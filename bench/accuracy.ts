// Accuracy on the shared sets: `roadsnap evaluate` with the sets by name. See `node out/bench/accuracy.js --help`.

import { mkdirSync, writeFileSync } from "node:fs";
import { wholeNumber } from "../src/cli/arguments.js";
import { FIGURES, type Figure, offWords, reliabilityLines, worstLines } from "../src/cli/evaluate/figures.js";
import { doubtSentences, leftOutSentences } from "../src/cli/evaluate/left-out.js";
import { faultName, fieldList, intervals, nameList, noiseLevel } from "../src/cli/evaluate/options.js";
import { FAULTS } from "../src/evaluate/devices/faults.js";
import type { EvaluationRun } from "../src/evaluate/evaluation-runs.js";
import { Evaluation } from "../src/evaluate/evaluator.js";
import { worstPage } from "../src/evaluate/page/worst-page.js";
import { runRecord } from "../src/evaluate/run-record.js";
import { scoreSet } from "../src/evaluate/score/score.js";
import { OSM_ATTRIBUTION } from "../src/export/html/html.js";
import { type CorpusSet, type Making, SETS } from "./corpora.js";
import { withModel } from "./harness/model.js";
import { readOption, readOptions, refuse } from "./harness/options.js";

const HELP = `node out/bench/accuracy.js [options]
  --set NAME[,NAME]   ${SETS.map((set) => set.name).join(", ")} (default: all)
  --thin S[,S]        seconds between fixes, for instance 1,10,30,60 (default: as they come)
  --fields F[,F]      fields to match with, of accuracy, speed, course; none, all (default: all)
  --noise I[,D,S]     noise put on exact and simulated drives: σ per axis in metres, independent and drifting, and seconds of drift
  --drives N          simulated drives in each town (default: 60)
  --fault NAME        one of: ${Object.keys(FAULTS).join("; ")}
  --only ID[,ID]      only these tracks
  --limit N           only the first N tracks of each set
  --worst N           list the N tracks with the most metres wrong, and draw them into out/worst/
  --json FILE         write every figure, by set, interval and track
  --data DIR          where the data is (default ../shared/data)
  --model NAME=VALUE  try another number of the model (src/match/model.ts), for this run; repeatable
  --reliability       print the reliability table behind the calibration error`;

const MOST = Number.MAX_SAFE_INTEGER;

const args = readOptions(HELP, {
  set: { type: "string" },
  thin: { type: "string" },
  fields: { type: "string" },
  noise: { type: "string" },
  drives: { type: "string" },
  fault: { type: "string" },
  only: { type: "string" },
  limit: { type: "string" },
  worst: { type: "string" },
  json: { type: "string" },
  data: { type: "string", default: "../shared/data" },
  reliability: { type: "boolean", default: false },
  model: { type: "string", multiple: true, default: [] },
});
const wanted = {
  sets: readOption("set", args.set, nameList) ?? SETS.map(({ name }) => name),
  thin: readOption("thin", args.thin, intervals) ?? [0],
  fields: readOption("fields", args.fields, fieldList) ?? null,
  fault: readOption("fault", args.fault, faultName) ?? null,
  only: readOption("only", args.only, nameList),
  limit: readOption("limit", args.limit, wholeNumber("N", 1, MOST)) ?? Infinity,
  worst: readOption("worst", args.worst, wholeNumber("N", 0, 10_000)) ?? 0,
};
/** What the options leave open is decided by the set. */
const making: Making = {
  noise: readOption("noise", args.noise, noiseLevel) ?? undefined,
  drives: readOption("drives", args.drives, wholeNumber("N", 1, 1_000_000)),
};
withModel(args.model);
const unknown = wanted.sets.filter((name) => !SETS.some((set) => set.name === name));
if (unknown.length > 0) refuse(`There is no set named ${unknown.join(", ")}; there are ${SETS.map((set) => set.name).join(", ")}.`);

const complain = (sentence: string): void => console.error(sentence);
/** A problem with one set is reported, the others continue, and the exit code is 1, as with `roadsnap evaluate`. */
const fail = (sentence: string): void => {
  complain(sentence);
  process.exitCode = 1;
};

/** A run, and the seconds between its fixes: as asked for, or as in the set. */
type IntervalRun = { set: string; interval: number; run: EvaluationRun };

/** The ids seen, for `--only`. */
const seen = new Set<string>();

async function runSet(set: CorpusSet): Promise<IntervalRun[]> {
  const everySeconds = [...new Set(wanted.thin.map((seconds) => Math.max(seconds, set.interval)))];
  const evaluation = new Evaluation({
    thin: everySeconds.map((interval) => (interval > set.interval ? interval : 0)),
    fields: [wanted.fields],
    faults: [wanted.fault],
    worst: wanted.worst,
    now: () => performance.now(),
  });
  let left = wanted.limit;
  for await (const { roads, tracks } of set.groups(args.data, fail, making)) {
    for (const track of tracks) {
      seen.add(track.id);
      if ((wanted.only?.includes(track.id) ?? true) && left-- > 0) evaluation.add(roads, track);
    }
  }
  [...leftOutSentences(set.name, evaluation, null), ...doubtSentences(set.name, evaluation)].forEach(complain);
  return evaluation.runs.map((run, i) => ({ set: set.name, interval: everySeconds[i], run }));
}

/** Scripts read these columns by position. */
const COLUMNS: readonly Figure[] = (
  [
    "tracks",
    "fixes",
    "km",
    "mismatch",
    "added",
    "missed",
    "ends",
    "roadless",
    "correct",
    "points",
    "snapped",
    "along",
    "off",
    "gap",
    "ece",
    "auroc",
    "speed",
  ] as const
).map((name) => FIGURES[name]);

function printTable(runs: readonly IntervalRun[]): void {
  const rows = runs.map(({ interval, run }) => {
    const score = scoreSet(run.scores);
    return [`${interval} s`, ...COLUMNS.map(([, cell]) => cell(score, run))];
  });
  const headings = ["interval", ...COLUMNS.map(([heading]) => heading)];
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i].length)));
  const print = (cells: string[]): void => console.log(cells.map((cell, i) => cell.padStart(widths[i])).join("  "));
  console.log(`\n${runs[0].set}`);
  print(headings);
  for (const row of rows) print(row);
  for (const run of runs) printDetails(run);
}

function printDetails({ set, interval, run }: IntervalRun): void {
  const { off, calibration } = scoreSet(run.scores);
  const words = off && offWords(off);
  if (words !== null) console.log(`  off the roads at ${interval} s: ${words}`);
  if (args.reliability) {
    console.log(`reliability at ${interval} s (Brier ${calibration.brier.toFixed(4)})`);
    for (const line of reliabilityLines(calibration)) console.log(line);
  }
  if (run.worst.length > 0) {
    console.log(`most metres wrong at ${interval} s`);
    for (const line of worstLines(run.worst)) console.log(line);
    const file = `out/worst/${set}-${interval}s.html`;
    mkdirSync("out/worst", { recursive: true });
    writeFileSync(file, worstPage(`${set} at ${interval} s: the most metres wrong`, run.worst, OSM_ATTRIBUTION));
    console.log(`  drawn in ${file}`);
  }
  if (run.failures.length > 0) process.exitCode = 1;
  for (const { id, error } of run.failures.slice(0, 5)) {
    console.log(`FAILED at ${interval} s, track ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  if (run.failures.length > 5) console.log(`… and ${run.failures.length - 5} more tracks failed`);
}

const all: IntervalRun[] = [];
for (const set of SETS.filter(({ name }) => wanted.sets.includes(name))) {
  const runs = (await runSet(set)).filter(({ run }) => run.scores.length > 0);
  if (runs.length > 0) printTable(runs);
  all.push(...runs);
}
for (const id of wanted.only?.filter((name) => !seen.has(name)) ?? []) fail(`No track that could be read has the id "${id}".`);
if (args.json !== undefined) {
  // Everything but speed, so that the same command writes the same bytes.
  const records = all.map(({ set, interval, run }) => ({ set, interval, ...runRecord(run) }));
  writeFileSync(args.json, `${JSON.stringify(records, null, 1)}\n`);
}
