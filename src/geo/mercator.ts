// Spherical web Mercator, EPSG:3857: degrees to the metres of web maps and back.

import { cosDegrees, DEG, exp, log, sinDegrees } from "./maths.js";
import { EQUATOR_RADIUS } from "./metres.js";

/** The well-known ids of web Mercator; 3785 is the later id of 102113. */
export const WEB_MERCATOR_WKIDS: readonly number[] = [3857, 102100, 102113, 3785, 900913];

/** The latitude in degrees at which the map is cut so that it is a square: arctan(sinh π). */
export const MAX_MERCATOR_LAT = 85.0511287798066;

/**
 * Longitude and latitude in degrees as [x, y] in metres of EPSG:3857. Latitudes beyond ±85.0511287798066 are set to that edge of the map, since the poles are
 * infinitely far away; longitudes are not wrapped.
 */
export function toMercator(lon: number, lat: number): [number, number] {
  const phi = Math.min(Math.abs(lat), MAX_MERCATOR_LAT);
  const y = EQUATOR_RADIUS * log((1 + sinDegrees(phi)) / cosDegrees(phi));
  return [EQUATOR_RADIUS * DEG * lon, lat < 0 ? -y : y];
}

/** Metres of EPSG:3857 as [longitude, latitude] in degrees. Any finite y gives a latitude within ±90; x is not wrapped. */
export function fromMercator(x: number, y: number): [number, number] {
  const up = exp(y / EQUATOR_RADIUS);
  const sine = 1 - 2 / (up * up + 1);
  const cosine = 2 / (up + 1 / up);
  // Each step adds the missing angle, approximated from its sine. At a pole, 0.4 is still missing after the first step, then 0.0008, then nothing.
  let lat = 0;
  for (let step = 0; step < 3; step++) {
    const missing = sine * cosDegrees(lat) - cosine * sinDegrees(lat);
    lat += (missing + (missing * missing * missing) / 6) / DEG;
  }
  return [x / (EQUATOR_RADIUS * DEG), lat];
}
