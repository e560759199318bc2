// compareResponses: compares two SnapToRoads responses, and judges the differences.

import { checkOptions, SnapError, shown } from "../errors.js";
import { rounded } from "../geo/rounding.js";
import { COVER_METRES } from "../geo/segment-index.js";
import { compareFields, compareProperties, type FieldDifference, type PropertyComparison } from "./fields.js";
import { LineSet } from "./line-set.js";
import { compareLines, type LinesComparison, pairLines } from "./lines.js";
import { comparePoint, type PointsComparison, pairPoints, type Sides, summarisePoints } from "./points.js";
import { type ReadAnswer, type ReadError, type ReadMessage, readResponse } from "./read.js";
import { type Judgement, judge, settleTolerances, type Tolerance, type Tolerances } from "./tolerances.js";

/** Options of {@link compareResponses}. */
export interface CompareOptions {
  /** Limits of the verdict. Those left out have the defaults of {@link TOLERANCES}. */
  tolerances?: Partial<Tolerances> | undefined;
  /** Metres within which a place counts as on a line, 0.1 to 25. Raise it if the two responses are from different maps. Default 1.5. */
  coverMetres?: number | undefined;
  /** Metres within which two places count as on one road, if no lines say which road it is, 0 to 1000. Default 5. */
  nearMetres?: number | undefined;
}

/** What two responses have in common, and how they differ. */
export interface Comparison {
  /**
   * Whether everything judged is within its tolerance. Of error envelopes: whether both have the same code and message; their details are each service's own
   * words and do not count.
   */
  within: boolean;
  /** The error envelope of each side; null for a side that answered. */
  errors: Sides<ReadError | null>;
  /** Each tolerance and what was found. This and all that follows is empty unless both sides answered. */
  verdict: Judgement[];
  /** Point by point, by ObjectID. */
  points: PointsComparison | null;
  /** Null unless both responses have lines. */
  lines: LinesComparison | null;
  /** Fields that are not the same in both. */
  fields: FieldDifference[];
  /** Each road property that both have, compared where both are on the same road. */
  properties: PropertyComparison[];
  /** Messages that only one side has. */
  messages: Sides<ReadMessage[]>;
}

const OPTION_NAMES = ["tolerances", "coverMetres", "nearMetres"];

/**
 * Compares two responses of SnapToRoads (from this program or the hosted service), or error envelopes. Points are paired by ObjectID, in any order, in WGS84 or
 * web Mercator. Names that differ in case are matched, and reported as a difference of fields. Signs and shares read from A to B.
 * @throws SnapError "bad-input" when one is no such response, "bad-option" for an option that is unknown or out of range
 */
export function compareResponses(a: unknown, b: unknown, options: CompareOptions = {}): Comparison {
  const { tolerances, coverMetres, nearMetres } = settle(options);
  const [readA, readB] = [readResponse("Response A", a), readResponse("Response B", b)];
  if (readA.answer && readB.answer) return compareAnswers(readA.answer, readB.answer, tolerances, coverMetres, nearMetres);
  return {
    within: readA.error !== null && sameError(readA.error, readB.error),
    errors: { a: readA.error, b: readB.error },
    verdict: [],
    points: null,
    lines: null,
    fields: [],
    properties: [],
    messages: { a: [], b: [] },
  };
}

function compareAnswers(a: ReadAnswer, b: ReadAnswer, tolerances: Tolerances, coverMetres: number, nearMetres: number): Comparison {
  const sets = { a: a.lines && new LineSet(a.lines, coverMetres), b: b.lines && new LineSet(b.lines, coverMetres) };
  const { pairs, ...only } = pairPoints(a.points, b.points);
  const each = pairs.map((pair) => comparePoint(pair, sets, nearMetres));
  const points = summarisePoints({ a: a.points.length, b: b.points.length }, each, only, sets.a !== null && sets.b !== null);
  const lines = sets.a && sets.b && compareLines(sets.a, sets.b);
  const sameRoad = pairs.filter((_, i) => each[i].sameRoad === true);
  const properties = compareProperties("points", { a: a.pointFields, b: b.pointFields }, sameRoad);
  const fields = compareFields("points", a.pointFields, b.pointFields);
  if (sets.a && sets.b) {
    const lineFields = { a: a.lineFields, b: b.lineFields };
    if (a.lineFields.length > 0 && b.lineFields.length > 0) fields.push(...compareFields("lines", a.lineFields, b.lineFields));
    properties.push(...compareProperties("lines", lineFields, pairLines(sets.a, sets.b)));
  }
  const verdict = judge(figures(points, lines, (sets.a === null) !== (sets.b === null), fields, properties), tolerances);
  return {
    within: verdict.every(({ within }) => within),
    errors: { a: null, b: null },
    verdict,
    points,
    lines,
    fields,
    properties,
    messages: { a: without(a.messages, b.messages), b: without(b.messages, a.messages) },
  };
}

/** The figure for each tolerance; null if there is nothing to judge. */
function figures(
  points: PointsComparison,
  lines: LinesComparison | null,
  oneHasLines: boolean,
  fields: readonly FieldDifference[],
  properties: readonly PropertyComparison[],
): Record<Tolerance, number | null> {
  const { snapped, sameRoad, links, onlyA, onlyB, paired } = points;
  const types = Object.entries(lines?.byType ?? {});
  const road = lines?.byType.Road;
  const longer = Math.max(sum(types.map(([, { a }]) => a.metres)), sum(types.map(([, { b }]) => b.metres)));
  const wrong = sum(properties.map(({ different, onlyA, onlyB }) => different + onlyA + onlyB));
  return {
    position: points.position?.p95 ?? null,
    sameRoad: share(sameRoad.same, sameRoad.compared),
    confidence: points.confidence?.p95 ?? null,
    snapped: share(snapped.onlyA + snapped.onlyB, paired),
    unpaired: share(onlyA.length + onlyB.length, paired + onlyA.length + onlyB.length),
    links: links && share(links.different, links.same + links.different),
    // If only one response has lines, nothing of them is covered.
    overlap: oneHasLines ? 0 : road ? least([share(road.a.covered, road.a.metres), share(road.b.covered, road.b.metres)]) : null,
    length: oneHasLines ? 1 : share(Math.max(0, ...types.map(([, { a, b }]) => Math.abs(a.metres - b.metres))), longer),
    properties: share(wrong, wrong + sum(properties.map(({ same }) => same))),
    fields: fields.length,
  };
}

function settle(options: CompareOptions): Required<CompareOptions> & { tolerances: Tolerances } {
  checkOptions(options, "comparing", OPTION_NAMES);
  const { coverMetres = COVER_METRES, nearMetres = 5 } = options;
  const bounds: [name: string, value: number, low: number, high: number][] = [
    ["coverMetres", coverMetres, 0.1, 25],
    ["nearMetres", nearMetres, 0, 1000],
  ];
  for (const [name, value, low, high] of bounds) {
    if (!(typeof value === "number" && value >= low && value <= high)) {
      throw new SnapError("bad-option", `${name} is ${shown(value)}; it must be a number of metres from ${low} to ${high}.`, {
        name,
        value,
      });
    }
  }
  return { tolerances: settleTolerances(options.tolerances), coverMetres, nearMetres };
}

function sameError(a: ReadError, b: ReadError | null): boolean {
  return b !== null && a.code === b.code && a.message === b.message;
}

function without(messages: readonly ReadMessage[], others: readonly ReadMessage[]): ReadMessage[] {
  return messages.filter(({ severity, text }) => !others.some((other) => other.severity === severity && other.text === text));
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? rounded(part / whole, 1e6) : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
