// Bytes of an XML file → its text, piece by piece, in the encoding it declares.
import { SnapError } from "../errors.js";
import { decoderOf } from "./bytes.js";
import { markedEncoding } from "./content.js";

/** Bytes at the beginning in which the XML declaration with the encoding is looked for. */
const LOOK = 200;

/** Decodes bytes as they come; `first` is the beginning of the file. */
export class XmlDecoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  #done = 0;

  constructor(first: Uint8Array) {
    const label = encodingOf(first);
    const decoder = decoderOf(label, true);
    if (decoder === null) {
      throw new SnapError("bad-input", `The XML declares the encoding ${JSON.stringify(label)}, which is not known; UTF-8 is usual.`);
    }
    this.#decoder = decoder;
  }

  /** The text of the next bytes. Without bytes, checks that the last character is complete. */
  decode(bytes?: Uint8Array): string {
    try {
      const text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
      this.#done += bytes?.length ?? 0;
      return text;
    } catch {
      const sentence = `The XML is not valid ${this.#decoder.encoding} text, after ${this.#done} bytes or little more.`;
      throw new SnapError("bad-input", sentence, { encoding: this.#decoder.encoding, offset: this.#done });
    }
  }
}

function encodingOf(first: Uint8Array): string {
  const marked = markedEncoding(first);
  if (marked) return marked;
  const head = String.fromCharCode(...first.subarray(0, LOOK));
  return /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8";
}
