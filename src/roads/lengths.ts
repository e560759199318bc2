// Lengths: how many elements each section of a road file has, given those of a few.
import { treeLengths } from "./edge-tree.js";
import type { SectionName } from "./sections.js";

/** Sections whose lengths do not follow from any other section. */
type Free = "virtualArc" | "nameStart" | "nameBytes";

/** One column for each thing that a road file has: nodes, edges, shape points (both ends of each edge included), rows of the turn table, entries of these. */
type Counted = Record<"nodeLon" | "edgeLength" | "shapeLon" | "turnState" | "turnTo", { length: number }>;

/** Elements of every section but the free ones. */
export function sectionLengths(columns: Counted): Record<Exclude<SectionName, Free>, number> {
  const nodes = columns.nodeLon.length;
  const edges = columns.edgeLength.length;
  const places = columns.shapeLon.length;
  const turnRows = columns.turnState.length;
  const turns = columns.turnTo.length;
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
