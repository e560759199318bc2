// Point reader: from the fields of a record to an InputPoint. It converts units, checks ranges and treats values that make no sense.
import { SnapError, shown } from "../../errors.js";
import { isDate } from "../../geo/dates.js";
import type { InputPoint } from "../../match/track/track.js";
import { type FieldName, FieldNames, type FieldValue, type FieldValues, parseAmount, recogniseField } from "./fields.js";
import { putBackAt } from "./put-back.js";
import { areSpreadsheetDays, epochUnitsPerSecond, isMonthFirst, looksLikeTime, parseTime, secondsOfSpreadsheetDay } from "./times.js";
import type { TrackFormat, TrackInput, TrackLimits } from "./track-input.js";
import { travellerField } from "./travellers.js";
import { isBlank, parseCoordinate, parseNumber } from "./values.js";
import { WarningList } from "./warnings.js";

const CHECK_EVERY = 4096;

/** With fewer ids, nothing can be told of what repeats. */
const LEAST_IDS = 4;

/** A time that cannot be told before others are known. */
interface Pending {
  /** Index of its point. */
  index: number;
  place: number;
}

/** A time that is a bare number until its column is known. */
interface Unsettled extends Pending {
  /** What its field is called: a file may have times of two names, each in a unit of its own. */
  name: string;
}

/** A date that is valid with the day first and with the month first. */
interface Undecided extends Pending {
  given: unknown;
  dayFirst: number;
  monthFirst: number;
}

/** Removes those of the points from `from` on from the end of a list, which is in the points' order, and returns them. */
function takeFrom<T extends Pending>(list: T[], from: number): T[] {
  let first = list.length;
  while (first > 0 && list[first - 1].index >= from) first--;
  return list.splice(first);
}

/**
 * Turns records into points, one for one: a record whose coordinates are no numbers becomes a point at NaN, a field that makes no sense
 * is treated as not known, and both are counted in `warnings`. Nothing is dropped.
 */
export class PointReader {
  readonly points: InputPoint[] = [];
  readonly warnings: WarningList;
  /** The names of members and properties. */
  readonly names: FieldNames;
  /** Whether numbers may be written with a decimal comma. */
  decimalComma = false;

  /** Whether a coordinate was null. */
  hasNullPlace = false;

  /** Whether times that are numbers are a spreadsheet's days. Set by the caller, or once this file has shown it. */
  areDays: boolean | undefined;

  /** How ambiguous dates were read, if there were any. */
  dates: TrackLimits["dates"];

  /** Where in the file each point is. */
  readonly #places: number[] = [];
  /** Whether a time was given, readable or not. */
  #hasTimes = false;
  /** Points whose time is still a bare number; see {@link settleTimes}. */
  readonly #unsettled: Unsettled[] = [];
  /** Points whose date is ambiguous. */
  readonly #undecided: Undecided[] = [];

  readonly #format: TrackFormat;

  /** `placeName` names the record of a number in sentences: `row 12`, `trkpt 3`. */
  constructor(
    format: TrackFormat,
    readonly limits: TrackLimits,
    readonly placeName: (place: number) => string,
    warnings = new WarningList(),
  ) {
    this.#format = format;
    // A CSV recognises its columns itself, and may have dates beside its times.
    this.names = new FieldNames(format === "csv" ? {} : limits.columns);
    this.warnings = warnings;
  }

  /** Adds the point of a record. `place` is the record's number in the file, for warnings. */
  add(fields: FieldValues, attributes: Record<string, unknown>, place: number): InputPoint {
    const count = this.points.length;
    if (count >= this.limits.maxPoints) {
      throw new SnapError("limit", `The input has more than ${this.limits.maxPoints} points, the most that maxPoints allows.`, {
        maxPoints: this.limits.maxPoints,
      });
    }
    if (count % CHECK_EVERY === CHECK_EVERY - 1) this.limits.check();
    const point: InputPoint = {
      lon: this.#coordinate("lon", fields.lon, place),
      lat: this.#coordinate("lat", fields.lat, place),
      time: this.#time(fields.time, place),
      accuracy: this.#amount("accuracy", fields.accuracy, place),
      speed: this.#amount("speed", fields.speed, place),
      course: this.#amount("course", fields.course, place, 360),
      trackId: trackIdIn(fields),
      objectId: this.#objectId(fields.objectId, place),
      attributes,
    };
    this.points.push(point);
    this.#places.push(place);
    return point;
  }

  /**
   * Decides, for the times of all points from `from` on together, the unit of bare numbers, and whether day or month comes first in dates with the year last.
   * Called at the end of each column: of the file, or of a line that is a track of its own.
   */
  settleTimes(from = 0): void {
    this.settleUnits(from);
    const dates = takeFrom(this.#undecided, from);
    if (dates.length > 0) this.#settleDates(dates);
  }

  /** The first half of {@link settleTimes}: the unit of bare numbers. */
  settleUnits(from: number): void {
    const unsettled = takeFrom(this.#unsettled, from);
    if (unsettled.length === 0) return;
    const points = this.points;
    const numbers = unsettled.map(({ index }) => points[index].time as number);
    if (this.areDays === undefined && areSpreadsheetDays(numbers)) {
      this.areDays = true;
      this.warnings.say("Times that are numbers are read as a spreadsheet writes them: days since 1899-12-30, in UTC.");
    }
    if (this.areDays) {
      for (const { index } of unsettled) points[index].time = secondsOfSpreadsheetDay(points[index].time as number);
    } else {
      const perSecond = new Map<string, number>();
      for (const { name } of unsettled) {
        if (!perSecond.has(name)) perSecond.set(name, epochUnitsPerSecond(numbers.filter((_, i) => unsettled[i].name === name)));
      }
      for (const { index, place, name } of unsettled)
        points[index].time = this.#inRange((points[index].time as number) / (perSecond.get(name) as number), place);
    }
  }

  #settleDates(undecided: readonly Undecided[]): void {
    const { dates } = this.limits;
    const { monthFirst, sure } = dates ? { monthFirst: dates === "month-first", sure: true } : isMonthFirst(undecided);
    this.dates = monthFirst ? "month-first" : "day-first";
    if (!sure) {
      const [day, month] = (["monthFirst", "dayFirst"] as const).map((other) => undecided.find((date) => Number.isNaN(date[other])));
      const trouble =
        day && month
          ? `Some dates have the day first, like ${shown(day.given)}, others the month, like ${shown(month.given)}`
          : `Dates like ${shown(undecided[0].given)} do not say whether day or month comes first`;
      this.warnings.say(`${trouble}; they are read with the ${monthFirst ? "month" : "day"} first.`);
    }
    for (const date of undecided) {
      const seconds = monthFirst ? date.monthFirst : date.dayFirst;
      if (Number.isNaN(seconds))
        this.#unknown("time", `not a date with the ${monthFirst ? "month" : "day"} first, as the others are,`, date.given, date.place);
      this.points[date.index].time = Number.isNaN(seconds) ? null : seconds;
    }
  }

  /**
   * A field called just `id` may number the points of a file or name the travellers in it. If no more than half its values differ, it is the track id, and the
   * answer is true. Points without a value tell nothing. `name`: the best-known of the names that the points' ids may have. `word`: what a field is called.
   */
  settleIds(name: string, word: string): boolean {
    const { points } = this;
    if (name.toLowerCase() !== "id") return false;
    const ids = points.map(({ attributes }) => trackIdOf(attributes[name]));
    const given = ids.filter((id) => id !== null);
    if (given.length < LEAST_IDS || new Set(given).size > given.length / 2) return false;
    for (const [i, point] of points.entries()) {
      point.trackId = ids[i];
      point.objectId = null;
    }
    this.warnings.say(`The ${word} ${shown(name)} repeats its values, so it is read as the track id.`);
    return true;
  }

  /** As {@link settleIds}, for points that are objects by themselves: if none has the id of a track, and the option columns says nothing of either id. */
  settleIdsOfObjects(word: string): void {
    if (this.names.isGiven("trackId", "objectId") || this.points.some(({ trackId }) => trackId !== null)) return;
    const names = new Set<string>();
    for (const { attributes } of this.points) for (const name of Object.keys(attributes)) names.add(name);
    const ids = [...names].filter((name) => recogniseField(name)?.field === "objectId");
    if (ids.length === 1) this.settleIds(ids[0], word);
  }

  /** Takes back the points from `length` on, those of a record that turned out to be unreadable. */
  truncate(length: number): void {
    this.points.length = length;
    this.#places.length = length;
    takeFrom(this.#unsettled, length);
    takeFrom(this.#undecided, length);
  }

  /** Refuses a file in which no point has a place: its coordinates are elsewhere, or in another form. `word`: what its points are called. */
  checkPositions(file: string, word: string): void {
    if (this.points.some(({ lon, lat }) => Number.isFinite(lon) && Number.isFinite(lat))) return;
    const count = this.points.length;
    throw new SnapError(
      "bad-input",
      `${file} has no position: ${count === 1 ? `its one ${word} has no` : `none of its ${count} ${word}s has`} numbers as longitude and latitude (the first: ${this.warnings.firstOf("coordinate")}).`,
    );
  }

  /** A sentence about the names given that no point read so far has; null if there are none. `what`: what should have that name. */
  missingNames(what: string): string | null {
    return this.names.missing(what, Object.keys(this.points[0]?.attributes ?? {}));
  }

  /** Everything read so far. */
  result(): TrackInput {
    this.settleTimes();
    this.#warnOfIds();
    // A CSV checks its columns itself; in a GPX a time is always called time.
    if (this.#format !== "csv" && this.#format !== "gpx") this.#warnOfTimes();
    // The points of a GPX are inside their tracks.
    if (this.#format !== "gpx") this.#warnOfTravellers();
    this.#warnOfClock();
    return { format: this.#format, points: this.points, warnings: this.warnings.sentences(), unread: this.warnings.sentences("unread") };
  }

  /** Warns of what looks like times under an unknown name: the track is matched as if it had none. */
  #warnOfTimes(): void {
    if (this.#hasTimes || this.points.length === 0) return;
    const likely = Object.entries(this.points[0].attributes).find(([name, value]) => looksLikeTime(name, value));
    if (likely !== undefined)
      this.warnings.say(
        `No field is named as times usually are, but ${shown(likely[0])} looks like one; to have it read, rename it to time.`,
      );
  }

  /** Warns if the points are of several travellers: they would be matched as one, who jumps from one to the other. */
  #warnOfTravellers(): void {
    const field = travellerField(this.points);
    if (field === null) return;
    if (this.points[0].trackId !== null) {
      this.warnings.say(
        `The points of a track id jump to and fro, but grouped by ${shown(field)} they do not: make that a part of the id, or rename the id to trip_id, which is read together with it.`,
      );
      return;
    }
    const byOption = this.#format !== "execute" ? `, or name it with the option columns (track_id=${field})` : "";
    this.warnings.say(
      `No field says which track a point belongs to; as one track the points jump to and fro, but grouped by ${shown(field)} they do not: rename it to track_id${byOption}.`,
    );
  }

  /** Warns if the clock was put back: the fixes of two hours would be mixed, and the way driven to and fro between them. */
  #warnOfClock(): void {
    const at = putBackAt(this.points);
    if (at < 0) return;
    const back = Math.round(this.points[at - 1].time! - this.points[at].time!);
    this.warnings.count(
      "zone",
      () => `by ${back} s at ${this.placeName(this.#places[at])}`,
      (_, first) =>
        `The times run backwards once, ${first}, as a local clock does at the end of summer time; the points are put in order of time, which mixes the two hours: give the times in UTC, or with their zone.`,
    );
  }

  /** Warns of track ids that were not UTF-8: two of them may have become equal. */
  #warnOfIds(): void {
    const damaged = new Set<string>();
    let last: string | null = null;
    for (const { trackId } of this.points) {
      if (trackId === last) continue;
      last = trackId;
      if (trackId?.includes("\ufffd")) damaged.add(trackId);
    }
    for (const trackId of damaged) {
      this.warnings.count(
        "damaged id",
        () => shown(trackId),
        (count, first) =>
          `${count === 1 ? "1 track id was" : `${count} track ids were`} not UTF-8 and lost characters, so two different ids may have become the same (the first: ${first}); save the file as UTF-8.`,
      );
    }
  }

  #coordinate(field: "lon" | "lat", given: FieldValue | undefined, place: number): number {
    const number = parseCoordinate(given?.value, field, this.decimalComma);
    if (!Number.isFinite(number)) {
      this.hasNullPlace ||= given !== undefined && isBlank(given.value);
      this.warnings.count(
        "coordinate",
        () => `${field} ${given?.value === undefined ? "is missing" : `is ${shown(given.value)}`} at ${this.placeName(place)}`,
        (count, first) =>
          `${count === 1 ? "1 coordinate is not a number" : `${count} coordinates are not numbers`}; the points are kept, but not snapped (the first: ${first}).`,
      );
    }
    return number;
  }

  #amount(
    field: "accuracy" | "speed" | "course",
    given: FieldValue | undefined,
    place: number,
    most = Number.POSITIVE_INFINITY,
  ): number | null {
    if (given === undefined || isBlank(given.value)) return null;
    const { number: raw, name } = parseAmount(given.value, given.name, this.decimalComma);
    const number = this.#scaled(raw, name);
    if (number >= 0 && number <= most && number < Number.POSITIVE_INFINITY) return number;
    const trouble = (one: string) => (Number.isFinite(raw) ? one : "not a finite number");
    this.#unknown(field, trouble(field === "course" ? "outside 0 to 360" : "negative"), given.value, place);
    return null;
  }

  #scaled(number: number, { multiply, divide, dilution }: FieldName): number {
    return ((dilution ? number * this.limits.hdopScale : number) * multiply) / divide;
  }

  #time(given: FieldValue | undefined, place: number): number | null {
    if (given === undefined || isBlank(given.value)) return null;
    this.#hasTimes = true;
    const parsed = parseTime(given.value, this.decimalComma);
    if (!parsed) {
      this.#unknown("time", whyNoTime(given.value), given.value, place);
      return null;
    }
    if ("seconds" in parsed) return parsed.seconds;
    if ("dayFirst" in parsed) {
      this.#undecided.push({ index: this.points.length, place, given: given.value, ...parsed });
      return null;
    }
    if (given.name.fixedUnit) return this.#inRange(this.#scaled(parsed.number, given.name), place);
    this.#unsettled.push({ index: this.points.length, place, name: given.name.name });
    return parsed.number;
  }

  #inRange(seconds: number, place: number): number | null {
    if (isDate(seconds)) return seconds;
    this.#unknown("time", "too large for a date", seconds, place);
    return null;
  }

  #objectId(given: FieldValue | undefined, place: number): number | null {
    if (given === undefined || isBlank(given.value)) return null;
    const number = parseNumber(given.value);
    if (Number.isSafeInteger(number)) return number;
    // A plain `id` may be anything; the other names promise a number.
    if (given.name.name !== "id") this.#unknown("OBJECTID", "not a whole number", given.value, place);
    return null;
  }

  #unknown(field: string, trouble: string, value: unknown, place: number): void {
    this.warnings.value(field, trouble, value, () => this.placeName(place));
  }
}

/** What a value lacks that is nearly a time. */
function whyNoTime(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  if (/^\d{1,2}([./-])\d{1,2}\1\d\d(?!\d)/.test(text)) return "without all four digits of the year";
  if (/^\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:\s*[AP]M)?$/i.test(text)) return "without a date";
  const zone = /^(.*\d)\s*[A-Z]{2,5}$/.exec(text)?.[1];
  return zone !== undefined && parseTime(zone) !== undefined
    ? "in a time zone given by letters instead of an offset"
    : "neither an ISO 8601 time nor an epoch number";
}

/** A track id as text; an empty one is none. */
export function trackIdOf(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  return null;
}

/** The id of a point's track. A trip's id has its traveller's before it, as each traveller may number trips from 1. */
export function trackIdIn({ trackId, traveller }: FieldValues): string | null {
  const id = trackIdOf(trackId?.value);
  const whose = trackId?.name.idOf === "trip" ? trackIdOf(traveller?.value) : null;
  return id === null || whose === null ? id : joinedId(whose, id);
}

/** Joins two ids: `v1 1`. If one of them has a blank, `a b / c` with slashes in them doubled, so that "a b" with "c" differs from "a" with "b c". */
function joinedId(...ids: [traveller: string, trip: string]): string {
  return ids.some((id) => id.includes(" ")) ? ids.map((id) => id.replaceAll("/", "//")).join(" / ") : ids.join(" ");
}

/** Gives out names that are each used once: `run`, `run (2)`, `run (3)`, or numbered otherwise. */
export class UniqueNames {
  readonly #used = new Set<string>();
  /** By name: the number given last. Otherwise a million equal names would each be counted through. */
  readonly #last = new Map<string, number>();
  readonly #numbered: (name: string, n: number) => string;

  constructor(numbered = (name: string, n: number) => `${name} (${n})`) {
    this.#numbered = numbered;
  }

  take(name: string): string {
    let unique = name;
    let n = this.#last.get(name) ?? 1;
    while (this.#used.has(unique)) unique = this.#numbered(name, ++n);
    this.#last.set(name, n);
    this.#used.add(unique);
    return unique;
  }
}
