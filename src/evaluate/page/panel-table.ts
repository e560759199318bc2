// Panel table: the candidates at the fix where match and truth part, as a small HTML table.

import { escapeHtml } from "../../escape-html.js";
import { angleBetween } from "../../geo/angles.js";
import { cutLine, type Position } from "../../geo/lines.js";
import { bearing, distance } from "../../geo/metres.js";
import { COVER_METRES, SegmentIndex } from "../../geo/segment-index.js";
import type { ExplainedCandidate, ExplainedStep } from "../../match/explain.js";
import type { Match } from "../../match/result/result.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { EvaluationTrack } from "../corpora.js";
import { alongTruth, fixesAround } from "../score/along-truth.js";
import { metresAlongRoads } from "../score/breaks.js";
import type { RouteMismatch } from "../score/mismatch.js";

const ROWS = 8;

/**
 * The fixes closest to the beginnings of some places (indices of those added, then those missed), by the order of travel: where a road is driven twice, the
 * nearest fix in space may be of the other time.
 */
export function fixesAt(
  places: readonly number[],
  { addedPlaces, addedFrom, missedPlaces, missedFrom }: RouteMismatch,
  { truth, track }: EvaluationTrack,
  match: Match,
): number[] {
  const along = metresAlongRoads(match);
  // The truth is cut where missed places begin, so that its fixes are assigned once for all of them.
  const cuts = [...new Set(places.flatMap((place) => missedFrom[place - addedPlaces.length] || []))].sort((a, b) => a - b);
  const parts = [...cuts, Infinity].map((to, i) => cutLine(truth, cuts[i - 1] ?? 0, to));
  const around = cuts.length > 0 ? fixesAround(parts.flat(), track) : () => null;
  return places.map((place) => {
    if (place < addedPlaces.length) return indexOfLeast(along.map((metres) => Math.abs(metres - addedFrom[place])));
    const k = place - addedPlaces.length;
    if (missedFrom[k] === 0) return 0;
    const [last, first] = around(parts.slice(0, cuts.indexOf(missedFrom[k]) + 1).flat().length - 1) ?? [-1, track.length];
    const begin = Math.max(0, last);
    const [lon, lat] = missedPlaces[k][0];
    return begin + indexOfLeast(track.slice(begin, first + 1).map((fix) => distance(fix.lon, fix.lat, lon, lat)));
  });
}

function indexOfLeast(values: readonly number[]): number {
  return values.reduce((best, value, i) => (value < values[best] || Number.isNaN(values[best]) ? i : best), 0);
}

/**
 * A table for each of some fixes with the candidates that the match weighed, the likeliest first: the distance from the fix; the nats of that distance, of
 * course and of speed; by how many nats the cheapest way there is dearer than the cheapest of all; and the probability.
 */
export function candidatesTables(
  fixes: readonly number[],
  track: EvaluationTrack,
  steps: readonly ExplainedStep[],
  roads: RoadGraph,
): string[] {
  if (steps.length === 0) return fixes.map(() => "");
  const weighed = fixes.map((fix) => steps.findLast(({ fix: stands }) => stands <= fix) ?? steps[0]);
  const truths = truthsAt(
    weighed.map(({ fix }) => fix),
    track,
    roads,
  );
  return weighed.map((step, i) => tableOf(step, truths[i], roads));
}

function tableOf(step: ExplainedStep, isTrue: (candidate: ExplainedCandidate) => boolean, roads: RoadGraph): string {
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
  const heads = ["arc", "road", `from fix ${step.fix}`, "nats of distance", "of course and speed", "of the way", "probability", ""];
  const missing = step.candidates.some(isTrue) ? "" : "<p>None of the candidates is the truth.</p>";
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${rows.join("")}</table>${missing}`;
}

/** Metres along the truth, from where a fix was made, within which its candidates may lie. */
const NEAR = 200;
/** Most degrees between a road and the truth along it, as they may be drawn by different people. */
const ALONG = 45;

/** For each of these fixes, a function that says whether a candidate lies where the truth ran at that time, and in its direction. */
function truthsAt(
  fixes: readonly number[],
  { truth, track, coverMetres = COVER_METRES }: EvaluationTrack,
  roads: RoadGraph,
): ((candidate: ExplainedCandidate) => boolean)[] {
  const index = new SegmentIndex(truth, coverMetres);
  return alongTruth(truth, track, fixes).map(([from, to]) => ({ arc, offset }) => {
    if (arc < 0) return false;
    const heading = headingOf([
      roads.arcPointAt(arc, Math.max(0, offset - 1)),
      roads.arcPointAt(arc, Math.min(roads.edgeLength[arc >>> 1], offset + 1)),
    ]);
    const passes = index.passes(...roads.arcPointAt(arc, offset));
    const away = passes.map((metres) => Math.max(from - metres, metres - to, 0));
    // If the truth goes there and back within reach, the nearer pass is meant.
    const nearest = passes.filter((_, i) => away[i] <= NEAR && away[i] === Math.min(...away));
    return nearest.some((metres) => angleBetween(heading, headingOf(cutLine(truth, metres - 1, metres + 1)[0])) <= ALONG);
  });
}

/** The direction from a line's first position to its last, degrees clockwise from north. */
function headingOf(line: readonly Position[]): number {
  return bearing(...line[0], ...line[line.length - 1]);
}
