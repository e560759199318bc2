// Form: reads query strings and urlencoded form bodies into parameters.
import type { RequestParameters } from "./parameters.js";

const [PLUS, SPACE, PERCENT, AMPERSAND, EQUALS] = Buffer.from("+ %&=");
/** The value of each hexadecimal digit by its code; -1 for other characters. */
const HEX = Int8Array.from({ length: 256 }, (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()));

/** Bytes as text, by UTF-8. */
export function utf8Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}

/** Reads a query string or an urlencoded body piece by piece, so that a large one does not delay other requests. An invalid escape is kept as it is. */
export class UrlEncodedReader {
  readonly #parameters: RequestParameters;
  /** The name of the present value; null while the name itself is read. */
  #name: string | null = null;
  #bytes: Uint8Array[] = [];
  /** The beginning of an escape, at the end of the last piece. */
  #rest: Uint8Array = new Uint8Array();
  readonly #textOf: (bytes: Uint8Array) => string;

  /** `textOf`: bytes as text, which are UTF-8 unless the content type says otherwise. */
  constructor(parameters: RequestParameters, textOf = utf8Of) {
    this.#parameters = parameters;
    this.#textOf = textOf;
  }

  /** @throws SnapError "limit" when there are too many parameters. */
  push(piece: Uint8Array): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const last = bytes.subarray(-2).indexOf(PERCENT);
    const end = last < 0 ? bytes.length : bytes.length - Math.min(2, bytes.length) + last;
    this.#rest = bytes.slice(end);
    this.#decode(bytes, end);
  }

  /** Ends the last pair. */
  end(): void {
    this.#decode(Buffer.concat([this.#rest, Buffer.alloc(2)]), this.#rest.length);
    this.#endPair();
  }

  /** Decodes bytes up to `end`. Escapes that begin before it have their two digits, or what is in their place, in `bytes`. */
  #decode(bytes: Uint8Array, end: number): void {
    const out = new Uint8Array(end);
    let from = 0;
    let size = 0;
    for (let i = 0; i < end; i++) {
      const byte = bytes[i];
      if (byte === PERCENT) {
        const value = (HEX[bytes[i + 1]] << 4) | HEX[bytes[i + 2]];
        out[size++] = value < 0 ? byte : value;
        if (value >= 0) i += 2;
      } else if (byte === AMPERSAND && from === size && this.#name === null && this.#bytes.length === 0) {
        // In a body of nothing but separators, each would cost more than a microsecond.
      } else if (byte === AMPERSAND || (byte === EQUALS && this.#name === null)) {
        this.#bytes.push(out.subarray(from, size));
        from = size;
        if (byte === AMPERSAND) this.#endPair();
        else this.#name = this.#text();
      } else out[size++] = byte === PLUS ? SPACE : byte;
    }
    if (size > from) this.#bytes.push(out.subarray(from, size));
  }

  #endPair(): void {
    const text = this.#text();
    if (this.#name !== null) this.#parameters.add(this.#name, text);
    else if (text !== "") this.#parameters.add(text, "");
    this.#name = null;
  }

  #text(): string {
    const text = this.#textOf(Buffer.concat(this.#bytes));
    this.#bytes = [];
    return text;
  }
}
