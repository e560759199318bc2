// Layout: a road file laid out in its final memory before it is complete. Columns that are known go in at once; the others are then written in place.
import { fillTree } from "./edge-tree.js";
import { HAS_TURNS, RoadGraph } from "./graph.js";
import { sectionLengths } from "./lengths.js";
import { createSections, type RoadColumns, type SectionName, sealSections } from "./sections.js";

/** In a network of so many edges or more, edges are numbered by place, so that near ones are near in memory and in the file. Fewer keep the source's order. */
export const BY_PLACE = 1 << 16;

/** Columns whose lengths are only known once they are made. */
type Known = "outStart" | "outArcs" | "edgeFrom" | "edgeTo" | "edgeName" | "nameStart" | "nameBytes";
type Turns = "virtualArc" | "turnState" | "turnStart" | "turnTo" | "turnNext" | "turnBan";
/** The columns to be handed over complete. */
export type KnownColumns = Pick<RoadColumns, Known | Turns>;

/** A road file being written. */
export interface RoadLayout {
  data: ArrayBuffer | SharedArrayBuffer;
  columns: RoadColumns;
}

/**
 * A road file with the known columns written and the others 0. `places`: shape points of all edges. The caller is to write `shapeStart`, and all columns from
 * `nodeLon` to `arcTruckSpeed` that are not known.
 * @throws SnapError "limit" when there is not so much memory.
 */
export function layOut(known: KnownColumns, places: number, shared = false): RoadLayout {
  const layout = createSections(
    {
      ...sectionLengths({
        ...known,
        nodeLon: { length: known.outStart.length - 1 },
        edgeLength: known.edgeFrom,
        shapeLon: { length: places },
      }),
      virtualArc: known.virtualArc.length,
      nameStart: known.nameStart.length,
      nameBytes: known.nameBytes.length,
    },
    shared,
  );
  for (const [name, values] of Object.entries(known)) layout.columns[name as SectionName].set(values);
  return layout;
}

/** Writes the columns that follow from the others, and seals the file. `leaves`: the order of the tree's leaves; null for that of the edges. */
export function finish({ data, columns }: RoadLayout, leaves: Uint32Array | null): RoadGraph {
  const { arcAccess, turnState, bounds, shapeLon, shapeLat } = columns;
  for (const state of turnState) if (state < arcAccess.length) arcAccess[state] |= HAS_TURNS;
  bounds.set(boundsOf(shapeLon, shapeLat));
  fillTree(columns, leaves);
  sealSections(data);
  return RoadGraph.from(data);
}

/** West, south, east and north of some places; zeros if there are none. */
function boundsOf(lon: Int32Array, lat: Int32Array): [number, number, number, number] {
  if (lon.length === 0) return [0, 0, 0, 0];
  let [west, south, east, north] = [lon[0], lat[0], lon[0], lat[0]];
  for (let i = 1; i < lon.length; i++) {
    west = Math.min(west, lon[i]);
    south = Math.min(south, lat[i]);
    east = Math.max(east, lon[i]);
    north = Math.max(north, lat[i]);
  }
  return [west, south, east, north];
}
