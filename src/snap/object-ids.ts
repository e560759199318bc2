// The ObjectIDs of the output points: the input's own where it has them.
import type { InputPoint } from "../match/track.js";

/**
 * One ObjectID per point: the input's OBJECTID; 1 … n when no point has one; where only some have one, the rest get the integers that are
 * free, from 1 up. Duplicates stay as they are.
 */
export function assignObjectIds(points: readonly InputPoint[]): number[] {
  const taken = new Set<number>();
  for (const { objectId } of points) if (objectId !== null) taken.add(objectId);
  let next = 1;
  return points.map(({ objectId }) => {
    if (objectId !== null) return objectId;
    while (taken.has(next)) next++;
    return next++;
  });
}
