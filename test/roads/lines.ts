// Road networks in metres around an origin, given or random.
import fc from "fast-check";
import { latScale, lonScale, wrapLon } from "../../src/geo/metres.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import { sourceOf } from "./letters.js";

/** A network with a road for each line; places are metres east and north of an origin in degrees. */
export function network(origin: [lon: number, lat: number], lines: [east: number, north: number][][]): RoadGraph {
  const source = new RoadSource();
  const way = sourceOf(["ab"]).ways[0];
  let id = 0;
  for (const line of lines) {
    const nodes = line.map((place) => {
      const [lon, lat] = at(origin, place);
      source.addNode(id, Math.round(lon * 1e7), Math.round(lat * 1e7));
      return id++;
    });
    source.addWay({ ...way, id, nodes });
  }
  return buildRoads(source);
}

/** Degrees of a place in metres east and north of an origin. */
export function at([lon, lat]: [number, number], [east, north]: [number, number]): [lon: number, lat: number] {
  return [wrapLon(lon + east / lonScale(lat)), Math.max(-86, Math.min(86, lat + north / latScale(lat)))];
}

/** −1 … 1, evenly. */
export const unit = fc.integer({ min: -1e6, max: 1e6 }).map((v) => v / 1e6);
export const pair = fc.tuple(unit, unit);
/** Sizes in metres: from less than the rounding of coordinates to the length of a ferry. */
const scale = fc.constantFrom(0.05, 5, 100, 2000, 30_000, 100_000);
const origin = fc.tuple(
  fc.oneof(
    unit.map((u) => u * 180),
    fc.constantFrom(180, -180, 179.9999, -179.9999),
  ),
  unit.map((u) => u * 85),
);
const line = fc
  .record({ start: pair, spread: scale, size: scale, steps: fc.array(pair, { minLength: 1, maxLength: 5 }) })
  .map(({ start, spread, size, steps }) => {
    const places: [number, number][] = [[start[0] * spread, start[1] * spread]];
    for (const [x, y] of steps) places.push([places[places.length - 1][0] + x * size, places[places.length - 1][1] + y * size]);
    return places;
  });
export const world = fc.noBias(fc.record({ origin, lines: fc.array(line, { minLength: 1, maxLength: 6 }) }));
/** A query: beside which edge, how far along it, and how far off. */
export const query = fc.noBias(fc.record({ edge: fc.nat(), along: unit, off: pair, size: scale }));

export function placeQuery(roads: RoadGraph, { edge, along, off, size }: { edge: number; along: number; off: number[]; size: number }) {
  const beside = edge % roads.edgeCount;
  const near = roads.pointAt(beside, Math.abs(along) * roads.edgeLength[beside]);
  return at(near, [off[0] * size, off[1] * size]);
}
