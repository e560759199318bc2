// Values: reads single values, which a client may send parsed, as text, or as the text of JSON.
import { isObject, SnapError, shown } from "../errors.js";

/** Whether a value means "not given": absent, null, blank text, or the text of JSON that is one of these: `null`, `""`. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && /^\s*((null|"\s*")\s*)?$/.test(value));
}

/** What to throw for a parameter that cannot be used. `what`: the rest of the sentence. */
export function badParameter(name: string, what: string): SnapError {
  return new SnapError("bad-input", `${name} ${what}.`, { parameter: name });
}

/** … and for a value that is not among what is allowed. */
export function badValue(name: string, value: unknown, allowed: string): SnapError {
  return badParameter(name, `is ${shown(value)}; it must be ${allowed}`);
}

/** Text or a number as trimmed text; "" for everything else. */
export function readText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

/**
 * A parameter's value from JSON: text is parsed, anything else is taken as it is. `allowed` says what it must be.
 * @throws SnapError "bad-input" naming the parameter. The message leaves out the engine's own words, which differ from engine to engine.
 */
export function readJson(name: string, value: unknown, allowed: string): unknown {
  if (typeof value !== "string") return value;
  try {
    // Text from a file may begin with a byte order mark, which is no JSON.
    return JSON.parse(value.startsWith("\uFEFF") ? value.slice(1) : value);
  } catch {
    const hint = /\b(NaN|Infinity)\b/.test(value) ? " (NaN and Infinity are not JSON; null says unknown)" : "";
    throw badParameter(name, `is not valid JSON${hint}: ${shown(value)}; it must be ${allowed}`);
  }
}

/**
 * Reads a parameter that must be an object, or its JSON text; null when blank.
 * @throws SnapError "bad-input" when it is anything else.
 */
export function readObject(name: string, value: unknown, allowed: string): Record<string, unknown> | null {
  const given = isBlank(value) ? null : readJson(name, value, allowed);
  if (isBlank(given)) return null;
  if (isObject(given)) return given;
  throw badValue(name, given, allowed);
}

/** Reads a parameter that may also be a bare word or number: text is JSON only if it begins with a quote, a brace or a bracket. */
export function readJsonOrWord(name: string, value: unknown, allowed: string): unknown {
  return typeof value === "string" && !/^\s*["{[]/.test(value) ? value : readJson(name, value, allowed);
}

/** A boolean in any case; the default when blank. @throws SnapError "bad-input" naming the parameter. */
export function readBoolean(name: string, value: unknown, byDefault: boolean): boolean {
  if (typeof value === "boolean") return value;
  if (isBlank(value)) return byDefault;
  const word = readText(value).toLowerCase();
  if (word === "true") return true;
  if (word === "false") return false;
  throw badValue(name, value, "true or false");
}

/**
 * A list of words: a list, the JSON text of one, `a,b`, or one bare word. Blank means an empty list.
 * @throws SnapError "bad-input" when it is anything else.
 */
export function readList(name: string, value: unknown): string[] {
  if (isBlank(value)) return [];
  if (typeof value === "string") {
    const text = value.trim();
    if (/^[["{]/.test(text)) return readList(name, asList(readJson(name, text, "a list of words")));
    return text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }
  if (!Array.isArray(value)) throw badValue(name, value, "a list of words");
  return value.flatMap((item) => {
    if (isBlank(item)) return [];
    if (typeof item === "string") return [item.trim()];
    throw badParameter(name, `holds ${shown(item)}; every item must be a word`);
  });
}

// One JSON string is one word, commas and all.
function asList(parsed: unknown): unknown {
  return typeof parsed === "string" ? [parsed] : parsed;
}

/** A number, or text that is plainly one; NaN for everything else (blank, other text, infinities). */
export function readNumber(value: unknown): number {
  if (typeof value === "string" && value.length < 400 && DECIMAL.test(value)) return readNumber(Number(value));
  return Number.isFinite(value) ? (value as number) : Number.NaN;
}

/** As {@link readNumber}, but null in place of NaN. */
export function numberOrNull(value: unknown): number | null {
  const number = readNumber(value);
  return Number.isNaN(number) ? null : number;
}

const DECIMAL = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

/** A function that gives names in lower case, and works out each only once. */
export function lowerCaser(): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let lower = known.get(name);
    if (lower === undefined) {
      lower = name.toLowerCase();
      known.set(name, lower);
    }
    return lower;
  };
}
