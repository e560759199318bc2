// Reception: the errors of a receiver: noise that depends on the surroundings, outliers, and losses of signal.

import { exp, hypot, log } from "../../geo/maths.js";
import type { Random } from "../../geo/random.js";
import { RADIUS_68 } from "../../match/track/steps.js";
import { ReceiverNoise } from "../noise.js";
import type { Simulation } from "./options.js";

/** Mean length of a stretch of road between tall buildings, metres. */
const URBAN_METRES = 300;
/** Factors of the noise there, and just after a tunnel. */
const URBAN_FACTOR = 3;
const AFTER_TUNNEL_FACTOR = 5;
/** Seconds that the noise takes to adapt to the surroundings. */
const SETTLE_SECONDS = 6;
/** Outliers in the open, as a share of those among tall buildings. */
const OPEN_OUTLIERS = 0.05;
const OUTLIER_METRES = [30, 150] as const;
/** Mean seconds of a run of outliers. */
const OUTLIER_SECONDS = 2.5;
/** Share of fixes that get through in a tunnel that is not wholly without signal. */
const LEAKY_TUNNEL = 0.3;
const LOSS_SECONDS = [10, 120] as const;

/** What the receiver adds to the true place. */
export interface Reading {
  /** Metres. */
  east: number;
  north: number;
  /** The true radius around the place that holds 68 % of the readings here, metres; the receiver may report another. */
  radius: number;
  /** Whether it is a gross error. */
  outlier: boolean;
}

/** One receiver on one drive. To be called in the order of time. */
export class Reception {
  readonly #noise: ReceiverNoise;
  #time = Number.NaN;
  #factor = 1;
  #urban = false;
  #changeAt: number;
  #tunnelWas = false;
  #tunnelDeaf = false;
  /** Mean number of fixes in a run of outliers. */
  readonly #runFixes: number;
  #outlierUntil = -Infinity;
  #outlierEast = 0;
  #outlierNorth = 0;
  #lossFrom: number;
  #lossTo = -Infinity;
  readonly #random: Random;
  readonly #settings: Simulation;

  constructor(random: Random, settings: Simulation) {
    this.#random = random;
    this.#settings = settings;
    this.#noise = new ReceiverNoise(random, settings.noise);
    this.#runFixes = meanFixes(settings.interval);
    this.#urban = random.next() < settings.urban;
    this.#changeAt = this.#stretch();
    this.#lossFrom = this.#untilLoss(0);
    if (this.#urban) this.#factor = URBAN_FACTOR;
  }

  /** The reading at a time (s) and at so many metres along the way; null without a signal. */
  read(time: number, along: number, tunnel: boolean): Reading | null {
    const gap = Number.isNaN(this.#time) ? 0 : time - this.#time;
    this.#time = time;
    const [east, north] = this.#noise.at(time);
    while (along >= this.#changeAt) {
      this.#urban = !this.#urban;
      this.#changeAt += this.#stretch();
    }
    if (tunnel !== this.#tunnelWas) {
      if (tunnel) this.#tunnelDeaf = this.#random.next() < this.#settings.tunnels;
      else this.#factor = AFTER_TUNNEL_FACTOR;
      this.#tunnelWas = tunnel;
    }
    const target = this.#urban ? URBAN_FACTOR : 1;
    this.#factor = target + (this.#factor - target) * exp(-gap / SETTLE_SECONDS);
    const outlier = this.#readOutlier(time);
    if (tunnel && (this.#tunnelDeaf || this.#random.next() >= LEAKY_TUNNEL)) return null;
    if (this.#isLost(time)) return null;
    const { independent, drift } = this.#settings.noise;
    return {
      east: this.#factor * east + (outlier ? this.#outlierEast : 0),
      north: this.#factor * north + (outlier ? this.#outlierNorth : 0),
      radius: RADIUS_68 * this.#factor * hypot(independent, drift),
      outlier,
    };
  }

  #readOutlier(time: number): boolean {
    if (time < this.#outlierUntil) return true;
    const share = this.#settings.outliers * (this.#urban ? 1 : OPEN_OUTLIERS);
    // If fixes are close in time, a run of outliers has several, so runs have to begin that much less often. None begins within another.
    if (this.#random.next() >= share / (share + this.#runFixes * (1 - share))) return false;
    this.#outlierUntil = time + 2 * OUTLIER_SECONDS * this.#random.next();
    const [low, high] = OUTLIER_METRES;
    const [x, y] = [this.#random.normal(), this.#random.normal()];
    const scale = (low + (high - low) * this.#random.next()) / Math.max(1e-6, hypot(x, y));
    this.#outlierEast = x * scale;
    this.#outlierNorth = y * scale;
    return true;
  }

  /** Length of the next stretch with the present surroundings, metres. */
  #stretch(): number {
    const { urban } = this.#settings;
    if (urban === 0 || urban === 1) return Infinity;
    const mean = this.#urban ? URBAN_METRES : (URBAN_METRES * (1 - urban)) / urban;
    return -mean * log(1 - this.#random.next());
  }

  #isLost(time: number): boolean {
    if (time >= this.#lossFrom) {
      this.#lossTo = this.#lossFrom + LOSS_SECONDS[0] + (LOSS_SECONDS[1] - LOSS_SECONDS[0]) * this.#random.next();
      this.#lossFrom = this.#untilLoss(this.#lossTo);
    }
    return time < this.#lossTo;
  }

  #untilLoss(from: number): number {
    const { losses } = this.#settings;
    return losses === 0 ? Infinity : from - (3600 / losses) * log(1 - this.#random.next());
  }
}

/** Mean number of fixes in a run of outliers. A run begins with a fix, and its duration is uniform from 0 to twice its mean. */
function meanFixes(interval: number): number {
  const most = (2 * OUTLIER_SECONDS) / interval;
  let mean = 0;
  for (let more = 0; more < most; more++) mean += 1 - more / most;
  return mean;
}
