// Matcher: a track through all stages, from fixes to the roads driven.
import { checkRoads, type RoadGraph } from "../roads/graph.js";
import { Across } from "./across.js";
import { believe } from "./believed.js";
import { curveOf } from "./calibration.js";
import { CandidateSearch } from "./candidates.js";
import { confidenceOf } from "./confidence.js";
import type { Decoded } from "./decoded.js";
import { addDrift } from "./drift.js";
import { addEvidence, sharedError } from "./evidence.js";
import { emissionsByExtent } from "./extent.js";
import type { Fixes } from "./fixes.js";
import { Lattice } from "./lattice.js";
import * as MODEL from "./model.js";
import { type MatcherOptions, type Settings, settle } from "./options.js";
import { addPace } from "./pace.js";
import { looseSteps, type WayPast, waysPast } from "./past.js";
import { joinPath } from "./path.js";
import { placeFixes } from "./place.js";
import { posteriorOf } from "./posterior.js";
import { prune } from "./prune.js";
import { scaleErrors } from "./receiver.js";
import type { Match } from "./result.js";
import { Rules } from "./rules.js";
import { makeSteps, RADIUS_68, type Steps, UNLIKELY } from "./steps.js";
import { stretchesOf } from "./stretches.js";
import type { Track, TrackPoint } from "./track.js";
import { Transitions } from "./transition.js";
import { violationsOf } from "./violations.js";
import { advance, cheapestWay } from "./viterbi.js";

/** What `match` asks while it runs. */
export interface MatchControl {
  /** Called every so often; throw from it to stop the match. */
  check?: (() => void) | undefined;
  /** Looks on: see explain.ts. @internal */
  watch?: MatchWatch | undefined;
}

/** What is told of a match while it is made; nothing of it may be kept or changed, for the memory is used again. */
export interface MatchWatch {
  /** The lattice has all candidates; most are left out of it next. Told again where the track is matched once more: the last time counts. */
  considered(lattice: Lattice, steps: Steps): void;
  /** All costs and probabilities are there. */
  decided(decision: Decision): void;
}

/** What decided: the steps' fixes are as given unless noise was averaged out or a stay gathered, the lattice has the costs that decided. */
export interface Decision extends Decoded {
  /** The fixes as they came, less the values that are not believed. */
  given: Fixes;
  /** Noise that is another from fix to fix and was averaged out, metres per axis. */
  noise: number;
  /** What the error of each fix was multiplied by. */
  scales: Float64Array;
  /** Probability of each state. */
  posterior: Float64Array;
}

/** Steps between two calls of `check`, which long searches call as well. */
const CHECK_EVERY = 16;

/**
 * Matches tracks to one road network by a hidden Markov model after Newson & Krumm (2009) with an off-road state. Keeps scratch memory
 * between tracks, so keep it; it is not for two tracks at once. The answer depends on the roads, the options and the track alone.
 */
export class Matcher {
  /** The network that it matches to. */
  readonly roads: RoadGraph;
  readonly #settings: Settings;
  readonly #rules: Rules;
  readonly #candidates: CandidateSearch;
  readonly #transitions: Transitions;
  readonly #lattice = new Lattice();
  readonly #across = new Across();

  /** @throws SnapError "bad-option" for an unknown option or a value out of range. */
  constructor(roads: RoadGraph, options: MatcherOptions = {}) {
    checkRoads(roads, "The matcher's");
    this.roads = roads;
    this.#settings = settle(options);
    this.#rules = new Rules(roads, this.#settings);
    this.#candidates = new CandidateSearch(roads, this.#rules, this.#settings);
    this.#transitions = new Transitions(roads, this.#rules, this.#settings);
  }

  /**
   * One answer per fix, and the stretches travelled. Fixes are taken in the order given.
   * @throws SnapError "bad-input" when it is no track, or the columns of a {@link Track} differ in length;
   * "bad-roads" when the roads were moved to another thread meanwhile; whatever `control.check` throws.
   */
  match(track: readonly TrackPoint[] | Track, control: MatchControl = {}): Match {
    checkRoads(this.roads, "The matcher's");
    this.#transitions.routes.check = control.check;
    const { defaultAccuracy, maxSpeed } = this.#settings;
    let { given, fixes, leftOut, noise } = believe(track, maxSpeed);
    const scales = new Float64Array(fixes.count);
    const lattice = this.#lattice;
    const transitions = this.#transitions;
    let steps!: Steps;
    let chosen!: Int32Array;
    const decoded = () => ({ steps, lattice, chosen, transitions });
    const decode = () => {
      steps = makeSteps(fixes, leftOut, defaultAccuracy / RADIUS_68, scales);
      chosen = this.#decode(steps, control);
    };
    /** Decodes without the steps that contradict the track, if there are any; `isPaced`: the pace is in the costs. */
    const skipUnlikely = (isPaced: boolean): boolean => {
      const past = waysPast(decoded(), isPaced);
      const [begin, end] = isPaced ? [looseSteps(decoded(), 1), steps.count - looseSteps(decoded(), -1)] : [0, steps.count];
      let skipped = false;
      (past.length > 0 ? this.#decodeAgain(past) : chosen).forEach((state, k) => {
        if (state >= 0 && k >= begin && k < end) return;
        leftOut.fill(UNLIKELY, steps.fix[k], steps.last[k] + 1);
        skipped = true;
      });
      if (skipped) decode();
      return skipped;
    };
    /** Adds to the costs what the track as decoded says of its receiver and of its pace, and decides again; most states are left out before. */
    const weigh = () => {
      control.watch?.considered(lattice, steps);
      prune(lattice, chosen);
      this.#across.measure(this.roads, lattice, steps);
      const shared = sharedError(lattice, chosen, steps, this.#across);
      const weighed = addEvidence(lattice, steps, shared);
      if (addDrift(lattice, chosen, steps, this.#across, shared) || weighed) chosen = this.#decodeAgain();
      if (addPace(lattice, chosen, steps, this.#rules, maxSpeed)) chosen = this.#decodeAgain();
    };
    const decide = () => {
      scales.fill(1);
      decode();
      skipUnlikely(false);
      if (scaleErrors(lattice, chosen, steps, noise > 0, scales)) decode();
      weigh();
    };
    decide();
    const moved = this.#across.unshifted(lattice, chosen, fixes);
    if (moved !== fixes) {
      fixes = moved;
      decide();
    }
    // It may be the pace that a step contradicts.
    if (skipUnlikely(true)) weigh();
    const posterior = posteriorOf(lattice, emissionsByExtent(this.roads, lattice, steps));
    control.watch?.decided({ ...decoded(), given, noise, scales, posterior });
    const path = joinPath(this.roads, decoded());
    const confidence = confidenceOf(this.roads, lattice, chosen, posterior, steps, path, curveOf(this.#settings.mode));
    const { stretches, stretchOf } = stretchesOf(this.roads, path, given, steps);
    const points = placeFixes(this.roads, { given, steps, lattice, path, confidence, stretchOf }, control.check);
    return { points, stretches, violations: violationsOf(this.roads, this.#rules, path, stretchOf) };
  }

  /** Builds the lattice and finds the likeliest state of each step. */
  #decode(steps: Steps, control: MatchControl): Int32Array {
    const lattice = this.#lattice;
    lattice.clear(steps.count);
    for (let k = 0; k < steps.count; k++) {
      if (k % CHECK_EVERY === 0) control.check?.();
      this.#candidates.addStates(lattice, steps, k);
      const nats = this.#enter(steps, k);
      if (k === 0 || !this.#candidates.needsMore(nats)) continue;
      lattice.dropStep();
      this.#candidates.addStates(lattice, steps, k, MODEL.wideNats);
      this.#enter(steps, k, true);
    }
    return cheapestWay(lattice);
  }

  /** Leads the ways on to the states of step k, the newest; says what the cheapest costs from the step before, nats. */
  #enter(steps: Steps, k: number, again = false): number {
    if (k > 0) this.#transitions.fill(this.#lattice, steps, k, again);
    return advance(this.#lattice, k);
  }

  /** The likeliest states when the lattice's costs have changed. */
  #decodeAgain(past: readonly WayPast[][] = []): Int32Array {
    for (let k = 0; k < this.#lattice.steps; k++) advance(this.#lattice, k, past[k]);
    return cheapestWay(this.#lattice);
  }
}
