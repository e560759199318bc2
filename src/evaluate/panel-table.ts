// The candidates at the fix where match and truth part, as a small HTML table.

import { angleBetween } from "../geo/angles.js";
import { bearing, distance } from "../geo/metres.js";
import type { Match } from "../match/result.js";
import { Access } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads, type RoadPlace } from "../roads/nearby.js";
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

/**
 * The roads open to the traveller near the fix closest to where the panel's lines begin: distance, the least angle between the movement and a
 * direction in which the road may be travelled there, truth or not, chosen or not.
 */
export function candidatesTable(panel: Panel, track: EvaluationTrack, match: Match, roads: RoadGraph): string {
  const at = nearestFix(track, panel);
  if (at < 0) return "";
  const fix = track.track[at];
  const [from, to] = at + 1 < track.track.length ? [fix, track.track[at + 1]] : [track.track[Math.max(0, at - 1)], fix];
  const heading = bearing(from.lon, from.lat, to.lon, to.lat);
  const truth = new SegmentIndex(track.truth, COVER_METRES);
  const access = Access[track.mode ?? "driving"];
  const openArcs = (edge: number): number[] => [2 * edge, 2 * edge + 1].filter((arc) => (roads.arcAccess[arc] & access) !== 0);
  const rows = nearbyRoads(roads, fix.lon, fix.lat, SEARCH_METRES)
    .filter(({ edge }) => openArcs(edge).length > 0)
    .slice(0, ROWS)
    .map((road) => {
      const along = directionAt(roads, road);
      const turn = Math.min(...openArcs(road.edge).map((arc) => angleBetween(heading, along + 180 * (arc & 1))));
      const name = escapeHtml(roads.name(road.edge));
      return `<tr><td>${road.edge}</td><td>${road.distance.toFixed(1)} m</td><td>${turn.toFixed(0)}°</td><td>${roads.className(road.edge)} ${name}</td><td>${
        truth.covers(road.lon, road.lat) ? "truth" : ""
      } ${match.points[at].edge === road.edge ? "chosen" : ""}</td></tr>`;
    });
  return `<table><tr><th>edge</th><th>from fix ${at}</th><th>against movement</th><th>class</th><th></th></tr>${rows.join("")}</table>`;
}

/** Degrees clockwise from north in which the edge's own piece at the place runs. */
function directionAt({ shapeStart, shapeAt, shapeLon, shapeLat }: RoadGraph, { edge, offset }: RoadPlace): number {
  let end = shapeStart[edge] + 1;
  while (shapeAt[end] < offset && end < shapeStart[edge + 1] - 1) end++;
  return bearing(shapeLon[end - 1] / 1e7, shapeLat[end - 1] / 1e7, shapeLon[end] / 1e7, shapeLat[end] / 1e7);
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
