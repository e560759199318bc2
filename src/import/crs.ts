// The coordinate system that GeoJSON of before 2016 says it is in.
import { isObject } from "../errors.js";

/** Names of coordinate systems that are longitude and latitude in degrees, within a metre or two of WGS84. */
const DEGREES = /(?:CRS84h?|CRS83|:(?:4326|4979|4269|4258))$/i;

/** What the `crs` of GeoJSON names that is not longitude and latitude as GeoJSON has them; null when there is no such word. */
export function otherCrs(crs: unknown): string | null {
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  return typeof name !== "string" || DEGREES.test(name.trim()) ? null : name;
}
