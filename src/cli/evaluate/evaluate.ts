// `roadsnap evaluate`: matches tracks whose truth is known, and reports how right the matches are.
import { SnapError } from "../../errors.js";
import { Evaluation } from "../../evaluate/evaluator.js";
import type { NoiseSettings } from "../../evaluate/noise.js";
import { type WorstChapter, worstChapters } from "../../evaluate/page/worst-page.js";
import { settleSimulation } from "../../evaluate/simulate/options.js";
import { OSM_ATTRIBUTION } from "../../export/html/html.js";
import { lineLength } from "../../geo/lines.js";
import { writeFileAtomic } from "../../node/atomic.js";
import { kubickaFiles } from "../../node/corpora.js";
import type { RoadsFile } from "../../node/files.js";
import { shownPath } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import { matcherOptions } from "../matcher-options.js";
import { checkApart, checkOutput, checkPageName } from "../outputs.js";
import { showProgress } from "../progress.js";
import { plain, sentence, tell, warn } from "../report.js";
import { loadRoads } from "../roads.js";
import { checkStdin } from "../stdin.js";
import { noiseWords } from "./figures.js";
import { doubtSentences, idleSentences, leftOutSentences, scoredOnce, sharedIdSentences } from "./left-out.js";
import type { EvaluateOptions } from "./options.js";
import { evaluationDetails, evaluationJson, evaluationTable, type Row, rowName, rowsOf, type SetResult, wrongTracks } from "./report.js";
import { type EvaluationSet, noRoute, setsOf } from "./sets.js";

/** Default number of tracks drawn, and default file. */
const WORST = 10;
const PAGE = "worst.html";

/** Evaluates; returns the exit code. What cannot be read is reported on stderr, and the rest goes on. */
export async function evaluate(inputs: string[], options: EvaluateOptions, io: Io): Promise<number> {
  checkUsage(inputs, options);
  const worst = options.worst ?? (options.html === undefined ? 0 : WORST);
  await checkOutputs(inputs, { ...options, worst });
  const file = options.roads === undefined ? null : await loadRoads(options.roads, io);
  const trouble = new Trouble(io);
  const results = await evaluateSets(inputs, file, { options: { ...options, worst }, trouble, io });
  const found = rowsOf(results);
  const rows = [...found.rows, ...found.all];
  if (rows.length === 0 && trouble.sentences.length === 0) trouble.note(new SnapError("bad-input", "No track was evaluated."));
  trouble.tell();

  const toStdout = options.json === "-";
  if (options.json !== undefined) {
    const text = evaluationJson(results, found, trouble.sentences, options);
    if (toStdout) await write(io.stdout, text);
    else await writeFileAtomic(options.json, text);
  }
  if (rows.length > 0 && !toStdout) {
    await write(io.stdout, evaluationTable(rows, options, io.stdout) + evaluationDetails(rows, options, io.stdout));
  }
  if (worst > 0 && rows.length > 0) {
    const { html = PAGE } = options;
    const chapters = wrongChapters(found.rows, options);
    const attribution = file?.kind === "geojson" ? "" : OSM_ATTRIBUTION;
    await writeFileAtomic(html, worstChapters("The most metres wrong", chapters, attribution));
    if (!toStdout) await write(io.stdout, chapters.length > 0 ? `\nDrawn in ${html}\n` : `\nNothing was wrong, and ${html} says so\n`);
  }
  return trouble.sentences.length > 0 ? EXIT.badInput : EXIT.done;
}

/** @throws SnapError when an output would overwrite an input, or the other output. */
async function checkOutputs(inputs: readonly string[], { html, json, worst, roads, drives, kubicka }: EvaluateOptions): Promise<void> {
  const outputs = [...(worst ? [html ?? PAGE] : []), ...(json !== undefined && json !== "-" ? [json] : [])];
  const corpus = kubicka === undefined ? [] : await kubickaFiles(kubicka);
  const files = [...inputs, roads, drives, ...corpus].filter((path) => path !== undefined);
  for (const output of outputs) await checkOutput(output, files);
  await checkApart(outputs, "the page and the JSON");
  await checkPageName("--html", html);
}

/** What all sets are evaluated with. */
interface Running {
  options: EvaluateOptions;
  trouble: Trouble;
  io: Io;
}

/** Evaluates every set with every noise, and warns of what looks wrong with them. `file`: the roads of all sets that have none of their own. */
async function evaluateSets(inputs: string[], file: RoadsFile | null, running: Running): Promise<SetResult[]> {
  const { options, trouble, io } = running;
  const roads = file === null ? null : { graph: file.roads, name: plain(shownPath(options.roads!)) };
  const looked: Looked = { ids: new Set(), isAll: true };
  const results: SetResult[] = [];
  const noises = [...new Map((options.noise ?? [null]).map((noise) => [noiseWords(noise), noise])).values()];
  for (const set of setsOf(inputs, options, { roads: file?.roads ?? null, stdin: io.stdin, tell: trouble.note })) {
    const told = new Set<string>();
    // Without what it holds.
    const named = { name: set.name, kind: set.kind };
    for (const [k, noise] of noises.entries()) {
      const evaluation = await evaluateSet(set, noise, looked, running);
      if (evaluation === null) continue;
      results.push({ set: named, noise, evaluation });
      const name = k === 0 ? set.name : `${set.name}, noise ${noiseWords(noise)}`;
      for (const text of leftOutSentences(name, evaluation, set.kind === "kubicka" ? null : roads, told)) warn(text, io);
      // Noise changes neither the truth nor which fields there are: reported once.
      if (k === 0) warnOfSet(set, evaluation, running);
    }
  }
  const missing = options.only?.filter((name) => looked.isAll && !looked.ids.has(name));
  for (const id of missing ?? []) {
    trouble.note(new SnapError("bad-input", `No track that could be read has the id "${id}".`));
  }
  return results;
}

function warnOfSet({ name, kind }: EvaluationSet, evaluation: Evaluation, { options, io }: Running): void {
  for (const text of sharedIdSentences(name, evaluation)) warn(text, io);
  // Simulated drives have only the faults that were asked for.
  for (const text of kind === "simulated" ? [] : doubtSentences(name, evaluation)) warn(text, io);
  for (const text of idleSentences(name, evaluation)) warn(text, io);
  if (kind === "simulated") warnOfDrives(name, evaluation, options, io);
}

/** Troubles that do not stop the evaluation. Each is reported once, and not in the middle of a progress line. */
class Trouble {
  readonly sentences: string[] = [];
  readonly #waiting: unknown[] = [];
  readonly #io: Io;

  constructor(io: Io) {
    this.#io = io;
  }

  readonly note = (trouble: unknown): void => {
    const text = sentence(trouble);
    if (this.sentences.includes(text)) return;
    this.sentences.push(text);
    this.#waiting.push(trouble);
  };

  tell(): void {
    for (const trouble of this.#waiting.splice(0)) tell(trouble, this.#io);
  }
}

/** Checks what commander cannot: options that need or exclude each other. */
function checkUsage(inputs: string[], options: EvaluateOptions): void {
  const onRoads = inputs.length > 0 || options.drives !== undefined || options.simulate !== undefined;
  const wrong = (text: string): SnapError => new SnapError("bad-option", text);
  if (!onRoads && options.kubicka === undefined) {
    throw wrong("Name what to evaluate: files of tracks with their truth, --drives, --simulate or --kubicka; --help shows the forms.");
  }
  if (onRoads && options.roads === undefined) {
    throw wrong("--roads is missing: it names the roads on which the tracks were driven. Only --kubicka has roads of its own.");
  }
  if (!onRoads && options.roads !== undefined) throw wrong("--roads cannot be used: --kubicka has the roads of each track.");
  if (options.simulation !== undefined && options.simulate === undefined)
    throw wrong("--simulation needs --simulate, the number of drives to make.");
  if (options.phases !== undefined && options.thin === undefined)
    throw wrong("--phases needs --thin, the seconds between the fixes that are left.");
  if (options.simulation !== undefined) settleSimulation(options.simulation);
  matcherOptions(options);
  if (options.html !== undefined && options.worst === 0) throw wrong("--html draws the worst tracks, and --worst 0 leaves none to draw.");
  checkStdin([...inputs, options.roads, options.drives], "the truth, the drives and the roads");
}

/** The tracks that were looked at, and whether these are all: those beyond a limit are not looked at. */
interface Looked {
  ids: Set<string>;
  isAll: boolean;
}

/** Evaluates a set; null if nothing of it can be read. */
async function evaluateSet(
  set: EvaluationSet,
  noise: NoiseSettings | null,
  looked: Looked,
  { options, trouble, io }: Running,
): Promise<Evaluation | null> {
  const evaluation = new Evaluation({
    matcher: matcherOptions(options),
    thin: options.thin,
    phases: options.phases,
    fields: options.fields,
    faults: options.fault,
    mapErrors: options.mapError,
    seed: options.seed,
    coverMetres: options.cover,
    worst: options.worst,
    now: () => performance.now(),
  });
  const limit = options.limit ?? Infinity;
  const progress = await showProgress(io.stderr, `evaluating ${plain(set.name)}`);
  try {
    const { size, groups } = await set.open(noise);
    let done = 0;
    let taken = 0;
    for await (const { roads, tracks } of groups) {
      for (const track of tracks) {
        looked.ids.add(track.id);
        if ((options.only?.includes(track.id) ?? true) && taken < limit) {
          taken++;
          evaluation.add(roads, track);
        }
        progress.update(++done, Math.max(size, done));
        if (taken >= limit) break;
      }
      if (taken >= limit) break;
    }
    looked.isAll &&= taken < limit || done >= size;
    noteFailures(set.name, evaluation, trouble);
    return evaluation;
  } catch (error) {
    if (!(error instanceof SnapError) || error.code === "bad-option") throw error;
    trouble.note(error);
    return null;
  } finally {
    progress.stop();
    trouble.tell();
  }
}

/** Most failures of the matcher that are reported one by one in each set. */
const TOLD = 3;

function noteFailures(set: string, evaluation: Evaluation, trouble: Trouble): void {
  const failures = evaluation.runs.flatMap((run) => run.failures);
  for (const { id, error } of failures.slice(0, TOLD)) {
    const cause = error instanceof Error ? error : new Error(String(error));
    trouble.note(new Error(`${set}, track ${id} counts as wholly missed: ${cause.message}`, { cause }));
  }
  if (failures.length > TOLD) trouble.note(new Error(`${set}: ${failures.length - TOLD} more matches failed`));
}

function wrongChapters(rows: readonly Row[], options: EvaluateOptions): WorstChapter[] {
  return rows.map((row) => ({ title: rowName(row, options), tracks: wrongTracks(row) })).filter(({ tracks }) => tracks.length > 0);
}

/** Warns if fewer drives could be made than were asked for, or shorter ones. */
function warnOfDrives(set: string, evaluation: Evaluation, options: EvaluateOptions, io: Io): void {
  const wanted = Math.min(options.simulate!, options.limit ?? Infinity);
  const made = [
    ...scoredOnce(evaluation).map(({ route, off }) => route.truthMetres + (off?.offMetres ?? 0)),
    ...evaluation.leftOut.map(({ track }) => lineLength(track.truth)),
  ];
  if (made.length < wanted && options.only === undefined) {
    warn(`${set}: ${made.length} of ${wanted} drives could be made; for the others ${noRoute(options)} was found.`, io);
  }
  const { minMetres } = settleSimulation(options.simulation ?? {});
  const short = made.filter((metres) => metres < minMetres);
  if (short.length > 0) {
    const means = `no longer route by ${options.mode ?? "driving"} was found for them on these roads`;
    warn(`${set}: ${short.length} of ${made.length} drives are shorter than minMetres (${minMetres} m), because ${means}.`, io);
  }
}
