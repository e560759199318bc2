// Several road sources as one: neighbouring extracts share nodes, ways and restrictions, which must not become double roads.
import { HashedIds } from "./node-index.js";
import { RoadSource } from "./source.js";

/**
 * Joins sources in order. A way, restriction or barrier that an earlier source has is left out and counted; a node keeps its first position.
 * A way that one extract cut at its border finds its missing nodes in the other; one that was clipped there, so that neither has all of it, is
 * taken from both.
 */
export function mergeSources(sources: readonly RoadSource[]): RoadSource {
  if (sources.length === 1) return sources[0];
  const merged = new RoadSource();
  const restrictions = new Set<number>();
  const barriers = new Set<number>();
  for (const source of sources) {
    for (let i = 0; i < source.nodeCount; i++) merged.addNode(source.nodeId[i], source.nodeLon[i], source.nodeLat[i]);
    const earlier = merged.wayCount > 0 ? new HashedIds(merged.columns.id.data, merged.wayCount) : null;
    for (let w = 0; w < source.wayCount; w++) {
      const way = source.way(w);
      const known = earlier?.of(way.id) ?? -1;
      if (known >= 0 && isWithin(way.nodes, merged.way(known).nodes)) merged.drop("way of an earlier file");
      else merged.addWay(way);
    }
    // One relation may have become several restrictions, one way several pieces: ids count as seen only when their source is done.
    const fresh = source.restrictions.filter(({ id }) => !restrictions.has(id));
    merged.restrictions.push(...fresh);
    for (const barrier of source.barriers) if (!barriers.has(barrier.node)) merged.barriers.push(barrier);
    for (const [reason, n] of Object.entries(source.dropped)) merged.drop(reason, n);
    for (const restriction of fresh) restrictions.add(restriction.id);
    for (const { node } of source.barriers) barriers.add(node);
  }
  return merged;
}

/** Whether all nodes of a way are another's. */
function isWithin(nodes: ArrayLike<number>, others: ArrayLike<number>): boolean {
  let same = nodes.length === others.length;
  for (let i = 0; same && i < nodes.length; i++) same = nodes[i] === others[i];
  if (same) return true;
  const there = new Set(Array.from(others));
  return Array.from(nodes).every((node) => there.has(node));
}
