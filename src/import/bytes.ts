// Bytes as callers have them, whichever window or worker they were made in, and their text in the encodings that files have.
import { SnapError } from "../errors.js";

/** The bytes of a view or a buffer; null for what is neither. Of another realm, as in a test's browser window, they are bytes as well. */
export function bytesIn(input: unknown): Uint8Array | null {
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  const kind = Object.prototype.toString.call(input);
  return kind === "[object ArrayBuffer]" || kind === "[object SharedArrayBuffer]" ? new Uint8Array(input as ArrayBuffer) : null;
}

/**
 * A decoder of an encoding; null where it is not known. `fatal`: bytes that are no such text are an error, where the platform can tell.
 * @throws SnapError "bad-input" where the platform has none at all, for which no file is to blame.
 */
export function decoderOf(encoding: string, fatal = false): InstanceType<typeof TextDecoder> | null {
  if (typeof TextDecoder === "undefined") {
    throw new SnapError("bad-input", "Bytes are made text by TextDecoder, which this platform does not have; load one, or hand over text.");
  }
  for (const options of [{ fatal }, {}]) {
    try {
      return new TextDecoder(encoding, options);
    } catch {
      // Not every platform knows all options; then one that knows the encoding does without.
    }
  }
  return null;
}

/** The text of UTF-8 bytes. @throws SnapError as {@link decoderOf} does. */
export function utf8Text(bytes: Uint8Array): string {
  return (decoderOf("utf-8") as InstanceType<typeof TextDecoder>).decode(bytes);
}
