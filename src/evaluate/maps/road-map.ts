// Road map: a network taken apart into ways and nodes that can be drawn otherwise, and built again.
//
// Errors are made in a network that is built, not in the source that it was built from: so they can be made in road files too, and in networks that never had a
// source of OSM. What they are made in has the form of a source all the same: there a way, a place or a restriction can be changed by itself.
import { ACCESS_ALL } from "../../roads/attributes.js";
import { buildRoads } from "../../roads/build.js";
import type { RoadGraph } from "../../roads/graph.js";
import { sealSections } from "../../roads/sections.js";
import { RoadSource, type SourceBarrier, type SourceRestriction, type SourceWay } from "../../roads/source.js";
import { bansIn, type TurnBan } from "../../roads/turns.js";

/** A road between two junctions. */
export interface MapWay extends SourceWay {
  /** Numbers of nodes. */
  nodes: readonly number[];
  /** The id of the way of which it is a piece in the network's own source; a street, for short. */
  street: number;
}

/** A network as ways and nodes. */
export interface RoadMap {
  /** Places of the nodes, which are numbered from 0: degrees × 1e7. Those that ways share are junctions. */
  lon: readonly number[];
  lat: readonly number[];
  /** Each has an id of its own. */
  ways: readonly MapWay[];
  /** By ids of ways and numbers of nodes. */
  restrictions: readonly SourceRestriction[];
  barriers: readonly SourceBarrier[];
}

/** Takes a network apart. Edge e is way e. */
export function mapOf(roads: RoadGraph): RoadMap {
  const { shapeStart, shapeLon, shapeLat, edgeFrom, edgeTo, arcAccess, arcSpeed, arcTruckSpeed, columns } = roads;
  const [lon, lat] = [Array.from(roads.nodeLon), Array.from(roads.nodeLat)];
  const ways = Array.from(edgeFrom, (from, e): MapWay => {
    const nodes = [from];
    for (let i = shapeStart[e] + 1; i < shapeStart[e + 1] - 1; i++) {
      nodes.push(lon.push(shapeLon[i]) - 1);
      lat.push(shapeLat[i]);
    }
    nodes.push(edgeTo[e]);
    return {
      id: e,
      street: roads.edgeWay[e],
      nodes,
      roadClass: roads.edgeClass[e],
      flags: roads.edgeFlags[e],
      forward: arcAccess[2 * e] & ACCESS_ALL,
      backward: arcAccess[2 * e + 1] & ACCESS_ALL,
      speedForward: arcSpeed[2 * e],
      speedBackward: arcSpeed[2 * e + 1],
      truckSpeedForward: arcTruckSpeed[2 * e],
      truckSpeedBackward: arcTruckSpeed[2 * e + 1],
      name: roads.name(e),
    };
  });
  const barriers = Array.from(columns.nodeAccess, (access, node): SourceBarrier => ({ node, access, flags: 0 }));
  return {
    lon,
    lat,
    ways,
    restrictions: bansIn(columns, roads.arcCount).map((ban, id) => restrictionOf(ban, id, roads)),
    barriers: barriers.filter(({ access }) => access !== ACCESS_ALL),
  };
}

function restrictionOf({ arcs, modes }: TurnBan, id: number, roads: RoadGraph): SourceRestriction {
  const ways = arcs.map((arc) => arc >>> 1);
  const via = arcs.length === 2 ? { node: roads.head(arcs[0]) } : { ways: ways.slice(1, -1) };
  return { id, only: false, from: [ways[0]], to: [ways[ways.length - 1]], via, modes };
}

/** The network of a map. Its edges have the streets' ids. */
export function builtFrom({ lon, lat, ways, restrictions, barriers }: RoadMap): RoadGraph {
  const source = new RoadSource();
  source.reserveNodes(lon.length);
  for (let n = 0; n < lon.length; n++) source.addNode(n, lon[n], lat[n]);
  const streets = new Map<number, number>();
  for (const way of ways) {
    source.addWay(way);
    streets.set(way.id, way.street);
  }
  // One by one: a call takes some 120,000 arguments at most.
  for (const restriction of restrictions) source.restrictions.push(restriction);
  for (const barrier of barriers) source.barriers.push(barrier);
  const roads = buildRoads(source);
  const { edgeWay } = roads.columns;
  for (let e = 0; e < edgeWay.length; e++) edgeWay[e] = streets.get(edgeWay[e])!;
  sealSections(roads.data);
  return roads;
}
