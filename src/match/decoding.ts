// Decoding: finds the likeliest state of each step, and again when what the track shows by that has changed the costs.
import type { RoadGraph } from "../roads/graph.js";
import type { MatchControl } from "./control.js";
import type { CandidateSearch } from "./decode/candidates.js";
import type { Decoded } from "./decode/decoded.js";
import { type Lattice, OFF } from "./decode/lattice.js";
import { looseSteps, type WayPast, waysPast } from "./decode/past.js";
import type { Transitions } from "./decode/transition.js";
import { advance, cheapestWay } from "./decode/viterbi.js";
import * as MODEL from "./model.js";
import type { Settings } from "./options.js";
import type { Rules } from "./routes/rules.js";
import type { Believed } from "./track/believed.js";
import { makeSteps, RADIUS_68, type Steps, UNLIKELY } from "./track/steps.js";
import type { Across } from "./weigh/across.js";
import { addDrift } from "./weigh/drift.js";
import { addEvidence, correlationSeen } from "./weigh/evidence.js";
import { addPace } from "./weigh/pace.js";
import { prune } from "./weigh/prune.js";
import { scaleErrors } from "./weigh/receiver.js";

/** The stages that a matcher keeps from track to track, with their memory. */
export interface Stages {
  roads: RoadGraph;
  settings: Settings;
  rules: Rules;
  candidates: CandidateSearch;
  transitions: Transitions;
  lattice: Lattice;
  across: Across;
}

/** Steps between two calls of `check`; long searches call it as well. */
const CHECK_EVERY = 16;

/** One track being decoded. After {@link run} it is what the track was decoded to. */
export class Decoding implements Decoded {
  steps!: Steps;
  readonly lattice: Lattice;
  chosen!: Int32Array;
  /** The factor on the error of each fix. */
  readonly scales: Float64Array;
  readonly #stages: Stages;
  readonly #believed: Believed;
  readonly #control: MatchControl;

  /** `believed`: the track. If the whole map is shifted, its fixes are moved. */
  constructor(stages: Stages, believed: Believed, control: MatchControl) {
    this.#stages = stages;
    this.#believed = believed;
    this.#control = control;
    this.lattice = stages.lattice;
    this.scales = new Float64Array(believed.fixes.count);
  }

  run(): void {
    this.#decide();
    const { fixes } = this.#believed;
    const moved = this.#stages.across.unshifted(this.chosen, fixes);
    if (moved !== fixes) {
      this.#believed.fixes = moved;
      this.#decide();
    }
    // With the pace in the costs, more steps may contradict the track.
    if (this.#skipUnlikely(true)) this.#weigh();
  }

  #decide(): void {
    const { transitions } = this.#stages;
    this.scales.fill(1);
    transitions.cheaper = 0;
    this.#decode();
    this.#skipUnlikely(false);
    if (scaleErrors(this, this.#believed.noise > 0, this.scales)) this.#decode();
    // A map that lacks one road lacks others, and who has left the roads once may do so again.
    if (this.#isBroken()) {
      transitions.cheaper = MODEL.brokenBefore;
      this.#decode();
    }
    this.#weigh();
  }

  /** Whether the way decoded is off the roads between two places on them, or has a leg as dear as a break. A single step off them may be an error. */
  #isBroken(): boolean {
    const { lattice, chosen } = this;
    let on = false;
    let off = 0;
    return chosen.some((state, k) => {
      if (lattice.arc[state] === OFF) {
        off++;
        return false;
      }
      const isBroken = on && (off > 1 || (off === 0 && lattice.trans[lattice.between(chosen[k - 1], state, k)] >= MODEL.brokenLeast));
      on = true;
      off = 0;
      return isBroken;
    });
  }

  /** Makes the steps, builds the lattice and finds the likeliest state of each step. */
  #decode(): void {
    const { lattice } = this;
    const { settings, candidates } = this.#stages;
    const { fixes, leftOut } = this.#believed;
    const steps = makeSteps(fixes, leftOut, settings.defaultAccuracy / RADIUS_68, this.scales);
    this.steps = steps;
    lattice.clear(steps.count);
    for (let k = 0; k < steps.count; k++) {
      if (k % CHECK_EVERY === 0) this.#control.check?.();
      candidates.addStates(lattice, steps, k);
      const nats = this.#enter(k);
      if (k === 0 || !candidates.needsMore(nats)) continue;
      lattice.dropStep();
      candidates.addStates(lattice, steps, k, MODEL.wideNats);
      this.#enter(k, true);
    }
    this.chosen = cheapestWay(lattice);
  }

  /** Adds the transitions into step k, the newest, and scores its states. Returns the nats that the cheapest way to it costs from the step before. */
  #enter(k: number, again = false): number {
    if (k > 0) this.#stages.transitions.fill(this.lattice, this.steps, k, again);
    return advance(this.lattice, k);
  }

  /** The likeliest states after the lattice's costs have changed, or with ways past steps. */
  #chooseAgain(past: readonly WayPast[][] = []): Int32Array {
    for (let k = 0; k < this.lattice.steps; k++) advance(this.lattice, k, past[k]);
    return cheapestWay(this.lattice);
  }

  /** Leaves out the steps that contradict the track and, if there are any, decodes again. `isPaced`: the costs include the pace. */
  #skipUnlikely(isPaced: boolean): boolean {
    const { steps } = this;
    const { transitions } = this.#stages;
    const past = waysPast(this, transitions, isPaced);
    const [begin, end] = isPaced ? [looseSteps(this, transitions, 1), steps.count - looseSteps(this, transitions, -1)] : [0, steps.count];
    let skipped = false;
    (past.length > 0 ? this.#chooseAgain(past) : this.chosen).forEach((state, k) => {
      if (state >= 0 && k >= begin && k < end) return;
      this.#believed.leftOut.fill(UNLIKELY, steps.fix[k], steps.last[k] + 1);
      skipped = true;
    });
    if (skipped) this.#decode();
    return skipped;
  }

  /** Prunes most states; adds to the costs what the decoded track says about its receiver and its pace; finds the cheapest way again. */
  #weigh(): void {
    const { lattice, steps } = this;
    const { roads, settings, rules, across } = this.#stages;
    this.#control.watch?.considered(lattice, steps);
    prune(lattice, this.chosen);
    across.measure(roads, lattice, steps);
    const correlation = correlationSeen(this, across);
    const weighed = addEvidence(lattice, steps, correlation);
    if (addDrift(this, across, correlation) || weighed) this.chosen = this.#chooseAgain();
    if (addPace(this, rules, settings.maxSpeed)) this.chosen = this.#chooseAgain();
  }
}
