// Near misses: dead ends so close to another road that the map probably means them to meet.
import { Access, Flag } from "./attributes.js";
import type { RoadGraph } from "./graph.js";
import { NearbySearch } from "./nearby.js";
import { RoadPlaces } from "./places.js";

/** Metres within which a dead end misses a road. */
export const MISS_METRES = 3;

/** How many ends of roads open to driving no other road meets, and how many of them lie within {@link MISS_METRES} of one, on the same level. */
export function nearMisses(roads: RoadGraph): { ends: number; missed: number } {
  const { edgeFrom, edgeTo, edgeFlags, nodeLon, nodeLat, arcAccess } = roads;
  const uses = new Uint32Array(roads.nodeCount);
  for (const nodes of [edgeFrom, edgeTo]) for (const node of nodes) uses[node]++;
  const isOpen = (edge: number) => ((arcAccess[2 * edge] | arcAccess[2 * edge + 1]) & Access.driving) !== 0;
  const search = new NearbySearch(roads);
  const near = new RoadPlaces();
  let [ends, missed] = [0, 0];
  for (let edge = 0; edge < roads.edgeCount; edge++) {
    for (const [end, start] of [
      [edgeFrom[edge], edgeTo[edge]],
      [edgeTo[edge], edgeFrom[edge]],
    ]) {
      if (uses[end] > 1 || !isOpen(edge)) continue;
      ends++;
      near.count = 0;
      // A short stub lies near the roads that it begins at: these it does meet.
      const isOther = (other: number) =>
        other !== edge &&
        isOpen(other) &&
        ((edgeFlags[other] ^ edgeFlags[edge]) & (Flag.bridge | Flag.tunnel)) === 0 &&
        edgeFrom[other] !== start &&
        edgeTo[other] !== start;
      search.within(nodeLon[end] / 1e7, nodeLat[end] / 1e7, MISS_METRES, near, undefined, isOther);
      if (near.count > 0) missed++;
    }
  }
  return { ends, missed };
}
