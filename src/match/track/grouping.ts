// Grouping: sorts points into tracks, one for each traveller, and puts each track in travel order.
import type { InputPoint } from "./track.js";

/** One traveller's points. */
export interface TrackGroup {
  /** null when no point of the input has a track_id: then all of them are one track. */
  trackId: string | null;
  /** Indexes into the input, in travel order. Never empty. */
  order: number[];
}

/** Every input index is in exactly one place: in one track's order, in `unlocated` or in `badCoordinates`. */
export interface GroupedPoints {
  /** In order of first appearance. */
  tracks: TrackGroup[];
  /** Points without a track_id where others have one; in input order. */
  unlocated: number[];
  /** Points whose coordinate cannot be used; in input order. */
  badCoordinates: number[];
}

/** Whether a place exists: finite, longitude within ±180, latitude within ±90 degrees. */
export function isCoordinate(lon: number, lat: number): boolean {
  return lon >= -180 && lon <= 180 && lat >= -90 && lat <= 90;
}

/** Whether a place is 0, 0: a receiver that has no place yet sends that. */
export function isZero(lon: number, lat: number): boolean {
  return lon === 0 && lat === 0;
}

/**
 * Groups points by track_id and puts each track in travel order: by time when every point of the track has one, else by OBJECTID when every
 * point has one, else as given. Ties go by OBJECTID (points without one last), then by input order.
 *
 * Points without a usable coordinate take no part, not even in the choice of the sequence: one broken record must not reorder a track.
 * @param use which points to look at; the others appear nowhere in the answer. All of them when left out.
 */
export function groupTracks(points: readonly InputPoint[], use?: (index: number) => boolean): GroupedPoints {
  const unlocated: number[] = [];
  const badCoordinates: number[] = [];
  const byId = new Map<string | null, number[]>();
  const hasTrackIds = points.some((point) => point.trackId !== null);
  for (let i = 0; i < points.length; i++) {
    const { trackId, lon, lat } = points[i];
    const isOfTrack = !hasTrackIds || trackId !== null;
    // A point that takes no part counts as a track's first appearance as well.
    if (isOfTrack && !byId.has(trackId)) byId.set(trackId, []);
    const order = byId.get(trackId);
    if (use && !use(i)) continue;
    if (!isCoordinate(lon, lat)) badCoordinates.push(i);
    else if (order === undefined) unlocated.push(i);
    else order.push(i);
  }
  const tracks = [...byId].map(([trackId, order]) => ({ trackId, order: sequence(points, order) }));
  return { tracks: tracks.filter(({ order }) => order.length > 0), unlocated, badCoordinates };
}

function sequence(points: readonly InputPoint[], order: number[]): number[] {
  const timed = order.every((i) => Number.isFinite(points[i].time));
  const numbered = order.every((i) => points[i].objectId !== null);
  if (!timed && !numbered) return order;
  const time = (i: number) => (timed ? (points[i].time as number) : 0);
  const id = (i: number) => points[i].objectId ?? Number.POSITIVE_INFINITY;
  // Two missing OBJECTIDs subtract to NaN, which sorts as 0 does, and ties keep the input's order.
  return order.sort((a, b) => time(a) - time(b) || id(a) - id(b));
}
