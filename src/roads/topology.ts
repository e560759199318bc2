// Topology: which edges meet where: graph nodes, in the order in which they are first met, and the arcs that leave each, by arc id.
import type { CutRoads } from "./cut.js";
import type { RoadColumns } from "./sections.js";
import type { RoadSource } from "./source.js";

/** How edges are connected. */
export interface Topology extends Pick<RoadColumns, "edgeFrom" | "edgeTo" | "outStart" | "outArcs"> {
  nodeCount: number;
  /** Graph node of a source node id; −1 when it is none. */
  nodeOf(id: number): number;
}

/** Numbers the ends of all edges and lists the arcs at each. */
export function connect(source: RoadSource, cut: CutRoads): Topology {
  const graphNode = new Int32Array(source.nodeCount).fill(-1);
  let nodeCount = 0;
  const numberOf = (sourceIndex: number): number => {
    if (graphNode[sourceIndex] < 0) graphNode[sourceIndex] = nodeCount++;
    return graphNode[sourceIndex];
  };
  const edgeFrom = new Uint32Array(cut.count);
  const edgeTo = new Uint32Array(cut.count);
  for (let e = 0; e < cut.count; e++) {
    edgeFrom[e] = numberOf(cut.shape[cut.shapeStart[e]]);
    edgeTo[e] = numberOf(cut.shape[cut.shapeStart[e + 1] - 1]);
  }
  return {
    nodeCount,
    edgeFrom,
    edgeTo,
    ...arcsLeaving(edgeFrom, edgeTo, nodeCount),
    nodeOf(id) {
      const index = cut.nodes.of(id);
      return index < 0 ? -1 : graphNode[cut.canonical(index)];
    },
  };
}

/** The arcs leaving each node, by arc id. */
export function arcsLeaving(edgeFrom: Uint32Array, edgeTo: Uint32Array, nodeCount: number): Pick<RoadColumns, "outStart" | "outArcs"> {
  const outStart = new Uint32Array(nodeCount + 1);
  for (let e = 0; e < edgeFrom.length; e++) {
    outStart[edgeFrom[e] + 1]++;
    outStart[edgeTo[e] + 1]++;
  }
  for (let n = 0; n < nodeCount; n++) outStart[n + 1] += outStart[n];
  const outArcs = new Uint32Array(edgeFrom.length * 2);
  const next = outStart.slice(0, nodeCount);
  for (let e = 0; e < edgeFrom.length; e++) {
    outArcs[next[edgeFrom[e]]++] = e * 2;
    outArcs[next[edgeTo[e]]++] = e * 2 + 1;
  }
  return { outStart, outArcs };
}
