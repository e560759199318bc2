// Seal: turns small records into opaque text that nobody without the key can read, change or make.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Longer text is not ours, and is not looked at. A token bound to the longest name of a program has some 8500 characters. */
const LONGEST = 10_000;

/** One kind of sealed text. With the same key, a text of one kind is not valid as another. */
export class Seal<T extends object> {
  readonly #key: Uint8Array;

  /** `key`: 32 random bytes. `kind`: the name of the kind. */
  constructor(key: Uint8Array, kind: string) {
    this.#key = new Uint8Array(hkdfSync("sha256", key, new Uint8Array(), kind, 32));
  }

  /** The record as URL-safe text. */
  close(record: T): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv);
    const sealed = Buffer.concat([iv, cipher.update(JSON.stringify(record), "utf8"), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString("base64url");
  }

  /** The record in a text; undefined if {@link close} has not made the text with this key. */
  open(text: string): T | undefined {
    if (text.length > LONGEST) return undefined;
    const sealed = Buffer.from(text, "base64url");
    if (sealed.length < IV_BYTES + TAG_BYTES || sealed.toString("base64url") !== text) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const opened = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      return JSON.parse(opened.toString("utf8"));
    } catch {
      return undefined; // the tag does not match
    }
  }
}
