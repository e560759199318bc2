// An exact drive at one speed, to be sent by devices.
import { distance, latScale, lonScale } from "../../../src/geo/metres.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

export const LAT = 50;
export const START = 1_700_000_000;

/** Metres a second: a trace over 10, so that 200 m are travelled after 20 s. */
const SPEED = 10.001;

/** East for `east` seconds, then north; a fix a second. */
export function drive(east: number, north = 0): TrackPoint[] {
  return Array.from({ length: east + north + 1 }, (_, t) => ({
    lon: 8 + (SPEED * Math.min(t, east)) / lonScale(LAT),
    lat: LAT + (SPEED * Math.max(0, t - east)) / latScale(LAT),
    time: START + t,
    accuracy: 4,
    speed: 10,
    course: t < east ? 90 : 0,
  }));
}

export const metres = (a: TrackPoint, b: TrackPoint): number => distance(a.lon, a.lat, b.lon, b.lat);
