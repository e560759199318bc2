// Merge: joins several road sources. Neighbouring extracts share nodes, ways and restrictions, which must not become double roads.
import { HashedIds } from "./node-index.js";
import { RoadSource, type SourceRestriction } from "./source.js";

/**
 * Joins sources in order. If several have a way, its highest version is taken, or else the first; the others are left out and counted. Of restrictions,
 * barriers and positions of nodes the first are taken. A way that one extract cut at its border finds its missing nodes in the other. A way that was clipped
 * there, so that neither extract has all of it, is taken from both. Ids below 0 were given by an editor and mean something in their own file only: equal ones
 * in two sources are different things, so those of a later source are lowered.
 */
export function mergeSources(sources: readonly RoadSource[]): RoadSource {
  if (sources.length === 1) return sources[0];
  const merged = new RoadSource();
  const restrictions = new Set<number>();
  const barriers = new Set<number>();
  let lowest = 0;
  const isOutdated = newerAmong(sources);
  for (const source of sources) {
    const below = lowest;
    const own = (id: number): number => (id < 0 ? id + below : id);
    lowest += lowestId(source);
    for (let i = 0; i < source.nodeCount; i++) merged.addNode(own(source.nodeId[i]), source.nodeLon[i], source.nodeLat[i]);
    const earlier = merged.wayCount > 0 ? new HashedIds(merged.columns.id.data, merged.wayCount) : null;
    for (let w = 0; w < source.wayCount; w++) {
      if (isOutdated(source, w)) {
        merged.drop("older version of a way of another file");
        continue;
      }
      const given = source.way(w);
      const way = below === 0 ? given : { ...given, id: own(given.id), nodes: Array.from(given.nodes, own) };
      const known = earlier?.of(way.id) ?? -1;
      if (known >= 0 && isWithin(way.nodes, merged.way(known).nodes)) merged.drop("way of an earlier file");
      else merged.columns.push(way.id, way.nodes, way, way.name, source.columns.version.data[w]);
    }
    // One relation may have become several restrictions, so an id counts as seen only after its source is done.
    const fresh = source.restrictions.map((restriction) => renumbered(restriction, own)).filter(({ id }) => !restrictions.has(id));
    // One by one: a country's restrictions as arguments of one push would overflow the stack.
    for (const restriction of fresh) merged.restrictions.push(restriction);
    const met = source.barriers.map((barrier) => ({ ...barrier, node: own(barrier.node) }));
    for (const barrier of met) if (!barriers.has(barrier.node)) merged.barriers.push(barrier);
    for (const [reason, n] of Object.entries(source.dropped)) merged.drop(reason, n);
    for (const restriction of fresh) restrictions.add(restriction.id);
    for (const { node } of met) barriers.add(node);
  }
  return merged;
}

/** A function that says whether another source has a higher version of a way: extracts of different days must not give two roads. */
function newerAmong(sources: readonly RoadSource[]): (source: RoadSource, w: number) => boolean {
  const dated = sources.filter(({ columns, wayCount }) => columns.version.data.subarray(0, wayCount).some((version) => version > 0));
  if (dated.length < 2) return () => false;
  const found = dated.map((source) => ({ columns: source.columns, ids: new HashedIds(source.columns.id.data, source.wayCount) }));
  return ({ columns }, w) => {
    const id = columns.id.data[w];
    const version = columns.version.data[w];
    if (!(id > 0 && version > 0)) return false;
    return found.some((other) => {
      const same = other.columns === columns ? -1 : other.ids.of(id);
      return same >= 0 && other.columns.version.data[same] > version;
    });
  };
}

/** The lowest id of anything in a source; 0 if none is below 0. */
function lowestId({ nodeCount, nodeId, columns, restrictions, barriers }: RoadSource): number {
  let lowest = 0;
  const look = (ids: ArrayLike<number>, count = ids.length) => {
    for (let i = 0; i < count; i++) if (ids[i] < lowest) lowest = ids[i];
  };
  look(nodeId, nodeCount);
  look(columns.id.take());
  look(columns.node.take());
  for (const { id, from, to, via } of restrictions) look([id, ...from, ...to, ...("ways" in via ? via.ways : [via.node])]);
  for (const { node } of barriers) look([node]);
  return lowest;
}

function renumbered(restriction: SourceRestriction, own: (id: number) => number): SourceRestriction {
  const { id, from, to, via } = restriction;
  const ends = { id: own(id), from: from.map(own), to: to.map(own) };
  return { ...restriction, ...ends, via: "ways" in via ? { ways: via.ways.map(own) } : { node: own(via.node) } };
}

/** Whether another way has all nodes of a way. */
function isWithin(nodes: ArrayLike<number>, others: ArrayLike<number>): boolean {
  let same = nodes.length === others.length;
  for (let i = 0; same && i < nodes.length; i++) same = nodes[i] === others[i];
  if (same) return true;
  const there = new Set(Array.from(others));
  return Array.from(nodes).every((node) => there.has(node));
}
