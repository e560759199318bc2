// `roadsnap compare`: compares two response files, or the answers of two services to requests.
import { basename } from "node:path";
import { type CompareOptions, compareResponses } from "../../compare/compare.js";
import type { Sides } from "../../compare/points.js";
import type { Tolerances } from "../../compare/tolerances.js";
import { SnapError } from "../../errors.js";
import { inflate } from "../../import/inflate.js";
import { trackLimits } from "../../import/tracks/track-input.js";
import { decodeText, parseJson } from "../../import/tracks/track-text.js";
import { writeFileAtomic } from "../../node/atomic.js";
import { readInput } from "../../node/files.js";
import type { ServiceRequest, SnapService } from "../../node/service/service.js";
import { inFile, shownPath } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import { type Io, styles, write } from "../io.js";
import { checkJsonOutput } from "../outputs.js";
import { showProgress } from "../progress.js";
import { fewOf, plain, sentence, tell, warn } from "../report.js";
import { checkStdin } from "../stdin.js";
import { type ComparedCase, comparisonRecord, type FailedCase, isNothingSnapped } from "./cases.js";
import { comparisonDetails } from "./details.js";
import { caseTable, headline } from "./report.js";
import { isHopeless, requestFrom, requestSources, type SideOptions, sidesOf } from "./sides.js";

export interface CompareCommandOptions extends SideOptions {
  repeat: number;
  parameter?: Record<string, string>;
  tolerance?: Partial<Tolerances>;
  cover: number;
  worst?: number;
  json?: string;
}

/** Compares; returns the exit code. A request without an answer is reported on stderr, and the others go on. */
export async function compare(inputs: string[], options: CompareCommandOptions, io: Io): Promise<number> {
  checkStdin([...inputs, ...(options.roads ?? [])]);
  await checkJsonOutput(options.json, inputs);
  const asked = [...(options.roads ?? []), ...(options.service ?? [])];
  if (asked.length === 0) return compareFiles(inputs, options, io);
  if (asked.length !== 2) {
    throw new SnapError("bad-option", "Name two that answer: --roads and --service, two --service, or two --roads.");
  }
  const [a, b] = (await sidesOf(options, io)).map(({ service }) => service);
  const sources = await requestSources(inputs, io);
  const paths = sources.map(({ path }) => path);
  await checkJsonOutput(options.json, paths);
  const cases: ComparedCase[] = [];
  const failed: FailedCase[] = [];
  for (const [k, { name, path }] of sources.entries()) {
    const progress = await showProgress(io.stderr, `asking for ${plain(name)} (${k + 1} of ${sources.length})`, false);
    try {
      const request = await requestFrom(path, options.parameter ?? {}, io);
      cases.push(await inFile(name, () => ask(name, request, [a, b], options)));
      progress.stop();
    } catch (error) {
      progress.stop();
      failed.push({ name, sentence: sentence(error) });
      tell(error, io);
      if (isHopeless(error)) break;
    }
  }
  return report({ a: a.name, b: b.name }, cases, failed, { ...options, total: sources.length }, io);
}

async function compareFiles(paths: string[], options: CompareCommandOptions, io: Io): Promise<number> {
  if (paths.length !== 2) {
    throw new SnapError("bad-option", "Name two response files to compare, or say with --roads or --service who answers the requests.");
  }
  if (options.parameter !== undefined || options.repeat > 1) {
    throw new SnapError("bad-option", "--parameter and --repeat are for requests; say with --roads or --service who answers them.");
  }
  const responses: unknown[] = [];
  for (const path of paths) responses.push(await readResponseFile(path, io));
  const [a, b] = paths.map((path) => basename(shownPath(path)));
  const name = `${a}, ${b}`;
  const comparison = await inFile(name, () => compareResponses(responses[0], responses[1], settings(options)));
  const only: ComparedCase = { name, comparison, exact: null, within: comparison.within, ms: { a: [], b: [] } };
  return report({ a, b }, [only], [], { ...options, total: 1 }, io);
}

async function readResponseFile(path: string, io: Io): Promise<unknown> {
  const bytes = await readInput(path, { stdin: io.stdin });
  return inFile(path, async () => {
    const limits = trackLimits();
    return parseJson(decodeText(await inflate(bytes, limits), limits), "the response", limits.maxDepth);
  });
}

/** Sends a request to both, in turns, and compares the first answers. */
async function ask(name: string, request: ServiceRequest, [a, b]: SnapService[], options: CompareCommandOptions): Promise<ComparedCase> {
  const [first, second] = [await a.execute(request), await b.execute(request)];
  const ms = { a: [first.ms], b: [second.ms] };
  for (let again = 1; again < options.repeat; again++) {
    ms.a.push((await a.execute(request)).ms);
    ms.b.push((await b.execute(request)).ms);
  }
  const comparison = compareResponses(first.response, second.response, settings(options));
  return { name, comparison, exact: null, within: comparison.within, ms };
}

function settings(options: CompareCommandOptions): CompareOptions {
  return { tolerances: options.tolerance, coverMetres: options.cover };
}

/** How to report the result. */
export interface ReportOptions {
  json?: string;
  worst?: number;
  /** Whether the bytes have to be the same. */
  exact?: boolean;
  /** Number of cases to compare. If a service failed for good, not all of them were tried. */
  total: number;
}

/** Prints or writes the result; returns the exit code. */
export async function report(
  names: Sides<string>,
  cases: readonly ComparedCase[],
  failed: readonly FailedCase[],
  options: ReportOptions,
  io: Io,
): Promise<number> {
  const json = options.json === undefined ? undefined : `${JSON.stringify(comparisonRecord(names, cases, failed), null, 1)}\n`;
  if (json !== undefined && options.json === "-") await write(io.stdout, json);
  else {
    if (json !== undefined) await writeFileAtomic(options.json as string, json);
    if (cases.length > 0) await write(io.stdout, shown(names, cases, options, io));
  }
  // A case may be meant to have no snapped points, and passes. But a suite whose points all lie elsewhere must not pass without a warning.
  const idle = cases.filter(({ within, comparison }) => within && isNothingSnapped(comparison)).map(({ name }) => name);
  if (idle.length > 0) warn(`Neither side snapped a point of ${fewOf(idle)}, so no places or roads were compared.`, io);
  if (failed.length > 0 && options.total > 1) {
    warn(`${options.total - cases.length} of ${options.total} requests could not be compared.`, io);
  }
  return failed.length === 0 && cases.every(({ within }) => within) ? EXIT.done : EXIT.badInput;
}

function shown(names: Sides<string>, cases: readonly ComparedCase[], options: ReportOptions, io: Io): string {
  const single = cases.length === 1;
  const head = headline(names, cases, options.exact ? "the same bytes" : "within tolerances", io.stdout);
  // A single pair of files has no row: all that it would say is in the details.
  const rows = single && cases[0].ms.a.length === 0 ? "" : `\n${caseTable(cases, io.stdout)}`;
  if (!single && options.worst === undefined) return head + rows;
  const { bold } = styles(io.stdout);
  const details = cases.map(({ name, comparison }) => {
    const title = single ? "" : `\n${bold(plain(name))}\n`;
    return title + comparisonDetails(comparison, options.worst ?? 5, io.stdout);
  });
  return head + rows + details.join("");
}
