// Recordings: a request and a service's answer to it, one file each, to be run again elsewhere or later.
import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type CompareOptions, type Comparison, compareResponses } from "../../compare/compare.js";
import { readResponse } from "../../compare/read.js";
import { badOption, checkOptions, isObject, SnapError } from "../../errors.js";
import { toTenths } from "../../geo/rounding.js";
import { inflate } from "../../import/inflate.js";
import { trackLimits } from "../../import/tracks/track-input.js";
import { decodeText, parseJson } from "../../import/tracks/track-text.js";
import { writeFileAtomic } from "../atomic.js";
import { readInput } from "../files.js";
import { inFile, inFolder, isNotThere } from "../trouble.js";
import { type ServiceAnswer, type ServiceRequest, type SnapService, withoutSecrets } from "./service.js";
import { withoutTokens } from "./url.js";

/** Ending of the files' names. */
const ENDING = ".recording.json";
const VERSION = 1;

/** One request and its answer. Nothing in it holds a token. */
export interface Recording {
  /** The file's name without its ending. */
  name: string;
  /** The service that answered: an address, or the name of a road file. */
  service: string;
  /** When it was recorded, as an ISO 8601 time. */
  date: string;
  /** HTTP status. */
  status: number;
  /** Milliseconds to the last byte of the answer. */
  ms: number;
  /** Its parameters, without token and f. */
  request: ServiceRequest;
  /** The response, byte for byte except for tokens. */
  text: string;
}

/** Options of {@link recordRequest}. */
export interface RecordOptions {
  /** The present time for the file, as an ISO 8601 time. */
  date: string;
  /** The token in use, so that it is removed wherever the service repeats it. */
  token?: string | null | undefined;
  /** Record again what is there already. Default false. */
  again?: boolean | undefined;
}

/** The outcome of recording a request: its file was written, or there was one with this request and service already. */
export interface Recorded {
  /** Where the file is. */
  path: string;
  /** The content of the file. */
  recording: Recording;
  /** Whether the service was asked; false if the file was there already. */
  isNew: boolean;
}

/**
 * Has a request answered and writes `name.recording.json` into the folder, which is created if it is missing; all or nothing. A file of the same request and
 * service is left as it is, so that a run that was cut short can go on; but if the service failed then, it is asked again.
 * @throws SnapError when there is no answer, or the file cannot be written; "bad-option" for a name that leads out of the folder
 */
export async function recordRequest(
  name: string,
  request: ServiceRequest,
  service: SnapService,
  folder: string,
  options: RecordOptions,
): Promise<Recorded> {
  checkOptions(options, "recordRequest", ["date", "token", "again"]);
  if (typeof name !== "string" || name === "" || /[/\\]/.test(name)) throw badOption("name", name, "the name of a file, without a folder");
  const path = join(folder, name + ENDING);
  const clean = cleanRequest(request, options.token);
  const before = options.again ? null : await readIfThere(path);
  const isThere = before?.service === service.name && isDeepStrictEqual(before.request, clean) && !isServiceFailure(before);
  if (isThere) return { path, recording: before, isNew: false };
  const { status, ms, text } = await service.execute(withoutSecrets(request));
  const recording: Recording = {
    name,
    service: service.name,
    date: options.date,
    status,
    ms: toTenths(ms),
    request: clean,
    text: withoutTokens(text, options.token),
  };
  await inFile(folder, () => mkdir(folder, { recursive: true }));
  await writeFileAtomic(path, recordingText(recording));
  return { path, recording, isNew: true };
}

/**
 * The paths of a folder's recordings, by name.
 * @throws SnapError "not-found" when there are none
 */
export async function listRecordings(folder: string): Promise<string[]> {
  const all = await inFolder(folder, () => readdir(folder));
  const names = all.filter((name) => unzipped(name).endsWith(ENDING)).sort();
  if (names.length === 0) throw new SnapError("not-found", `${folder}: this folder has no file *${ENDING}.`, { path: folder });
  return names.map((name) => join(folder, name));
}

/**
 * The recordings of a folder, by name.
 * @throws SnapError "not-found" when there are none, "bad-input" naming the file that cannot be read
 */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const path of await listRecordings(folder)) recordings.push(await readRecording(path));
  return recordings;
}

/** One recording. @throws SnapError, its sentence beginning with the path. */
export async function readRecording(path: string): Promise<Recording> {
  const bytes = await readInput(path);
  return inFile(path, async () => {
    const limits = trackLimits();
    const value = parseJson(decodeText(await inflate(bytes, limits), limits), "the recording", limits.maxDepth);
    if (!isObject(value) || typeof value.recording !== "number")
      throw new SnapError("bad-input", "It is not a recording of a SnapToRoads request.");
    if (value.recording !== VERSION) {
      throw new SnapError("bad-input", `It is a recording of version ${value.recording}; it must be of version ${VERSION}.`);
    }
    const { service, date, status, ms, request, response, response_text } = value;
    const text = typeof response_text === "string" ? response_text : JSON.stringify(response);
    const whole = [service, date].every((word) => typeof word === "string") && [status, ms].every((n) => typeof n === "number");
    if (!whole || !isObject(request) || text === undefined) {
      throw new SnapError(
        "bad-input",
        "The recording must have service, date, status, ms, request and response, and one of them is missing.",
      );
    }
    return { name: basename(unzipped(path), ENDING), service, date, status, ms, request, text } as Recording;
  });
}

/** The result of running a recording again. */
export interface Replayed {
  /** The new answer. */
  answer: ServiceAnswer;
  /** Whether the answer has the recorded bytes, except for tokens. */
  exact: boolean;
  /** The recorded answer is A, the new one is B. */
  comparison: Comparison;
}

/**
 * Has a recorded request answered again and compares.
 * @throws SnapError when there is no answer, or one of the two is no response of SnapToRoads
 */
export async function replayRecording(
  recording: Recording,
  service: SnapService,
  options: CompareOptions & { token?: string | null } = {},
): Promise<Replayed> {
  const { token, ...compare } = options;
  const answer = await service.execute(recording.request);
  const exact = withoutTokens(answer.text, token) === recording.text;
  return { answer, exact, comparison: compareResponses(recordedResponse(recording), answer.response, compare) };
}

function recordedResponse({ text }: Recording): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SnapError("bad-input", "The recorded response is not JSON.");
  }
}

/** A name without an ending for gzip. */
function unzipped(name: string): string {
  return name.replace(/\.gz$/, "");
}

/** Whether the answer is a failure of the service, which may work the next time. */
export function isServiceFailure({ text }: Recording): boolean {
  try {
    const { error } = readResponse("The answer", JSON.parse(text));
    return error !== null && error.code !== null && error.code >= 500;
  } catch {
    return false;
  }
}

/** The text of a recording. The response is kept as readable JSON if that gives its exact bytes again, else as one text. */
function recordingText({ name: _, text, ...rest }: Recording): string {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    response = undefined;
  }
  const kept = JSON.stringify(response) === text ? { response } : { response_text: text };
  return `${JSON.stringify({ recording: VERSION, ...rest, ...kept }, null, 1)}\n`;
}

function cleanRequest(request: ServiceRequest, token: string | null | undefined): ServiceRequest {
  return JSON.parse(withoutTokens(JSON.stringify(withoutSecrets(request)), token)) as ServiceRequest;
}

async function readIfThere(path: string): Promise<Recording | null> {
  return readRecording(path).catch((error) => {
    if (isNotThere(error)) return null;
    throw error;
  });
}
