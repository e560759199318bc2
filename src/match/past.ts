// Past: steps that contradict those before and after them, and the way past them.
import type { ChosenStates } from "./chosen.js";
import { OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Join } from "./transition.js";

/** Where the way on comes to, and how it goes there. */
export interface WayOn {
  to: number;
  join: Join;
}

/**
 * The way on from the step before k, which is on the road: to step k, or past it and those after it when they are errors of the receiver; null where it
 * leaves the road.
 */
export function wayOn(chosen: ChosenStates, k: number): WayOn | null {
  if (chosen.arc(k) === OFF) return pastOff(chosen, k);
  return pastRoad(chosen, k) ?? { to: k, join: chosen.join(k - 1, k).join };
}

/** Steps off the road that nobody had the time to make: the road before and after them is one. So is one there and back in more haste than around it. */
function pastOff(chosen: ChosenStates, k: number): WayOn | null {
  const to = chosen.lastOff(k) + 1;
  if (to === chosen.steps.count || chosen.arc(to) === OFF) return null;
  const { haste } = chosen.steps;
  const isHasty = to === k + 1 && Math.min(haste[k], haste[to]) > MODEL.passHaste;
  if (!isHasty && (to > k + MODEL.passSteps || chosen.seconds(k - 1, to) > MODEL.passSeconds)) return null;
  const { join, cost } = chosen.join(k - 1, to);
  return cost < MODEL.passOff ? { to, join } : null;
}

/** A step on a road that it costs too much to get to and to get on from. */
function pastRoad(chosen: ChosenStates, k: number): WayOn | null {
  const to = k + 1;
  if (to === chosen.steps.count || chosen.arc(to) === OFF) return null;
  // Where the way is broken off, those after it contradict those before it, not the rest of the way.
  if (Math.min(chosen.costTo(k), chosen.costTo(to)) < MODEL.passSide) return null;
  const spent = chosen.spentOn(k);
  if (spent <= MODEL.pass) return null;
  const { join, cost } = chosen.join(k - 1, to);
  return spent - cost > MODEL.pass ? { to, join } : null;
}
