// A road graph as OSM PBF, for other engines that read nothing else.
import { Access } from "../../src/roads/attributes.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { PbfNode, PbfWay } from "../../test/helpers/pbf-writer.js";
import { writeBlocks } from "../inputs/formats.js";

const E7 = 1e7;

/** Each edge that is open to cars, as a way of its class, one-way if it is. Without names, limits and turn restrictions. */
export function pbfOfRoads(roads: RoadGraph): Uint8Array {
  const nodes: PbfNode[] = Array.from(roads.nodeLon, (lon, n) => ({ id: n + 1, lon: lon / E7, lat: roads.nodeLat[n] / E7 }));
  const ways: PbfWay[] = [];
  for (let edge = 0; edge < roads.edgeCount; edge++) {
    const forward = (roads.arcAccess[2 * edge] & Access.driving) !== 0;
    const backward = (roads.arcAccess[2 * edge + 1] & Access.driving) !== 0;
    if (!forward && !backward) continue;
    const refs = [roads.edgeFrom[edge] + 1];
    for (let i = roads.shapeStart[edge] + 1; i < roads.shapeStart[edge + 1] - 1; i++) {
      nodes.push({ id: nodes.length + 1, lon: roads.shapeLon[i] / E7, lat: roads.shapeLat[i] / E7 });
      refs.push(nodes.length);
    }
    refs.push(roads.edgeTo[edge] + 1);
    const name = roads.className(edge);
    const kind: Record<string, string> = name === "ferry" ? { route: "ferry" } : { highway: name };
    const oneway: Record<string, string> = forward && backward ? {} : { oneway: forward ? "yes" : "-1" };
    // Stated for all, since some classes are not open to cars by default.
    ways.push({ id: edge + 1, refs, tags: { ...kind, ...oneway, motor_vehicle: "yes" } });
  }
  return writeBlocks({ nodes, ways });
}
