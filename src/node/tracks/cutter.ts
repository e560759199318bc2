// Cutter: what the cutters of documents have in common.
import type { NumberedLine } from "./numbered-lines.js";

/** Cuts a document, piece by piece. Its sentences are added to `warnings` at the end. */
export interface Cutter {
  /** Adds a piece of the text; returns the tracks that end in it. */
  add(text: string): NumberedLine[];
  /** Returns the track that the text ends in. @throws SnapError "bad-input" when there was none at all. */
  end(): NumberedLine[];
}

/** The warning of a document without its end: whether anything is missing cannot be seen, as all tracks up to there are whole. */
export function broken(what: string, last: string): string {
  return `The ${what} breaks off, or is broken, behind ${last}; what there is up to there is read.`;
}

/** The warning of what is no track. */
export function ignored(count: number, one: string, many: string, why: string): string {
  return `${count === 1 ? `1 ${one} is` : `${count} ${many} are`} ignored, because ${why}.`;
}
