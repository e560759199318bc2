// Members for the tests of tokens, whose passwords are hashed at the lowest cost.
import { scryptSync } from "node:crypto";
import type { TokensOptions } from "../../../src/server/tokens/index.js";

/** A stored password that is cheap to check. */
export function cheapHash(password: string): string {
  const salt = Buffer.from("salt of the tests");
  return `scrypt$2$1$1$${salt.toString("base64")}$${scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 }).toString("base64")}`;
}

/**
 * The part of a portal that tokens need: ada is an administrator, ben a member, cleo cannot sign in, dan's role does not allow the geoprocessing server.
 */
export function members(): NonNullable<TokensOptions["portal"]> & { leave(username: string): void } {
  const all = new Map(
    [
      { username: "ben", role: "org_user", passwordHash: cheapHash("bens password") },
      { username: "ada", role: "org_admin", passwordHash: cheapHash("adas password") },
      { username: "cleo", role: "org_user" },
      { username: "dan", role: "viewer", passwordHash: cheapHash("dans password") },
    ].map((member) => [member.username, member]),
  );
  return {
    passwordHash: (username) => all.get(username)?.passwordHash,
    may: (username) => all.get(username)?.role !== "viewer",
    toJSON: () => ({ organisation: { id: "org", name: "Org" }, members: [...all.values()] }),
    leave: (username) => all.delete(username),
  };
}
