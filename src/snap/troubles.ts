// Troubles with single points, gathered into one message per kind: how many, and the first of them by ObjectID and value.
import type { SnapMessage } from "./result.js";

/** Each kind of trouble: what the points have, and what became of it. */
const KINDS = {
  "bad-coordinate": [
    "no usable coordinate",
    "left unsnapped; longitude must be -180 to 180, latitude -90 to 90, and not both 0 far from the track",
  ],
  unlocated: ["no track_id while others have one", "unlocated, left unsnapped"],
  untimed: ["no time while others of the track have one", "the whole track is in order of OBJECTID; all or none must have one"],
  "out-of-reach": [
    "a place out of reach from the others of the track",
    "put on the way of the others with low confidence; each vehicle must have its own track_id",
  ],
  "outside-extent": ["a place outside context.extent", "not used, left unsnapped"],
  "text-timestamp": ["a location_timestamp that is text", "read as milliseconds since the epoch, or as ISO 8601"],
  "early-timestamp": ["a location_timestamp before 1973", "read as milliseconds since the epoch, not seconds"],
  "late-timestamp": ["a location_timestamp from 5138 on", "used for the order alone; it must be milliseconds since the epoch"],
  "bad-timestamp": ["an unusable location_timestamp", "not used; it must be milliseconds since the epoch, or ISO 8601 with a zone"],
  "bad-accuracy": ["an unusable horizontal_accuracy", "not used; it must be 0 or more metres"],
  "bad-speed": ["an unusable speed", "not used; it must be 0 or more metres per second"],
  "bad-course": ["an unusable course", "not used; it must be 0 to 360 degrees clockwise from north"],
  "bad-objectid": ["an OBJECTID that is not whole or too large", "given a free ObjectID"],
  "bad-track-id": ["a track_id that is neither text nor number", "read as points without a track_id"],
  "unsafe-track-id": ["a track_id that is a number above 2^53", "tracks of nearly the same number may be one; it must be text"],
  "duplicate-objectid": ["an OBJECTID that an earlier point has", "kept as given"],
  "bad-attribute": ["an attribute that is a list or an object", "returned as null"],
} as const satisfies Record<string, readonly [has: string, outcome: string]>;

/** A kind of trouble with one point. */
export type Trouble = keyof typeof KINDS;

/** Gathers troubles with points; one message per kind, in the order the kinds first came up. */
export class Troubles {
  readonly #seen = new Map<Trouble, Map<number, string | undefined>>();

  /** Notes that point `index` has this trouble, however often; `value` is what it had, in words, undefined when there is nothing to show. */
  add(kind: Trouble, index: number, value?: string): void {
    const seen = this.#seen.get(kind) ?? new Map<number, string | undefined>();
    this.#seen.set(kind, seen);
    if (!seen.has(index)) seen.set(index, value);
  }

  /** The messages, naming points by their output ObjectIDs. */
  messages(objectIds: readonly number[]): SnapMessage[] {
    return [...this.#seen].map(([kind, seen]) => {
      const [has, outcome] = KINDS[kind];
      const [[first, value]] = [...seen].sort(([a], [b]) => a - b);
      const example = `first: ObjectID ${objectIds[first]}${value === undefined ? "" : `, ${value}`}`;
      const severity = kind === "outside-extent" ? "Informative" : "Warning";
      return { severity, text: `${seen.size} ${seen.size === 1 ? "point has" : "points have"} ${has} (${example}): ${outcome}.` };
    });
  }
}
