// Smoothing: measures noise that is independent from fix to fix and averages it out over neighbouring fixes, before anything is matched.

import { clamp } from "../../geo/clamp.js";
import { exp, log } from "../../geo/maths.js";
import { latScale, lonScale, wrapLon } from "../../geo/metres.js";
import { median } from "../../geo/quantile.js";
import * as MODEL from "../model.js";
import { type Fixes, metresBetween, setApart, timedFixes } from "./fixes.js";

/** Median of the square of a standard normal variable. */
const SQUARED_NORMAL_MEDIAN = 0.4549;
/** Most bends that noise is measured on, and stated errors that are looked at, spread over the track. */
const MOST_BENDS = 1000;
/** Variance of a fix that stays where it is, while others of a larger error are moved to it, m². */
const FIRM = 0.5;
/** Variance of an unknown velocity per axis, (m/s)². */
const ANY_SPEED = 900;
/** Nearer to a pole, where a degree of longitude has fewer metres, nothing is smoothed. */
const LEAST_SCALE = 1000;
/** How many numbers the filter keeps for each fix. */
const WIDTH = 9;

/**
 * The noise that is independent from fix to fix, metres per axis; 0 where it is not what bends the track, or cannot be told. A fix lies beside the line
 * between two others because of noise and because the traveller turned. Over twice the time the variance of noise is the same, and that of turning is
 * eight times as large.
 */
export function measureNoise(fixes: Fixes, maxSpeed: number): number {
  const timed = distinct(fixes, timedFixes(fixes));
  const stated = usualAccuracy(fixes);
  const noise = noiseWithin(fixes, timed, ((stated > 0 ? MODEL.smoothStated : 1) * MODEL.smoothMost) / maxSpeed, stated);
  const longest = longestGap(noise, stated, maxSpeed);
  // If no two fixes are farther apart than `longest`, measuring again would give the same.
  const apart = (i: number, n: number) => n > 0 && fixes.time[i] - fixes.time[timed[n - 1]] > longest;
  return timed.some(apart) ? noiseWithin(fixes, timed, longest, stated) : noise;
}

function noiseWithin(fixes: Fixes, timed: readonly number[], seconds: number, stated: number, least = MODEL.smoothFixes): number {
  const near = bend(fixes, timed, 1, seconds, least);
  const far = bend(fixes, timed, 2, seconds, least);
  const noise = far < MODEL.smoothRatio * near ? Math.sqrt((8 * near - far) / 7) : 0;
  return noise > Math.max(MODEL.smoothNoise, stated) ? 0 : noise;
}

/** Median of the errors that fixes state, metres, on a sample of them; 0 if none does. */
function usualAccuracy({ accuracy, count }: Fixes): number {
  const step = Math.ceil(count / MOST_BENDS);
  return median(accuracy.filter((metres, i) => metres > 0 && i % step === 0)) || 0;
}

/**
 * Longest time between fixes that still tell of each other, seconds: longer the larger the noise is beside what the traveller may do meanwhile. Where fixes
 * are far apart, turns bend a track as noise does, so there the fixes have to state such errors themselves.
 */
function longestGap(noise: number, stated: number, maxSpeed: number): number {
  const times = noise > stated ? 1 : MODEL.smoothStated;
  const outdone = cbrt((times * MODEL.smoothLoose * noise * noise) / agilityOf(maxSpeed));
  return clamp(outdone, MODEL.smoothMetres / maxSpeed, (times * MODEL.smoothMost) / maxSpeed);
}

/** Variance by which a traveller's velocity changes each second, m²/s³ per axis. */
function agilityOf(maxSpeed: number): number {
  return (maxSpeed * maxSpeed) / MODEL.smoothTurnSeconds;
}

/**
 * The track with its fixes moved to where their neighbours put them, if its noise is independent from fix to fix: a Kalman filter forward and a smoother
 * backward (Bierman 1973, after Bryson & Frazier), for a traveller that changes its velocity as vehicles do. Most receivers filter their fixes, so that
 * errors last: such fixes stay as they are, and so do those too far apart in time to tell of each other. If no fix is moved, the same track is returned.
 */
export function smooth(fixes: Fixes, leftOut: Uint8Array, noise: number, maxSpeed: number): Fixes {
  const { count, accuracy } = fixes;
  const usual = usualAccuracy(fixes);
  const timed = timedFixes(fixes, leftOut);
  // Where a phone has no satellites it makes fixes from wireless networks: they state larger errors, which are independent even if those of most fixes last.
  const isCoarse = (i: number) => accuracy[i] > MODEL.coarseTimes * usual;
  const coarse = distinct(fixes, timed.filter(isCoarse));
  const coarseUsual = median(Float64Array.from(coarse, (i) => accuracy[i]));
  const measured = noiseWithin(fixes, coarse, (MODEL.smoothStated * MODEL.smoothMost) / maxSpeed, coarseUsual, MODEL.coarseFixes);
  const coarseNoise = measured > MODEL.coarseShare * coarseUsual ? measured : 0;
  const fine = noise > MODEL.smoothLeast ? noise : 0;
  const most = Math.max(fine, coarseNoise);
  if (!(most > MODEL.smoothLeast)) return fixes;
  // A fix that states a larger error than others has a larger one.
  const variance = accuracy.map((metres, i) => {
    const [own, typical] = coarseNoise > 0 && isCoarse(i) ? [coarseNoise, coarseUsual] : [fine, usual];
    return Math.max(FIRM, own * own * Math.max(MODEL.smoothShare, metres / typical || 1));
  });
  const longest = longestGap(most, coarseNoise > 0 ? coarseUsual : usual, maxSpeed);
  // … and so has one in a block that bends more than the track. Half of its variance goes by the block, half by the track.
  const each = distinct(fixes, timed);
  const blocks = Math.round(each.length / MODEL.smoothBlock);
  for (let b = 0; fine > 0 && b < blocks; b++) {
    const block = each.slice((b * each.length) / blocks, ((b + 1) * each.length) / blocks);
    const share = bend(fixes, block, 1, longest) / (noise * noise);
    for (let i = block[0]; share > 0 && i <= block[block.length - 1]; i++) variance[i] *= (1 + share) / 2;
  }
  const agility = agilityOf(maxSpeed);
  const jump = MODEL.smoothJump * Math.max(MODEL.defaultSigma, most);
  const column = () => new Float64Array(count);
  const smoothed: Fixes = { ...fixes, lon: fixes.lon.slice(), lat: fixes.lat.slice(), averaged: column(), left: column() };
  const run: number[] = [];
  for (const i of timed) {
    const before = run[run.length - 1];
    const seconds = fixes.time[i] - fixes.time[before];
    // Fixes on either side of a jump (as between two drives in one track) or of a gap tell nothing of each other. The first fix has none before it (NaN).
    if (!(seconds <= 2 * longest && metresBetween(fixes, before, i) <= maxSpeed * seconds + jump)) {
      smoothRun(fixes, run, variance, agility, smoothed);
      run.length = 0;
    }
    run.push(i);
  }
  smoothRun(fixes, run, variance, agility, smoothed);
  if (!smoothed.averaged.some((averaged) => averaged > 0)) return fixes;
  setApart(smoothed);
  return smoothed;
}

/** One fix for each time: fixes sent with one time would hide how the others bend. */
function distinct({ time }: Fixes, timed: readonly number[]): number[] {
  return timed.filter((i, n) => time[i] !== time[timed[n - 1]]);
}

/**
 * Variance of how far fixes lie from the line between the fixes `apart` places before and after them, scaled to be that of one fix's noise, m²; NaN for too
 * few. `most`: most seconds from one fix to the next, on the average; `least`: fewest fixes that show it.
 */
function bend({ lon, lat, time }: Fixes, timed: readonly number[], apart: number, most: number, least: number = MODEL.smoothFixes): number {
  const count = timed.length;
  const step = Math.max(1, Math.ceil(count / MOST_BENDS));
  const bends = Math.ceil((count - 2 * apart) / step);
  if (bends < least) return Number.NaN;
  const squares = new Float64Array(2 * bends);
  let known = 0;
  for (let n = apart; n + apart < count; n += step) {
    const [a, b, c] = [timed[n - apart], timed[n], timed[n + apart]];
    const seconds = time[c] - time[a];
    const share = (time[b] - time[a]) / seconds;
    if (!(seconds <= 2 * apart * most && share > 0.3 && share < 0.7)) continue;
    const scale = 1 / (1 + share * share + (1 - share) * (1 - share));
    const x = (wrapLon(lon[a] - lon[b]) * (1 - share) + wrapLon(lon[c] - lon[b]) * share) * lonScale(lat[b]);
    const y = ((lat[a] - lat[b]) * (1 - share) + (lat[c] - lat[b]) * share) * latScale(lat[b]);
    squares[known++] = x * x * scale;
    squares[known++] = y * y * scale;
  }
  if (known < 2 * least) return Number.NaN;
  return median(squares.subarray(0, known)) / SQUARED_NORMAL_MEDIAN;
}

/** Smooths a run of fixes that follow each other closely, if it has three or more. `variance`: of each fix's noise; `agility`: see {@link agilityOf}. */
function smoothRun(fixes: Fixes, run: readonly number[], variance: Float64Array, agility: number, smoothed: Fixes): void {
  const { lon, lat, time } = fixes;
  if (run.length < 3) return;
  const [lon0, lat0] = [lon[run[0]], lat[run[0]]];
  const [east, north] = [lonScale(lat0), latScale(lat0)];
  // At a pole a degree of longitude has no length.
  if (east < LEAST_SCALE) return;
  const states = new Float64Array(run.length * WIDTH);
  // Forward. Place (x, y) and velocity (u, v) to the east and north, and their covariance (xx, xu, uu), which is the same on both axes.
  let [x, y, u, v] = [0, 0, 0, 0];
  let [xx, xu, uu] = [variance[run[0]], 0, ANY_SPEED];
  for (let n = 1, at = 0; n <= run.length; n++, at += WIDTH) {
    // The innovation, its inverse variance, and the gains of place and of velocity. All are 0 at the first fix, where the filter begins.
    let [dx, dy, trust, gain, gainOfSpeed] = [0, 0, 0, 0, 0];
    const i = run[n - 1];
    if (n > 1) {
      const dt = time[i] - time[run[n - 2]];
      x += u * dt;
      y += v * dt;
      xx += 2 * xu * dt + uu * dt * dt + (agility * dt * dt * dt) / 3;
      xu += uu * dt + (agility * dt * dt) / 2;
      uu += agility * dt;
      trust = 1 / (xx + variance[i]);
      gain = xx * trust;
      gainOfSpeed = xu * trust;
      dx = wrapLon(lon[i] - lon0) * east - x;
      dy = (lat[i] - lat0) * north - y;
      x += gain * dx;
      y += gain * dy;
      u += gainOfSpeed * dx;
      v += gainOfSpeed * dy;
      uu -= gainOfSpeed * xu;
      xu -= gain * xu;
      xx -= gain * xx;
    }
    states.set([x, y, xx, xu, dx, dy, trust, gain, gainOfSpeed], at);
  }
  // Backward. The same letters now hold what later fixes say against place and velocity (x, y, u, v), and the variance of that (xx, xu, uu).
  [x, y, u, v, xx, xu, uu] = [0, 0, 0, 0, 0, 0, 0];
  for (let n = run.length - 1; n >= 0; n--) {
    const i = run[n];
    const [px, py, pxx, pxu, dx, dy, trust, gain, gainOfSpeed] = states.subarray(n * WIDTH);
    if (variance[i] > FIRM) {
      smoothed.lon[i] = wrapLon(lon0 + (px - pxx * x - pxu * u) / east);
      smoothed.lat[i] = clamp(lat0 + (py - pxx * y - pxu * v) / north, -90, 90);
      smoothed.averaged[i] = variance[i];
      smoothed.left[i] = pxx - pxx * pxx * xx - 2 * pxx * pxu * xu - pxu * pxu * uu;
    }
    const rest = 1 - gain;
    const dt = time[i] - time[run[n - 1]];
    x = rest * x - gainOfSpeed * u - trust * dx;
    y = rest * y - gainOfSpeed * v - trust * dy;
    xx = rest * rest * xx - 2 * rest * gainOfSpeed * xu + gainOfSpeed * gainOfSpeed * uu + trust;
    xu = rest * xu - gainOfSpeed * uu;
    u += dt * x;
    v += dt * y;
    uu += dt * (2 * xu + dt * xx);
    xu += dt * xx;
  }
}

function cbrt(value: number): number {
  return value > 0 ? exp(log(value) / 3) : 0;
}
