// The extent of context: a box; only the points inside it are used.
import { shown } from "../errors.js";
import type { Box } from "../geo/box.js";
import { readSpatialReference, type SpatialReference, toDegrees } from "./spatial-reference.js";
import { badParameter, isBlank, readNumber, readObject } from "./values.js";

/**
 * Reads {xmin, ymin, xmax, ymax, spatialReference?}; null when blank. A box without a spatial reference is in that of the points.
 * @throws SnapError "bad-input" for anything else.
 */
export function readExtent(value: unknown, ofPoints: SpatialReference): Box | null {
  if (isBlank(value)) return null;
  const extent = readObject("context.extent", value, "an object with xmin, ymin, xmax and ymax");
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
  return [west, south, east, north];
}
