// Coverage: the message for the commonest mistake: a track that lies elsewhere than the roads.

import { type Box, overlap } from "../geo/box.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapMessage, SnapResult } from "./result.js";

/**
 * A Warning if no point of the tracks could be snapped; else null, and also null if no point took part in a track. If the points are elsewhere than the roads
 * it says where both are; and if they would be in one place with longitude and latitude exchanged, it asks about that.
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
  // Every road has some extent, so bounds without any mean that there are no roads.
  const none = around[0] === around[2] && around[1] === around[3];
  const text = none
    ? "there is no road in the road file."
    : overlap(points, around)
      ? "no road in the area is near enough, open to the travel mode and consistent with the points."
      : `the points lie within ${words(points)}, the roads within ${words(around)}${end}`;
  return { severity: "Warning", text: `No point could be snapped: ${text}` };
}

/** The box around the roads. If they lie on both sides of the antimeridian, it goes across that, where `bounds` go around the whole earth. */
export function roadBox(roads: Pick<RoadGraph, "bounds" | "shapeLon">): Box {
  const [west, south, east, north] = roads.bounds();
  if (east - west <= 180) return [west, south, east, north];
  const [first, last] = westAndEast(roads.shapeLon, 3.6e9);
  return [first / 1e7, south, last / 1e7, north];
}

/** West and east of some longitudes, by the narrower of two spans: the one that ends at the antimeridian, and the one across it. `turn`: 360 degrees. */
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
