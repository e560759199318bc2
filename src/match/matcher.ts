// Matcher: takes a track through all stages, from fixes to the roads driven.
import { checkRoads, type RoadGraph } from "../roads/graph.js";
import type { MatchControl } from "./control.js";
import { CandidateSearch } from "./decode/candidates.js";
import { Lattice } from "./decode/lattice.js";
import { Transitions } from "./decode/transition.js";
import { Decoding, type Stages } from "./decoding.js";
import { type MatcherOptions, settle } from "./options.js";
import { curveOf } from "./result/calibration.js";
import { confidenceOf } from "./result/confidence.js";
import { joinPath } from "./result/path.js";
import { placeFixes } from "./result/place.js";
import type { Match } from "./result/result.js";
import { stretchesOf } from "./result/stretches.js";
import { violationsOf } from "./result/violations.js";
import { ReachMemory } from "./routes/reach-memory.js";
import { Rules } from "./routes/rules.js";
import { believe } from "./track/believed.js";
import type { Track, TrackPoint } from "./track/track.js";
import { Across } from "./weigh/across.js";
import { emissionsByExtent } from "./weigh/extent.js";
import { posteriorOf } from "./weigh/posterior.js";

/**
 * Matches tracks to one road network by a hidden Markov model after Newson & Krumm (2009) with an off-road state. It keeps scratch memory between tracks: use
 * one matcher for many tracks, but for one at a time. The answer depends on the roads, the options and the track alone.
 */
export class Matcher {
  /** The network that it matches to. */
  readonly roads: RoadGraph;
  readonly #stages: Stages;
  readonly #memory: ReachMemory;

  /** @throws SnapError "bad-option" for an unknown option or a value out of range. */
  constructor(roads: RoadGraph, options?: MatcherOptions);
  /** `beside`: a matcher on the same thread whose cache of ways it shares. @internal */
  constructor(roads: RoadGraph, options?: MatcherOptions, beside?: Matcher);
  constructor(roads: RoadGraph, options: MatcherOptions = {}, beside?: Matcher) {
    checkRoads(roads, "The matcher's");
    this.roads = roads;
    const settings = settle(options);
    const rules = new Rules(roads, settings);
    this.#memory = beside ? beside.#memory : new ReachMemory(settings.routeMemory);
    this.#stages = {
      roads,
      settings,
      rules,
      candidates: new CandidateSearch(roads, rules, settings),
      transitions: new Transitions(roads, rules, settings, this.#memory),
      lattice: new Lattice(),
      across: new Across(),
    };
  }

  /**
   * One answer per fix, and the stretches travelled. Fixes are taken in the order given.
   * @throws SnapError "bad-input" when it is no track, or the columns of a {@link Track} differ in length;
   * "bad-roads" when the roads were moved to another thread meanwhile; whatever `control.check` throws.
   */
  match(track: readonly TrackPoint[] | Track, control: MatchControl = {}): Match {
    checkRoads(this.roads, "The matcher's");
    const { roads, rules, settings, transitions } = this.#stages;
    transitions.search.routes.check = control.check;
    const believed = believe(track, settings.maxSpeed);
    const { given, noise } = believed;
    const decoding = new Decoding(this.#stages, believed, control);
    decoding.run();
    const { lattice, steps } = decoding;
    const posterior = posteriorOf(lattice, emissionsByExtent(roads, lattice, steps));
    control.watch?.decided({ ...decoding, transitions, given, noise, posterior });
    const path = joinPath(roads, decoding, transitions);
    const confidence = confidenceOf(roads, decoding, posterior, path, curveOf(settings.mode));
    const { stretches, stretchOf } = stretchesOf(roads, path, given, steps);
    const points = placeFixes(roads, { given, steps, lattice, path, confidence, stretchOf }, control.check);
    return { points, stretches, violations: violationsOf(roads, rules, path, stretchOf) };
  }
}
