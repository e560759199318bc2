// HTML weighed: why a point is where it is, for an HTML report: the candidates weighed at each step, as columns.
import { bearing } from "../../geo/metres.js";
import type { ExplainedCandidate, ExplainedStep } from "../../match/explain.js";
import { RADIUS_68 } from "../../match/track/steps.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Weighed } from "../../snap/weighed.js";

/** Most candidates of a step that are shown, the likeliest first. */
const MOST = 8;
/** Metres on either side of a place over which the direction of its road is taken. */
const REACH = 5;

/** Arrays of `step` have one element per step. Those of `place` have one per candidate shown, the candidates of a step one after the other. */
export interface WeighedColumns {
  /** By point shown: its step; −1: none. */
  stepOf: number[];
  step: {
    /** Index of the point shown that represents the step. */
    point: number[];
    /** Number of candidates shown, and of candidates weighed. */
    told: number[];
    all: number[];
    /** Error assumed for the fix (68 % radius), decimetres; and the weight of its evidence, thousandths. */
    radius: number[];
    weight: number[];
  };
  place: {
    /** −1: off the roads. */
    road: number[];
    /** Direction of travel, in eighths of a turn clockwise from north; −1 off the roads. */
    towards: number[];
    /** Place as a difference from the one before; off the roads it is the fix's. */
    x: number[];
    y: number[];
    /** Decimetres from the fix; −1 off the roads. */
    distance: number[];
    /** Emission, and by how much the cheapest way there is dearer than the cheapest of all: hundredths of a nat; −1: left out. */
    emission: number[];
    behind: number[];
    /** Thousandths. */
    posterior: number[];
    /** 1: chosen. */
    chosen: number[];
  };
}

/** Edges of all candidates that are shown. */
export function edgesWeighed({ steps }: Weighed): number[] {
  return steps.flatMap((step) => told(step).map(({ edge }) => edge)).filter((edge) => edge >= 0);
}

/** How a page refers to what it shows. */
export interface PageIndex {
  /** The index of an edge's road on the page; −1 for −1, off the roads. */
  roadOf(edge: number): number;
  /** A coordinate in the page's steps. */
  at(lon: number, lat: number): [x: number, y: number];
  /** The place of an input, as it was given. */
  rawOf(input: number): [lon: number, lat: number];
}

/** Packs the candidates of the inputs that are shown. */
export function weighedColumns(
  { steps, stepOf }: Weighed,
  shown: readonly number[],
  roads: RoadGraph,
  { roadOf, at, rawOf }: PageIndex,
): WeighedColumns {
  const pointOf = new Map(shown.map((input, point) => [input, point]));
  const step: WeighedColumns["step"] = { point: [], told: [], all: [], radius: [], weight: [] };
  const place: WeighedColumns["place"] = {
    road: [],
    towards: [],
    x: [],
    y: [],
    distance: [],
    emission: [],
    behind: [],
    posterior: [],
    chosen: [],
  };
  let [x, y] = [0, 0];
  for (const one of steps) {
    const places = told(one);
    step.point.push(pointOf.get(one.fix) as number);
    step.told.push(places.length);
    step.all.push(one.candidates.length);
    step.radius.push(Math.round(one.sigma * RADIUS_68 * 10));
    step.weight.push(Math.round(one.weight * 1000));
    for (const { edge, arc, offset, distance, emission, behind, posterior, chosen } of places) {
      const [placeX, placeY] = at(...(arc < 0 ? rawOf(one.fix) : roads.arcPointAt(arc, offset)));
      place.road.push(roadOf(edge));
      place.towards.push(arc < 0 ? -1 : eighth(roads, arc, offset));
      place.x.push(placeX - x);
      place.y.push(placeY - y);
      [x, y] = [placeX, placeY];
      place.distance.push(arc < 0 ? -1 : Math.round(distance * 10));
      place.emission.push(Math.round(emission * 100));
      place.behind.push(behind === null ? -1 : Math.round(behind * 100));
      place.posterior.push(Math.round(posterior * 1000));
      place.chosen.push(chosen ? 1 : 0);
    }
  }
  return { stepOf: shown.map((input) => stepOf[input]), step, place };
}

/** The likeliest candidates of a step, and the chosen one. */
function told({ candidates }: ExplainedStep): ExplainedCandidate[] {
  const ranked = [...candidates].sort((a, b) => b.posterior - a.posterior || cost(a) - cost(b) || a.emission - b.emission);
  return ranked.filter(({ chosen }, i) => i < MOST || chosen);
}

function cost({ behind }: ExplainedCandidate): number {
  return behind ?? Number.POSITIVE_INFINITY;
}

function eighth(roads: RoadGraph, arc: number, offset: number): number {
  const length = roads.edgeLength[arc >>> 1];
  const [from, to] = [Math.max(0, offset - REACH), Math.min(length, offset + REACH)];
  return Math.round(bearing(...roads.arcPointAt(arc, from), ...roads.arcPointAt(arc, to)) / 45) % 8;
}
