// The candidates at the fix where match and truth part, as a small HTML table.

import { angleBetween } from "../geo/angles.js";
import { bearing, distance } from "../geo/metres.js";
import type { Match } from "../match/result.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads } from "../roads/nearby.js";
import type { EvaluationTrack } from "./corpora.js";
import { COVER_METRES } from "./mismatch.js";
import type { Panel } from "./panels.js";
import { SegmentIndex } from "./segment-index.js";

const SEARCH_METRES = 60;
const ROWS = 6;

/** Text made safe inside HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
}

/** The roads near the fix closest to where the panel's lines begin: distance, direction against the movement, truth or not, chosen or not. */
export function candidatesTable(panel: Panel, track: EvaluationTrack, match: Match, roads: RoadGraph): string {
  const at = nearestFix(track, panel);
  if (at < 0) return "";
  const fix = track.track[at];
  const next = track.track[Math.min(at + 1, track.track.length - 1)];
  const heading = bearing(fix.lon, fix.lat, next.lon, next.lat);
  const truth = new SegmentIndex(track.truth, COVER_METRES);
  const rows = nearbyRoads(roads, fix.lon, fix.lat, SEARCH_METRES)
    .slice(0, ROWS)
    .map((road) => {
      const along = roads.arcCoordinates(2 * road.edge);
      const turn = angleBetween(heading, bearing(along[0][0], along[0][1], along[along.length - 1][0], along[along.length - 1][1]));
      const name = escapeHtml(roads.name(road.edge));
      return `<tr><td>${road.edge}</td><td>${road.distance.toFixed(1)} m</td><td>${turn.toFixed(0)}°</td><td>${roads.className(road.edge)} ${name}</td><td>${
        truth.covers(road.lon, road.lat) ? "truth" : ""
      } ${match.points[at].edge === road.edge ? "chosen" : ""}</td></tr>`;
    });
  return `<table><tr><th>edge</th><th>from fix ${at}</th><th>against movement</th><th>class</th><th></th></tr>${rows.join("")}</table>`;
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
