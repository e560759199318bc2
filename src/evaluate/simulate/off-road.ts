// Off-road: ways off the mapped roads: a turn through a car park, a stretch on a road that the map does not have, being carried to another place.

import type { Position } from "../../geo/lines.js";
import { cosDegrees, sinDegrees } from "../../geo/maths.js";
import { latScale, lonScale } from "../../geo/metres.js";
import type { Random } from "../../geo/random.js";
import type { RoadGraph } from "../../roads/graph.js";
import { nearbyRoads } from "../../roads/nearby.js";
import { moved } from "../noise.js";
import { type Leg, Path } from "./path.js";

/** A place counts as off the roads when no road is nearer than this, metres. */
const CLEAR = 20;
/** Least share of a way off the roads that is that far from all roads. */
const CLEAR_SHARE = 0.7;
const TRIES = 30;
/** Least and most metres in a straight line between the ends of an unmapped road. */
const UNMAPPED = [150, 900] as const;

/** The legs with a visit to a car park inserted into one of them; null if there is no room for one. */
export function withCarPark(roads: RoadGraph, legs: readonly Leg[], random: Random): Leg[] | null {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const index = 1 + random.int(Math.max(1, legs.length - 2));
    const leg = legs[index];
    if (leg === undefined || leg.arc < 0) continue;
    const path = new Path([leg]);
    if (path.length < 20) continue;
    const at = path.length * (0.2 + 0.6 * random.next());
    const { lon, lat, heading } = path.place(at);
    const [before, after] = split(leg, at);
    const out = 45 + 90 * random.next();
    const side = heading + (random.next() < 0.5 ? 90 : -90);
    const centre = moved(lon, lat, out * sinDegrees(side), out * cosDegrees(side));
    const line: Position[] = [[lon, lat]];
    const places = 3 + random.int(4);
    for (let i = 0; i < places; i++) line.push(moved(centre[0], centre[1], 30 * random.normal(), 30 * random.normal()));
    line.push([lon, lat]);
    if (isClear(roads, line)) return [...legs.slice(0, index), before, { arc: -1, line, parked: true }, after, ...legs.slice(index + 1)];
  }
  return null;
}

/** The legs with those between two of them replaced by a curve over open land; null if there is no room for one. */
export function withUnmappedRoad(roads: RoadGraph, legs: readonly Leg[], random: Random): Leg[] | null {
  for (let attempt = 0; attempt < TRIES && legs.length > 4; attempt++) {
    const i = 1 + random.int(legs.length - 3);
    const j = i + 1 + random.int(Math.min(25, legs.length - 2 - i));
    if (legs.slice(i, j + 1).some((leg) => leg.arc < 0)) continue;
    const from = legs[i].line[legs[i].line.length - 1];
    const to = legs[j].line[0];
    const line = curve(from, to, (random.next() < 0.5 ? 1 : -1) * (0.1 + 0.4 * random.next()));
    const metres = new Path([{ arc: -1, line }]).length;
    if (metres < UNMAPPED[0] || metres > 1.5 * UNMAPPED[1] || !isClear(roads, line)) continue;
    return [...legs.slice(0, i + 1), { arc: -1, line }, ...legs.slice(j)];
  }
  return null;
}

/** Two drives, joined by a leg on which the traveller is carried from the end of one to the start of the other. */
export function carriedBetween(first: readonly Leg[], second: readonly Leg[]): Leg[] {
  const end = first[first.length - 1].line;
  return [...first, { arc: -1, carried: true, line: [end[end.length - 1], second[0].line[0]] }, ...second];
}

/** The leg cut in two at so many metres. */
function split(leg: Leg, at: number): [Leg, Leg] {
  const path = new Path([leg]);
  const { lon, lat } = path.place(at);
  const vertices = path.lon.map((x, i): Position => [x, path.lat[i]]);
  const before = vertices.filter((_, i) => path.at[i] < at);
  const after = vertices.filter((_, i) => path.at[i] > at);
  return [
    { arc: leg.arc, line: [...before, [lon, lat]] },
    { arc: leg.arc, line: [[lon, lat], ...after] },
  ];
}

/** A quadratic Bézier curve that bulges by a share of its width. */
function curve(from: Position, to: Position, bulge: number): Position[] {
  const [kx, ky] = [lonScale(from[1]), latScale(from[1])];
  const east = (to[0] - from[0]) * kx;
  const north = (to[1] - from[1]) * ky;
  const [controlEast, controlNorth] = [east / 2 - bulge * north * 2, north / 2 + bulge * east * 2];
  const line: Position[] = [from];
  for (let i = 1; i < 12; i++) {
    const t = i / 12;
    line.push(moved(from[0], from[1], 2 * t * (1 - t) * controlEast + t * t * east, 2 * t * (1 - t) * controlNorth + t * t * north));
  }
  line.push(to);
  return line;
}

/** Whether enough of the line is away from all roads, including closed ones and footways. */
function isClear(roads: RoadGraph, line: Position[]): boolean {
  const path = new Path([{ arc: -1, line }]);
  let clear = 0;
  let count = 0;
  for (let at = 5; at < path.length; at += 10) {
    const { lon, lat } = path.place(at);
    count++;
    if (nearbyRoads(roads, lon, lat, CLEAR).length === 0) clear++;
  }
  return count > 0 && clear >= CLEAR_SHARE * count;
}
