// The one message for the commonest mistake: a track that lies somewhere else than the roads.

import { type Box, overlap } from "../geo/box.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapMessage, SnapResult } from "./result.js";

/**
 * A Warning when no point of the tracks could be snapped, naming where the points are and where the roads are if these are two places, and
 * asking whether longitude and latitude are exchanged if they would be one place then; null otherwise, and when no point took part in a track.
 */
export function coverageMessage(result: SnapResult, roads: Pick<RoadGraph, "bounds" | "shapeLon">): SnapMessage | null {
  const lons: number[] = [];
  let [south, north] = [90, -90];
  for (const { edge, reason, lon, lat } of result.points) {
    if (edge >= 0) return null;
    if (reason === "unlocated" || reason === "bad-coordinate") continue;
    lons.push(lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  if (lons.length === 0) return null;
  const [west, east] = westAndEast(lons, 360);
  const points: Box = [west, south, east, north];
  const around = roadBox(roads);
  const end = overlap([south, west, north, east], around) ? "; are longitude and latitude the wrong way round?" : ".";
  // A road has some extent, so it is none that has not.
  const none = around[0] === around[2] && around[1] === around[3];
  const text = none
    ? "there is no road in the road file."
    : overlap(points, around)
      ? "no road in the area is near enough, or may be travelled as the points say."
      : `the points lie within ${words(points)}, the roads within ${words(around)}${end}`;
  return { severity: "Warning", text: `No point could be snapped: ${text}` };
}

/** Where the roads are. Roads on both sides of the antimeridian have bounds around the whole earth: theirs is the box across it. */
export function roadBox(roads: Pick<RoadGraph, "bounds" | "shapeLon">): Box {
  const [west, south, east, north] = roads.bounds();
  if (east - west <= 180) return [west, south, east, north];
  const [first, last] = westAndEast(roads.shapeLon, 3.6e9);
  return [first / 1e7, south, last / 1e7, north];
}

/** The ends of the narrower of two spans: the one that stops at the antimeridian, and the one across it from the east to the west. */
function westAndEast(lons: ArrayLike<number>, turn: number): [west: number, east: number] {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [firstInEast, lastInWest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < lons.length; i++) {
    const lon = lons[i];
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    if (lon < 0) lastInWest = Math.max(lastInWest, lon);
    else firstInEast = Math.min(firstInEast, lon);
  }
  const onBothSides = firstInEast <= east && lastInWest >= west;
  return onBothSides && lastInWest + turn - firstInEast < east - west ? [firstInEast, lastInWest] : [west, east];
}

/** A box to about a hundred metres. */
export function words([west, south, east, north]: Box): string {
  return `longitude ${west.toFixed(3)} to ${east.toFixed(3)}, latitude ${south.toFixed(3)} to ${north.toFixed(3)}`;
}
