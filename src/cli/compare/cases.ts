// Compare cases: what was compared: one case per request or pair of files, with the time that each side took, and the record of all of them.
import type { Comparison } from "../../compare/compare.js";
import type { Sides } from "../../compare/points.js";
import { quantile } from "../../geo/quantile.js";
import { toTenths } from "../../geo/rounding.js";

/** One comparison. */
export interface ComparedCase {
  name: string;
  comparison: Comparison;
  /** Whether the answers have the same bytes; null if that was not checked. */
  exact: boolean | null;
  /** Whether the case passes: within the tolerances, or exact if that is asked for. */
  within: boolean;
  /** Milliseconds of each answer; empty for files. */
  ms: Sides<number[]>;
}

/** A comparison that was not possible, and why. */
export interface FailedCase {
  name: string;
  sentence: string;
}

/** Milliseconds, and the number of answers. */
export interface Latency {
  answers: number;
  p50: number;
  p99: number;
}

/** Sums up times; null when there are none. */
function latencyOf(ms: readonly number[]): Latency | null {
  if (ms.length === 0) return null;
  const sorted = ms.toSorted((a, b) => a - b);
  return { answers: ms.length, p50: toTenths(quantile(sorted, 0.5)), p99: toTenths(quantile(sorted, 0.99)) };
}

/** Whether both answered and neither snapped a point: they agree, but on no place and no road. */
export function isNothingSnapped({ points }: Comparison): boolean {
  return points !== null && points.snapped.neither === points.paired && points.onlyA.length + points.onlyB.length === 0;
}

/** The latency of both sides over all cases. */
export function latencies(cases: readonly Pick<ComparedCase, "ms">[]): Sides<Latency | null> {
  return { a: latencyOf(cases.flatMap(({ ms }) => ms.a)), b: latencyOf(cases.flatMap(({ ms }) => ms.b)) };
}

/** Everything as plain data. */
export function comparisonRecord(names: Sides<string>, cases: readonly ComparedCase[], failed: readonly FailedCase[]): object {
  return {
    a: names.a,
    b: names.b,
    within: failed.length === 0 && cases.every(({ within }) => within),
    latency: latencies(cases),
    cases: cases.map(({ name, within, exact, ms, comparison }) => ({
      name,
      within,
      ...(exact === null ? {} : { exact }),
      latency: latencies([{ ms }]),
      comparison,
    })),
    failed,
  };
}
