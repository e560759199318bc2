// Whom a token stands for, and when it is refused: expiry, binding, audience, fixed and open.
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTokens, type IssuedToken, type TokenKeeper, type Tokens, type TokensOptions } from "../../../src/server/tokens/index.js";
import { isErrorEnvelope } from "../../../src/snap/envelope.js";
import { members } from "./members.js";

const HERE = { referer: "http://app.example.com/map", ip: "10.0.0.7" };
const MINUTE = 60_000;

/** Tokens with a clock that only the test moves. */
function start(options: Partial<TokensOptions> = {}) {
  const clock = { ms: 1_700_000_000_000 };
  const portal = members();
  return { clock, portal, tokens: createTokens({ portal, now: () => clock.ms, ...options }) };
}

async function signIn(tokens: Tokens, asked: Partial<Parameters<Tokens["signIn"]>[0]> = {}): Promise<IssuedToken> {
  const issued = await tokens.signIn({
    username: "ben",
    password: "bens password",
    binding: { referer: HERE.referer },
    minutes: 60,
    ip: HERE.ip,
    ...asked,
  });
  if (isErrorEnvelope(issued)) throw new Error(JSON.stringify(issued));
  return issued;
}

/** A username, or the code of the error. */
const who = (tokens: Tokens, request: Partial<Parameters<Tokens["authorize"]>[0]>) => {
  const answer = tokens.authorize({ ...HERE, audience: "portal", token: undefined, ...request });
  return answer.ok ? answer.username : answer.envelope.error.code;
};

describe("a token is accepted", () => {
  const REFERER = { referer: "http://app.example.com" };
  const IP = { ip: "10.0.0.7" };

  it.each<
    [
      what: string,
      binding: { referer: string } | { ip: string },
      kind: "portal" | "server",
      at: object,
      minutesLater: number,
      is: string | number,
    ]
  >([
    ["from the page that it is bound to", REFERER, "portal", {}, 0, "ben"],
    ["from another page of that site", REFERER, "portal", { referer: "http://app.example.com/other?x=1" }, 0, "ben"],
    ["not from another site", REFERER, "portal", { referer: "http://evil.example.com/" }, 0, 498],
    ["not from a site whose name begins the same", REFERER, "portal", { referer: "http://app.example.com.evil.org/" }, 0, 498],
    ["not without a referer", REFERER, "portal", { referer: undefined }, 0, 498],
    ["from another address, as it is not bound to one", REFERER, "portal", { ip: "10.0.0.8" }, 0, "ben"],
    ["from the address it is bound to", IP, "portal", {}, 0, "ben"],
    ["from that address over IPv6", IP, "portal", { ip: "::ffff:10.0.0.7" }, 0, "ben"],
    ["from any page, as it is not bound to one", IP, "portal", { referer: undefined }, 0, "ben"],
    ["not from another address", IP, "portal", { ip: "10.0.0.8" }, 0, 498],
    ["from a program whose name is as long as any", { referer: "地".repeat(1000) }, "portal", { referer: "地".repeat(1000) }, 0, "ben"],
    [
      "from one that names itself with control characters",
      { referer: "\u0001".repeat(1000) },
      "portal",
      { referer: "\u0001".repeat(1000) },
      0,
      "ben",
    ],
    ["until it expires", REFERER, "portal", {}, 59.99, "ben"],
    ["not when it has expired", REFERER, "portal", {}, 60, 498],
    ["by the server, if it is the portal's", REFERER, "portal", { audience: "server" }, 0, "ben"],
    ["by the server, if it is the server's", REFERER, "server", { audience: "server" }, 0, "ben"],
    ["not by the portal, if it is the server's", REFERER, "server", {}, 0, 498],
    [
      "not from another site, if it is the server's",
      REFERER,
      "server",
      { audience: "server", referer: "http://evil.example.com/" },
      0,
      498,
    ],
    ["not after it has expired, if it is the server's", REFERER, "server", { audience: "server" }, 60, 498],
  ])("%s", async (_, binding, kind, at, minutesLater, is) => {
    const { tokens, clock } = start();
    let { token } = await signIn(tokens, { binding });
    if (kind === "server") ({ token } = tokens.serverToken({ ...HERE, token, minutes: 60 }) as IssuedToken);
    clock.ms += minutesLater * MINUTE;
    expect(who(tokens, { token, ...at })).toBe(is);
  });

  it("only by the portal if its member's role does not allow the server", async () => {
    const { tokens } = start();
    const { token } = await signIn(tokens, { username: "dan", password: "dans password" });
    expect([who(tokens, { token }), who(tokens, { token, audience: "server" })]).toEqual(["dan", 403]);
    const server = tokens.serverToken({ ...HERE, token, minutes: 60 }) as IssuedToken;
    expect(who(tokens, { token: server.token, audience: "server" })).toBe(403);
  });

  it("not after its member has left", async () => {
    const { tokens, portal } = start();
    const { token } = await signIn(tokens);
    portal.leave("ben");
    expect(who(tokens, { token })).toBe(498);
  });

  it("not with any of its characters changed", async () => {
    const { tokens } = start();
    const { token } = await signIn(tokens);
    const changed = [...token].map((c, i) => token.slice(0, i) + (c === "A" ? "B" : "A") + token.slice(i + 1));
    expect(new Set(changed.map((other) => who(tokens, { token: other })))).toEqual(new Set([498]));
  });

  it.each(["x", "a.b.c", "!", "é", "A".repeat(100), "A".repeat(1_000_000), "null"])("not if it is made up: %.20s", (token) => {
    expect(who(start().tokens, { token })).toBe(498);
  });

  it("or else reported as missing, in the words clients know", () => {
    expect(start().tokens.authorize({ ...HERE, token: undefined, audience: "server" })).toEqual({
      ok: false,
      envelope: { error: { code: 499, message: "Token Required", details: [] } },
    });
  });

  it("or else reported as invalid, in the words clients know", () => {
    expect(start().tokens.authorize({ ...HERE, token: "x", audience: "server" })).toEqual({
      ok: false,
      envelope: { error: { code: 498, message: "Invalid token.", details: [] } },
    });
  });
});

describe("a new token", () => {
  it.each([
    ["as long as asked", 5, 5],
    ["two weeks at most", 1_000_000, 20_160],
  ])("is valid %s", async (_, minutes, lasts) => {
    const { tokens, clock } = start();
    expect((await signIn(tokens, { minutes })).expires).toBe(clock.ms + lasts * MINUTE);
  });

  it("if it is a server token, is valid for no longer than the portal token it was made from", async () => {
    const { tokens, clock } = start();
    const portal = await signIn(tokens, { minutes: 30 });
    clock.ms += 10 * MINUTE;
    expect(tokens.serverToken({ ...HERE, token: portal.token, minutes: 60 })).toMatchObject({ expires: portal.expires, ssl: false });
  });

  it.each([
    ["no token", undefined, 499],
    ["an invalid token", "x", 498],
  ])("needs a valid portal token: %s", (_, token, code) => {
    expect(start().tokens.serverToken({ ...HERE, token, minutes: 60 })).toMatchObject({ error: { code } });
  });

  it("is not given for a server token", async () => {
    const { tokens } = start();
    const { token } = tokens.serverToken({ ...HERE, token: (await signIn(tokens)).token, minutes: 60 }) as IssuedToken;
    expect(tokens.serverToken({ ...HERE, token, minutes: 60 })).toMatchObject({ error: { code: 498 } });
  });

  it("reveals nothing about its member, and is never the same", async () => {
    const { tokens } = start();
    const [one, other] = [await signIn(tokens), await signIn(tokens)];
    expect(Buffer.from(one.token, "base64url").toString("latin1")).not.toContain("ben");
    expect(one.token).not.toBe(other.token);
  });
});

describe("a password", () => {
  const wrong = { error: { code: 400, message: "Unable to generate token.", details: ["Invalid username or password."] } };
  const later = { error: { ...wrong.error, details: ["Too many invalid attempts. Please try again later."] } };
  const tried = (tokens: Tokens, username: string, password: string, ip = HERE.ip) =>
    tokens.signIn({ username, password, binding: { ip }, minutes: 60, ip });

  it.each([
    ["is wrong", "ben", "adas password"],
    ["is blank", "ben", ""],
    ["is for an unknown name", "dora", "bens password"],
    ["is for a member who has none", "cleo", ""],
  ])("that %s is refused in the same words", async (_, username, password) => {
    expect(await tried(start().tokens, username, password)).toEqual(wrong);
  });

  it("is not checked for a while after the fifth wrong one for a name from an address", async () => {
    const { tokens, clock } = start();
    for (let tries = 0; tries < 5; tries++) expect(await tried(tokens, "ben", "wrong")).toEqual(wrong);
    expect(await tried(tokens, "ben", "bens password")).toEqual(later);
    expect(await tried(tokens, "ada", "adas password")).toHaveProperty("token");
    expect(await tried(tokens, "ben", "bens password", "10.0.0.8")).toHaveProperty("token");
    clock.ms += 1000;
    expect(await tried(tokens, "ben", "bens password")).toHaveProperty("token");
  });

  it("cannot be guessed faster by many tries at once", async () => {
    const { tokens } = start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tried(tokens, "ben", "wrong")));
    expect(answers).toEqual([...Array(5).fill(wrong), ...Array(15).fill(later)]);
  });

  it("is refused if a hundred others are waiting to be checked", async () => {
    const { tokens } = start();
    const answers = await Promise.all(Array.from({ length: 101 }, (_, i) => tried(tokens, "ben", "bens password", `10.0.1.${i}`)));
    expect(answers.slice(0, 100).every((answer) => "token" in answer)).toBe(true);
    expect(answers[100]).toEqual(later);
  });
});

describe("signing out", () => {
  it("ends the token and the server tokens made from it, and no others", async () => {
    const { tokens } = start();
    const [{ token }, other] = [await signIn(tokens), await signIn(tokens)];
    const server = tokens.serverToken({ ...HERE, token, minutes: 60 }) as IssuedToken;
    expect(tokens.signOut(token)).toBe(true);
    expect([who(tokens, { token }), who(tokens, { token: server.token, audience: "server" }), who(tokens, { token: other.token })]).toEqual(
      [498, 498, "ben"],
    );
  });

  it("has no effect for an invalid token", () => {
    expect(start({ token: "fixed" }).tokens.signOut("fixed")).toBe(false);
  });
});

describe("a stored key", () => {
  const keep = (key = randomBytes(32)): TokenKeeper & { signedOut: Map<string, number> } => {
    const signedOut = new Map<string, number>();
    return { key, signedOut, signOut: (session, expires) => signedOut.set(session, expires) };
  };

  it("keeps tokens valid over a restart, and those signed out invalid", async () => {
    const keeper = keep();
    const before = start({ keeper }).tokens;
    const [staying, leaving] = [await signIn(before), await signIn(before)];
    before.signOut(leaving.token);
    const after = start({ keeper }).tokens;
    expect([who(after, { token: staying.token }), who(after, { token: leaving.token })]).toEqual(["ben", 498]);
  });

  it("is the only one whose tokens are accepted", async () => {
    const { token } = await signIn(start({ keeper: keep() }).tokens);
    expect(who(start({ keeper: keep() }).tokens, { token })).toBe(498);
    expect(who(start().tokens, { token })).toBe(498);
  });
});

describe("tokens for development", () => {
  it.each<[what: string, options: Partial<TokensOptions>, token: string | undefined, is: string | number | null]>([
    ["the fixed token is the first administrator", { token: "dev" }, "dev", "ada"],
    ["the fixed token without a portal is nobody", { token: "dev", portal: undefined }, "dev", null],
    ["any other token is invalid", { token: "dev" }, "deV", 498],
    ["a missing token is still an error if there is a fixed one", { token: "dev" }, undefined, 499],
    ["a blank fixed token does not count", { token: "" }, "", 499],
    ["an open server treats a missing token as the first administrator's", { open: true }, undefined, "ada"],
    ["an open server treats any token as the first administrator's", { open: true }, "x", "ada"],
    ["an open server without a portal has no administrator", { open: true, portal: undefined }, undefined, null],
  ])("%s", (_, options, token, is) => {
    const { tokens } = start(options);
    expect([who(tokens, { token }), who(tokens, { token, audience: "server" })]).toEqual([is, is]);
  });

  it("an open server recognises the member of a valid token", async () => {
    const { tokens } = start({ open: true });
    expect(who(tokens, { token: (await signIn(tokens)).token })).toBe("ben");
  });

  it("the fixed token is its own server token", () => {
    expect(start({ token: "dev" }).tokens.serverToken({ ...HERE, token: "dev", minutes: 60 })).toMatchObject({ token: "dev" });
  });
});
