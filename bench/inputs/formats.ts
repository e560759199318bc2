// The same roads and the same fixes in every format that can be read, in the sizes that benches need.
import { gzipSync } from "node:zlib";
import { degrees, nodeId, wayId, writeOsm } from "../../fixtures/make/osm-xml.js";
import { makeTown, type Town } from "../../fixtures/make/town.js";
import { Random } from "../../src/geo/random.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { type PbfData, writePbf } from "../../test/helpers/pbf-writer.js";

/** Metres from one copy of the town to the next. */
const TILE = 9_000;
const SEED = 5;
/** Elements a PBF block holds. */
const BLOCK = 8_000;

/** A file by its name, whose extension is its format. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** Copies of the bundled town as OSM XML, gzipped OSM XML, OSM PBF, and GeoJSON. */
export function roadFiles(copies: number): InputFile[] {
  const town = tiledTown(copies);
  const xml = encode(writeOsm(town));
  return [
    { name: "town.osm", bytes: xml },
    { name: "town.osm.gz", bytes: gzipSync(xml) },
    { name: "town.osm.pbf", bytes: townPbf(town) },
    { name: "town.geojson", bytes: encode(townGeoJson(town)) },
  ];
}

/** The bundled town as OSM PBF. */
export function townPbf(town: Town = makeTown()): Uint8Array {
  const nodes = town.network.nodes.map(({ at, tags }, i) => {
    const [lon, lat] = degrees(at);
    return { id: nodeId(i), lon, lat, ...(Object.keys(tags).length > 0 && { tags }) };
  });
  const ways = town.network.ways.map(({ nodes: refs, tags }, i) => ({ id: wayId(i), refs: refs.map(nodeId), tags }));
  const relations = town.restrictions.map(({ tags, members }, i) => ({
    id: i + 1,
    tags,
    members: members.map(({ type, ref, role }) => ({ type, ref: type === "node" ? nodeId(ref) : wayId(ref), role })),
  }));
  return writeBlocks({ nodes, ways, relations });
}

/** A PBF file in blocks of the usual size. */
export function writeBlocks({ nodes = [], ways = [], relations = [] }: PbfData): Uint8Array {
  const blobs: PbfData[] = [
    ...inBlocks(nodes).map((part) => ({ nodes: part })),
    ...inBlocks(ways).map((part) => ({ ways: part })),
    ...inBlocks(relations).map((part) => ({ relations: part })),
  ];
  return writePbf({}, { blobs });
}

/** The fixes as one track in every track format. */
export function trackFiles(track: readonly TrackPoint[]): InputFile[] {
  const iso = (time: number) => new Date(time * 1000).toISOString();
  const gpx = track.map(({ lon, lat, time }) => `<trkpt lat="${lat}" lon="${lon}"><time>${iso(time ?? 0)}</time></trkpt>`);
  const csv = track.map(({ lon, lat, time }) => `${time},${lat},${lon}`);
  const lines = track.map(({ lon, lat, time }) => JSON.stringify({ lon, lat, time }));
  const features = track.map(({ lon, lat, time }) => ({
    type: "Feature",
    properties: { time },
    geometry: { type: "Point", coordinates: [lon, lat] },
  }));
  const gpxHead = '<?xml version="1.0"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>';
  return [
    { name: "track.gpx", bytes: encode(`${gpxHead}\n${gpx.join("\n")}\n</trkseg></trk></gpx>\n`) },
    { name: "track.csv", bytes: encode(`time,lat,lon\n${csv.join("\n")}\n`) },
    { name: "track.geojson", bytes: encode(JSON.stringify({ type: "FeatureCollection", features })) },
    { name: "track.ndjson", bytes: encode(`${lines.join("\n")}\n`) },
    { name: "track.json", bytes: encode(JSON.stringify({ points: featureSet(track) })) },
  ];
}

/** The fixes as the value of execute's `points`. */
export function featureSet(track: readonly TrackPoint[]): unknown {
  const features = track.map(({ lon, lat, time }, i) => ({
    attributes: { OBJECTID: i + 1, location_timestamp: (time ?? 0) * 1000 },
    geometry: { x: lon, y: lat },
  }));
  return { geometryType: "esriGeometryPoint", spatialReference: { wkid: 4326 }, features };
}

/** Copies side by side towards the east, with nodes moved a little; compression would recognise exact copies. */
function tiledTown(copies: number): Town {
  const { network, restrictions, areas } = makeTown();
  const random = new Random(SEED);
  const tiles = Array.from({ length: copies }, (_, copy) => copy);
  const nodes = tiles.flatMap((copy) =>
    network.nodes.map(({ at, tags }) => ({ at: [at[0] + copy * TILE + random.next(), at[1] + random.next()] as const, tags })),
  );
  const ways = tiles.flatMap((copy) =>
    network.ways.map((way) => ({ ...way, nodes: way.nodes.map((id) => id + copy * network.nodes.length) })),
  );
  const shift = (copy: number) => ({ node: copy * network.nodes.length, way: copy * network.ways.length });
  const turns = tiles.flatMap((copy) =>
    restrictions.map(({ tags, members }) => ({
      tags,
      members: members.map((member) => ({ ...member, ref: member.ref + shift(copy)[member.type] })),
    })),
  );
  return { network: { nodes, ways }, restrictions: turns, areas };
}

function townGeoJson({ network }: Town): string {
  const features = network.ways.map(({ nodes, tags }, i) => ({
    type: "Feature",
    properties: { "@id": wayId(i), ...tags },
    geometry: { type: "LineString", coordinates: nodes.map((id) => degrees(network.nodes[id].at)) },
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

function inBlocks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BLOCK) }, (_, i) => items.slice(i * BLOCK, (i + 1) * BLOCK));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
