// Fields: readers for the fields of the portal file's objects. Each error names the place, the value and what is allowed.
import { SnapError } from "../errors.js";
import { shownOrMissing } from "./show.js";

/** Reads a value of one kind at a place such as `members[3].username`; the place of the whole file is "". */
export type Reader<T> = (value: unknown, place: string) => T;

export function trouble(place: string, value: unknown, allowed: string): SnapError {
  return new SnapError("bad-input", `${place || "The portal file"} is ${shownOrMissing(value)}; it must be ${allowed}.`, { place, value });
}

/** An object with these fields and no others. */
export function object<T>(readers: { [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  const names = Object.keys(readers) as (keyof T & string)[];
  return (value, place) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw trouble(place, value, "an object");
    const given = value as Record<string, unknown>;
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(readers, name));
    if (unknown !== undefined) {
      const sentence = `${place || "The portal file"} has the field ${shownOrMissing(unknown)}; its fields may be ${names.join(", ")}.`;
      throw new SnapError("bad-input", sentence, { place, field: unknown });
    }
    const read: Partial<T> = {};
    for (const name of names) {
      const field = readers[name](Object.hasOwn(given, name) ? given[name] : undefined, place ? `${place}.${name}` : name);
      if (field !== undefined) read[name] = field;
    }
    return read as T;
  };
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, place) => (value === undefined ? undefined : reader(value, place));
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => (value === null ? null : reader(value, place));
}

export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw trouble(place, value, "a list");
    return value.map((element, i) => reader(element, `${place}[${i}]`));
  };
}

/** Text that fits a pattern. */
export function pattern(fits: RegExp, allowed: string): Reader<string> {
  return (value, place) => {
    if (typeof value !== "string" || !fits.test(value)) throw trouble(place, value, allowed);
    return value;
  };
}

export function text(shortest: number, longest: number): Reader<string> {
  return (value, place) => {
    if (typeof value !== "string" || value.trim().length < shortest || value.length > longest) {
      throw trouble(place, value, `text of ${shortest} to ${longest} characters`);
    }
    return value;
  };
}

export function oneOf<T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value, place) => {
    if (!allowed.includes(value as T)) throw trouble(place, value, allowed.join(", ").replace(/, ([^,]*)$/, " or $1"));
    return value as T;
  };
}

export const boolean: Reader<boolean> = (value, place) => {
  if (typeof value !== "boolean") throw trouble(place, value, "true or false");
  return value;
};

/** Milliseconds since the epoch. */
export const moment: Reader<number> = (value, place) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > 8.64e15) {
    throw trouble(place, value, "a whole number of milliseconds since the epoch");
  }
  return value as number;
};
