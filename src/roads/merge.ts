// Several road sources as one: neighbouring extracts share nodes, ways and restrictions, which must not become double roads.
import { RoadSource } from "./source.js";

/**
 * Joins sources in order. A way, restriction or barrier that an earlier source has is left out and counted; a node keeps its first position.
 * A way that one extract cut at its border finds its missing nodes in the other.
 */
export function mergeSources(sources: readonly RoadSource[]): RoadSource {
  if (sources.length === 1) return sources[0];
  const merged = new RoadSource();
  const ways = new Set<number>();
  const restrictions = new Set<number>();
  const barriers = new Set<number>();
  for (const source of sources) {
    for (let i = 0; i < source.nodeCount; i++) merged.addNode(source.nodeId[i], source.nodeLon[i], source.nodeLat[i]);
    const { id } = source.columns;
    for (let w = 0; w < source.wayCount; w++) {
      if (ways.has(id.data[w])) merged.drop("way of an earlier file");
      else merged.addWay(source.way(w));
    }
    // One relation may have become several restrictions, one way several pieces: ids count as seen only when their source is done.
    const fresh = source.restrictions.filter(({ id }) => !restrictions.has(id));
    merged.restrictions.push(...fresh);
    for (const barrier of source.barriers) if (!barriers.has(barrier.node)) merged.barriers.push(barrier);
    for (const [reason, n] of Object.entries(source.dropped)) merged.drop(reason, n);
    for (let w = 0; w < source.wayCount; w++) ways.add(id.data[w]);
    for (const restriction of fresh) restrictions.add(restriction.id);
    for (const { node } of source.barriers) barriers.add(node);
  }
  return merged;
}
