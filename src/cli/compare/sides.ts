// Compare sides: who answers and what is asked, from the options that compare, record and replay share.
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { SnapError } from "../../errors.js";
import { readInput } from "../../node/files.js";
import { remoteService } from "../../node/service/http.js";
import { isFormFile, type RequestFile, readRequest } from "../../node/service/request.js";
import { localService, type SnapService } from "../../node/service/service.js";
import { serviceAddress } from "../../node/service/url.js";
import { inFile, shownPath } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { isTrackName, uniqueNames } from "../outputs.js";
import { fewOf, warn } from "../report.js";
import { loadRoads } from "../roads.js";

/** Options that name who answers. */
export interface SideOptions {
  roads?: string[];
  service?: string[];
  token?: string[];
  referer?: string;
  timeout?: number;
}

/** A service that answers, and the token used with it. */
export interface Side {
  service: SnapService;
  token: string | null;
}

/** Road files first, then services, each in the order given. */
export async function sidesOf(options: SideOptions, io: Io): Promise<Side[]> {
  const services = (options.service ?? []).map((address) => ({ address, ...serviceAddress(address) }));
  const tokens = tokensFor(services, options.token);
  const remote = services.map(({ address }, i): Side => {
    const token = tokens[i];
    return { service: remoteService(address, { token, referer: options.referer, timeoutSeconds: options.timeout }), token };
  });
  const local: Side[] = [];
  for (const path of options.roads ?? []) {
    const { roads } = await loadRoads(path, io);
    local.push({ service: localService(basename(shownPath(path)), roads), token: null });
  }
  return [...local, ...remote];
}

/**
 * The first --token is for the first service, and so on. Without it, the token in the service's address is used, then ROADSNAP_TOKEN. A single token is also
 * sent to services at the same origin as the first, never to others.
 */
function tokensFor(services: readonly { url: string; token: string | null }[], given: readonly string[] = []): (string | null)[] {
  if (given.length > services.length) {
    throw new SnapError(
      "bad-option",
      `There are more tokens (${given.length}) than services (${services.length}); give one --token for each --service.`,
    );
  }
  const origin = (url: string) => new URL(url).origin;
  return services.map(({ url, token }, i) => {
    const likeFirst = origin(url) === origin(services[0].url);
    const own = given.length > 1 || !likeFirst ? given[i] : given[0];
    return own || token || (likeFirst && process.env.ROADSNAP_TOKEN) || null;
  });
}

/** A request to be read, and its name. */
export interface RequestSource {
  name: string;
  path: string;
}

/** Whether a file of a folder is a request: one of tracks, except that a text may be anything. */
const isRequestName = (name: string) => isTrackName(name) && !/\.txt(\.gz)?$/i.test(name);
const ANSWER_FILES = /\.(response|recording)\.json$/i;

/** The files named and those in the folders named, each with a unique name. Other files in the folders are reported, except answers. */
export async function requestSources(inputs: readonly string[], io: Io): Promise<RequestSource[]> {
  const paths: string[] = [];
  for (const input of inputs) {
    const about = input === "-" ? null : await inFile(input, () => stat(input));
    if (!about?.isDirectory()) {
      paths.push(input);
      continue;
    }
    const requests: string[] = [];
    const others: string[] = [];
    for (const name of (await readdir(input)).filter((name) => !name.startsWith(".") && !ANSWER_FILES.test(name)).sort()) {
      const isRequest = isRequestName(name) || (await isFormFile(join(input, name)));
      (isRequest ? requests : others).push(name);
    }
    if (others.length > 0) warn(`${input}: left out, because they are neither requests nor tracks: ${fewOf(others)}.`, io);
    if (requests.length === 0) {
      throw new SnapError("not-found", `${input}: this folder has no requests or tracks.`, { path: input });
    }
    // One by one: a call takes some 120,000 arguments at most.
    for (const name of requests) paths.push(join(input, name));
  }
  const names = uniqueNames(paths).map((name) => name.replace(/(?<=.)\.request$/i, ""));
  return paths.map((path, i) => ({ name: names[i], path }));
}

/** Reads a request and overrides its parameters with those of the command line. Warnings about its values are printed. */
export async function requestFrom(path: string, parameters: Record<string, string>, io: Io): Promise<RequestFile["request"]> {
  const bytes = await readInput(path, { stdin: io.stdin });
  const { request, warnings } = await inFile(path, () => readRequest(bytes, basename(path)));
  for (const text of warnings) warn(`${shownPath(path)}: ${text}`, io);
  return { ...request, ...parameters };
}

/** System errors of a service that every other request would meet as well. */
const HOPELESS = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"];

/** Whether further requests would fail as well: the token is refused, or nobody answers. */
export function isHopeless(error: unknown): boolean {
  return error instanceof SnapError && (error.details.tokenRefused !== undefined || HOPELESS.includes(String(error.details.systemCode)));
}
