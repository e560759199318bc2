// Answers: JSON in the form that was asked for, error envelopes always compact, a page for people.
import { SnapError } from "../errors.js";
import { type ErrorEnvelope, isErrorEnvelope, unableToComplete } from "../snap/envelope.js";
import { NoRoom } from "./bodies.js";
import type { RequestContext } from "./context.js";

/** Answers with text that is JSON already; the log is told the envelope's code when it is one. */
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

/** With its length said, which tells compression what is worth it. */
function send(c: RequestContext, text: string, contentType: string): Response {
  return c.body(text, 200, { "Content-Type": contentType, "Content-Length": String(Buffer.byteLength(text)) });
}

/** The envelope of what a handler threw: input that cannot be used is code 400 with its sentence, anything else 500 and told to the log. */
export function envelopeOf(error: unknown, c: RequestContext): ErrorEnvelope {
  if (error instanceof SnapError && (error.code === "bad-input" || error.code === "limit")) {
    return unableToComplete(400, error.message);
  }
  c.env.note.failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof NoRoom)
    return unableToComplete(500, "The service has as many large requests in hand as it can hold; send this one again later.");
  return unableToComplete(500, "The service failed, which is not the request's fault.");
}
