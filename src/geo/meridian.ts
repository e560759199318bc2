// Meridian: cuts lines at the antimeridian, because as one line they would be drawn around the world.

import type { Position } from "./lines.js";

/** The parts of a line of two or more places (degrees). A line that does not cross the antimeridian is a single part. */
export function partsOf(places: readonly Position[]): Position[][] {
  let part: Position[] = [];
  const parts = [part];
  let [before, beforeLat] = places[0];
  for (const place of places) {
    const [lon, lat] = place;
    if (Math.abs(lon - before) > 180) {
      const side = before > 0 ? 180 : -180;
      const crossing = lon === -side ? lat : beforeLat + ((side - before) / (lon + 2 * side - before)) * (lat - beforeLat);
      if (before !== side || lon === -side) part.push([side, crossing]);
      part = lon === -side ? [] : [[-side, crossing]];
      parts.push(part);
    }
    part.push(place);
    [before, beforeLat] = place;
  }
  // A line that only touches the antimeridian has no length beyond it.
  return parts.filter(({ length }) => length > 1);
}
