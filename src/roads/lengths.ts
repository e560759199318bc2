// Lengths: how many elements each section of a road file has, given the counts of nodes, edges and so on.
import { treeLengths } from "./edge-tree.js";
import type { SectionName } from "./sections.js";

/** Sections whose lengths do not follow from any other section. */
type Free = "virtualArc" | "nameStart" | "nameBytes";

/** How many nodes, edges and so on a road file has. */
export interface Counts {
  nodes: number;
  edges: number;
  /** Shape points of all edges, both ends of each included. */
  places: number;
  /** Rows of the turn table. */
  turnRows: number;
  /** Entries of all these rows. */
  turns: number;
}

/** Elements of every section but the free ones. */
export function sectionLengths({ nodes, edges, places, turnRows, turns }: Counts): Record<Exclude<SectionName, Free>, number> {
  return {
    nodeLon: nodes,
    nodeLat: nodes,
    nodeAccess: nodes,
    outStart: nodes + 1,
    outArcs: edges * 2,
    edgeFrom: edges,
    edgeTo: edges,
    shapeStart: edges + 1,
    shapeLon: places,
    shapeLat: places,
    shapeAt: places,
    edgeLength: edges,
    edgeWay: edges,
    edgeClass: edges,
    edgeFlags: edges,
    edgeName: edges,
    arcAccess: edges * 2,
    arcSpeed: edges * 2,
    arcTruckSpeed: edges * 2,
    turnState: turnRows,
    turnStart: turnRows + 1,
    turnTo: turns,
    turnNext: turns,
    turnBan: turns,
    ...treeLengths(edges),
    bounds: 4,
  };
}
