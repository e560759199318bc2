// The order in which points arrive at a service: not always the order in which they were made.

import type { Random } from "../../geo/random.js";
import type { InputPoint, TrackPoint } from "../../match/track.js";

/**
 * The fixes as input points, OBJECTIDs by the order of the drive, some of them late by up to `most` places.
 * @param share of the points that are late
 */
export function arrivals(
  track: readonly TrackPoint[],
  random: Random,
  options: { share: number; most?: number; trackId?: string | null },
): InputPoint[] {
  const most = options.most ?? 5;
  const points = track.map((point, i) => {
    const late = random.next() < options.share ? 1 + random.int(most) : 0;
    const input: InputPoint = { ...point, trackId: options.trackId ?? null, objectId: i + 1, attributes: { OBJECTID: i + 1 } };
    // Half a place more puts a late point behind the one it is late for.
    return { input, key: late === 0 ? i : i + late + 0.5 };
  });
  return points.sort((a, b) => a.key - b.key || a.input.objectId! - b.input.objectId!).map(({ input }) => input);
}
