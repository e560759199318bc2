// Matcher: takes a track through all stages, from fixes to the roads driven.
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
import { ReachMemory } from "./reach.js";
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
  /** Is told what the match weighs: see explain.ts. @internal */
  watch?: MatchWatch | undefined;
}

/** An observer of a match while it is made. It must not keep or change what it is given: the memory is used again. */
export interface MatchWatch {
  /** The lattice has all candidates, most of which are pruned next. Called again whenever the track is decoded again; the last call counts. */
  considered(lattice: Lattice, steps: Steps): void;
  /** All costs and probabilities are final. */
  decided(decision: Decision): void;
}

/** What the match was decided on. The lattice has the final costs. The steps' fixes are those `given`, moved if noise was averaged out or a stay gathered. */
export interface Decision extends Decoded {
  /** The fixes as they came, less the values that are not believed. */
  given: Fixes;
  /** Noise, independent from fix to fix, that was averaged out, metres per axis. */
  noise: number;
  /** The factor on the error of each fix. */
  scales: Float64Array;
  /** Probability of each state. */
  posterior: Float64Array;
}

/** Steps between two calls of `check`; long searches call it as well. */
const CHECK_EVERY = 16;

/**
 * Matches tracks to one road network by a hidden Markov model after Newson & Krumm (2009) with an off-road state. It keeps scratch memory between tracks: use
 * one matcher for many tracks, but for one at a time. The answer depends on the roads, the options and the track alone.
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
  readonly #memory: ReachMemory;

  /** @throws SnapError "bad-option" for an unknown option or a value out of range. */
  constructor(roads: RoadGraph, options?: MatcherOptions);
  /** `beside`: a matcher on the same thread whose cache of ways it shares. @internal */
  constructor(roads: RoadGraph, options?: MatcherOptions, beside?: Matcher);
  constructor(roads: RoadGraph, options: MatcherOptions = {}, beside?: Matcher) {
    checkRoads(roads, "The matcher's");
    this.roads = roads;
    this.#settings = settle(options);
    this.#rules = new Rules(roads, this.#settings);
    this.#memory = beside ? beside.#memory : new ReachMemory(this.#settings.routeMemory);
    this.#candidates = new CandidateSearch(roads, this.#rules, this.#settings);
    this.#transitions = new Transitions(roads, this.#rules, this.#settings, this.#memory);
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
    /** Leaves out the steps that contradict the track and, if there are any, decodes again. `isPaced`: the costs include the pace. */
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
    /** Prunes most states; adds to the costs what the decoded track says about its receiver and its pace; finds the cheapest way again. */
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
    // With the pace in the costs, more steps may contradict the track.
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

  /** Adds the transitions into step k, the newest, and scores its states. Returns the nats that the cheapest way to it costs from the step before. */
  #enter(steps: Steps, k: number, again = false): number {
    if (k > 0) this.#transitions.fill(this.#lattice, steps, k, again);
    return advance(this.#lattice, k);
  }

  /** Finds the likeliest states again after the lattice's costs have changed. */
  #decodeAgain(past: readonly WayPast[][] = []): Int32Array {
    for (let k = 0; k < this.#lattice.steps; k++) advance(this.#lattice, k, past[k]);
    return cheapestWay(this.#lattice);
  }
}
