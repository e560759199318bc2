// The two coordinate systems of the wire: WGS84 degrees and the web Mercator family. The engine itself knows only degrees.

import { isObject } from "../errors.js";
import { fromMercator, toMercator, WEB_MERCATOR_WKIDS } from "../geo/mercator.js";
import { rounded } from "../geo/rounding.js";
import { badValue, isBlank, readJsonOrWord } from "./values.js";

/** A spatial reference as the wire writes it. */
export interface SpatialReference {
  /** 4326 for degrees (WGS84), 102100 for metres of the web map. */
  readonly wkid: number;
  /** The same by its newer number: 4326, 3857. */
  readonly latestWkid: number;
}

/** Longitude and latitude in degrees. */
export const WGS84: SpatialReference = { wkid: 4326, latestWkid: 4326 };
/** Metres of the web map, under the name that clients expect. */
export const WEB_MERCATOR: SpatialReference = { wkid: 102100, latestWkid: 3857 };

const BY_WKID = new Map<number, SpatialReference>([
  [4326, WGS84],
  ...WEB_MERCATOR_WKIDS.map((wkid): [number, SpatialReference] => [wkid, WEB_MERCATOR]),
]);

/**
 * A spatial reference: a wkid as number or text, an object with wkid or latestWkid, or its JSON text. null when blank or an empty object.
 * The answer is one of the two constants, so `===` compares.
 * @throws SnapError "bad-input" for any system but these.
 */
export function readSpatialReference(name: string, value: unknown): SpatialReference | null {
  if (isBlank(value)) return null;
  const given = readJsonOrWord(name, value, "a wkid or an object with a wkid");
  if (isObject(given) && Object.values(given).every(isBlank)) return null;
  const wkids = isObject(given) ? [given.wkid, given.latestWkid].filter((wkid) => !isBlank(wkid)) : [given];
  for (const wkid of wkids) {
    const found = BY_WKID.get(typeof wkid === "string" ? Number(wkid) : (wkid as number));
    if (found) return found;
  }
  throw badValue(name, wkids[0] ?? given, `one of the wkids ${[...BY_WKID.keys()].join(", ")}`);
}

/** A place on the wire in degrees, [lon, lat]. */
export function toDegrees(reference: SpatialReference, x: number, y: number): [lon: number, lat: number] {
  if (reference !== WEB_MERCATOR) return [x, y];
  const [lon, lat] = fromMercator(x, y);
  // The map's own edge must not fall outside the world by a rounding error.
  return [Math.abs(lon) > 180 && Math.abs(lon) < 180 + 1e-9 ? Math.sign(lon) * 180 : lon, lat];
}

/** A place in degrees as the wire writes it: to 1e-7 degree, or to the millimetre. Latitudes beyond web Mercator are drawn in to its edge. */
export function fromDegrees(reference: SpatialReference, lon: number, lat: number): [x: number, y: number] {
  if (reference !== WEB_MERCATOR) return [rounded(lon, 1e7), rounded(lat, 1e7)];
  const [x, y] = toMercator(lon, lat);
  return [rounded(x, 1e3), rounded(y, 1e3)];
}
