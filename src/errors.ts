/** What kind of trouble a {@link SnapError} reports; stable, for programs. */
export type SnapErrorCode =
  | "bad-input" // a file, request or track that is not what it should be
  | "bad-option" // an option's name or value is not allowed
  | "bad-roads" // a road file that cannot be used: other version, cut short, damaged
  | "limit" // a limit on size, count, depth or time was reached
  | "not-found" // a file or other named thing is missing
  | "aborted" // the caller's AbortSignal fired
  | "internal"; // a defect: nothing the caller could have done

/**
 * Trouble with a whole file, request or option. The message is one sentence: what, where, the value, what is allowed.
 * Trouble with one point among many is never thrown; it is a `reason` on that point.
 */
export class SnapError extends Error {
  override readonly name = "SnapError";
  /** The kind of trouble. */
  readonly code: SnapErrorCode;
  /** The values behind the sentence, for programs. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: SnapErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A value as it may stand in a sentence: texts quoted, nothing long. */
export function shown(value: unknown): string {
  if (typeof value === "string") return `"${cut(value)}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return cut(String(value));
}

/**
 * What is no object in the place of options: its members would be missing without a word.
 * @throws SnapError "bad-option".
 */
export function checkOptions(options: unknown, of: string): void {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  throw new SnapError("bad-option", `The options of ${of} are ${shown(options)}; they must be an object.`);
}

/** As {@link shown}, and what is not there yet by its name: a forgotten await is the commonest mistake. */
export function shownOrAwaited(value: unknown): string {
  return value instanceof Promise ? "a promise (is an await missing?)" : shown(value);
}

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
