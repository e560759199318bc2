// Numbers: numbers, times and long texts in the form of the written files: fixed decimals, no exponents in XML, ISO times.
import { SnapError } from "../errors.js";

/** Decimals written for degrees, metres (and metres per second), seconds and probabilities. */
export const DECIMALS = { degrees: 7, metres: 3, seconds: 3, confidence: 6 } as const;

const SCALES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];

/** A number rounded to fixed decimals, at most 7; null if it is not finite, since JSON has no such number. */
export function toDecimals(value: number, decimals: number): number | null {
  if (!Number.isFinite(value)) return null;
  const scale = SCALES[decimals];
  const scaled = value * scale;
  const whole = Math.round(scaled);
  // If the rounding of the product may decide, round by the number's own digits; also if a whole number of that size is not exact.
  const sure = Math.abs(scaled - whole) < 0.499 && Math.abs(whole) < 1e15;
  return (sure ? whole / scale : Number(value.toFixed(decimals))) + 0; // no −0
}

/** A finite number rounded to fixed decimals, as text without an exponent or needless zeros. */
export function decimalText(value: number, decimals: number): string {
  const rounded = toDecimals(value, decimals) ?? 0;
  const size = Math.abs(rounded);
  if (size >= 1e-6 && size < 1e15) return String(rounded);
  const text = value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  return text === "-0" ? "0" : text;
}

/** Seconds since the epoch as an ISO 8601 time in UTC, with milliseconds if there are any; null if unknown or beyond the year 9999. */
export function isoTime(seconds: number | null | undefined): string | null {
  if (seconds === null || seconds === undefined) return null;
  const milliseconds = Math.round(seconds * 1000);
  if (!(milliseconds >= -62_167_219_200_000 && milliseconds < 253_402_300_800_000)) return null;
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

/** A value as JSON. It may hold what JSON cannot write, such as a bigint. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    // A function called for every value takes several times as long, so it is used only for what JSON cannot write.
    return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "null";
  }
}

/** Joins the parts of a file. @throws SnapError when they are more than a string can hold. */
export function joined(parts: string[], separator: string): string {
  try {
    return parts.join(separator);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SnapError(
      "limit",
      "The output is longer than one string can be (about 500 million characters); write fewer tracks at a time.",
    );
  }
}
