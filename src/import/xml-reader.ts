// XML reader: reads XML in pieces of text and reports elements and the texts in them. The XML must be well-formed and have no document type.
import { SaxesParser } from "saxes";
import { SnapError } from "../errors.js";

/** Receives what is read. The root has depth 1. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, depth: number): void;
  close?(name: string, depth: number): void;
  /** The text of an element. With children it is called for the text before, between and behind them. Blank text is left out. */
  text?(name: string, depth: number, text: string): void;
}

/** The kind of XML, and its limits. */
export interface XmlKind {
  /** Its name in sentences: "GPX". */
  what: string;
  maxDepth: number;
  /** Most characters of an element below the root, or between two of them. */
  maxElement: number;
}

/** Blanked out before parsing: the encoding is known by then, and some programs write the rest of the declaration wrong in files that are good. */
const DECLARATION = /^\s*<\?xml\s[^>]*\?>/;
/** Characters that XML does not have and files do, such as zeros where a device lost its power: as bytes that are no text they are read as U+FFFD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const NO_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]+/g;
/** An & that begins no reference of XML, as people write it. Comments and CDATA are matched too, because an & may stand in them. */
const BARE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;
const COMMENTS_AND_BARE = new RegExp(`<!--[\\s\\S]*?(?:-->|$)|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|${BARE.source}`, "g");
/** Most characters of a reference. */
const REFERENCE = 12;
/** Errors of the parser that are ignored, so that the text is read as written: a reference to no character, and a "]]>" that ends nothing. */
const FORGIVEN = new Set(["malformed character entity.", 'the string "]]>" is disallowed in char data.']);
/** So many of these at most: each takes longer than a whole tag. */
const MOST_FORGIVEN = 10_000;

/** Reads text as it arrives. {@link end} checks that it is complete. */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #kind: XmlKind;
  readonly #handler: XmlHandler;
  /** Names of the elements that are open, and of the one that was closed last. */
  readonly #open: string[] = [];
  #closed = "";
  #text = "";
  #begun = false;
  /** The end of the last piece, if it may be the first part of a reference. */
  #rest = "";
  /** Whether an element below the root has ended in this piece; and the position where the last such piece ended. */
  #hasElement = false;
  #mark = 0;
  #forgiven = 0;

  constructor(kind: XmlKind, handler: XmlHandler) {
    this.#kind = kind;
    this.#handler = handler;
    const parser = this.#parser;
    parser.on("opentag", ({ name, attributes }) => this.#opens(name, attributes));
    parser.on("closetag", ({ name }) => this.#closes(name));
    parser.on("error", ({ message }) => this.#fault(message));
    parser.on("doctype", () => {
      throw doctypeError(kind.what);
    });
    if (handler.text === undefined) return;
    const add = (text: string) => {
      this.#text += text;
    };
    parser.on("text", add);
    parser.on("cdata", add);
  }

  /**
   * Reads the next piece.
   * @throws SnapError "bad-input" for XML that is not well-formed, with `line` and `column`, or has a document type; "limit".
   */
  write(piece: string): void {
    this.#parser.write(this.#mended(piece));
    const { position } = this.#parser;
    if (this.#hasElement) [this.#hasElement, this.#mark] = [false, position];
    const { what, maxElement } = this.#kind;
    if (position - this.#mark <= maxElement) return;
    throw new SnapError("limit", `The ${what} has an element of more than ${maxElement} characters, the most that is read.`);
  }

  /** Whether the root has ended. */
  get complete(): boolean {
    return this.#closed !== "" && this.#open.length === 0;
  }

  /** @throws SnapError "bad-input" for what is not complete, or ends in the middle of a comment. */
  end(): void {
    const { position } = this.#parser;
    if (this.#open.length > 0) {
      const inside = this.#open[this.#open.length - 1];
      const sentence = `The ${this.#kind.what} is cut short: it ends after ${position} characters with <${inside}> not closed.`;
      throw new SnapError("bad-input", sentence, { offset: position });
    }
    this.#parser.close();
  }

  /** The piece, with the rest of the one before, up to a reference that may go on in the next piece; faults with an unambiguous meaning are mended. */
  #mended(piece: string): string {
    let text = this.#rest + (this.#begun ? piece : piece.replace(DECLARATION, (declaration) => declaration.replace(/\S/g, " ")));
    this.#begun ||= piece !== "";
    const last = text.lastIndexOf("&");
    const parted = last >= Math.max(0, text.length - REFERENCE) && !text.includes(";", last);
    this.#rest = parted ? text.slice(last) : "";
    if (parted) text = text.slice(0, last);
    if (last >= 0 && BARE.test(text)) text = text.replace(COMMENTS_AND_BARE, (found) => (found === "&" ? "&amp;" : found));
    return text.replace(NO_CHARACTERS, "\ufffd");
  }

  #opens(name: string, attributes: Record<string, string>): void {
    this.#flush();
    const open = this.#open;
    const { what, maxDepth } = this.#kind;
    if (open.push(name) > maxDepth) {
      throw new SnapError("limit", `The ${what} is nested deeper than ${maxDepth} elements, the most that is read.`, { maxDepth });
    }
    this.#handler.open(name, attributes, open.length);
  }

  #closes(name: string): void {
    this.#flush();
    this.#handler.close?.(name, this.#open.length);
    this.#closed = this.#open.pop() as string;
    if (this.#open.length === 1) this.#hasElement = true;
  }

  #flush(): void {
    const text = this.#text;
    if (text === "") return;
    this.#text = "";
    const trimmed = text.trim();
    if (trimmed !== "") this.#handler.text?.(this.#open[this.#open.length - 1], this.#open.length, trimmed);
  }

  #fault(message: string): void {
    if (FORGIVEN.has(message) && ++this.#forgiven <= MOST_FORGIVEN) return;
    const known: Readonly<Record<string, string>> = {
      "unexpected close tag.": `there is another closing tag where </${this.#closed}> is expected.`,
      "disallowed character.": "an attribute has a <, which must be written &lt;.",
    };
    const why = known[message] ?? message.replace(/\.?$/, ".");
    const { line, column } = this.#parser;
    const sentence = `The ${this.#kind.what} is broken XML at line ${line}, column ${column}: ${why}`;
    throw new SnapError("bad-input", sentence, { line, column });
  }
}

/** The error for a document type. `what`: what has it. */
export function doctypeError(what: string): SnapError {
  const sentence = `The ${what} has a document type (<!DOCTYPE …>), which no ${what} needs; it is refused because it may hide an attack.`;
  return new SnapError("bad-input", sentence);
}
