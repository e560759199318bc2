// The road networks of the benches: the bundled town, copies of it up to any size, and the extracts that are available.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readOsm } from "../../src/import/roads/osm.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import type { BenchContext } from "../harness/subject.js";

/** The bundled town as OSM XML. */
export const TOWN_FILE = "fixtures/town.osm";

const EXTRACTS = ["monaco/monaco.osm.pbf", "neubrandenburg/neubrandenburg.osm.pbf", "sparsetaxi/beijing.osm.pbf", "gpx/andorra.osm.pbf"];

/** A file of roads. */
export interface OsmFile {
  name: string;
  path: string;
}

/** The available extracts, and those named on the command line; the town if there are none. */
export function osmFiles(context: BenchContext): OsmFile[] {
  const extracts = EXTRACTS.map((path) => join(context.data, path)).filter((path) => existsSync(path));
  if (extracts.length === 0) context.say(`No road extracts in ${context.data}: the bundled town stands in for them.`);
  const paths = extracts.length + context.osm.length > 0 ? [...extracts, ...context.osm] : [TOWN_FILE];
  return paths.map((path) => ({ name: basename(path), path }));
}

let town: Promise<RoadSource> | undefined;

/** The town as a source for the builder. */
export function townSource(): Promise<RoadSource> {
  town ??= readOsm(readFileSync(TOWN_FILE));
  return town;
}

const built = new Map<number, RoadGraph>();

/** The town alone. */
export function townRoads(): Promise<RoadGraph> {
  return tiledRoads(0);
}

/**
 * A network of at least this many arcs: the town, with copies side by side on a square that grows to the east and north. The first copy is at the place of
 * the town, so that tracks in the town find the same roads in all these networks.
 */
export async function tiledRoads(arcs: number): Promise<RoadGraph> {
  const source = await townSource();
  const one = built.get(1) ?? buildRoads(source);
  built.set(1, one);
  const tiles = Math.max(1, Math.ceil(arcs / one.arcCount));
  const roads = built.get(tiles) ?? buildRoads(tile(source, one, tiles));
  built.set(tiles, roads);
  return roads;
}

/** Releases all networks but the town. */
export function forgetTiledRoads(): void {
  for (const tiles of built.keys()) if (tiles !== 1) built.delete(tiles);
}

/** The number of copies in a network of this many arcs, and the place of copy n, in degrees east and north of the first. */
export async function tiling(arcs: number): Promise<{ tiles: number; at: (copy: number) => [east: number, north: number] }> {
  const one = await townRoads();
  const tiles = Math.max(1, Math.ceil(arcs / one.arcCount));
  const shift = shiftOf(one, tiles);
  return { tiles, at: (copy) => [shift(copy)[0] / 1e7, shift(copy)[1] / 1e7] };
}

/** The ids of copy n are those of the town plus n times this. */
const ID_STEP = 1_000_000;
/** Degrees × 1e7 between a copy and the next, beyond the town's own size. */
const GAP = 5_000;

/** Degrees × 1e7 from the first copy to each of `count` copies on a square. */
function shiftOf({ columns: { bounds } }: RoadGraph, count: number): (copy: number) => [east: number, north: number] {
  const [west, south, east, north] = bounds;
  const side = Math.ceil(Math.sqrt(count));
  return (copy) => [(copy % side) * (east - west + GAP), Math.floor(copy / side) * (north - south + GAP)];
}

function tile(source: RoadSource, roads: RoadGraph, count: number): RoadSource {
  const shift = shiftOf(roads, count);
  const tiled = new RoadSource();
  const { ways } = source;
  for (let copy = 0; copy < count; copy++) {
    const id = copy * ID_STEP;
    const [dLon, dLat] = shift(copy);
    for (let i = 0; i < source.nodeCount; i++) tiled.addNode(source.nodeId[i] + id, source.nodeLon[i] + dLon, source.nodeLat[i] + dLat);
    for (const way of ways) tiled.addWay({ ...way, id: way.id + id, nodes: Float64Array.from(way.nodes, (node) => node + id) });
    for (const restriction of source.restrictions) {
      const { from, to, via } = restriction;
      const shifted = (ways: number[]) => ways.map((way) => way + id);
      const place = "node" in via ? { node: via.node + id } : { ways: shifted(via.ways) };
      tiled.restrictions.push({ ...restriction, id: restriction.id + id, from: shifted(from), to: shifted(to), via: place });
    }
    for (const barrier of source.barriers) tiled.barriers.push({ ...barrier, node: barrier.node + id });
  }
  return tiled;
}
