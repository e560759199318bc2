// CRS: the coordinate system that GeoJSON names in the way of before 2016 (RFC 7946 has no `crs`).
import { isObject } from "../errors.js";

/** Names of coordinate systems that are longitude and latitude in degrees, within a metre or two of WGS84. */
const DEGREES = /(?:CRS84h?|CRS83|:(?:4326|4979|4269|4258))$/i;

/** The name in a `crs` of GeoJSON if it is not longitude and latitude in degrees; null if it is that, or there is none. */
export function otherCrs(crs: unknown): string | null {
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : undefined;
  return typeof name !== "string" || DEGREES.test(name.trim()) ? null : name;
}
