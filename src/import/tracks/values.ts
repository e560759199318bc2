// Values: of point fields in files of any format: blanks, numbers, coordinates. Times are in times.ts.

const BLANK = new Set(["", "nan", "null", "none", "n/a", "na", "nil", "undefined", "-", "\\n"]); // \N is a null as databases export it

/** Whether a value says "not known": null, undefined, NaN, an empty text or one of the words used for it. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "number") return Number.isNaN(value);
  return typeof value === "string" && value.length < 20 && BLANK.has(value.trim().toLowerCase());
}

/** The text of a number. */
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A number or the text of one; NaN for everything else, so that an empty text never becomes 0.
 * `decimalComma` also accepts `12,5`.
 */
export function parseNumber(value: unknown, decimalComma = false): number {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.length > 400) return Number.NaN;
  const text = decimalComma ? value.trim().replace(",", ".") : value.trim();
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}

// Degrees in their notations: 7.42°, 43.735 N, 43° 44.1' N, 43°44'06"N. Minutes and seconds must have their signs, so that no other number is taken for them.
const DEGREES =
  /^(?<before>[NSEW])?\s*(?<degrees>[+-]?\d{1,3}(?:\.\d*)?)\s*(?:°\s*(?:(?<minutes>\d{1,2}(?:\.\d*)?)\s*['′’]\s*(?:(?<seconds>\d{1,2}(?:\.\d*)?)\s*(?:["″”]|'')\s*)?)?)?(?<behind>[NSEW])?$/i;

/**
 * A longitude or latitude: a number, or a text of degrees with signs and a hemisphere. NaN for everything else. `decimalComma` as in {@link
 * parseNumber}.
 */
export function parseCoordinate(value: unknown, field: "lon" | "lat", decimalComma = false): number {
  const number = parseNumber(value, decimalComma);
  if (!Number.isNaN(number) || typeof value !== "string" || value.length > 40) return number;
  const text = value.trim();
  const {
    before,
    degrees = "",
    minutes = "0",
    seconds = "0",
    behind,
  } = DEGREES.exec(decimalComma ? text.replace(",", ".") : text)?.groups ?? {};
  const side = (before ?? behind ?? "").toUpperCase();
  const isRead =
    degrees !== "" && (before === undefined || behind === undefined) && (side === "" || (field === "lat" ? "NS" : "EW").includes(side));
  // Only whole degrees may have minutes, only whole minutes seconds; and a value may not have both a sign and a hemisphere.
  const isWhole = (minutes === "0" || !degrees.includes(".")) && (seconds === "0" || !minutes.includes("."));
  if (!isRead || !isWhole || Number(minutes) >= 60 || Number(seconds) >= 60 || (side !== "" && /^[+-]/.test(degrees))) return Number.NaN;
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  return degrees.startsWith("-") || side === "S" || side === "W" ? -size : size;
}
