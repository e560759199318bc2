// The extent of context: a box; only the points inside it are used.
import { isObject, shown } from "../errors.js";
import { readSpatialReference, type SpatialReference, toDegrees } from "./spatial-reference.js";
import { badParameter, badValue, isBlank, readJson, readNumber } from "./values.js";

/** A box in degrees. East may lie beyond 180 when the box crosses the antimeridian. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Reads {xmin, ymin, xmax, ymax, spatialReference?}; null when blank. A box without a spatial reference is in that of the points.
 * @throws SnapError "bad-input" for anything else.
 */
export function readExtent(value: unknown, ofPoints: SpatialReference): Extent | null {
  if (isBlank(value)) return null;
  const allowed = "an object with xmin, ymin, xmax and ymax";
  const extent = readJson("context.extent", value, allowed);
  if (!isObject(extent)) throw badValue("context.extent", extent, allowed);
  const [xmin, ymin, xmax, ymax] = ["xmin", "ymin", "xmax", "ymax"].map((side) => {
    const number = readNumber(extent[side]);
    if (Number.isNaN(number)) throw badParameter("context.extent", `has ${side} ${shown(extent[side])}; it must be a number`);
    return number;
  });
  if (ymin > ymax) throw badParameter("context.extent", `has ymin ${ymin} above ymax ${ymax}`);
  if (xmin > xmax) throw badParameter("context.extent", `has xmin ${xmin} above xmax ${xmax}`);
  const reference = readSpatialReference("context.extent.spatialReference", extent.spatialReference) ?? ofPoints;
  const [west, south] = toDegrees(reference, xmin, ymin);
  const [east, north] = toDegrees(reference, xmax, ymax);
  return { west, south, east, north };
}

/** Whether a place lies in the box, its border included. Longitudes a full turn apart are the same place. */
export function isInside({ west, south, east, north }: Extent, lon: number, lat: number): boolean {
  if (!(lat >= south && lat <= north)) return false;
  return [lon - 360, lon, lon + 360].some((turned) => turned >= west && turned <= east);
}
