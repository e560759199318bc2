// Pace: how fast the traveller got on before and after, and went at both ends, says how long the way between two distant fixes was.
import { exp, log } from "../geo/maths.js";
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import * as MODEL from "./model.js";
import type { Rules } from "./rules.js";
import type { Steps } from "./steps.js";

/** √(2π), of the normal density. */
const ROOT_TAU = 2.5066282746310002;
/** Pace, regularity and what is odd depend on each other: each is worked out so many times. */
const ROUNDS = 4;

/** What the pace around foretells of a track's legs. */
interface Foretold {
  /** Usual seconds of each leg's way, indexed by its later step; 0 where nothing is known. */
  usual: Float64Array;
  /** How regular the pace is: relative standard deviation of the usual seconds. */
  spread: number;
  /** Share of legs that say nothing: a stop, a jam, a wrong way before or after. */
  odd: number;
}

/**
 * Adds to the lattice's transitions what the time each route usually takes says against the pace of the legs around it, as decoded without it.
 * Where fixes are far apart the length of a route tells little by itself (roads wind, hairpins lead back), but few travellers halve the pace
 * for one leg that they have kept on the roads around it. How few is seen from the track: on an open road the pace foretells a way to a few
 * hundredths, in town to a third. `maxSpeed`: m/s, the highest plausible. Returns false when there was nothing to add.
 */
export function addPace(lattice: Lattice, chosen: Int32Array, fixes: Fixes, steps: Steps, rules: Rules, maxSpeed: number): boolean {
  const legs = readLegs(lattice, chosen, fixes, steps, rules, maxSpeed);
  const foretold = foretell(legs, steps);
  if (foretold === null) return false;
  const { usual, spread, odd } = foretold;
  const { trans, transFirst, seconds } = lattice;
  let prices = new Float64Array(64);
  for (let k = 1; k < steps.count; k++) {
    const expected = usual[k];
    if (expected === 0) continue;
    const sigma = sigmaOf(expected, spread, legs.delay[k]);
    const surprise = -log(Math.min(1, oddness(expected, sigma, odd)));
    // Off the road and over a gap the way is as long as it is straight: at a standstill it fits no better than the road does.
    const straight = steps.straight[k] / MODEL.usualLimit;
    const [begin, end] = [transFirst[k], transFirst[k + 1]];
    if (prices.length < end - begin) prices = new Float64Array(2 * (end - begin));
    let least: number = MODEL.paceMost;
    for (let t = begin; t < end; t++) {
      const error = Math.abs((seconds[t] >= 0 ? seconds[t] : straight) - expected);
      const z = error / sigma;
      const price = Math.min(0.5 * z * z, surprise + error / MODEL.paceTail, MODEL.paceMost);
      prices[t - begin] = price;
      least = Math.min(least, price);
    }
    // What every way on this leg would cost tells none from another: a rest is no reason to doubt the fixes at its ends.
    for (let t = begin; t < end; t++) trans[t] += prices[t - begin] - least;
  }
  return true;
}

/** Foretells each leg by those around it, and how much that is worth by how all were foretold; null when there is no leg to go by. */
function foretell({ decoded, ends, delay }: Legs, steps: Steps): Foretold | null {
  const usual = new Float64Array(steps.count);
  // How much each leg is one of the regular ones (expectation–maximisation for a mixture of those and odd ones).
  const regular = new Float64Array(steps.count).fill(1);
  let spread: number = MODEL.paceSpread;
  let odd: number = MODEL.paceOdd;
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 1; k < steps.count; k++) {
      const gap = steps.gap[k];
      if (!(gap >= MODEL.paceSeconds)) continue;
      let pace = paceAround(decoded, regular, steps, k);
      if (ends[k] >= 0) pace += (ends[k] - pace) / (1 + gap / MODEL.paceLasts);
      usual[k] = pace > MODEL.paceLeast ? pace * gap : 0;
    }
    let squares = MODEL.pacePrior * MODEL.paceSpread * MODEL.paceSpread;
    let weights: number = MODEL.pacePrior;
    let legs = 0;
    let odds = MODEL.paceOddPrior * MODEL.paceOdd;
    for (let k = 1; k < steps.count; k++) {
      const expected = usual[k];
      if (expected === 0 || !(decoded[k] >= 0)) continue;
      legs++;
      const sigma = sigmaOf(expected, spread, delay[k]);
      const error = decoded[k] - expected;
      const fit = exp(-0.5 * (error / sigma) * (error / sigma));
      const share = fit / (fit + oddness(expected, sigma, odd));
      regular[k] = Math.max(MODEL.paceOddWeight, share);
      squares += (share * Math.max(0, error * error - delay[k] * delay[k])) / (expected * expected);
      weights += share;
      odds += 1 - share;
    }
    if (legs === 0) return null;
    spread = Math.sqrt(squares / weights);
    odd = odds / (MODEL.paceOddPrior + legs);
  }
  return { usual, spread, odd };
}

/** What is known of the legs, each indexed by its later step. */
interface Legs {
  /** Usual seconds as decoded; NaN where it was no route, or too short to tell. */
  decoded: Float64Array;
  /** Usual seconds per second that the speeds reported at its ends foretell; NaN where one of them is not known. */
  ends: Float64Array;
  /** Seconds that it may take more or less all the same: for turns and lights, and for as long as a halt at one of its ends lasts. */
  delay: Float64Array;
}

function readLegs(lattice: Lattice, chosen: Int32Array, { speed }: Fixes, { gap, fix, last }: Steps, rules: Rules, maxSpeed: number): Legs {
  const decoded = new Float64Array(chosen.length).fill(Number.NaN);
  const ends = decoded.slice();
  const delay = decoded.slice().fill(MODEL.paceDelay);
  const end = chosen.length - 1;
  // How much one stands: 1 at a standstill, a half at a small share of the highest speed.
  const standing = (speed: number) => 1 / (1 + (MODEL.standing * speed * speed) / (maxSpeed * maxSpeed));
  for (let k = 1; k <= end; k++) {
    const from = chosen[k - 1];
    const to = chosen[k];
    const start = lattice.arc[from];
    const stop = lattice.arc[to];
    if (start === OFF || stop === OFF || !(gap[k] >= MODEL.paceSeconds)) continue;
    decoded[k] = lattice.seconds[lattice.between(from, to, k)];
    const v = speed[last[k - 1]];
    const w = speed[fix[k]];
    const before = standing(v);
    const after = standing(w);
    // Whoever stands at a track's end is about to start, or has just stopped: that says nothing of the leg.
    if (!(before + after >= 0) || (k === 1 && before > 0.5) || (k === end && after > 0.5)) continue;
    ends[k] = (v * rules.slowness(start) + w * rules.slowness(stop)) / 2;
    delay[k] += MODEL.paceHalt * gap[k] * (before + after);
  }
  return { decoded, ends, delay };
}

/** Standard deviation of the usual seconds of a regular leg: a share of them, and what a turn or a light takes. */
function sigmaOf(expected: number, spread: number, delay: number): number {
  return Math.sqrt(spread * spread * expected * expected + delay * delay);
}

/** How much likelier than a regular leg of just the seconds foretold an odd one is: those are spread evenly over a range. */
function oddness(expected: number, sigma: number, odd: number): number {
  const range = MODEL.paceOddRange * (expected + MODEL.paceDelay);
  return (odd * ROOT_TAU * sigma) / ((1 - odd) * range);
}

/** Usual seconds per second over the nearest legs on both sides, the leg itself left out; NaN when there are none. */
function paceAround(decoded: Float64Array, regular: Float64Array, steps: Steps, k: number): number {
  let usual = 0;
  let seconds = 0;
  for (const direction of [-1, 1]) {
    let legs = 0;
    for (let n = k + direction; legs < MODEL.paceLegs && n >= 1 && n < decoded.length; n += direction) {
      if (!(decoded[n] >= 0)) break;
      usual += regular[n] * decoded[n];
      seconds += regular[n] * steps.gap[n];
      legs++;
    }
  }
  return usual / seconds;
}
