// Bytes: accepts bytes in any form and from any realm (another window, a worker), and decodes them in the encodings that files have.
import { SnapError } from "../errors.js";

/** The bytes of a view or a buffer; null for anything else. Those of another realm, as of a test's browser window, are recognised too. */
export function bytesIn(input: unknown): Uint8Array | null {
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  const kind = Object.prototype.toString.call(input);
  return kind === "[object ArrayBuffer]" || kind === "[object SharedArrayBuffer]" ? new Uint8Array(input as ArrayBuffer) : null;
}

/**
 * A decoder of an encoding; null if the platform does not know the encoding. `fatal`: bytes that are not valid in it are an error, if the platform has that
 * option.
 * @throws SnapError "bad-input" where the platform has no TextDecoder at all, for which no file is to blame.
 */
export function decoderOf(encoding: string, fatal = false): InstanceType<typeof TextDecoder> | null {
  if (typeof TextDecoder === "undefined") {
    throw new SnapError("bad-input", "This platform has no TextDecoder to turn bytes into text; load one, or give text.");
  }
  for (const options of [{ fatal }, {}]) {
    try {
      return new TextDecoder(encoding, options);
    } catch {
      // Not every platform knows the option: try again without it.
    }
  }
  return null;
}

/** The text of UTF-8 bytes. @throws SnapError as {@link decoderOf} does. */
export function utf8Text(bytes: Uint8Array): string {
  return (decoderOf("utf-8") as InstanceType<typeof TextDecoder>).decode(bytes);
}
