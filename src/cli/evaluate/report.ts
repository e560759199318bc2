// Evaluate report: what `roadsnap evaluate` prints, and what it writes as JSON.

import type { DrawnTrack } from "../../evaluate/drawn-track.js";
import { distinctRuns, type EvaluationRun, joinRuns } from "../../evaluate/evaluation-runs.js";
import { type Evaluation, metresWrong } from "../../evaluate/evaluator.js";
import type { NoiseSettings } from "../../evaluate/noise.js";
import { medianInterval, runRecord } from "../../evaluate/run-record.js";
import { type SetScore, scoreSet } from "../../evaluate/score/score.js";
import { COVER_METRES } from "../../geo/segment-index.js";
import { type Output, styles } from "../io.js";
import { matcherOptions } from "../matcher-options.js";
import { plain, tables } from "../report.js";
import { FIGURES, type Figure, fieldWords, noiseWords, offWords, reliabilityLines, worstLines } from "./figures.js";
import { newlyLeftOut } from "./left-out.js";
import type { EvaluateOptions } from "./options.js";
import type { EvaluationSet } from "./sets.js";

/** A set at one noise. */
export interface SetResult {
  set: Pick<EvaluationSet, "name" | "kind">;
  noise: NoiseSettings | null;
  evaluation: Evaluation;
}

/** A row of the table: one run, with its names and its score. */
export interface Row {
  set: string;
  /** Seconds between fixes, as text; in brackets the interval reached, if thinning had to keep fixes. */
  interval: string;
  noise: NoiseSettings | null;
  run: EvaluationRun;
  score: SetScore;
}

/** The interval in the row of several files whose intervals differ. */
const MIXED = "mixed";

/** Rows of the table: for each set the runs that differ; at the end all truth files together, if there are several. */
export function rowsOf(results: readonly SetResult[]): { rows: Row[]; all: Row[] } {
  const row = (set: string, noise: NoiseSettings | null, run: EvaluationRun, interval = intervalWords(run)): Row => ({
    set,
    interval,
    noise,
    run,
    score: scoreSet(run.scores),
  });
  const scored = results.filter(({ evaluation }) => evaluation.runs[0].scores.length > 0);
  const rows = scored.flatMap(({ set, noise, evaluation }) => distinctRuns(evaluation.runs).map((run) => row(set.name, noise, run)));
  const truth = scored.filter(({ set }) => set.kind === "truth");
  const all = [...new Set(truth.map(({ noise }) => noise))].flatMap((noise) => {
    const files = truth.filter((result) => result.noise === noise).map(({ evaluation }) => evaluation.runs);
    if (files.length < 2) return [];
    const joined = files[0].map((_, i) => joinRuns(files.map((runs) => runs[i])));
    return distinctRuns(joined).map((run) => {
      const intervals = new Set(files.map((runs) => intervalWords(runs[joined.indexOf(run)])));
      return row("all", noise, run, intervals.size > 1 ? MIXED : [...intervals][0]);
    });
  });
  return { rows, all };
}

/**
 * The table, in parts on a narrow terminal. It is the same each time, unless the speed is asked for. Noise, fields, fault and error of the map have a column if
 * they were asked for.
 */
export function evaluationTable(rows: readonly Row[], options: EvaluateOptions, out: Output): string {
  const labels: [string, (row: Row) => string][] = [
    ["set", ({ set }) => plain(set)],
    ["interval", ({ interval }) => interval],
  ];
  if (options.noise !== undefined) labels.push(["noise", ({ noise }) => noiseWords(noise)]);
  if (options.fields !== undefined) labels.push(["fields", ({ run }) => fieldWords(run)]);
  if (options.fault !== undefined) labels.push(["fault", ({ run }) => run.fault ?? "none"]);
  if (options.mapError !== undefined) labels.push(["map error", ({ run }) => run.mapError ?? "none"]);
  const { speed, ...counted } = FIGURES;
  const figures: Figure[] = Object.values(options.timing ? FIGURES : counted);
  const cells = rows.map((row) => [...labels.map(([, cell]) => cell(row)), ...figures.map(([, cell]) => cell(row.score, row.run))]);
  const columns = [
    ...labels.map(([title]) => ({ title, align: title === "interval" ? ("right" as const) : ("left" as const) })),
    ...figures.map(([title]) => ({ title, align: "right" as const })),
  ];
  return tables(columns, cells, labels.length, out);
}

/** Below the table: ways off the roads, reliability, the worst tracks. */
export function evaluationDetails(rows: readonly Row[], options: EvaluateOptions, out: Output): string {
  const { bold } = styles(out);
  const lines: string[] = [];
  const off = rows.flatMap((row) => {
    const words = row.score.off && offWords(row.score.off);
    return words === null ? [] : [`  ${rowName(row, options)}: ${words}`];
  });
  if (off.length > 0) lines.push("", bold("off the roads"), ...off);
  if (options.reliability) {
    for (const row of rows) {
      lines.push("", bold(`reliability, ${rowName(row, options)}`), ...reliabilityLines(row.score.calibration));
    }
  }
  for (const row of rows) {
    const worst = wrongTracks(row);
    if (worst.length > 0) lines.push("", bold(`most metres wrong, ${rowName(row, options)}`), ...worstLines(worst).map(plain));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** Those of the worst tracks that have anything wrong. */
export function wrongTracks({ run }: Row): DrawnTrack[] {
  return run.worst.filter(({ score }) => metresWrong(score) > 0);
}

/** The name of a row that tells it from the others: "kubicka at 10 s, noise 5, fields none". */
export function rowName({ set, interval, run, noise }: Row, options: EvaluateOptions): string {
  const parts = [`${plain(set)} at ${interval === MIXED ? "mixed intervals" : interval}`];
  if (options.noise !== undefined) parts.push(`noise ${noiseWords(noise)}`);
  if (options.fields !== undefined) parts.push(`fields ${fieldWords(run)}`);
  if (options.fault !== undefined) parts.push(`fault ${run.fault ?? "none"}`);
  if (options.mapError !== undefined) parts.push(`map error ${run.mapError ?? "none"}`);
  return parts.join(", ");
}

/** Everything as one JSON document. It is the same for the same input. Times are in it only on demand (`timing`), as `seconds` and `pointsPerSecond`. */
export function evaluationJson(
  results: readonly SetResult[],
  { rows, all }: { rows: readonly Row[]; all: readonly Row[] },
  trouble: readonly string[],
  options: EvaluateOptions,
): string {
  const record = ({ set, interval, noise, run, score }: Row): Record<string, unknown> => ({
    set,
    interval: interval === MIXED ? null : medianInterval(run),
    thin: run.thinned ? run.thin : null,
    noise,
    fields: run.fields,
    fault: run.fault,
    mapError: run.mapError,
    ...(options.timing && { seconds: run.milliseconds / 1000, pointsPerSecond: (score.fixes / run.milliseconds) * 1000 }),
    ...runRecord(run, score),
    failed: run.failures.map(({ id }) => id),
  });
  const total = (row: Row): Record<string, unknown> => {
    const { perTrack: _, failed: __, ...figures } = record(row);
    return figures;
  };
  const {
    mode = null,
    uTurns = null,
    avoid = null,
    maxSpeed = null,
    searchRadius = null,
    defaultAccuracy = null,
  } = matcherOptions(options);
  // What does not depend on noise is in it once.
  const sets = results.filter(({ set }, i) => results.findIndex((one) => one.set === set) === i);
  const told = new Map(sets.map(({ set }) => [set, new Set<string>()]));
  const document = {
    options: {
      mode,
      uTurns,
      avoid,
      maxSpeed,
      searchRadius,
      defaultAccuracy,
      phases: options.phases ?? 1,
      seed: options.seed,
      simulation: options.simulation ?? null,
      cover: options.cover ?? COVER_METRES,
    },
    runs: rows.map(record),
    all: all.map(total),
    leftOut: results.flatMap((result) =>
      newlyLeftOut(result.evaluation, told.get(result.set)!).map(({ track, reason }) => ({
        set: result.set.name,
        id: track.id,
        reason,
        ...(!sets.includes(result) && { noise: result.noise }),
      })),
    ),
    partly: sets.flatMap(({ set, evaluation }) => evaluation.partly.map((one) => ({ set: set.name, ...one }))),
    doubts: sets.flatMap(({ set, evaluation }) => evaluation.doubts.map((one) => ({ set: set.name, ...one }))),
    trouble,
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The actual interval is shown too if it differs from the one asked for by more than this share. */
const OTHER_INTERVAL = 0.05;

function intervalWords(run: EvaluationRun): string {
  const median = medianInterval(run);
  if (run.thinned) {
    // Fixes without a time are kept; and fixes 10 s apart cannot be thinned to 12 s.
    const isOther = median !== null && Math.abs(median - run.thin) > OTHER_INTERVAL * run.thin;
    return isOther ? `${run.thin} s (${median} s)` : `${run.thin} s`;
  }
  return median === null ? "as is" : `${median} s`;
}
