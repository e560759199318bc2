// Pace: how fast the traveller got on before and after a leg, and went at its ends, says how long the way between two distant fixes was.

import { exp, hypot, log } from "../../geo/maths.js";
import type { Decoded } from "../decode/decoded.js";
import { OFF } from "../decode/lattice.js";
import * as MODEL from "../model.js";
import type { Rules } from "../routes/rules.js";
import type { Steps } from "../track/steps.js";

/** √(2π), of the normal density. */
const ROOT_TAU = 2.5066282746310002;
/** Pace, spread and which legs are odd depend on each other: all are estimated in so many rounds. */
const ROUNDS = 4;

/** Nats that a way of so many usual seconds costs; null for a leg of which nothing is foretold. */
type Price = ((seconds: number) => number) | null;

/**
 * Adds to the lattice's transitions the cost of the seconds that each route usually takes, given the pace of the legs around it (as decoded before this).
 * Where fixes are far apart the length of a route tells little by itself, since roads wind and hairpins lead back. But few travellers halve, for one leg,
 * the pace that they keep on the roads around it. How few is estimated from the track: on an open road the pace foretells a way to a few hundredths, in
 * town to a third. `maxSpeed`: m/s, the highest plausible. Returns false if there was nothing to add.
 */
export function addPace(decoded: Decoded, rules: Rules, maxSpeed: number): boolean {
  const { lattice, chosen, steps } = decoded;
  const { first, row, arc, trans, seconds, relief } = lattice;
  relief.fill(0, 0, lattice.transitions);
  const priceAt = foretell(readLegs(decoded, rules, maxSpeed), steps);
  if (priceAt === null) return false;
  const slownessOf = (state: number) => (arc[state] === OFF ? Number.NaN : rules.slowness(arc[state]));
  for (let k = 1; k < steps.count; k++) {
    const priceOf = priceAt(k);
    if (priceOf === null) continue;
    // Off the road and over a gap the way counts as the straight line, so that at a standstill it fits no better than the road does.
    const straight = steps.straight[k] / MODEL.usualLimit;
    const slowness = slownessOf(chosen[k - 1]) + slownessOf(chosen[k]);
    let least: number = MODEL.paceMost;
    for (let i = first[k - 1]; i < first[k]; i++) {
      if (row[i] < 0) continue;
      for (let j = first[k], t = row[i]; j < first[k + 1]; j++, t++) {
        const took = seconds[t] >= 0 ? seconds[t] : straight;
        const price = priceOf(took);
        trans[t] += price;
        least = Math.min(least, price);
        // Had another road been decoded all along, its own legs would foretell the pace. What it pays beyond that is taken off in the posterior.
        const times = slowness / (slownessOf(i) + slownessOf(j));
        if (times < 1 || times > 1) relief[t] = Math.max(0, price - priceOf(took * times));
      }
    }
    // The part of the cost that is common to all ways of the leg is taken off: a rest is no reason to doubt the fixes at its ends.
    for (let i = first[k - 1]; i < first[k]; i++) {
      if (row[i] < 0) continue;
      for (let t = row[i]; t < row[i] + lattice.states(k); t++) trans[t] -= least;
    }
  }
  return true;
}

/**
 * Foretells each leg, by its later step, from the legs around it, and estimates how reliable that is from how well all legs are foretold. Null if there is no
 * leg to go by.
 */
function foretell([decoded, ends, delay, noise]: Legs, { count, gap }: Steps): ((k: number) => Price) | null {
  // Usual seconds that the leg's way is expected to have; 0 if nothing is known.
  const usual = new Float64Array(count);
  // Standard deviation of these for a regular leg, and for an even one, which keeps the pace as closely as its fixes can tell.
  const sigma = new Float64Array(count);
  const fine = new Float64Array(count);
  // The probability that each leg is a regular one (expectation–maximisation for a mixture of regular and odd legs).
  const regular = new Float64Array(count).fill(1);
  let spread: number = MODEL.paceSpread;
  // Share of the regular legs that are even, and of all legs that are odd and say nothing: a stop, a jam, a wrong way before or after.
  let even: number = MODEL.paceEven;
  let odd: number = MODEL.paceOdd;
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 1; k < count; k++) {
      if (!(gap[k] >= MODEL.paceSeconds)) continue;
      // The nearest legs on both sides, up to the first that is not known.
      let begin = k;
      while (begin > k - MODEL.paceLegs && decoded[begin - 1] >= 0) begin--;
      let end = k;
      while (end < k + MODEL.paceLegs && decoded[end + 1] >= 0) end++;
      let taken = 0;
      let seconds = 0;
      for (let n = begin; n <= end; n++) {
        if (n === k) continue;
        taken += regular[n] * decoded[n];
        seconds += regular[n] * gap[n];
      }
      let pace = taken / seconds;
      if (ends[k] >= 0) pace += (ends[k] - pace) / (1 + gap[k] / MODEL.paceLasts);
      usual[k] = pace > MODEL.paceLeast ? pace * gap[k] : 0;
      // A pace that varies around the leg foretells it less well than a steady one.
      let squares: number = MODEL.paceLocal;
      let weights: number = MODEL.paceLocal;
      for (let n = begin; n <= end; n++) {
        if (n === k) continue;
        const error = decoded[n] - pace * gap[n];
        squares += (regular[n] * error * error) / varianceOf(spread * pace * gap[n], delay[n]);
        weights += regular[n];
      }
      const local = Math.min(MODEL.paceLocalMost, squares / weights);
      sigma[k] = Math.sqrt(local * varianceOf(spread * usual[k], delay[k]));
      fine[k] = Math.sqrt(local * varianceOf(spread * usual[k], noise[k]));
    }
    let squares = MODEL.pacePrior * MODEL.paceSpread * MODEL.paceSpread;
    let weights: number = MODEL.pacePrior;
    let legs = 0;
    let evens = MODEL.paceEvenPrior * MODEL.paceEven;
    let odds = MODEL.paceOddPrior * MODEL.paceOdd;
    for (let k = 1; k < count; k++) {
      const expected = usual[k];
      if (expected === 0 || !(decoded[k] >= 0)) continue;
      legs++;
      const error = decoded[k] - expected;
      const evenly = even * normal(error, fine[k]);
      const fit = evenly + (1 - even) * normal(error, sigma[k]);
      const all = fit + oddDensity(expected, odd);
      const share = fit / all;
      regular[k] = Math.max(MODEL.paceOddWeight, share);
      squares += (share * Math.max(0, error * error - delay[k] * delay[k])) / (expected * expected);
      weights += share;
      evens += evenly / all;
      odds += 1 - share;
    }
    if (legs === 0) return null;
    spread = Math.sqrt(squares / weights);
    even = evens / (weights - MODEL.pacePrior + MODEL.paceEvenPrior);
    odd = odds / (MODEL.paceOddPrior + legs);
  }
  return (k) => {
    const expected = usual[k];
    if (expected === 0) return null;
    const peak = even / fine[k] + (1 - even) / sigma[k];
    // The density of a regular leg is a mixture. `share`: the even part at its peak. `loose`, `loose + sooner`: 1 / 2σ² of the wide part and of the even one.
    const share = even / (fine[k] * peak);
    const loose = 0.5 / (sigma[k] * sigma[k]);
    const sooner = 0.5 / (fine[k] * fine[k]) - loose;
    const surprise = Math.max(0, log(peak / oddDensity(expected, odd)));
    return (seconds) => {
      const error = Math.abs(seconds - expected);
      const square = error * error;
      const most = Math.min(surprise + error / MODEL.paceTail, MODEL.paceMost);
      return loose * square < most ? Math.min(most, loose * square - log(1 - share + share * exp(-sooner * square))) : most;
    };
  };
}

/**
 * What is known of each leg, indexed by its later step.
 * - `decoded`: usual seconds of the way decoded; NaN if it is no route, or too short to tell
 * - `ends`: pace, in usual seconds per second, by the speeds reported at its ends; NaN if one of them is not known or says nothing
 * - `delay`: standard deviation of its seconds at a steady pace: for turns and lights, its fixes' errors, and a halt at one of its ends
 * - `noise`: standard deviation of its seconds by its fixes' errors alone, if that is less than `paceDelay`; not beside a halt, from which nobody goes on at once
 */
type Legs = [decoded: Float64Array, ends: Float64Array, delay: Float64Array, noise: Float64Array];

function readLegs({ lattice, chosen, steps }: Decoded, rules: Rules, maxSpeed: number): Legs {
  const { fixes, gap, fix, last, sigma } = steps;
  const decoded = new Float64Array(chosen.length).fill(Number.NaN);
  const ends = decoded.slice();
  const delay = decoded.slice().fill(MODEL.paceDelay);
  const noise = delay.slice();
  const end = chosen.length - 1;
  // How much a traveller stands: 1 at a standstill, a half at a small share of the highest speed.
  const standing = (speed: number) => 1 / (1 + (MODEL.standing * speed * speed) / (maxSpeed * maxSpeed));
  for (let k = 1; k <= end; k++) {
    const from = chosen[k - 1];
    const to = chosen[k];
    const start = lattice.arc[from];
    const stop = lattice.arc[to];
    if (start === OFF || stop === OFF || !(gap[k] >= MODEL.paceSeconds)) continue;
    decoded[k] = lattice.seconds[lattice.between(from, to, k)];
    const metres = Math.sqrt(varianceAlong(sigma[k - 1], lattice.distance[from]) + varianceAlong(sigma[k], lattice.distance[to]));
    const seconds = (metres * (rules.slowness(start) + rules.slowness(stop))) / 2;
    delay[k] = hypot(MODEL.paceDelay, seconds);
    if (last[k - 1] === fix[k - 1] && last[k] === fix[k]) noise[k] = Math.min(MODEL.paceDelay, MODEL.paceNoise * seconds);
    const v = fixes.speed[last[k - 1]];
    const w = fixes.speed[fix[k]];
    const before = standing(v);
    const after = standing(w);
    // A traveller who stands at a track's end is about to start, or has just stopped: that speed says nothing about the leg.
    if (!(before + after >= 0) || (k === 1 && before > 0.5) || (k === end && after > 0.5)) continue;
    ends[k] = (v * rules.slowness(start) + w * rules.slowness(stop)) / 2;
    delay[k] += MODEL.paceHalt * gap[k] * (before + after);
  }
  return [decoded, ends, delay, noise];
}

/** Variance of a fix's error along its road. Errors have a heavy tail: a fix far beside the road is likely to be far off along it as well. */
function varianceAlong(sigma: number, beside: number): number {
  return sigma * sigma + Math.max(0, beside * beside - sigma * sigma) / (1 + MODEL.tailFreedom);
}

/** Variance of the sum of two independent errors, given their standard deviations. */
function varianceOf(one: number, other: number): number {
  return one * one + other * other;
}

/** Normal density of an error, times √(2π). */
function normal(error: number, sigma: number): number {
  const z = error / sigma;
  return exp(-0.5 * z * z) / sigma;
}

/** Density of an odd leg, times √(2π), with the share of regular legs taken as 1. It is uniform over a range. */
function oddDensity(expected: number, odd: number): number {
  return (odd * ROOT_TAU) / ((1 - odd) * MODEL.paceOddRange * (expected + MODEL.paceDelay));
}
