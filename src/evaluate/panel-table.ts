// The candidates at the fix where match and truth part, as a small HTML table.

import { angleBetween } from "../geo/angles.js";
import { bearing, distance } from "../geo/metres.js";
import type { ExplainedCandidate, ExplainedStep } from "../match/explain.js";
import type { Match } from "../match/result.js";
import type { RoadGraph } from "../roads/graph.js";
import { alongTruth, fixesAround } from "./along-truth.js";
import { metresAlongRoads } from "./breaks.js";
import type { EvaluationTrack } from "./corpora.js";
import { cutLine, type Position } from "./lines.js";
import { COVER_METRES, type RouteMismatch } from "./mismatch.js";
import { SegmentIndex } from "./segment-index.js";

const ROWS = 8;

/** Text made safe inside HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
}

/**
 * The fix closest to where a place begins, of those added and then those missed, by the order of travel: where a road is driven twice, the nearest in
 * space may be of the other time.
 */
export function fixAt(
  place: number,
  { addedPlaces, addedFrom, missedPlaces, missedFrom }: RouteMismatch,
  track: EvaluationTrack,
  match: Match,
): number {
  if (place < addedPlaces.length) return indexOfLeast(metresAlongRoads(match).map((metres) => Math.abs(metres - addedFrom[place])));
  const k = place - addedPlaces.length;
  if (missedFrom[k] === 0) return 0;
  const parts = [cutLine(track.truth, 0, missedFrom[k]), cutLine(track.truth, missedFrom[k], Infinity)];
  const [last, first] = fixesAround(parts.flat(), track.track)(parts[0].length - 1) ?? [-1, track.track.length];
  const begin = Math.max(0, last);
  const [lon, lat] = missedPlaces[k][0];
  return begin + indexOfLeast(track.track.slice(begin, first + 1).map((fix) => distance(fix.lon, fix.lat, lon, lat)));
}

function indexOfLeast(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value < values[best] || Number.isNaN(values[best]) ? i : best), 0);
}

/**
 * What the match weighed at a fix, the likeliest first: how far each place is from the fix, what that and its course and speed say against it, by how
 * much the cheapest way there is dearer than the cheapest of all so far, in nats, and how probable it came out.
 */
export function candidatesTable(fix: number, track: EvaluationTrack, steps: readonly ExplainedStep[], roads: RoadGraph): string {
  const step = steps.findLast(({ fix: stands }) => stands <= fix) ?? steps[0];
  if (step === undefined) return "";
  const isTrue = truthAt(step.fix, track, roads);
  const ranked = [...step.candidates].sort((a, b) => b.posterior - a.posterior || a.emission - b.emission);
  const wanted = ranked.filter((candidate) => candidate.chosen || isTrue(candidate));
  const shown = new Set([...wanted, ...ranked].slice(0, ROWS));
  const rows = ranked
    .filter((candidate) => shown.has(candidate))
    .map((candidate) => {
      const { arc, distance, emission, emissionOfDistance, behind, posterior, chosen } = candidate;
      const where = arc < 0 ? "off the roads" : `${roads.className(arc >>> 1)} ${escapeHtml(roads.name(arc >>> 1))}`;
      const cells = [
        arc < 0 ? "" : String(arc),
        where,
        arc < 0 ? "" : `${distance.toFixed(1)} m`,
        emissionOfDistance.toFixed(1),
        (emission - emissionOfDistance).toFixed(1),
        behind === null ? "left out" : behind.toFixed(1),
        posterior.toFixed(3),
        [isTrue(candidate) ? "truth" : "", chosen ? "chosen" : ""].join(" ").trim(),
      ];
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    });
  const heads = ["arc", "road", `from fix ${step.fix}`, "nats of distance", "of course and speed", "way behind", "probability", ""];
  const missing = step.candidates.some(isTrue) ? "" : "<p>The truth is none of the candidates.</p>";
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${rows.join("")}</table>${missing}`;
}

/** Metres along the truth from where a fix was made within which its candidates lie. */
const NEAR = 200;
/** Degrees between a road and the truth along it, at most: they may be drawn by different hands. */
const ALONG = 45;

/** Tells whether a candidate of a fix lies where the truth then ran, and in its direction. */
function truthAt(fix: number, { truth, track }: EvaluationTrack, roads: RoadGraph): (candidate: ExplainedCandidate) => boolean {
  const index = new SegmentIndex(truth, COVER_METRES);
  const [from, to] = alongTruth(truth, track, fix);
  return ({ arc, offset }) => {
    if (arc < 0) return false;
    const heading = headingOf([
      roads.arcPointAt(arc, Math.max(0, offset - 1)),
      roads.arcPointAt(arc, Math.min(roads.edgeLength[arc >>> 1], offset + 1)),
    ]);
    const passes = index.passes(...roads.arcPointAt(arc, offset));
    const away = passes.map((metres) => Math.max(from - metres, metres - to, 0));
    // There and back within the candidates' reach: the nearer way is meant.
    const nearest = passes.filter((_, i) => away[i] <= NEAR && away[i] === Math.min(...away));
    return nearest.some((metres) => angleBetween(heading, headingOf(cutLine(truth, metres - 1, metres + 1)[0])) <= ALONG);
  };
}

/** Degrees clockwise from north, from a line's begin to its end. */
function headingOf(line: readonly Position[]): number {
  return bearing(...line[0], ...line[line.length - 1]);
}
