// UTF-8 with the means of the language alone: TextDecoder and TextEncoder belong to browsers and to Node.

/**
 * The text of UTF-8 bytes; if these are damaged, each byte becomes a character. In V8 decoded text takes two bytes a character, and so does any text that it
 * becomes a part of, such as an answer of a million characters. Joined from its single characters it takes one byte each, if all of them fit.
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
