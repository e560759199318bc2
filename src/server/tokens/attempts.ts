// Attempts: slows down guessing. After a few wrong passwords for a name from one address, each further try has to wait longer.

import { createHash } from "node:crypto";

/** Wrong tries in a row before the first wait. */
const FREE = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** After so long without a try, the wrong ones are forgotten. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;
/** Most pairs of name and address that are remembered; beyond that, the one not tried for longest is forgotten. */
const MOST_KEPT = 10_000;

/** The recent wrong tries, by name and address. Times are milliseconds of the clock handed in. */
export class Attempts {
  readonly #wrong = new Map<string, { count: number; last: number }>();

  /** Whether the next try still has to wait. */
  mustWait(username: string, ip: string, now: number): boolean {
    const wrong = this.#wrong.get(keyOf(username, ip));
    if (!wrong || wrong.count < FREE) return false;
    return now < wrong.last + Math.min(FIRST_WAIT_MS * 2 ** (wrong.count - FREE), LONGEST_WAIT_MS);
  }

  /** Notes a wrong password. */
  failed(username: string, ip: string, now: number): void {
    const key = keyOf(username, ip);
    const before = this.#wrong.get(key);
    const count = before && now < before.last + FORGOTTEN_AFTER_MS ? before.count + 1 : 1;
    this.#wrong.delete(key); // set again, so that it is the last to be forgotten
    this.#wrong.set(key, { count, last: now });
    if (this.#wrong.size > MOST_KEPT) this.#wrong.delete(this.#wrong.keys().next().value!);
  }

  /** Notes the right password. */
  succeeded(username: string, ip: string): void {
    this.#wrong.delete(keyOf(username, ip));
  }
}

/** A hash, which is short even for a name of megabytes: someone who guesses also chooses what is kept. */
function keyOf(username: string, ip: string): string {
  return createHash("sha256").update(`${username}\n${ip}`).digest("base64");
}
