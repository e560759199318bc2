// Cuts a long XML text into pieces of whole elements below the root, so that a tree is only ever built of a piece; and checks, tag by tag,
// that the text is well-formed. Document types are refused: they are where entity bombs live, and map data has none.
import { SnapError } from "../errors.js";

/** Whole child elements of the root, one after the other, as they stand in the text. */
export interface XmlPiece {
  text: string;
  /** Names of the child elements in the piece. */
  names: ReadonlySet<string>;
}

/** Characters gathered before a piece is handed over. */
const PIECE = 1 << 18;
/** Longest single tag, comment or element below the root, in characters. */
const MAX_TAG = 1 << 20;
const MAX_ELEMENT = 1 << 24;
const MAX_DEPTH = 32;

const NAME = "[A-Za-z_:\\u0080-\\uffff][\\w:.\\-\\u0080-\\uffff]*";
const OPENING = new RegExp(`<(${NAME})(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*\\s*(/?)>`, "y");
const CLOSING = new RegExp(`</(${NAME})\\s*>`, "y");

/** Cuts text as it arrives; see {@link XmlCutter.push} and {@link XmlCutter.end}. */
export class XmlCutter {
  #buffer = "";
  /** Where to read on in the buffer, and where the piece being gathered begins. */
  #at = 0;
  #pieceStart = 0;
  #pieceEnd = 0;
  #names = new Set<string>();
  readonly #open: string[] = [];
  #root: string | null = null;
  #closed = false;
  /** Characters before the buffer, for sentences. */
  #before = 0;
  readonly #checkRoot: (name: string) => void;

  /** `checkRoot` is called with the name of the root element and throws when it is not the one that is due. */
  constructor(checkRoot: (name: string) => void) {
    this.#checkRoot = checkRoot;
  }

  /** Takes more text and hands over the pieces that are complete. */
  *push(text: string): Generator<XmlPiece, void, undefined> {
    this.#drop(this.#pieceStart);
    this.#buffer += text;
    while (this.#step()) {
      if (this.#pieceEnd - this.#pieceStart >= PIECE) yield this.#take();
    }
    if (this.#buffer.length - this.#pieceEnd > MAX_ELEMENT) {
      throw new SnapError("limit", `The XML has an element of more than ${MAX_ELEMENT} characters, the most that is read.`);
    }
  }

  /** The last piece; checks that the document is complete. */
  *end(): Generator<XmlPiece, void, undefined> {
    if (this.#pieceEnd > this.#pieceStart) yield this.#take();
    if (this.#at < this.#buffer.length || !this.#closed) {
      const end = this.#before + this.#buffer.length;
      const open = this.#open.length > 0 ? ` with <${this.#open[this.#open.length - 1]}> not closed` : "";
      const sentence =
        this.#root === null
          ? `The XML ends after ${end} characters without an element.`
          : `The XML is cut short: it ends after ${end} characters${open}.`;
      throw new SnapError("bad-input", sentence, { offset: end });
    }
  }

  /** Reads up to and with the next tag; false when the buffer holds no more whole ones. */
  #step(): boolean {
    const buffer = this.#buffer;
    const start = buffer.indexOf("<", this.#at);
    const text = buffer.slice(this.#at, start === -1 ? buffer.length : start);
    if (this.#open.length === 0 && /[^\s\ufeff]/.test(text)) throw this.#malformed("there is text outside the root element", this.#at);
    if (start === -1) {
      this.#at = buffer.length;
      if (this.#open.length <= 1) this.#skipTo(this.#at);
      return false;
    }
    this.#at = start;
    const next = buffer[start + 1];
    if (next === undefined) return false;
    if (next === "!") return this.#declaration(start);
    if (next === "?") return this.#skipPast("?>", start);
    return next === "/" ? this.#closing(start) : this.#opening(start);
  }

  #opening(start: number): boolean {
    OPENING.lastIndex = start;
    const tag = OPENING.exec(this.#buffer);
    if (tag === null) return this.#incomplete(start);
    const [whole, name, empty] = tag;
    if (whole.length > MAX_TAG) this.#tooLong(start);
    if (this.#closed) throw this.#malformed(`there is a second root element, <${name}>`, start);
    if (this.#root === null) {
      this.#root = name;
      this.#checkRoot(name);
    }
    // Between elements of the root there is nothing to keep.
    if (this.#open.length === 1) {
      if (this.#pieceEnd === this.#pieceStart) this.#pieceStart = this.#pieceEnd = start;
      this.#names.add(name);
    }
    if (!empty) {
      if (this.#open.length === MAX_DEPTH) throw this.#malformed(`elements are more than ${MAX_DEPTH} deep`, start);
      this.#open.push(name);
    }
    this.#at = start + whole.length;
    if (empty) this.#elementEnds();
    else if (this.#open.length === 1) this.#skipTo(this.#at);
    return true;
  }

  #closing(start: number): boolean {
    CLOSING.lastIndex = start;
    const tag = CLOSING.exec(this.#buffer);
    if (tag === null) return this.#incomplete(start);
    const due = this.#open.pop();
    if (due !== tag[1]) {
      throw this.#malformed(`</${tag[1]}> stands where ${due === undefined ? "nothing" : `</${due}>`} is due`, start);
    }
    this.#at = start + tag[0].length;
    this.#elementEnds();
    return true;
  }

  #elementEnds(): void {
    if (this.#open.length === 1) this.#pieceEnd = this.#at;
    else if (this.#open.length === 0) this.#closed = true;
  }

  /** Comments and CDATA sections are stepped over; anything else that begins with `<!` is refused. */
  #declaration(start: number): boolean {
    const head = this.#buffer.slice(start, start + 9);
    if (head.startsWith("<!--")) return this.#skipPast("-->", start);
    if (head === "<![CDATA[") return this.#skipPast("]]>", start);
    if ("<!--".startsWith(head) || "<![CDATA[".startsWith(head)) return false;
    if (/^<!doctype/i.test(head) || "<!DOCTYPE".startsWith(head.toUpperCase())) {
      throw new SnapError("bad-input", "The XML has a document type (<!DOCTYPE …>), which OSM data never has; it is refused.");
    }
    throw this.#malformed("there is a declaration that is neither a comment nor CDATA", start);
  }

  #skipPast(mark: string, start: number): boolean {
    const end = this.#buffer.indexOf(mark, start + 2);
    if (end === -1) return this.#tooLong(start);
    this.#at = end + mark.length;
    return true;
  }

  /** A tag that does not read: either not all of it is here yet, or it is wrong. */
  #incomplete(start: number): boolean {
    const buffer = this.#buffer;
    for (let i = start + 1, quote = ""; i < buffer.length; i++) {
      const c = buffer[i];
      if (quote !== "") {
        if (c === quote) quote = "";
        else if (c === "<") break;
      } else if (c === '"' || c === "'") quote = c;
      else if (c === ">" || c === "<") break;
      if (i === buffer.length - 1) return this.#tooLong(start);
    }
    if (start === buffer.length - 1) return false;
    throw this.#malformed("there is a tag that is not well-formed", start);
  }

  #tooLong(start: number): false {
    if (this.#buffer.length - start > MAX_TAG) throw this.#malformed(`a tag or comment has more than ${MAX_TAG} characters`, start);
    return false;
  }

  #take(): XmlPiece {
    const piece = { text: this.#buffer.slice(this.#pieceStart, this.#pieceEnd), names: this.#names };
    this.#names = new Set();
    this.#pieceStart = this.#pieceEnd;
    return piece;
  }

  #skipTo(place: number): void {
    if (this.#pieceEnd === this.#pieceStart) this.#pieceStart = this.#pieceEnd = place;
  }

  /** Forgets the text before a place. */
  #drop(length: number): void {
    this.#buffer = this.#buffer.slice(length);
    this.#before += length;
    this.#at -= length;
    this.#pieceStart -= length;
    this.#pieceEnd -= length;
  }

  #malformed(what: string, place: number): SnapError {
    const near = this.#buffer.slice(place, place + 40).replace(/\s+/g, " ");
    const sentence = `The XML is not well-formed: ${what}, after ${this.#before + place} characters, at ${JSON.stringify(near)}.`;
    return new SnapError("bad-input", sentence, { offset: this.#before + place });
  }
}
