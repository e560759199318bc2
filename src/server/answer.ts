// Answer: sends JSON in the form that was asked for (error envelopes always compact), or a page for people.
import { SnapError } from "../errors.js";
import { type ErrorEnvelope, isErrorEnvelope, unableToComplete } from "../snap/envelope.js";
import { NoRoom } from "./bodies.js";
import type { RequestContext } from "./context.js";

/** Answers with text that is JSON already. If it is an error envelope, its code is noted for the log. */
export function answerText(c: RequestContext, text: string): Response {
  const code = /^\{"error":\{"code":(\d+)/.exec(text.slice(0, 40))?.[1];
  if (code !== undefined) c.env.note.code = Number(code);
  return send(c, text, "application/json; charset=utf-8");
}

/** Answers with an object as JSON; `pjson` indents it, unless it is an error envelope. */
export function answer(c: RequestContext, value: object, format: "json" | "pjson"): Response {
  return answerText(c, JSON.stringify(value, null, format === "pjson" && !isErrorEnvelope(value) ? 2 : undefined));
}

/** Answers with a page. It may load nothing, run nothing and send its form to this server only. */
export function answerPage(c: RequestContext, html: string): Response {
  c.header(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  c.header("Referrer-Policy", "no-referrer");
  return send(c, html, "text/html; charset=utf-8");
}

/** With its length, by which compression decides whether it is worthwhile. */
function send(c: RequestContext, text: string, contentType: string): Response {
  return c.body(text, 200, { "Content-Type": contentType, "Content-Length": String(Buffer.byteLength(text)) });
}

/** The envelope for what a handler threw: invalid input is code 400 with its sentence; anything else is 500, and noted for the log. */
export function envelopeOf(error: unknown, c: RequestContext): ErrorEnvelope {
  if (error instanceof SnapError && (error.code === "bad-input" || error.code === "limit")) {
    return unableToComplete(400, error.message);
  }
  c.env.note.failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof NoRoom)
    return unableToComplete(500, "The service has as many large requests in hand as it can hold; send this one again later.");
  return unableToComplete(500, "The service failed, which is not the request's fault.");
}
