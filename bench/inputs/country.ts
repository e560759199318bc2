// A country as OSM PBF, written while it is generated: copies of the bundled town, with their outer roads joined to those of their neighbours, and houses
// between.
import { closeSync, openSync, writeSync } from "node:fs";
import { CENTRE } from "../../fixtures/make/osm-xml.js";
import { makeTown, type Town } from "../../fixtures/make/town.js";
import { latScale, lonScale } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";
import { type PbfData, type PbfNode, type PbfRelation, type PbfWay, writePbf } from "../../test/helpers/pbf-writer.js";

const SEED = 29;
/** Metres from one town to the next, and how far each node is moved so that no town is an exact copy of another. */
const STEP = { east: 6300, north: 5000 } as const;
const SHAKE = 1;
/** The arcs of one town, with its links. */
const ARCS_PER_TOWN = 3286;
/** The ids of town n are those of the town plus n times this; houses follow the ids of their town. */
const ID_STEP = 20_000;
const FIRST_HOUSE = 10_000;
const HOUSES = 685;
/** Elements in a block, as in real files. */
const BLOCK = 8_000;

/** What was written. */
export interface Country {
  towns: number;
  nodes: number;
  ways: number;
  bytes: number;
}

/** An end of a road at the edge of the town, and whether traffic leaves the town there, enters it, or both. */
interface End {
  node: number;
  x: number;
  y: number;
  motorway: boolean;
  way: "out" | "in" | "both";
}

/**
 * Writes a country of at least this many arcs, with nodes before ways before relations, as files are sorted. Only the town and a block are in memory. Half
 * of the nodes and ways belong to houses.
 */
export function writeCountry(path: string, arcs: number): Country {
  const town = makeTown();
  const towns = Math.max(1, Math.ceil(arcs / ARCS_PER_TOWN));
  const side = Math.ceil(Math.sqrt(towns));
  const out = new BlockFile(path);
  try {
    for (let n = 0; n < towns; n++) out.add("nodes", townNodes(town, n, side));
    for (let n = 0; n < towns; n++) out.add("ways", townWays(town, n, side, towns));
    for (let n = 0; n < towns; n++) out.add("relations", townRestrictions(town, n));
    return { towns, ...out.finish() };
  } finally {
    out.close();
  }
}

function townNodes({ network }: Town, n: number, side: number): PbfNode[] {
  const random = new Random(SEED + n);
  const [east, north] = [(n % side) * STEP.east, Math.floor(n / side) * STEP.north];
  const node = (id: number, x: number, y: number, tags?: Record<string, string>): PbfNode => {
    const lat = CENTRE.lat + (y + north) / latScale(CENTRE.lat);
    return { id: n * ID_STEP + id, lon: CENTRE.lon + (x + east) / lonScale(CENTRE.lat), lat, tags };
  };
  const nodes = network.nodes.map(({ at, tags }, i) =>
    node(i + 1, at[0] + SHAKE * random.next(), at[1] + SHAKE * random.next(), Object.keys(tags).length > 0 ? tags : undefined),
  );
  for (let h = 0; h < HOUSES; h++) {
    const [x, y] = network.nodes[random.int(network.nodes.length)].at;
    const [left, low] = [x + 15 + 30 * random.next(), y + 15 + 30 * random.next()];
    const corners = [
      [0, 0],
      [12, 0],
      [12, 9],
      [0, 9],
    ];
    corners.forEach(([dx, dy], c) => {
      nodes.push(node(FIRST_HOUSE + 4 * h + c, left + dx, low + dy));
    });
  }
  return nodes;
}

function townWays({ network }: Town, n: number, side: number, towns: number): PbfWay[] {
  const shift = n * ID_STEP;
  const ways: PbfWay[] = network.ways.map(({ nodes, tags }, i) => ({ id: shift + i + 1, refs: nodes.map((id) => shift + id + 1), tags }));
  for (const [neighbour, from, to] of [
    [n % side === side - 1 ? -1 : n + 1, rim(network).east, rim(network).west],
    [n + side, rim(network).north, rim(network).south],
  ] as const) {
    if (neighbour < 0 || neighbour >= towns) continue;
    for (const end of to) {
      const other = nearest(end, from);
      if (other === undefined) continue;
      const [here, there] = [shift + other.node + 1, neighbour * ID_STEP + end.node + 1];
      const oneway = other.way === "both" ? undefined : { oneway: "yes" };
      const refs = other.way === "in" ? [there, here] : [here, there];
      ways.push({
        id: shift + ways.length + 1,
        refs,
        tags: { highway: end.motorway ? "motorway" : "secondary", maxspeed: "100", ...oneway },
      });
    }
  }
  for (let h = 0; h < HOUSES; h++) {
    const first = shift + FIRST_HOUSE + 4 * h;
    ways.push({ id: shift + FIRST_HOUSE + h, refs: [first, first + 1, first + 2, first + 3, first], tags: { building: "yes" } });
  }
  return ways;
}

function townRestrictions({ restrictions }: Town, n: number): PbfRelation[] {
  return restrictions.map(({ tags, members }, i) => ({
    id: n * ID_STEP + i + 1,
    tags,
    members: members.map(({ type, ref, role }) => ({ type, ref: n * ID_STEP + ref + 1, role })),
  }));
}

type Side = "east" | "west" | "north" | "south";
let ends: Record<Side, End[]> | undefined;

/** The ends at the edge of the town of roads that are large enough for a link, by side. */
function rim({ nodes, ways }: Town["network"]): Record<Side, End[]> {
  if (ends !== undefined) return ends;
  const uses = new Uint16Array(nodes.length);
  for (const way of ways) for (const node of way.nodes) uses[node]++;
  const all = ways.flatMap(({ nodes: refs, tags }) =>
    [refs[0], refs[refs.length - 1]].flatMap((node): End[] => {
      if (uses[node] > 1 || !/^(motorway|primary|secondary|unclassified)$/.test(tags.highway ?? "")) return [];
      const [x, y] = nodes[node].at;
      const way = tags.oneway === "yes" ? (node === refs[0] ? "in" : "out") : "both";
      return [{ node, x, y, motorway: tags.highway === "motorway", way }];
    }),
  );
  ends = {
    east: all.filter(({ x }) => x > 3000),
    west: all.filter(({ x }) => x < -3000),
    north: all.filter(({ y }) => y > 2380),
    south: all.filter(({ y }) => y < -2380),
  };
  return ends;
}

/** The end on the facing side that continues a road. */
function nearest(end: End, facing: readonly End[]): End | undefined {
  const fits = facing.filter(({ motorway, way }) => motorway === end.motorway && (way === "both" ? end.way === "both" : way !== end.way));
  const gap = (other: End) => (Math.abs(other.x - end.x) % STEP.east) + Math.abs(Math.abs(other.y - end.y) % STEP.north);
  return fits.sort((a, b) => gap(a) - gap(b))[0];
}

/** Writes blocks as they fill, into a file that declares to be sorted. */
class BlockFile {
  readonly #file: number;
  readonly #head = writePbf({}).length;
  #kind: keyof PbfData = "nodes";
  #waiting: unknown[] = [];
  #nodes = 0;
  #ways = 0;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
    this.#write(writePbf({}, { optional: ["Sort.Type_then_ID"] }));
  }

  add(kind: keyof PbfData, elements: readonly (PbfNode | PbfWay | PbfRelation)[]): void {
    if (kind !== this.#kind) this.#flush(1);
    this.#kind = kind;
    if (kind === "nodes") this.#nodes += elements.length;
    if (kind === "ways") this.#ways += elements.length;
    this.#waiting.push(...elements);
    this.#flush(BLOCK);
  }

  finish(): { nodes: number; ways: number; bytes: number } {
    this.#flush(1);
    return { nodes: this.#nodes, ways: this.#ways, bytes: this.#bytes };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Writes waiting elements while there are at least this many. */
  #flush(least: number): void {
    while (this.#waiting.length >= least) {
      const block = { [this.#kind]: this.#waiting.splice(0, BLOCK) } as PbfData;
      // Each call would begin a file of its own; the header is already written.
      this.#write(writePbf({}, { blobs: [block] }).subarray(this.#head));
    }
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#bytes += bytes.length;
  }
}
