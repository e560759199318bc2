// Silences: parts tracks at long silences, if the user says how long that is; else says how much road is guessed across them.
import { SnapError, shown } from "../errors.js";
import { UniqueNames } from "../import/tracks/point-reader.js";
import type { Match } from "../match/result/result.js";
import { groupTracks } from "../match/track/grouping.js";
import type { InputPoint } from "../match/track/track.js";

/** Seconds from which on a silence is worth a message, … */
const LONG = 1800;
/** … if so many metres of road lie in it. Silences in traffic or in tunnels are shorter. */
const FAR = 1000;

/** A silence of a track. */
interface Silence {
  /** How long it was. */
  seconds: number;
  /** The point that ended it, by its position in travel order. */
  end: number;
}

/**
 * Parts each track at silences of more than `gap` seconds. The parts get track ids of their own: `van 7`, `van 7 (2)`; those of a track without an id begin
 * with `name`. A point without a time goes with the point before it in travel order. A point without a usable place has no place in that order, and goes
 * with the point of its track before it in the input.
 * @throws SnapError "bad-input" if no point has a time, for then no silence can be found.
 */
export function partAtSilences(points: readonly InputPoint[], gap: number, name = "track"): void {
  checkTimes(points);
  const names = new UniqueNames();
  const { tracks, badCoordinates } = groupTracks(points);
  const given = badCoordinates.length === 0 ? [] : points.map(({ trackId }) => trackId);
  for (const { trackId } of tracks) names.take(trackId ?? name);
  for (const { trackId, order } of tracks) {
    const ends = silencesOf(points, order, gap).map(({ end }) => end);
    // The first part needs an id as well: points without one are of no track where others have one.
    if (trackId === null && ends.length > 0) for (const point of points) point.trackId = name;
    ends.forEach((end, k) => {
      const part = names.take(trackId ?? name);
      for (const i of order.slice(end, ends[k + 1])) points[i].trackId = part;
    });
  }
  if (badCoordinates.length > 0) followPlaced(points, given, new Set(badCoordinates));
}

/** Puts points without a place into the part of the point before them. `given`: the track ids before the tracks were parted. */
function followPlaced(points: readonly InputPoint[], given: readonly (string | null)[], placeless: ReadonlySet<number>): void {
  const parts = new Map<string | null, string | null>();
  for (const [i, point] of points.entries()) {
    if (!placeless.has(i)) parts.set(given[i], point.trackId);
    else point.trackId = parts.get(given[i]) ?? point.trackId;
  }
}

function checkTimes(points: readonly InputPoint[]): void {
  if (points.some(({ time }) => Number.isFinite(time))) return;
  throw new SnapError("bad-input", "No point has a time that can be read, so silences cannot be found (the option gap).");
}

/** Doubts about long silences in the tracks of one file: the road between the fixes around one is a guess, however sure each fix is. */
export class SilenceDoubt {
  readonly #points: readonly InputPoint[];
  #count = 0;
  #metres = 0;
  #first = "";

  constructor(points: readonly InputPoint[]) {
    this.#points = points;
  }

  /** Adds a track. `order`: for each point of its match, the index of the point of the file. */
  readonly add = (order: readonly number[], match: Match): void => {
    for (const { seconds, end } of silencesOf(this.#points, order, LONG)) {
      const metres = roadBetween(match, end - 1, end);
      if (metres < FAR) continue;
      const { trackId } = this.#points[order[end]];
      const name = trackId === null ? "The track" : `Track ${shown(trackId)}`;
      if (this.#count++ === 0) this.#first = `${name} is silent for ${shownTime(seconds)}`;
      this.#metres += metres;
    }
  };

  /** One sentence about all such silences; an empty list if there is none. */
  get sentences(): string[] {
    if (this.#count === 0) return [];
    const others = this.#count === 1 ? "" : ` (${this.#count} silences are longer than ${shownTime(LONG)})`;
    const km = (this.#metres / 1000).toFixed(1);
    const parts = this.#count === 1 ? "two tracks of it" : "the parts separate tracks";
    return [`${this.#first}${others}, and the ${km} km of road in between are guessed; the option gap (${LONG}) makes ${parts}.`];
  }
}

function shownTime(seconds: number): string {
  return seconds < 36_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Metres on roads from one point of a match to a later one. */
function roadBetween({ points, stretches }: Match, from: number, to: number): number {
  const [a, b] = [points[from], points[to]];
  if (a.stretch < 0 || b.stretch < 0) return 0;
  let metres = 0;
  for (let s = a.stretch; s <= b.stretch; s++) {
    const { type, startOffset, endOffset } = stretches[s];
    if (type === "Road") metres += (s === b.stretch ? b.offset : endOffset) - (s === a.stretch ? a.offset : startOffset);
  }
  return metres;
}

/** The silences of a track that are longer than `least` seconds. `order`: its points in travel order. */
function silencesOf(points: readonly Pick<InputPoint, "time">[], order: readonly number[], least: number): Silence[] {
  const silences: Silence[] = [];
  let last = Number.NaN;
  for (let end = 0; end < order.length; end++) {
    const time = points[order[end]].time ?? Number.NaN;
    if (time - last > least) silences.push({ seconds: time - last, end });
    // A point that came late does not set the time back.
    if (!(time <= last) && !Number.isNaN(time)) last = time;
  }
  return silences;
}
