// Arguments: converts the values of options from text. A value that makes no sense is reported before any work begins.
import { type Command, InvalidArgumentError, Option } from "commander";
import { SnapError } from "../errors.js";
import { trackLimits } from "../import/tracks/track-input.js";
import { MODES, type Mode } from "../roads/attributes.js";

/** A number within bounds, both allowed. */
export function number(what: string, low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !(value >= low && value <= high))
      throw new InvalidArgumentError(`${what} must be a number from ${low} to ${high}.`);
    return value;
  };
}

/** Gigabytes, as bytes. */
export function gigabytes(text: string): number {
  return number("gigabytes", 0.001, 1e6)(text) * 1e9;
}

/** A whole number within bounds, both allowed. */
export function wholeNumber(what: string, low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(value) || value < low || value > high)
      throw new InvalidArgumentError(`${what} must be a whole number from ${low} to ${high}.`);
    return value;
  };
}

/** Numbers between commas; NaN for what is none. */
export function numbers(text: string): number[] {
  return text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
}

/** Longitude and latitude. */
export function place(text: string): [number, number] {
  const parts = numbers(text);
  const [lon, lat] = parts;
  if (parts.length !== 2 || !(Math.abs(lon) <= 180 && Math.abs(lat) <= 90)) {
    throw new InvalidArgumentError(
      "A place must be longitude,latitude in degrees, -180 to 180 and -90 to 90, for example 13.3777,52.5163.",
    );
  }
  return [lon, lat];
}

/** Names of columns by field, `lon=Este,lat=Norte`. A name may have a comma, unless a field follows it. */
function columnsBy(text: string, example: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const part of text.split(/,(?=\s*[\w:]+\s*=)/)) {
    const [, field, name] = /^\s*([\w:]+)\s*=(.*)$/s.exec(part) ?? [];
    if (field === undefined || name.trim() === "") {
      throw new InvalidArgumentError(`"${part}" must be FIELD=COLUMN, as in ${example}.`);
    }
    if (Object.hasOwn(found, field)) throw new InvalidArgumentError(`"${field}" is given twice; it can be only one column.`);
    found[field] = name.trim();
  }
  return found;
}

/** Properties of GeoJSON, by the tags that they are. */
export function tagColumns(text: string): Record<string, string> {
  return columnsBy(text, "name=FULLNAME,oneway=TRAFDIR");
}

/** Columns of a file of tracks, by the fields that they are. */
export function columns(text: string): Record<string, string> {
  const found = columnsBy(text, "lon=Este,lat=Norte");
  try {
    trackLimits({ columns: found });
  } catch (error) {
    if (error instanceof SnapError) throw new InvalidArgumentError(error.message);
    throw error;
  }
  return found;
}

/** Names that systems have for standard output. */
const STDOUT = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/** Where to write. Any name of standard output becomes -, so that the command knows not to print anything else there. */
export function outputPath(text: string): string {
  return STDOUT.includes(text) ? "-" : text;
}

/** Travel modes, separated by commas. */
export function modeList(text: string): Mode[] {
  const modes = text.split(",").map((mode) => mode.trim());
  const wrong = modes.find((mode) => !(MODES as string[]).includes(mode));
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is not one of ${MODES.join(", ")}.`);
  return modes as Mode[];
}

/** An option that may be given several times. `read` also gets the result of the values before. */
export class Repeatable<T> extends Option {
  constructor(flags: string, description: string, read: (text: string, before: T | undefined) => T) {
    super(flags, description);
    this.argParser(read);
  }
}

/** Makes a command refuse a second value of an option that is not {@link Repeatable}: otherwise the first would be silently ignored. */
export function refuseSecond(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option instanceof Repeatable) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' is given twice; it takes one value`);
      isGiven = true;
    });
  }
}

/** For an option that may be given several times: reads each value and appends it to those before. */
export function several<T>(read: (text: string) => T): (text: string, before: readonly T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), read(text)];
}
