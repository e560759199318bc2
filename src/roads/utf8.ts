// UTF-8 by what the language itself has for it: TextDecoder and TextEncoder are things of browsers and of Node.

/**
 * The text of UTF-8 bytes; of a damaged file each byte is a character. Decoded text takes two bytes a character in V8, and so does any text that it
 * becomes a part of, an answer of a million characters; put together again from its characters it takes one where all of them fit.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return [...decodeURIComponent(Array.from(bytes, (byte) => `%${(256 + byte).toString(16).slice(1)}`).join(""))].join("");
  } catch {
    return String.fromCharCode(...bytes);
  }
}

/** The bytes of a text; half a character becomes a replacement character. */
export function bytesOf(text: string): Uint8Array {
  const whole = text.replace(/[\ud800-\udfff]/gu, "\ufffd");
  const escaped = encodeURIComponent(whole).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(escaped, (character) => character.charCodeAt(0));
}
