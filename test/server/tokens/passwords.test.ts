// Stored passwords: their form, what is refused, and that a missing one takes as long to check.
import { describe, expect, it } from "vitest";
import { createTokens } from "../../../src/server/tokens/index.js";
import { decoyPassword, hashPassword, passwordMatches, readStoredPassword } from "../../../src/server/tokens/passwords.js";
import { cheapHash, members } from "./members.js";

describe("a stored password", () => {
  it("is salted, and matches only its password", async () => {
    const [one, other] = [await hashPassword("pässword 1"), await hashPassword("pässword 1")];
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(one).not.toBe(other);
    const stored = readStoredPassword(one);
    expect([await passwordMatches("pässword 1", stored), await passwordMatches("pässword 2", stored)]).toEqual([true, false]);
  });

  it("may have been made elsewhere, with another cost", async () => {
    expect(await passwordMatches("of the tests", readStoredPassword(cheapHash("of the tests")))).toBe(true);
  });

  it.each([
    ["plain text", "open sesame"],
    ["another algorithm", "bcrypt$2$1$1$c2FsdCBvZiB0aGUgdGVzdHM=$c2FsdCBvZiB0aGUgdGVzdHM="],
    ["N that is not a power of two", cheapHash("x").replace("$2$", "$3$")],
    ["N of 1", cheapHash("x").replace("$2$", "$1$")],
    ["more memory than a server should give", cheapHash("x").replace("$2$1$", "$1048576$99$")],
    ["a little more than 256 MiB", cheapHash("x").replace("$2$1$", "$2097152$1$")],
    ["blocks of no size", cheapHash("x").replace("$2$1$", "$2$0$")],
    ["no work", cheapHash("x").replace("$2$1$1$", "$2$1$0$")],
    ["no hash", cheapHash("x").replace(/\$[^$]*$/, "$")],
  ])("is refused at the start with %s, and not shown", (_, passwordHash) => {
    const portal = members();
    const toJSON = () => ({ ...portal.toJSON(), members: [{ username: "dora", role: "org_user", passwordHash }] });
    expect(() => createTokens({ portal: { ...portal, toJSON } })).toThrow(
      "a password hash must be scrypt$N$r$p$salt$hash, N a power of two, salt and hash in base64, at most 256 MiB.",
    );
  });

  it("takes as long to check if it is missing as the costliest one", () => {
    const cheap = readStoredPassword(cheapHash("x"));
    for (const [N, r, p] of [
      [64, 1, 1],
      [2, 9, 1],
      [2, 1, 9],
    ]) {
      const costly = readStoredPassword(cheapHash("x").replace("$2$1$1$", `$${N}$${r}$${p}$`));
      expect(decoyPassword([cheap, costly, cheap]).cost).toEqual({ N, r, p });
    }
    expect(decoyPassword([]).cost).toEqual({ N: 16384, r: 8, p: 5 });
  });
});
