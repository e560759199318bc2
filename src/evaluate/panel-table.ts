// The candidates at the fix where match and truth part, as a small HTML table.

import { distance } from "../geo/metres.js";
import type { ExplainedCandidate, ExplainedStep } from "../match/explain.js";
import type { RoadGraph } from "../roads/graph.js";
import type { EvaluationTrack } from "./corpora.js";
import { COVER_METRES } from "./mismatch.js";
import type { Panel } from "./panels.js";
import { SegmentIndex } from "./segment-index.js";

const ROWS = 8;

/** Text made safe inside HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
}

/**
 * What the match weighed at the fix closest to where the panel's lines begin, the likeliest first: how far each place is from the fix, what that and
 * its course and speed say against it, by how much the cheapest way there is dearer than the cheapest of all so far, in nats, and how probable it came out.
 */
export function candidatesTable(panel: Panel, track: EvaluationTrack, steps: readonly ExplainedStep[], roads: RoadGraph): string {
  const at = nearestFix(track, panel);
  const step = steps.findLast(({ fix }) => fix <= at) ?? steps[0];
  if (step === undefined) return "";
  const truth = new SegmentIndex(track.truth, COVER_METRES);
  const isTrue = ({ arc, offset }: ExplainedCandidate) => arc >= 0 && truth.covers(...roads.arcPointAt(arc, offset));
  const ranked = [...step.candidates].sort((a, b) => b.posterior - a.posterior || a.emission - b.emission);
  const rows = ranked
    .filter((candidate, i) => i < ROWS || candidate.chosen || isTrue(candidate))
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

function nearestFix(track: EvaluationTrack, panel: Panel): number {
  let best = -1;
  let least = Infinity;
  track.track.forEach((fix, i) => {
    const metres = distance(fix.lon, fix.lat, panel.parting[0], panel.parting[1]);
    if (metres >= least) return;
    least = metres;
    best = i;
  });
  return best;
}
