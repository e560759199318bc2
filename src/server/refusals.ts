// Refusals: answers to what never reaches the application: requests with an invalid address, and what is no request at all.
import { STATUS_CODES } from "node:http";
import { RequestError } from "@hono/node-server";
import { unableToComplete } from "../snap/envelope.js";
import { invalidUrl } from "./failures.js";
import type { Note } from "./record.js";

/** Most bytes of a request line and its headers: room for a long query. */
export const MAX_HEADER = 64 * 1024;

/** The answer to a request with an invalid address or host, or one that got no answer at all. */
export function refusal(error: unknown, note: Note): Response {
  const isTheirs = error instanceof RequestError;
  const envelope = isTheirs ? invalidUrl() : unableToComplete(500);
  note.code = envelope.error.code;
  if (!isTheirs) note.failure = String(error);
  return new Response(JSON.stringify(envelope), { headers: { "Content-Type": "application/json; charset=utf-8" } });
}

/** The answer to something that is no request, was not complete in time, or has an address that is too long or not escaped. The address is answered as any other mistake of a client. */
export function protocolError(code: string | undefined): { status: number; text: string } {
  const [status, sentence]: [number, string] =
    code === "HPE_HEADER_OVERFLOW"
      ? [200, `The address and headers have more than ${MAX_HEADER} bytes; send the parameters as the body of a POST.`]
      : code === "HPE_INVALID_URL"
        ? [200, "The address has characters that are not escaped; send it as UTF-8, percent-encoded."]
        : code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? [408, "The request took too long to arrive."]
          : [400, "This is not an HTTP request."];
  const body = JSON.stringify(unableToComplete(400, sentence));
  const headers = {
    Connection: "close",
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { status, text: [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n") };
}
