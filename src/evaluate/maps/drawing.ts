// Drawing: lines of a map that are drawn elsewhere, coarsely, twice, or so that they do not meet.
import { cosDegrees, hypot, sinDegrees } from "../../geo/maths.js";
import { E7, latScale, lonScale, segmentFraction, wrapLonE7 } from "../../geo/metres.js";
import type { Random } from "../../geo/random.js";
import { NodeTable } from "../../import/roads/geojson-nodes.js";
import { joinLines } from "../../import/roads/join-lines.js";
import { Flag } from "../../roads/attributes.js";
import type { MapWay, RoadMap } from "./road-map.js";

/** Where to lines are shifted: the parts of a metre to the east and to the north. */
const TOWARDS = [0.6, 0.8] as const;

/** Places of a map, by number of the node: degrees × 1e7. */
type Places = Pick<RoadMap, "lon" | "lat">;

/** The map with the eastern half of its nodes shifted by so many metres. Roads between the halves are stretched. */
export function shiftedHalf(map: RoadMap, metres: number): RoadMap {
  // From the first node, since the antimeridian may be in the map's middle.
  const eastOf = map.lon.map((lon) => wrapLonE7(lon - map.lon[0]));
  const middle = eastOf.toSorted((a, b) => a - b)[map.lon.length >>> 1];
  const places = map.lon.map((lon, n) =>
    eastOf[n] < middle ? [lon, map.lat[n]] : put(lon, map.lat[n], TOWARDS[0] * metres, TOWARDS[1] * metres),
  );
  return { ...map, lon: places.map(([lon]) => lon), lat: places.map(([, lat]) => lat) };
}

/** The map with lines of fewer places, of which none is farther than so many metres from where the line was. Junctions stay where they are. */
export function coarse(map: RoadMap, metres: number): RoadMap {
  const ways = map.ways.map((way) => {
    const nodes = fewest(way.nodes, map, metres);
    return nodes.length === way.nodes.length ? way : { ...way, nodes };
  });
  return { ...map, ways };
}

/** The nodes without those that a straight line passes within so many metres: by the method of D. H. Douglas and T. K. Peucker (1973). */
function fewest(nodes: readonly number[], places: Places, metres: number): readonly number[] {
  const [first, last] = [nodes[0], nodes[nodes.length - 1]];
  const [east, north] = apart(places, first, last);
  // A line that comes back to its beginning keeps a place, or nothing would be left of it.
  let [most, farthest] = [first === last ? 0 : metres, -1];
  for (let i = 1; i < nodes.length - 1; i++) {
    const [x, y] = apart(places, first, nodes[i]);
    const share = segmentFraction(x, y, 0, 0, east, north);
    const off = hypot(x - share * east, y - share * north);
    if (off > most) [most, farthest] = [off, i];
  }
  if (farthest < 0) return [first, last];
  const [before, after] = [nodes.slice(0, farthest + 1), nodes.slice(farthest)].map((half) => fewest(half, places, metres));
  return [...before, ...after.slice(1)];
}

/**
 * The map with some of its ways drawn a second time so many metres to their right, between the same ends. Such a way without a place between its ends stays
 * single.
 */
export function beside(map: RoadMap, metres: number, isTwice: (way: MapWay) => boolean): RoadMap {
  const [lon, lat] = [[...map.lon], [...map.lat]];
  const ways = map.ways.flatMap((way) => {
    if (way.nodes.length < 3 || !isTwice(way)) return [way];
    const nodes = way.nodes.map((node, i) => {
      if (i === 0 || i === way.nodes.length - 1) return node;
      const [east, north] = apart(map, way.nodes[i - 1], way.nodes[i + 1]);
      const length = hypot(east, north) || 1;
      const [x, y] = put(map.lon[node], map.lat[node], (metres * north) / length, (-metres * east) / length);
      lat.push(y);
      return lon.push(x) - 1;
    });
    return [way, { ...way, id: map.ways.length + way.id, nodes }];
  });
  return ways.length === map.ways.length ? map : { ...map, lon, lat, ways };
}

/**
 * The map as lines of which each has ends of its own, up to so many metres from those that they should meet, so that none meets another. Restrictions and
 * barriers, which are where lines meet, are lost.
 */
export function endsApart(map: RoadMap, metres: number, random: Random): RoadMap {
  const [lon, lat] = [[...map.lon], [...map.lat]];
  const ways = map.ways.map((way) => ({
    ...way,
    nodes: way.nodes.map((node, i) => {
      if (i > 0 && i < way.nodes.length - 1) return node;
      // Evenly spread over a disc.
      const [towards, off] = [360 * random.next(), (metres / 2) * Math.sqrt(random.next())];
      const [x, y] = put(map.lon[node], map.lat[node], off * sinDegrees(towards), off * cosDegrees(towards));
      lat.push(y);
      return lon.push(x) - 1;
    }),
  }));
  return { lon, lat, ways, restrictions: [], barriers: [] };
}

/** The map with its lines joined as those of a GeoJSON file are, see {@link joinLines}. */
export function joined(map: RoadMap, metres: number): RoadMap {
  // Joining takes it that no line crosses the antimeridian; from the first node, none does.
  const first = map.lon[0];
  const lines = map.ways.map(({ nodes, flags }) => ({
    lon: nodes.map((node) => wrapLonE7(map.lon[node] - first)),
    lat: nodes.map((node) => map.lat[node]),
    level: `${flags & (Flag.bridge | Flag.tunnel)}`,
  }));
  joinLines(lines, metres);
  const table = new NodeTable(lines);
  return {
    lon: table.lon.map((lon) => wrapLonE7(lon + first)),
    lat: table.lat,
    ways: map.ways.map((way, w) => ({ ...way, nodes: table.numbersOf(lines[w]) })),
    restrictions: [],
    barriers: [],
  };
}

/** Metres east and north from one node to another. */
function apart({ lon, lat }: Places, from: number, to: number): [east: number, north: number] {
  const at = lat[from] / E7;
  return [(wrapLonE7(lon[to] - lon[from]) / E7) * lonScale(at), ((lat[to] - lat[from]) / E7) * latScale(at)];
}

/** A place moved by metres, degrees × 1e7. */
function put(lon: number, lat: number, east: number, north: number): [lon: number, lat: number] {
  const at = lat / E7;
  return [wrapLonE7(lon + Math.round((E7 * east) / lonScale(at))), lat + Math.round((E7 * north) / latScale(at))];
}
