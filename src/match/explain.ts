// Explain: what a match weighed, as one plain record: every candidate of every step, what it cost and how likely it is.
import { rounded } from "../geo/rounding.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Decision, MatchControl, MatchWatch } from "./control.js";
import { distanceCost } from "./decode/emission.js";
import { type Lattice, OFF } from "./decode/lattice.js";
import { advance } from "./decode/viterbi.js";
import type { Matcher } from "./matcher.js";
import type { Match } from "./result/result.js";
import { columnsOf } from "./track/columns.js";
import type { Fixes } from "./track/fixes.js";
import type { Steps } from "./track/steps.js";
import type { Track, TrackPoint } from "./track/track.js";
import { extentCost } from "./weigh/extent.js";

/** A match and all that was weighed for it. Costs are in nats: what is 2 nats dearer is e² times less likely. JSON can hold all of it. */
export interface Explanation {
  /** What `matcher.match(track)` gives, to the bit. */
  match: Match;
  /**
   * How many values of a field were not believed: they were out of range, contradicted by the track itself, or said nothing. A field all of whose values were
   * believed has no entry.
   */
  muted: Partial<Record<(typeof MUTABLE)[number], number>>;
  /** Noise, independent from fix to fix, that was averaged out, metres per axis; 0 if there was none. */
  noise: number;
  /**
   * The factor on the errors of all fixes, found from how far they lie from the roads. Where they lie farther off for a while the factor is larger: a step's
   * `sigma` includes it.
   */
  scale: number;
  /** The fixes on which the match was decided. Those between were merged into the one before, passed over, or are outliers: `match.points` says which. */
  steps: ExplainedStep[];
}

/** One step of the lattice: a fix, or several that were merged into it, and the places weighed for it. */
export interface ExplainedStep {
  /** Index into the track of the fix that stands for the step. */
  fix: number;
  /** Index of the last fix that was merged into it; `fix` itself where none was. */
  last: number;
  /** Degrees: the fix's place; or the place that its neighbours give it, if noise was averaged out; or that of a stay. */
  lon: number;
  lat: number;
  /** Error taken for it, metres per axis. */
  sigma: number;
  /** How much its evidence counts, 0–1: less beside others that share its error. */
  weight: number;
  /** Metres from the step before in a straight line. */
  straight: number;
  /** Seconds from the step before; null where they are not known. */
  seconds: number | null;
  /** Off the road first, then the nearest place first, each in both directions of travel. */
  candidates: ExplainedCandidate[];
}

/** A place on a road, or being off the roads, that was weighed for a step; costs in nats. */
export interface ExplainedCandidate {
  /** Edge of the place; −1 for off the road. */
  edge: number;
  /** Arc of the place, the edge in the direction of travel; −1 for off the road. */
  arc: number;
  /** Metres from the arc's start. */
  offset: number;
  /** Metres from the fix. */
  distance: number;
  /** What the fix says against it, nats. */
  emission: number;
  /**
   * The part of `emission` that is for the distance, nats. The rest is for the course and the speed, and at the first step also for rules that forbid being
   * there.
   */
  emissionOfDistance: number;
  /**
   * Nats by which it counts less where ways are added up to probabilities, since only a part of the fix's error along the road falls on its edge.
   */
  extent: number;
  /** The ways to it that were weighed: `from`, which candidate of the step before (its index), and `cost`, nats. */
  ways: { from: number; cost: number }[];
  /**
   * The cheapest way to it: `from`, which candidate of the step before; the kind of way; and the arcs of a route, also of one that ends in a turn. Null at the
   * first step, and if no way was weighed.
   */
  cheapest: { from: number; kind: "along" | "turn" | "route" | "gap" | "off"; arcs: number[] } | null;
  /**
   * By how many nats that way is dearer than the cheapest to any candidate of the step; null for a candidate that was left out because all ways by it cost far
   * more.
   */
  behind: number | null;
  /** Probability before calibration; those of a step add up to 1. A point's confidence goes by the sum of all candidates that agree with the chosen one. */
  posterior: number;
  /** Whether the match has it. */
  chosen: boolean;
}

/** One step's candidates before pruning, and the weight of the step's evidence then. */
interface Considered {
  weight: number;
  arc: Int32Array;
  offset: Float64Array;
  distance: Float64Array;
  emission: Float64Array;
}

/** Fields that may be wrong while the place of the fix is right. */
const MUTABLE = ["time", "accuracy", "speed", "course"] as const;
const NONE = { time: 0, accuracy: 0, speed: 0, course: 0 };

/**
 * The match of a track, and what was weighed for it: every candidate of every step. It takes several times as long as the match alone, and megabytes for a
 * track of thousands of fixes.
 * @throws as {@link Matcher.match} does.
 */
export function explain(matcher: Matcher, track: readonly TrackPoint[] | Track, control: MatchControl = {}): Explanation {
  const watch = new Watch(matcher.roads);
  const match = matcher.match(track, { ...control, watch });
  return { match, muted: mutedOf(track, watch), ...watch.found };
}

/** Observes the match of one track. */
class Watch implements MatchWatch {
  /** By field: how many fixes have a value that is believed. */
  believed = NONE;
  /** Indexes into the track of the fixes that are not in the columns: without a place, or sent again. */
  unplaced: ReadonlySet<number> = new Set();
  found: Pick<Explanation, "noise" | "scale" | "steps"> = { noise: 0, scale: 1, steps: [] };
  readonly #roads: RoadGraph;
  #considered: Considered[] = [];

  constructor(roads: RoadGraph) {
    this.#roads = roads;
  }

  considered({ first, arc, offset, distance, emission }: Lattice, { count, weight }: Steps): void {
    this.#considered = Array.from({ length: count }, (_, k) => {
      const [begin, end] = [first[k], first[k + 1]];
      return {
        weight: weight[k],
        arc: arc.slice(begin, end),
        offset: offset.slice(begin, end),
        distance: distance.slice(begin, end),
        emission: emission.slice(begin, end),
      };
    });
  }

  decided(decision: Decision): void {
    const { given, noise, scales, steps, lattice } = decision;
    const { fixes } = steps;
    this.believed = countKnown(given, () => true);
    this.unplaced = new Set(given.unplaced.map(({ index }) => index));
    // Score again: the last time may have been with ways past some steps. Nobody uses the scores after this.
    for (let k = 0; k < steps.count; k++) advance(lattice, k);
    const index = trackIndexes(given);
    // By state: the index of its candidate in the step.
    const candidate = new Int32Array(steps.count > 0 ? lattice.first[steps.count] : 0);
    this.found = {
      noise: round(noise),
      scale: scales.length > 0 ? round(scales.reduce((least, scale) => Math.min(least, scale))) : 1,
      steps: this.#considered.map((considered, k) => ({
        fix: index[steps.fix[k]],
        last: index[steps.last[k]],
        lon: fixes.lon[steps.fix[k]],
        lat: fixes.lat[steps.fix[k]],
        sigma: round(steps.sigma[k]),
        weight: round(steps.weight[k]),
        straight: round(steps.straight[k]),
        seconds: Number.isNaN(steps.gap[k]) ? null : round(steps.gap[k]),
        candidates: candidatesOf(this.#roads, considered, decision, k, candidate),
      })),
    };
  }
}

function candidatesOf(
  roads: RoadGraph,
  considered: Considered,
  decision: Decision,
  k: number,
  candidate: Int32Array,
): ExplainedCandidate[] {
  const { steps, lattice, chosen, posterior } = decision;
  const { score } = lattice;
  // Candidates that were pruned are missing among the states; the others are in the same order.
  let next = lattice.first[k];
  return Array.from(considered.arc, (arc, n): ExplainedCandidate => {
    const offset = considered.offset[n];
    const kept = next < lattice.first[k + 1] && lattice.arc[next] === arc && lattice.offset[next] === offset;
    const state = kept ? next++ : -1;
    if (kept) candidate[state] = n;
    // If the step's weight has grown since, it has grown for the candidates left out as well.
    const emission = kept ? lattice.emission[state] : considered.emission[n] * (steps.weight[k] / considered.weight);
    const distance = considered.distance[n];
    const ways = kept ? waysTo(state, k, lattice) : [];
    return {
      edge: arc === OFF ? -1 : arc >>> 1,
      arc,
      offset: round(offset),
      distance: round(distance),
      emission: round(emission),
      emissionOfDistance: arc === OFF ? round(emission) : round(steps.weight[k] * distanceCost(distance, steps.sigma[k])),
      extent: arc === OFF ? 0 : round(extentCost(offset, roads.edgeLength[arc >>> 1], steps.sigma[k])),
      ways: ways.map(({ from, cost }) => ({ from: candidate[from], cost: round(cost) })),
      cheapest: cheapestOf(ways, state, k, decision, candidate),
      behind: kept && score[state] < Number.POSITIVE_INFINITY ? round(score[state]) : null,
      posterior: kept ? round(posterior[state]) : 0,
      chosen: chosen[k] === state,
    };
  });
}

interface WayTo {
  /** State of the step before. */
  from: number;
  cost: number;
}

/** The ways that lead to a state of step k at all. */
function waysTo(state: number, k: number, lattice: Lattice): WayTo[] {
  const ways: WayTo[] = [];
  for (let from = k > 0 ? lattice.first[k - 1] : 0; k > 0 && from < lattice.first[k]; from++) {
    const cost = lattice.row[from] >= 0 ? lattice.trans[lattice.between(from, state, k)] : Number.POSITIVE_INFINITY;
    if (cost < Number.POSITIVE_INFINITY) ways.push({ from, cost });
  }
  return ways;
}

/** The way by which the state is reached at the least cost; the first of several. */
function cheapestOf(
  ways: readonly WayTo[],
  state: number,
  k: number,
  decision: Decision,
  candidate: Int32Array,
): ExplainedCandidate["cheapest"] {
  if (ways.length === 0) return null;
  const { arc, score } = decision.lattice;
  const { from } = ways.reduce((best, way) => (score[way.from] + way.cost < score[best.from] + best.cost ? way : best));
  if (arc[from] === OFF || arc[state] === OFF) return { from: candidate[from], kind: "off", arcs: [] };
  const join = decision.transitions.join(decision, k, from, state);
  if (join === null) return { from: candidate[from], kind: "gap", arcs: [] };
  // The last arc of a join is the place's own, unless the way turned back on it.
  const arcs = join.turn ? join.arcs : join.arcs.slice(0, -1);
  return { from: candidate[from], kind: join.turn ? "turn" : join.arcs.length > 0 ? "route" : "along", arcs };
}

/** By field: how many values of the fixes in the columns are not believed. */
function mutedOf(track: readonly TrackPoint[] | Track, { believed, unplaced }: Watch): Explanation["muted"] {
  const given = countKnown(columnsOf(track), (i) => !unplaced.has(i));
  const muted: Explanation["muted"] = {};
  for (const name of MUTABLE) if (believed[name] < given[name]) muted[name] = given[name] - believed[name];
  return muted;
}

/** By field: how many of the fixes wanted have a value. */
function countKnown(columns: Record<(typeof MUTABLE)[number], Float64Array>, wanted: (i: number) => boolean): typeof NONE {
  const known = { ...NONE };
  for (const name of MUTABLE) known[name] = columns[name].filter((value, i) => !Number.isNaN(value) && wanted(i)).length;
  return known;
}

/** By fix in the columns: its index into the track. */
function trackIndexes({ count, unplaced }: Fixes): Int32Array {
  const indexes = new Int32Array(count);
  let before = 0;
  for (let i = 0; i < count; i++) {
    while (unplaced[before]?.index === i + before) before++;
    indexes[i] = i + before;
  }
  return indexes;
}

function round(value: number): number {
  return rounded(value, 1e6);
}
