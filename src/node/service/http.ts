// Service over HTTP: one POST per request, and one sentence for each way in which there can be no answer.
import { badOption, checkOptions, SnapError } from "../../errors.js";
import type { ServiceAnswer, ServiceRequest, SnapService } from "./service.js";
import { badStatus, notAnAnswer, refusedToken, unreachable } from "./trouble.js";
import { serviceAddress, withoutTokens } from "./url.js";

/** Options of `remoteService`. */
export interface RemoteOptions {
  /** Sent with each request, in its body. Default: the token in the address, else none. */
  token?: string | null | undefined;
  /** The Referer header, for a token that is bound to one. */
  referer?: string | undefined;
  /** Seconds to wait for an answer, above 0 and at most 300, the most that fetch waits. Default 300. */
  timeoutSeconds?: number | undefined;
  /** Most bytes of an answer. Default 500,000,000. */
  maxBytes?: number | undefined;
}

/**
 * The service at an address, in any of the forms of `serviceAddress`. Its `execute` rejects with a SnapError when nothing answers, when it
 * takes too long, for HTTP errors, for answers that are no JSON, and when the token is asked for or refused (498, 499). No redirect is followed:
 * a request would lose its body on the way and the token might reach someone else.
 * @throws SnapError "bad-option" for an address or option that cannot be used
 */
export function remoteService(address: string, options: RemoteOptions = {}): SnapService {
  const { url, token: inAddress } = serviceAddress(address);
  checkOptions(options, "remoteService", ["token", "referer", "timeoutSeconds", "maxBytes"]);
  const token = options.token || inAddress;
  const { timeoutSeconds = 300, maxBytes = 500_000_000 } = options;
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 300)) {
    throw badOption("timeoutSeconds", timeoutSeconds, "a number of seconds above 0, at most 300");
  }

  const send = async (body: string): Promise<ServiceAnswer> => {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const began = performance.now();
    const headers: Record<string, string> = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
    if (options.referer) headers.referer = options.referer;
    const reply = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    const text = await readText(url, reply, maxBytes);
    return checked(url, reply, text, performance.now() - began, token !== null);
  };

  return {
    name: url,
    async execute(request) {
      try {
        return await send(formBody(request, token));
      } catch (error) {
        const told = error instanceof SnapError ? error : unreachable(url, error, timeoutSeconds);
        if (!(told instanceof SnapError)) throw told;
        throw new SnapError(told.code, withoutTokens(told.message, token), told.details);
      }
    },
  };
}

/** The request as a form: text unchanged, everything else as JSON, without null and undefined. */
function formBody(request: ServiceRequest, token: string | null): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== null && value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  form.set("f", "json");
  if (token) form.set("token", token);
  return form.toString();
}

async function readText(url: string, reply: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const piece of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) throw new SnapError("limit", `${url}: the answer has more than ${maxBytes} bytes, the most that is read.`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** Checks an answer. */
function checked(url: string, reply: Response, text: string, ms: number, hadToken: boolean): ServiceAnswer {
  const { status } = reply;
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    if (status < 200 || status > 299) throw badStatus(url, reply);
    throw notAnAnswer(url, text);
  }
  const envelope = errorOf(response);
  if (envelope && (envelope.code === 498 || envelope.code === 499)) throw refusedToken(url, envelope.code, hadToken);
  // A client's error may come with its HTTP status. Any other error status is not an answer of this operation.
  if (status > 299 && !(envelope && status >= 400 && status < 500 && status !== 429)) throw badStatus(url, reply, envelope?.message);
  if (!envelope && !Array.isArray((response as { results?: unknown } | null)?.results)) throw notAnAnswer(url, text);
  return { status, text, response, ms };
}

function errorOf(response: unknown): { code: unknown; message: string } | null {
  const error = (response as { error?: unknown } | null)?.error;
  if (typeof error !== "object" || error === null) return null;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code, message: typeof message === "string" ? message : "" };
}
