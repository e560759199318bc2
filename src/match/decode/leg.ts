// Leg: the distance, time and error between two steps, and what follows from these: how far routes are looked for, and what ways cost.

import { hypot } from "../../geo/maths.js";
import * as MODEL from "../model.js";
import type { RouteLimits } from "../routes/route.js";
import { metresBetween } from "../track/fixes.js";
import { type Steps, secondsBetween } from "../track/steps.js";
import type { LegPrice } from "./ways.js";

/** The prices that routes can be searched at: how many metres a nat of charges is worth. */
export const PRICES = [MODEL.priceNear, MODEL.priceMiddle, MODEL.priceFar];

/** A leg: what the transition's formulas need to know of two steps besides the route. */
export interface Leg extends RouteLimits, LegPrice {
  /** Error of the two fixes together, metres per axis. */
  sigma: number;
  /** Seconds; NaN when not known. */
  seconds: number;
  /** Nats that avoiding the roads at its fixes costs along it. Leaving the roads costs as much more, or avoided roads would be left for no other reason. */
  avoided: number;
  /** Nats by which a break, leaving the roads and joining them are cheaper than usual. */
  cheaper: number;
}

/**
 * The leg from step `from` to step `to`, which need not be the next: steps between may be passed over. `far`: whether to look as far round as breaking a rule
 * is worth (`ruleNats`). `maxSpeed`: m/s, the highest plausible; `avoided`: nats per metre that avoiding the roads at its fixes costs.
 */
export function legOf(steps: Steps, from: number, to: number, far: boolean, maxSpeed: number, avoided: number, cheaper: number): Leg {
  const { fixes } = steps;
  const [a, b] = [steps.fix[from], steps.fix[to]];
  const straight = metresBetween(fixes, a, b);
  const seconds = secondsBetween(steps, from, to);
  const sigma = hypot(steps.sigma[from], steps.sigma[to]);
  const timed = seconds > 0 ? Math.min(seconds, MODEL.boundSeconds) : 0;
  const underWay = Math.min(timed, MODEL.betaSeconds + ((straight + MODEL.backSigmas * sigma) * MODEL.betaSlow) / maxSpeed);
  const beta = MODEL.betaBase + MODEL.betaPerMetre * straight + MODEL.betaPerSigma * sigma + MODEL.betaPerSecond * underWay;
  const plausible = Math.max(straight * MODEL.boundTimes + MODEL.boundMetres, MODEL.boundSpeed * timed);
  // In the time since the first fix of step `from`: a traveller who crawls was there long before the last fix merged into it.
  const possible = 3 * sigma + maxSpeed * (fixes.time[b] - fixes.time[a] || Number.POSITIVE_INFINITY);
  let travelled = 0;
  for (let n = a; n < b; n++) travelled += ((fixes.speed[n] + fixes.speed[n + 1]) / 2) * (fixes.time[n + 1] - fixes.time[n]);
  const price = beta < MODEL.middleBeta ? 0 : 1;
  return {
    straight,
    sigma,
    seconds,
    avoided: avoided * straight,
    cheaper,
    beta,
    price,
    // Where fixes are close, the next step asks for ways from the same arcs to other places: a tree in all directions serves it too.
    aimed: price > 0,
    // Where fixes are far apart, a way at another price (longer, but with fewer charges) may be the cheapest in the end.
    otherPrice: beta < MODEL.farBeta ? -1 : 2,
    possible,
    bound: Math.min(plausible, possible) * (1 + avoided * MODEL.priceFar) + MODEL.boundNats * beta,
    nearest: 0,
    detour: Math.max(far ? MODEL.ruleNats * PRICES[price] : 0, MODEL.detourMetres + MODEL.detourShare * straight + MODEL.detourNats * beta),
    expected: seconds > 0 && seconds <= MODEL.speedHorizon ? travelled : Number.NaN,
    expectedWeight: MODEL.speedWeight * (1 + Math.min(1, seconds / MODEL.speedSure)),
    expectedScale: sigma + MODEL.speedSpread * (fixes.time[b] - fixes.time[a] + (seconds * seconds) / 2),
  };
}

/** Nats of a break in the route between two fixes. */
export function gapCost({ seconds, straight, avoided, possible, cheaper }: Leg): number {
  const since = (begin: number) => Math.max(0, Math.min(straight, possible, MODEL.gapSpeed * (seconds - begin)));
  const more =
    MODEL.gapPerMetre * since(MODEL.gapSoon) +
    MODEL.gapLater * since(MODEL.gapLong) -
    Math.max(0, MODEL.gapShort * (1 - seconds / MODEL.gapSeconds));
  // `more` is NaN where no times are known: then a gap costs neither less nor more.
  return MODEL.gap - cheaper + avoided + (more || 0);
}
