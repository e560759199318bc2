// The ObjectIDs of the output points: the input's own where it has them.
import type { InputPoint } from "../match/track/track.js";
import type { Troubles } from "./troubles.js";

/**
 * One ObjectID per point: the input's OBJECTID; 1 … n when no point has one; where only some have one, the rest get the integers that are
 * free, from 1 up. Duplicates stay as they are, and are noted as troubles.
 */
export function assignObjectIds(points: readonly InputPoint[], troubles: Troubles): number[] {
  const taken = new Set<number>();
  points.forEach(({ objectId }, i) => {
    if (objectId === null) return;
    if (taken.has(objectId)) troubles.add("duplicate-objectid", i);
    taken.add(objectId);
  });
  let next = 1;
  return points.map(({ objectId }) => {
    if (objectId !== null) return objectId;
    while (taken.has(next)) next++;
    return next++;
  });
}
