// Weighed: what was weighed for each point of a result, kept beside it to explain why a point is where it is.

import type { MatchControl } from "../match/control.js";
import { type ExplainedStep, explain } from "../match/explain.js";
import type { Matcher } from "../match/matcher.js";
import type { Match, MatchedPoint } from "../match/result/result.js";
import type { TrackPoint } from "../match/track/track.js";
import type { TrackMatcher } from "./points.js";

/** The steps in which the points of a result were decided. */
export interface Weighed {
  /** As {@link explain} gives them, but with `fix` and `last` as indexes into the result's inputs; track by track. */
  steps: ExplainedStep[];
  /**
   * By input point: the index of its step; for a point that was passed over, of the step before it. −1 for points that had no part in the decision: outliers,
   * and those without a place or a track.
   */
  stepOf: number[];
}

/**
 * A matcher that keeps what it weighs for one result: `snapPoints(weighing, inputs, { matched: weighing.matched })`, then
 * `weighing.of(inputs.length)`.
 */
export class Weighing implements TrackMatcher {
  readonly #matcher: Matcher;
  readonly #steps: ExplainedStep[] = [];
  readonly #stepOf: number[] = [];
  /** The steps of the track matched last. */
  #newest: readonly ExplainedStep[] = [];

  /** @param matcher What matches, and explains. */
  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  /** As {@link Matcher.match}, which it explains; several times as slow. */
  match(track: TrackPoint[], control?: MatchControl): Match {
    const { match, steps } = explain(this.#matcher, track, control);
    this.#newest = steps;
    return match;
  }

  /** Pass this as the option `matched` of {@link snapPoints}: it is told the input index of each of the track's points. */
  readonly matched = (order: readonly number[], { points }: Match): void => {
    for (const [s, step] of this.#newest.entries()) {
      const next = this.#newest[s + 1]?.fix ?? points.length;
      for (let k = step.fix; k < next; k++) if (tookPart(points[k])) this.#stepOf[order[k]] = this.#steps.length;
      this.#steps.push({ ...step, fix: order[step.fix], last: order[step.last] });
    }
  };

  /** What was weighed so far, for a result of so many inputs. */
  of(inputs: number): Weighed {
    return { steps: this.#steps, stepOf: Array.from({ length: inputs }, (_, i) => this.#stepOf[i] ?? -1) };
  }
}

function tookPart({ reason }: MatchedPoint): boolean {
  return reason !== "outlier" && reason !== "bad-coordinate";
}

/** What was weighed for results put one after the other, as `combineResults` puts them. */
export function combineWeighed(parts: readonly Weighed[]): Weighed {
  const combined: Weighed = { steps: [], stepOf: [] };
  for (const { steps, stepOf } of parts) {
    const [before, inputs] = [combined.steps.length, combined.stepOf.length];
    for (const step of stepOf) combined.stepOf.push(step < 0 ? -1 : before + step);
    for (const step of steps) combined.steps.push({ ...step, fix: inputs + step.fix, last: inputs + step.last });
  }
  return combined;
}
