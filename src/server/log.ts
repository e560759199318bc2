// One record per request for the log: what was asked, what came of it, how long it took. Queries and bodies stay out, and tokens with them.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Note, RequestRecord } from "./record.js";

/** Longest path kept. */
const MAX_PATH = 300;

/** Writes the record of a request once its response has left, or its client has. */
export function logRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  note: Note,
  log: (record: RequestRecord) => void,
  now: () => number,
): void {
  const time = new Date(now()).toISOString();
  const began = performance.now();
  const { socket } = incoming;
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
      status: outgoing.statusCode,
      ms: Math.round((performance.now() - began) * 10) / 10,
      bytes: socket.bytesWritten - bytes,
      ...note,
      ...(!finished && { aborted: true }),
    });
  });
}
