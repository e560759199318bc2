// Tokens: signing in gives one, and every secured request needs one. They are sealed records, so nothing is stored per token, and a restart loses none.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { shown } from "../../errors.js";
import type { Portal } from "../../portal/portal.js";
import type { ErrorEnvelope } from "../../snap/envelope.js";
import { forbidden, invalidToken, tokenRequired, wrongPassword } from "../failures.js";
import { Attempts } from "./attempts.js";
import { admits, type Binding, type Origin } from "./binding.js";
import { decoyPassword, passwordMatches, readStoredPassword, type StoredPassword, storedPasswords } from "./passwords.js";
import { Seal } from "./seal.js";
import { turns } from "./turns.js";

export { type Binding, type Origin, readBinding } from "./binding.js";
export { hashPassword } from "./passwords.js";

/** Default lifetime of a token, minutes. */
export const DEFAULT_MINUTES = 60;
/** Longest lifetime, minutes; longer ones are cut to this. */
export const MOST_MINUTES = 20_160;
/** The privilege that a member's role must have for the geoprocessing server. */
const SERVICE_PRIVILEGE = "premium:user:networkanalysis";
/** Most sign-ins that wait for the one being checked. */
const MOST_WAITING = 100;

/** Where a token is used. A portal's token opens the geoprocessing server too; a server token opens nothing else. */
export type Audience = "portal" | "server";

/** What outlives the process if there is a data folder. */
export interface TokenKeeper {
  /** 32 random bytes; tokens sealed with another key are invalid. */
  readonly key: Uint8Array;
  /** Sessions that were signed out, with the time at which the last of their tokens expires (ms since the epoch). */
  readonly signedOut: ReadonlyMap<string, number>;
  /** Remembers one more. @throws SnapError when it cannot be stored. */
  signOut(session: string, expires: number, now: number): void;
}

/** Who may have tokens, and where what outlives the process is kept. */
export interface TokensOptions {
  /** The portal whose members may sign in; without it nobody can. */
  portal?: Pick<Portal, "passwordHash" | "may" | "toJSON">;
  /** A fixed token for development: it never expires, is bound to nothing and acts as the portal's first administrator. */
  token?: string;
  /**
   * No token is asked for: a request without a valid one acts as the portal's first administrator. In the portal that is only for this machine's own programs
   * and pages; otherwise any page that somebody here opens could change it.
   */
  open?: boolean;
  /** Without it, tokens are valid until the process ends. */
  keeper?: TokenKeeper;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** The sender of a request. `username` is null if it is no member, as with a fixed token and no portal. */
export type Authorization = { ok: true; username: string | null } | { ok: false; envelope: ErrorEnvelope };

/** generateToken's answer. */
export interface IssuedToken {
  token: string;
  /** Milliseconds since the epoch. */
  expires: number;
  /** Whether the token may be sent over https only. */
  ssl: boolean;
}

interface Session {
  /** The same in a portal token and in all server tokens made from it. */
  session: string;
  username: string;
  audience: Audience;
  expires: number;
  binding: Binding;
}

/** A member's name and password, and what the token is to be like. */
export interface SignIn {
  username: string;
  password: string;
  binding: Binding;
  minutes: number;
  /** The address that asks. */
  ip: string;
}

/** Issues tokens, and tells whom a token stands for. */
export interface Tokens {
  /** Whether requests need a token at all. */
  readonly open: boolean;
  /**
   * The sender of a request. Errors: 499 without a token, 498 with one that is not valid here and now, 403 for a role without the privilege for the service.
   */
  authorize(request: Origin & { token: string | undefined; audience: Audience }): Authorization;
  /** A portal token for a member's name and password. */
  signIn(request: SignIn): Promise<IssuedToken | ErrorEnvelope>;
  /** A server token for a portal token, with the same binding and not valid for longer. */
  serverToken(request: Origin & { token: string | undefined; minutes: number }): IssuedToken | ErrorEnvelope;
  /** Makes a token invalid, and all that were made from it. False if it was none of ours. */
  signOut(token: string): boolean;
}

/** @throws SnapError when a member's stored password is malformed. */
export function createTokens(options: TokensOptions = {}): Tokens {
  return new SealedTokens(options);
}

class SealedTokens implements Tokens {
  readonly open: boolean;
  readonly #portal: TokensOptions["portal"];
  readonly #keeper: TokenKeeper;
  readonly #now: () => number;
  readonly #seal: Seal<Session>;
  /** The fixed token's hash. */
  readonly #fixed: Buffer | undefined;
  /** As whom a fixed token acts, or a request without one if none is asked for. */
  readonly #developer: string | null;
  readonly #decoy: StoredPassword;
  readonly #attempts = new Attempts();
  readonly #oneAtATime = turns(MOST_WAITING);

  constructor({ portal, token, open = false, now = Date.now, keeper = forThisProcess() }: TokensOptions) {
    const members = portal?.toJSON().members ?? [];
    this.open = open;
    this.#portal = portal;
    this.#keeper = keeper;
    this.#now = now;
    this.#seal = new Seal<Session>(keeper.key, "token");
    this.#fixed = token ? sha256(token) : undefined;
    this.#developer = members.find(({ role }) => role === "org_admin")?.username ?? null;
    this.#decoy = decoyPassword(storedPasswords(members));
  }

  authorize({ token, audience, ...from }: Origin & { token: string | undefined; audience: Audience }): Authorization {
    if (token && this.#isFixed(token)) return { ok: true, username: this.#developer };
    const session = token ? this.#sessionOf(token, from, audience) : undefined;
    if (session) {
      const may = audience === "portal" || this.#portal?.may(session.username, SERVICE_PRIVILEGE);
      return may ? { ok: true, username: session.username } : { ok: false, envelope: forbidden() };
    }
    if (this.open && (audience === "server" || from.foreignPage === undefined)) return { ok: true, username: this.#developer };
    if (this.open && !token) return { ok: false, envelope: tokenRequired(notLent(from.foreignPage)) };
    return { ok: false, envelope: token ? invalidToken() : tokenRequired() };
  }

  signIn({ username, password, binding, minutes, ip }: SignIn): Promise<IssuedToken | ErrorEnvelope> {
    return this.#oneAtATime<IssuedToken | ErrorEnvelope>(async () => {
      if (this.#attempts.mustWait(username, ip, this.#now())) return tooMany();
      if (!(await this.#isPassword(username, password))) {
        this.#attempts.failed(username, ip, this.#now());
        return wrongPassword();
      }
      this.#attempts.succeeded(username, ip);
      return this.#issue({ session: randomBytes(16).toString("base64url"), username, audience: "portal", binding }, minutes);
    }, tooMany);
  }

  serverToken({ token, minutes, ...from }: Origin & { token: string | undefined; minutes: number }): IssuedToken | ErrorEnvelope {
    if (!token) return tokenRequired();
    if (this.#isFixed(token)) return { token, expires: this.#now() + MOST_MINUTES * 60_000, ssl: false };
    const session = this.#sessionOf(token, from, "portal");
    if (!session) return invalidToken();
    return this.#issue({ ...session, audience: "server" }, minutes, session.expires);
  }

  signOut(token: string): boolean {
    const session = this.#seal.open(token);
    if (!session) return false;
    const now = this.#now();
    if (now < session.expires) this.#keeper.signOut(session.session, now + MOST_MINUTES * 60_000, now);
    return true;
  }

  #isFixed(token: string): boolean {
    return this.#fixed !== undefined && timingSafeEqual(sha256(token), this.#fixed);
  }

  #issue(session: Omit<Session, "expires">, minutes: number, noLaterThan = Infinity): IssuedToken {
    const expires = Math.min(this.#now() + Math.floor(Math.min(minutes, MOST_MINUTES) * 60_000), noLaterThan);
    return { token: this.#seal.close({ ...session, expires }), expires, ssl: false };
  }

  /** The session of a token that is valid for this audience and sender, now. */
  #sessionOf(token: string, from: Origin, audience: Audience): Session | undefined {
    const session = this.#seal.open(token);
    const holds =
      session &&
      this.#now() < session.expires &&
      (session.audience === "portal" || audience === "server") &&
      admits(session.binding, from) &&
      !this.#keeper.signedOut.has(session.session) &&
      this.#portal?.passwordHash(session.username) !== undefined;
    return holds ? session : undefined;
  }

  /** Unknown names are checked too, so that the time it takes does not show which names exist. */
  #isPassword(username: string, password: string): Promise<boolean> {
    const hash = this.#portal?.passwordHash(username);
    return passwordMatches(password, hash ? readStoredPassword(hash) : this.#decoy);
  }
}

/** A keeper that forgets everything when the process ends. */
function forThisProcess(): TokenKeeper {
  const signedOut = new Map<string, number>();
  return {
    key: randomBytes(32),
    signedOut,
    signOut(session, expires, now) {
      for (const [other, until] of signedOut) if (until < now) signedOut.delete(other);
      signedOut.set(session, expires);
    },
  };
}

function notLent(page: string | undefined): string {
  return `Without a token, the portal answers only programs and pages of this machine, not those of ${shown(page)}.`;
}

function tooMany(): ErrorEnvelope {
  return wrongPassword("Too many invalid attempts. Please try again later.");
}

/** A hash, for comparisons: both sides then have the same length, and the time it takes shows nothing about the text. */
function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
