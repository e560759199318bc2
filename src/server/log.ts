// Log: one record per request: what was asked, the outcome, and the time it took. Queries and bodies are not in it, so tokens are not either.
import type { IncomingMessage, ServerResponse } from "node:http";
import { toTenths } from "../geo/rounding.js";
import { plainAddress, senderOf } from "./address.js";
import type { Note, RequestRecord } from "./record.js";

/** The receiver of records, and the clock. */
export interface LogOptions {
  log: (record: RequestRecord) => void;
  now: () => number;
  /** Whether the client's address is taken from a proxy's header. Default false. */
  trustProxy?: boolean;
}

/** Longest path kept. */
const MAX_PATH = 300;

/** Headers with a proxy's id of a request, which its own log has too; and the form of such an id. */
const REQUEST_IDS = ["x-request-id", "x-amzn-trace-id", "traceparent"];
const REQUEST_ID = /^[\w.:=;+/-]{1,200}$/;

/** Writes the record of a request once its response has been sent, or its client has left. */
export function logRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  note: Note,
  { log, now, trustProxy = false }: LogOptions,
): void {
  const time = new Date(now()).toISOString();
  const began = performance.now();
  const { socket, headers } = incoming;
  const client = plainAddress(senderOf(trustProxy ? String(headers["x-forwarded-for"] ?? "") : undefined, socket.remoteAddress));
  const id = REQUEST_IDS.map((name) => String(headers[name] ?? "").trim()).find((id) => REQUEST_ID.test(id));
  const bytes = socket.bytesWritten;
  let finished = false;
  outgoing.once("finish", () => {
    finished = !socket.destroyed; // it "finishes" as well when the rest can no longer be sent
  });
  outgoing.once("close", () => {
    log({
      time,
      method: incoming.method ?? "",
      path: (incoming.url ?? "").split("?", 1)[0].slice(0, MAX_PATH),
      client,
      ...(id !== undefined && { id }),
      status: outgoing.statusCode,
      ms: toTenths(performance.now() - began),
      bytes: socket.bytesWritten - bytes,
      ...note,
      ...(!finished && { aborted: true }),
    });
  });
}
