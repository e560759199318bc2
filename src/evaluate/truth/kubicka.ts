// Reader of a folder of the corpus of Kubička et al. (2015, DOI 10.5281/zenodo.57731): a track, its road network and the arcs driven.

import { SnapError } from "../../errors.js";
import type { Position } from "../../geo/lines.js";
import type { TrackPoint } from "../../match/track/track.js";
import { ROAD_CLASSES } from "../../roads/attributes.js";
import type { RoadSource } from "../../roads/source.js";
import type { EvaluationTrack } from "../corpora.js";
import { endsOf, TRIM_METRES } from "../score/mismatch.js";
import { roadsOf } from "./kubicka-roads.js";
import { checkPlace, linesOf, numbersOf } from "./text.js";

/** The four files of a folder of the corpus, as text. */
export interface KubickaTexts {
  /** lon, lat a line; the 0-based line number is the node's id. */
  nodes: string;
  /** from, to a line: one directed straight piece; the 0-based line number is the arc's id. */
  arcs: string;
  /** lon, lat, seconds a line. */
  track: string;
  /** Arc ids in driving order; a break in the chain is a gap in the truth. */
  route: string;
}

/**
 * Reads one folder of the corpus of Kubička et al. (2015, DOI 10.5281/zenodo.57731). The corpus has no classes, names or speeds, so all roads are of one class
 * and open to all modes. Pieces that meet at plain nodes are chained to one way, whose id is the lowest arc id in it.
 * @throws SnapError "bad-input" naming file and line.
 */
export function readKubicka(id: string, texts: KubickaTexts): { roads: RoadSource; track: EvaluationTrack } {
  const nodes = rows(texts.nodes, 2, `${id}.nodes`);
  nodes.forEach(([lon, lat], node) => {
    checkPlace(lon, lat, `${id}.nodes line ${node + 1}`);
  });
  const arcs = rows(texts.arcs, 2, `${id}.arcs`);
  arcs.forEach(([from, to], arc) => {
    for (const node of [from, to]) {
      if (nodes[node] === undefined) {
        throw new SnapError("bad-input", `${id}.arcs line ${arc + 1}: node ${node} is not one of the ${nodes.length} nodes.`, {
          id,
          arc,
          node,
        });
      }
    }
  });
  const track = rows(texts.track, 3, `${id}.track`).map(([lon, lat, time]): TrackPoint => ({ lon, lat, time }));
  const route = rows(texts.route, 1, `${id}.route`).map(([arc]) => arc);
  const truth: Position[][] = [];
  let at = -1;
  route.forEach((arc, i) => {
    if (arcs[arc] === undefined) {
      throw new SnapError("bad-input", `${id}.route entry ${i + 1}: arc ${arc} is not one of the ${arcs.length} arcs.`, { id, arc });
    }
    const [from, to] = arcs[arc];
    if (from !== at) truth.push([[nodes[from][0], nodes[from][1]]]);
    truth[truth.length - 1].push([nodes[to][0], nodes[to][1]]);
    at = to;
  });
  if (track.length === 0) throw new SnapError("bad-input", `${id}.track: the file has no points.`, { id });
  if (endsOf(truth).length === 0) throw new SnapError("bad-input", `${id}.route: the file has no arcs.`, { id });
  return {
    roads: roadsOf(nodes, arcs, ROAD_CLASSES.indexOf("unclassified")),
    track: { id, roads: id, track, truth, trimMetres: TRIM_METRES },
  };
}

function rows(text: string, count: number, file: string): number[][] {
  const found: number[][] = [];
  for (const [line, number] of linesOf(text)) found.push(numbersOf(line, count, `${file} line ${number}`));
  return found;
}
