// Silences of a track: by a long one it is two, where its user says how long that is.
import { SnapError } from "../errors.js";
import { UniqueNames } from "../import/point-reader.js";
import { groupTracks } from "../match/grouping.js";
import type { InputPoint } from "../match/track.js";

/** A silence of a track: how long it was, seconds, and the point that ended it, by its place in travel order. */
interface Silence {
  seconds: number;
  end: number;
}

/**
 * Makes tracks of their own of what is behind a silence of more than `gap` seconds, by new track ids: `van 7`, `van 7 (2)`. A track without an id is
 * called by `name` then. Points that do not say when they were go with the one before.
 */
export function partAtSilences(points: readonly InputPoint[], gap: number, name = "track"): void {
  const names = new UniqueNames();
  const { tracks } = groupTracks(points);
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
}

/** @throws SnapError "bad-input" where no point says when it was: then no silence can be told. */
export function checkTimes(points: readonly InputPoint[]): void {
  if (points.some(({ time }) => Number.isFinite(time))) return;
  throw new SnapError("bad-input", "No point says when it was, in a form that can be read, so no silence can be told (the option gap).");
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
