// Binding: what a token is bound to: the address of the page or program that asked for it, or the network address that it was asked from.
import { isIP } from "node:net";
import { plainAddress } from "../address.js";

/** Exactly one of the two. */
export type Binding = { referer: string } | { ip: string };

/** Where a request comes from. */
export interface Origin {
  /** The Referer header, or the Origin header when a browser sends no other. */
  referer: string | undefined;
  /** The address of the other end of the connection. */
  ip: string;
  /** The page of another host for which a browser sends it; undefined for programs and for pages of this machine. */
  foreignPage?: string;
}

const LONGEST = 1000;

/**
 * The binding that generateToken's parameters ask for: `client` is referer, ip or requestip. Without it, what is given decides; or it is the address that the
 * request comes from. Returns a string that says what is wrong with them.
 */
export function readBinding(asked: { client?: string; referer?: string; ip?: string }, from: Origin): Binding | string {
  const client = asked.client?.toLowerCase() || (asked.referer ? "referer" : asked.ip ? "ip" : "requestip");
  switch (client) {
    case "referer":
      if (!asked.referer?.trim())
        return "'referer' must be given with client=referer: the address of the application that will use the token.";
      if (asked.referer.length > LONGEST) return `'referer' has ${asked.referer.length} characters; it may have at most ${LONGEST}.`;
      return { referer: asked.referer.trim() };
    case "ip":
      if (!asked.ip || !isIP(asked.ip)) return `'ip' must be an IP address with client=ip; it is ${JSON.stringify(asked.ip ?? "")}.`;
      return { ip: plainAddress(asked.ip) };
    case "requestip":
      return { ip: plainAddress(from.ip) };
    default:
      return `'client' must be referer, ip or requestip; it is ${JSON.stringify(asked.client)}.`;
  }
}

/** Whether a request may use a token with this binding. */
export function admits(binding: Binding, from: Origin): boolean {
  return "ip" in binding ? binding.ip === plainAddress(from.ip) : sameReferer(binding.referer, from.referer);
}

/**
 * Whether a referer is the one that a token is bound to. Browsers send a page's whole address, or to other hosts its origin only, whatever address the token
 * was asked with: these are compared by origin. A binding may leave out the scheme (`app.example.com:8080`). Programs send any text, which is compared as it
 * is.
 */
export function sameReferer(bound: string, sent: string | undefined): boolean {
  if (!sent) return false;
  if (plainText(bound) === plainText(sent)) return true;
  const url = webAddress(sent);
  if (!url) return false;
  const wanted = webAddress(bound);
  if (wanted) return wanted.origin === url.origin;
  return /^[a-z0-9.-]+(:\d+)?$/i.test(bound) && webAddress(`${url.protocol}//${bound}`)?.host === url.host;
}

function plainText(referer: string): string {
  return referer.trim().replace(/\/+$/, "").toLowerCase();
}

function webAddress(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}
