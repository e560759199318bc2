// `roadsnap serve`: the REST endpoints over a road file, until a signal ends them.
import { SnapError } from "../errors.js";
import { inflate } from "../import/inflate.js";
import { readInput } from "../node/files.js";
import { ENDING_SIGNALS, ONE_SIGNAL_MS } from "../node/signals.js";
import { inFile } from "../node/trouble.js";
import { Portal } from "../portal/portal.js";
import type { PortalFile } from "../portal/types.js";
import { createServer, type RoadsnapServer } from "../server/index.js";
import { settleOptions } from "../server/options.js";
import type { RequestRecord } from "../server/record.js";
import { serviceUrls } from "../server/urls.js";
import { EXIT } from "./exit.js";
import { type Io, styles } from "./io.js";
import { count, sentence, warn } from "./report.js";
import { loadRoads } from "./roads.js";

export interface ServeOptions {
  roads: string;
  host: string;
  port: number;
  token?: string;
  open?: boolean;
  portal?: string;
  data?: string;
  maxRecords: number;
  maxSeconds: number;
  maxBytes?: number;
  threads?: number;
  emptyLines?: boolean;
  trustProxy?: boolean;
  quiet?: boolean;
}

/** Serves until SIGTERM, SIGINT or SIGHUP; returns the exit code. */
export async function serve(given: ServeOptions, io: Io): Promise<number> {
  const { roads: path, portal: portalPath, quiet, maxBytes, ...rest } = given;
  const portal = portalPath === undefined ? undefined : await readPortal(portalPath);
  const options = { ...rest, portal, maxBodyBytes: maxBytes, log: quiet ? failuresTo(io) : logTo(io) };
  settleOptions(options); // before the roads are read, which may take a while
  const { roads } = await loadRoads(path, io, { sharedMemory: true });
  const server = createServer({ ...options, roads });
  try {
    const { url, warnings } = await server.listen();
    for (const warning of warnings) warn(warning, io);
    // A program that reads the greeting may send a signal at once.
    const signalled = untilSignalled(server, io);
    io.stderr.write(greeting(url, given, roads.edgeCount, io));
    await signalled;
    return EXIT.done;
  } finally {
    await server.close();
  }
}

async function readPortal(path: string): Promise<PortalFile> {
  const bytes = await readInput(path);
  return inFile(path, async () => {
    const file = parsed(new TextDecoder().decode(await inflate(bytes)));
    Portal.from(file); // errors in it are reported with the file's name
    return file as PortalFile;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SnapError("bad-input", "It is not valid JSON.");
  }
}

/** Most characters of the log that wait to be read. */
const MOST_WAITING = 1 << 24;

/**
 * Writes one line of JSON for each request. If the log cannot be written any more, as when its disk is full or its reader gone, that is reported once, and
 * requests are still answered. If it is not read, lines that would fill the memory are left out.
 */
function logTo(io: Io): (record: object) => void {
  let isLost = false;
  let leftOut = 0;
  const say = (what: string) => io.stderr.write(`roadsnap: ${what}\n`);
  io.outputFailed = (trouble) => {
    if (!isLost) say(`${sentence(trouble)} The server goes on without its log.`);
    isLost = true;
  };
  // In other commands a reader that stops early is no error, and nothing is reported.
  io.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") inFile("standard output", () => Promise.reject(error)).catch(io.outputFailed);
  });
  return (record) => {
    if (isLost) return;
    if (io.stdout.writableLength > MOST_WAITING) {
      if (leftOut++ === 0) say("Nobody reads the log on standard output; its lines are left out until somebody does.");
      return;
    }
    if (leftOut > 0) say(`${count(leftOut)} ${leftOut === 1 ? "line was" : "lines were"} left out of the log.`);
    leftOut = 0;
    io.stdout.write(`${JSON.stringify(record)}\n`);
  };
}

/** With --quiet, no line for each request. But failures of the server itself are still reported. */
function failuresTo(io: Io): (record: RequestRecord) => void {
  return ({ failure, method, path }) => {
    if (failure !== undefined) warn(method === "" ? failure : `${method} ${path}: ${failure}`, io);
  };
}

function greeting(url: string, { open, token, portal, data }: ServeOptions, segments: number, io: Io): string {
  const { bold } = styles(io.stderr);
  const { snapToRoads, sharing } = serviceUrls(url);
  const hasPortal = portal !== undefined || data !== undefined;
  const tokens = [...(token ? ["the fixed one"] : []), ...(hasPortal ? [`${sharing}/generateToken`] : [])].join(", or ");
  const lines = [
    `${bold(url)} serves ${count(segments)} road segments`,
    `  execute  ${snapToRoads}/SnapToRoads/execute`,
    ...(hasPortal ? [`  portal   ${sharing}`] : []),
    `  token    ${open || tokens === "" ? "none is asked for" : tokens}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** Seconds that kept connections may bring one more request, which is told that it is the last. A connection in use brings its next request sooner. */
const LINGER_SECONDS = 0.5;

/** Resolves when a signal has come and the server is closed. A second signal ends the process at once. */
function untilSignalled(server: RoadsnapServer, io: Io): Promise<void> {
  return new Promise((resolve, reject) => {
    const second = () => {
      if (performance.now() - began > ONE_SIGNAL_MS) process.exit(EXIT.badInput);
    };
    let began = 0;
    const first = () => {
      began = performance.now();
      for (const signal of ENDING_SIGNALS) process.off(signal, first).on(signal, second);
      io.stderr.write("roadsnap: finishing the requests in hand; a second signal ends the server at once.\n");
      server
        .close(LINGER_SECONDS)
        .finally(() => {
          for (const signal of ENDING_SIGNALS) process.off(signal, second);
        })
        .then(resolve, reject);
    };
    for (const signal of ENDING_SIGNALS) process.on(signal, first);
  });
}
