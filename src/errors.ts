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
  /** The error's name, to recognise it where `instanceof` does not work. */
  override readonly name = "SnapError";
  /** The kind of trouble. */
  readonly code: SnapErrorCode;
  /** The values behind the sentence, for programs. */
  readonly details: Readonly<Record<string, unknown>>;

  /** May also be used by custom executors, matchers and readers, so that their callers can tell what is wrong. */
  constructor(code: SnapErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Whether a value is an object with members (not null, not a list). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value for a sentence: short, and in quotes if it is text. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return "an object";
  const text = String(value);
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return typeof value === "string" ? JSON.stringify(short) : short;
}

/** A value that was given in place of a position, for a sentence. It is not written as JSON, since a deeply nested value would overflow the stack. */
export function shownPosition(value: unknown): string {
  return Array.isArray(value) ? `[${value.slice(0, 3).map(shown).join(",")}]` : shown(value);
}

/**
 * Refuses options that are no object, and options with a name that is not among the `known`: either would be ignored without a word.
 * @throws SnapError "bad-option".
 */
export function checkOptions(options: unknown, of: string, known?: readonly string[]): void {
  if (!isObject(options)) throw new SnapError("bad-option", `The options of ${of} are ${shown(options)}; they must be an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (known && !known.includes(name))
      throw new SnapError("bad-option", `There is no option ${shown(name)} of ${of}; there are ${known.join(", ")}.`, { name, value });
  }
}

/** The error for an option whose value is not allowed. */
export function badOption(name: string, value: unknown, allowed: string): SnapError {
  return new SnapError("bad-option", `The option ${name} is ${shown(value)}; it must be ${allowed}.`, { name, value });
}

/** @throws SnapError "bad-option" for a value that is no whole number from `least` to `most`. */
export function checkWhole(name: string, value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : `, ${least} or more`;
  throw badOption(name, value, `a whole number${range}`);
}

/** As {@link shown}, but a promise is named as such: a forgotten await is the commonest mistake. */
export function shownOrAwaited(value: unknown): string {
  return value instanceof Promise ? "a promise (is an await missing?)" : shown(value);
}
