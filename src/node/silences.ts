// Silences of a track: by a long one it is two, where its user says how long that is; else it is told how far a guess goes.
import { SnapError, shown } from "../errors.js";
import { UniqueNames } from "../import/point-reader.js";
import { groupTracks } from "../match/grouping.js";
import type { Match } from "../match/result.js";
import type { InputPoint } from "../match/track.js";

/** Seconds of silence, and metres of road in it, from which on it is told: those of who stands in traffic or drives through a tunnel are shorter. */
const LONG = 1800;
const FAR = 1000;

/** A silence of a track: how long it was, seconds, and the point that ended it, by its place in travel order. */
interface Silence {
  seconds: number;
  end: number;
}

/**
 * Makes tracks of their own of what is behind a silence of more than `gap` seconds, by new track ids: `van 7`, `van 7 (2)`. A track without an id is
 * called by `name` then. Points that do not say when they were go with the one before, and those without a usable place with the one of their track before
 * them in the input: they are in no order of travel.
 * @throws SnapError "bad-input" where no point says when it was: then no silence can be told.
 */
export function partAtSilences(points: readonly InputPoint[], gap: number, name = "track"): void {
  checkTimes(points);
  const names = new UniqueNames();
  const { tracks, badCoordinates } = groupTracks(points);
  const given = badCoordinates.length === 0 ? [] : points.map(({ trackId }) => trackId);
  for (const { trackId } of tracks) names.take(trackId ?? name);
  for (const { trackId, order } of tracks) {
    const ends = silencesOf(points, order, gap).map(({ end }) => end);
    // Without an id beside those that have one they would be of no track.
    if (trackId === null && ends.length > 0) for (const point of points) point.trackId = name;
    ends.forEach((end, k) => {
      const part = names.take(trackId ?? name);
      for (const i of order.slice(end, ends[k + 1])) points[i].trackId = part;
    });
  }
  if (badCoordinates.length > 0) followPlaced(points, given, new Set(badCoordinates));
}

/** Puts points without a place into the part of the point before; `given`: the track ids before there were parts. */
function followPlaced(points: readonly InputPoint[], given: readonly (string | null)[], placeless: ReadonlySet<number>): void {
  const parts = new Map<string | null, string | null>();
  for (const [i, point] of points.entries()) {
    if (!placeless.has(i)) parts.set(given[i], point.trackId);
    else point.trackId = parts.get(given[i]) ?? point.trackId;
  }
}

function checkTimes(points: readonly InputPoint[]): void {
  if (points.some(({ time }) => Number.isFinite(time))) return;
  throw new SnapError("bad-input", "No point says when it was, in a form that can be read, so no silence can be told (the option gap).");
}

/** What is doubtful about the silences of the tracks of one file: between the fixes around a long one the road is a guess, however sure each fix is. */
export class SilenceDoubt {
  readonly #points: readonly InputPoint[];
  #count = 0;
  #metres = 0;
  #first = "";

  constructor(points: readonly InputPoint[]) {
    this.#points = points;
  }

  /** Takes a track's match, and which point each of its points is. */
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

  /** A sentence about all of them; none where there is none. */
  get sentences(): string[] {
    if (this.#count === 0) return [];
    const others = this.#count === 1 ? "" : ` (${this.#count} silences are longer than ${shownTime(LONG)})`;
    const km = (this.#metres / 1000).toFixed(1);
    const parts = this.#count === 1 ? "two tracks of it" : "tracks of the parts";
    return [`${this.#first}${others}, and ${km} km of road lie between: they are guessed; the option gap (${LONG}) makes ${parts}.`];
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

/** The silences of a track that are longer than so many seconds; `order`: its points, in travel order. */
function silencesOf(points: readonly Pick<InputPoint, "time">[], order: readonly number[], least: number): Silence[] {
  const silences: Silence[] = [];
  let last = Number.NaN;
  for (let end = 0; end < order.length; end++) {
    const time = points[order[end]].time ?? Number.NaN;
    if (time - last > least) silences.push({ seconds: time - last, end });
    // One that came late takes nothing back.
    if (!(time <= last) && !Number.isNaN(time)) last = time;
  }
  return silences;
}
