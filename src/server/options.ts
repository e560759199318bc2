// Options: the options of the server, their defaults, and the errors for invalid ones.
import { constants } from "node:buffer";
import { isIP } from "node:net";
import { badOption, checkOptions, checkWhole, SnapError, shown } from "../errors.js";
import type { PortalFile } from "../portal/types.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Executor } from "./executor.js";
import type { RequestRecord } from "./record.js";

/** Options of `createServer`; all but `roads` may be left out. */
export interface ServerOptions {
  /** The roads that points are snapped to. */
  roads: RoadGraph;
  /** Address to listen at. Default 127.0.0.1: this machine alone. */
  host?: string | undefined;
  /** Port to listen at; 0 for any that is free. Default 8080. */
  port?: number | undefined;
  /** A fixed token that every request has to bring. */
  token?: string | undefined;
  /** Ask for no token, whatever else is given. Default: true when there is neither a token nor a portal. Never on a public address. */
  open?: boolean | undefined;
  /** Members, groups and items; members sign in for their tokens. */
  portal?: PortalFile | undefined;
  /** Folder that keeps what changes in the portal, so that it outlives the process. Default: memory alone. */
  data?: string | undefined;
  /** Most points taken and most lines returned in one request. Default 100 000. */
  maxRecords?: number | undefined;
  /** Longest a request may compute, seconds. Default 600. */
  maxSeconds?: number | undefined;
  /** Largest body of a request; those of all requests in progress may have sixteen times as much. Default 64 MiB, which is 100 000 points of 670 bytes. */
  maxBodyBytes?: number | undefined;
  /** Without lines: send output_lines with an empty value instead of leaving it out. Default false. */
  emptyLines?: boolean | undefined;
  /** Worker threads; one client takes all but one of them, its long requests all but two. Default: two more than the machine has cores. */
  threads?: number | undefined;
  /** Take the client's address and the server's own from the X-Forwarded headers of a proxy in front. Default false. */
  trustProxy?: boolean | undefined;
  /** Milliseconds since the epoch. Default Date.now. */
  now?: (() => number) | undefined;
  /** Called with each request when it is done. Default: none. */
  log?: ((record: RequestRecord) => void) | undefined;
  /** Computes the answers. Default: a pool of worker threads, which ends with the server. */
  executor?: Executor | undefined;
}

/** The defaults that do not depend on anything else. */
export const DEFAULTS = {
  host: "127.0.0.1",
  port: 8080,
  maxRecords: 100_000,
  maxSeconds: 600,
  maxBodyBytes: 64 * 1024 * 1024,
  emptyLines: false,
  trustProxy: false,
};
type Defaults = Required<Pick<ServerOptions, keyof typeof DEFAULTS | "open" | "now">>;
/** The options with their defaults. */
export type ServerSettings = ServerOptions & Defaults;

const NAMES: Record<keyof ServerOptions, true> = {
  roads: true,
  host: true,
  port: true,
  token: true,
  open: true,
  portal: true,
  data: true,
  maxRecords: true,
  maxSeconds: true,
  maxBodyBytes: true,
  emptyLines: true,
  threads: true,
  trustProxy: true,
  now: true,
  log: true,
  executor: true,
};

/** Puts the defaults in place. @throws SnapError "bad-option" for an option that is unknown, out of range or unsafe. */
export function settleOptions<T extends Partial<ServerOptions>>(given: T): T & Defaults {
  checkOptions(given, "the server", Object.keys(NAMES));
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
  const settings: T & Defaults = {
    ...DEFAULTS,
    open: stated.token === undefined && stated.portal === undefined && stated.data === undefined,
    now: Date.now,
    ...stated,
  };
  // As in addresses.
  settings.host = /^\[(.+)\]$/.exec(settings.host)?.[1] ?? settings.host;
  const { host, port, token, maxRecords, maxSeconds, maxBodyBytes, threads, log } = settings;
  checkWhole("port", port, 0, 65_535);
  checkWhole("maxRecords", maxRecords, 1);
  checkWhole("maxBodyBytes", maxBodyBytes, 1, constants.MAX_STRING_LENGTH); // a value is one string
  if (threads !== undefined) checkWhole("threads", threads, 1);
  if (!(typeof maxSeconds === "number" && maxSeconds > 0)) throw badOption("maxSeconds", maxSeconds, "a number above 0");
  for (const name of ["open", "trustProxy", "emptyLines"] as const) {
    const value = settings[name];
    if (typeof value !== "boolean") throw badOption(name, value, "true or false");
  }
  if (log !== undefined && typeof log !== "function") throw badOption("log", log, "a function that takes a request's record");
  if (token !== undefined && (typeof token !== "string" || !/^\S+$/.test(token)))
    throw new SnapError("bad-option", "token must be text without blanks.", { name: "token" });
  if (settings.open && !isLoopback(host)) {
    const instead = "give a token or a portal, or bind to 127.0.0.1";
    const sentence = `The host ${shown(host)} can be reached from other machines, and without tokens everybody there could use this server: ${instead}.`;
    throw new SnapError("bad-option", sentence, { name: "host", value: host });
  }
  return settings;
}

/** Whether an address is this machine's own, which no other machine can reach. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** Whether the host of a page's address is this machine. */
export function isThisMachine(host: string): boolean {
  return isLoopback(host) || host === "[::1]" || host.endsWith(".localhost");
}
