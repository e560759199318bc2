// Emission: what a fix's own evidence says about a place on a road, as a cost in nats.
import { cosDegrees, exp, hypot, log, sinDegrees } from "../../geo/maths.js";
import * as MODEL from "../model.js";

/**
 * Cost of a fix lying so many metres from the road, given its per-axis error: the Gaussian of Newson & Krumm (2009), eq. 1, with the
 * tail of Student's t, so that one bad fix costs a few nats and not hundreds. Zero on the road.
 */
export function distanceCost(metres: number, sigma: number): number {
  const z = metres / sigma;
  return 0.5 * (MODEL.tailFreedom + 1) * log(1 + (z * z) / MODEL.tailFreedom);
}

/** Metres from the road that cost so many nats more than `metres` do, by {@link distanceCost}. */
export function dearerDistance(metres: number, nats: number, sigma: number): number {
  const spread = MODEL.tailFreedom * sigma * sigma;
  return Math.sqrt((spread + metres * metres) * exp((2 * nats) / (MODEL.tailFreedom + 1)) - spread);
}

/** Cost of being off the road, anywhere: as much as a road at the distance from which on a road explains the fix no better. */
export function offCost(sigma: number): number {
  return distanceCost(Math.max(MODEL.offMetres, MODEL.offSigmas * sigma), sigma);
}

/**
 * Cost of travelling in a direction (east, north; any length) while the receiver says `course` (degrees) at `speed` (m/s; NaN: unknown):
 * von Mises around the course, κ growing with speed because a receiver's course is noise at a standstill, capped so that it never
 * vetoes. 0 when the course is not known.
 */
export function courseCost(course: number, speed: number, maxSpeed: number, east: number, north: number): number {
  if (!(course >= 0)) return 0;
  const length = hypot(east, north);
  if (!(length > 0)) return 0;
  const trust = speed >= 0 ? (speed * speed) / (speed * speed + MODEL.courseSlow * maxSpeed) : 0.5;
  const east0 = sinDegrees(course);
  const north0 = cosDegrees(course);
  const aligned = (east * east0 + north * north0) / length;
  return Math.min(MODEL.courseMost, MODEL.courseConcentration * trust * (1 - aligned));
}

/** Cost of going `times` as fast as is usual on a road; 0 if the speed is not known, or low: there is always a reason to be slow. */
export function hasteCost(times: number): number {
  return times > MODEL.hasteLeast ? Math.min(MODEL.hasteMost, MODEL.haste * (times - MODEL.hasteLeast)) : 0;
}

/**
 * Cost of going slowly (but not crawling, nor standing) on a fast road. Often the traveller is not in a jam there, but on the street below an elevated road,
 * and nothing but the speed tells the two apart. `slowness`: seconds that a metre of the road usually takes.
 */
export function jamCost(speed: number, slowness: number): number {
  const isJam = slowness < MODEL.jamSlowness && speed > MODEL.jamSpeed;
  return isJam ? MODEL.jam * Math.max(0, MODEL.jamMost - speed * slowness) : 0;
}
