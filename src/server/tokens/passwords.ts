// Passwords: in the form that they are stored: scrypt with its parameters beside the hash, so that old ones stay readable when the cost is raised.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { SnapError } from "../../errors.js";

/** The cost of new hashes: 16 MiB and a few dozen milliseconds, five times over. */
const COST = { N: 1 << 14, r: 8, p: 5 };
/** The most memory a stored hash may ask for, in bytes. */
const MOST_MEMORY = 1 << 28;
const HASH_BYTES = 32;

/** A parsed stored password. */
export interface StoredPassword {
  cost: { N: number; r: number; p: number };
  salt: Uint8Array;
  hash: Uint8Array;
}

/** A member's `passwordHash` for the portal file: `scrypt$N$r$p$saltBase64$hashBase64`, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, HASH_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** Parses a stored password. @throws SnapError when it is not of the form above; the text itself is not in the message. */
export function readStoredPassword(text: string): StoredPassword {
  const [, N, r, p, salt, hash] =
    /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]{11,}=*)\$([A-Za-z0-9+/]{22,}=*)$/.exec(text) ?? [];
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const powerOfTwo = cost.N > 1 && (cost.N & (cost.N - 1)) === 0;
  if (!salt || !hash || !powerOfTwo || cost.r < 1 || cost.p < 1 || memoryOf(cost) > MOST_MEMORY) {
    throw new SnapError(
      "bad-input",
      "a password hash must be scrypt$N$r$p$salt$hash, N a power of two, salt and hash in base64, at most 256 MiB.",
    );
  }
  return { cost, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
}

/** The parsed stored passwords of the members who have one. @throws SnapError naming the member whose password is malformed. */
export function storedPasswords(members: readonly { username: string; passwordHash?: string }[]): StoredPassword[] {
  return members.flatMap(({ username, passwordHash }) => {
    try {
      return passwordHash === undefined ? [] : [readStoredPassword(passwordHash)];
    } catch (error) {
      throw new SnapError("bad-input", `The member ${username}: ${(error as SnapError).message}`, { username });
    }
  });
}

/** Whether a password is the stored one. It takes equally long if it is not. */
export async function passwordMatches(password: string, stored: StoredPassword): Promise<boolean> {
  return timingSafeEqual(await derive(password, stored.salt, stored.hash.length, stored.cost), stored.hash);
}

/** A stored password that no password matches, and that takes as long to check as the most expensive of those given. */
export function decoyPassword(among: readonly StoredPassword[]): StoredPassword {
  const work = ({ cost }: StoredPassword) => cost.N * cost.r * cost.p;
  const cost = among.reduce<StoredPassword | null>((most, one) => (most && work(most) >= work(one) ? most : one), null)?.cost ?? COST;
  return { cost, salt: randomBytes(16), hash: randomBytes(HASH_BYTES) };
}

function memoryOf({ N, r, p }: StoredPassword["cost"]): number {
  return 128 * r * (N + p + 2);
}

function derive(password: string, salt: Uint8Array, bytes: number, cost: StoredPassword["cost"]): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: memoryOf(cost) + 1024 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
