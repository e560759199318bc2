// Accuracy on the shared sets: `roadsnap evaluate` under names. `node out/bench/accuracy.js --help` says how.

import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FIGURES, type Figure, offWords, reliabilityLines, worstLines } from "../src/cli/evaluate-figures.js";
import { leftOutSentences } from "../src/cli/evaluate-left-out.js";
import { Evaluation, type EvaluationRun } from "../src/evaluate/evaluator.js";
import { runRecord } from "../src/evaluate/run-record.js";
import { scoreSet } from "../src/evaluate/score.js";
import { FAULTS, type Fault, FIELDS } from "../src/evaluate/simulate/fields.js";
import { worstPage } from "../src/evaluate/worst-page.js";
import { OSM_ATTRIBUTION } from "../src/export/html.js";
import { MODEL } from "../src/match/model.js";
import { type CorpusSet, type Making, SETS } from "./corpora.js";
import { changeNumbers, unknownName } from "./harness/names.js";

const HELP = `node out/bench/accuracy.js [options]
  --set NAME[,NAME]   ${SETS.map((set) => set.name).join(", ")} (default: all)
  --thin S[,S]        seconds between fixes, for instance 1,10,30,60 (default: as they come)
  --fields F[,F]      fields to match with, of accuracy, speed, course, none (default: all a set has)
  --noise I,D,S       noise put on exact and simulated drives: σ per axis in metres, independent and drifting, and seconds of drift
  --drives N          simulated drives in each town (default: 60)
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
    drives: { type: "string" },
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

const wrong =
  changeNumbers("number of the model", MODEL, args.model) ?? (args.fault === undefined ? null : unknownName("fault", args.fault, FAULTS));
if (wrong !== null) refuse(wrong);

/** What `--noise` and `--drives` ask for; what is not asked for is left to the set. */
function wantedMaking(): Making {
  const making: Making = {};
  if (args.noise !== undefined) {
    const [independent, drift, driftSeconds] = args.noise.split(",").map(Number);
    if (![independent, drift, driftSeconds].every((value) => value >= 0)) {
      refuse(`--noise ${args.noise}: expected three numbers from 0, for instance 1.5,3,60.`);
    }
    making.noise = { independent, drift, driftSeconds };
  }
  if (args.drives !== undefined) {
    making.drives = Number(args.drives);
    if (!(Number.isSafeInteger(making.drives) && making.drives > 0)) refuse(`--drives ${args.drives}: expected a whole number from 1.`);
  }
  return making;
}

/** Says what is wrong with the command, and ends. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const complain = (sentence: string): void => console.error(sentence);

/** A run, and the seconds between its fixes: as asked for, or as the set has them. */
type IntervalRun = { set: string; interval: number; run: EvaluationRun };

async function runSet(set: CorpusSet, making: Making): Promise<IntervalRun[]> {
  const intervals = [...new Set(args.thin.split(",").map((s) => Math.max(Number(s), set.interval)))];
  const wanted = args.fields?.split(",");
  const evaluation = new Evaluation({
    thin: intervals.map((interval) => (interval > set.interval ? interval : 0)),
    fields: [wanted === undefined ? null : FIELDS.filter((field) => wanted.includes(field))],
    faults: [(args.fault as Fault | undefined) ?? null],
    worst: Number(args.worst),
    now: () => performance.now(),
  });
  const only = args.only?.split(",");
  let left = Number(args.limit);
  for await (const { roads, tracks } of set.groups(args.data, complain, making)) {
    for (const track of tracks) {
      if ((only?.includes(track.id) ?? true) && left-- > 0) evaluation.add(roads, track);
    }
  }
  leftOutSentences(set.name, evaluation, null).forEach(complain);
  return evaluation.runs.map((run, i) => ({ set: set.name, interval: intervals[i], run }));
}

/** Scripts read the columns by position. */
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
  if (off !== null) console.log(`  off the roads at ${interval} s: ${offWords(off)}`);
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
  for (const { id, error } of run.failures.slice(0, 5)) {
    console.log(`FAILED at ${interval} s, track ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  if (run.failures.length > 5) console.log(`… and ${run.failures.length - 5} more tracks failed`);
}

if (args.help) {
  console.log(HELP);
} else {
  const making = wantedMaking();
  const names = args.set?.split(",") ?? SETS.map((set) => set.name);
  const unknown = names.filter((name) => !SETS.some((set) => set.name === name));
  if (unknown.length > 0) {
    refuse(`There is no set named ${unknown.join(", ")}; there are ${SETS.map((set) => set.name).join(", ")}.`);
  }
  const all: IntervalRun[] = [];
  for (const set of SETS.filter(({ name }) => names.includes(name))) {
    const runs = (await runSet(set, making)).filter(({ run }) => run.scores.length > 0);
    if (runs.length > 0) printTable(runs);
    all.push(...runs);
  }
  if (args.json !== undefined) {
    // Everything but speed: the same command gives the same bytes.
    const records = all.map(({ set, interval, run }) => ({ set, interval, ...runRecord(run) }));
    writeFileSync(args.json, `${JSON.stringify(records, null, 1)}\n`);
  }
}
