// Path: joins the decoded states into runs on the road, runs off the road, and gaps.
import type { RoadGraph } from "../../roads/graph.js";
import type { Decoded } from "../decode/decoded.js";
import { OFF } from "../decode/lattice.js";
import type { Transitions } from "../decode/transition.js";
import type { Join } from "../decode/way-search.js";
import * as MODEL from "../model.js";

/** One arc travelled once, from one offset to another (metres from the arc's start). */
export interface Piece {
  arc: number;
  start: number;
  end: number;
}

/** A part of the way that is all on the road, all off it, or unknown. Only a run on the road has pieces. */
export type Run =
  | { type: "Road"; pieces: Piece[] }
  /** Steps `firstStep … lastStep` were off the road. */
  | { type: "Off"; pieces: Piece[]; firstStep: number; lastStep: number }
  | { type: "Road Gap"; pieces: Piece[] };

/** Where a step is on the path. */
export interface Anchor {
  run: number;
  /** Index into the run's pieces; −1 when the run is no road. */
  piece: number;
  /** Metres from the start of the piece's arc to the step's own place, which by noise may be a little behind the step before. */
  offset: number;
}

/** The way decoded, in runs, and where on it each step is. */
export interface Path {
  runs: Run[];
  /** One per step. */
  anchors: Anchor[];
}

/** Joins the chosen state of each step. */
export function joinPath(roads: RoadGraph, decoded: Decoded, transitions: Transitions): Path {
  const { steps, lattice, chosen } = decoded;
  const runs: Run[] = [];
  const anchors: Anchor[] = [];
  for (let k = 0; k < steps.count; k++) {
    const state = chosen[k];
    const arc = lattice.arc[state];
    const start = lattice.offset[state];
    const current = runs[runs.length - 1];
    const join = transitions.join(decoded, k, chosen[k - 1], state);
    if (join) append(roads, current.pieces, join, arc, start);
    else {
      const onRoad = arc !== OFF && current?.type === "Road";
      const broken = onRoad || (current && transitions.isBroken(steps, k));
      if (broken) runs.push({ type: "Road Gap", pieces: [] });
      if (arc !== OFF) runs.push({ type: "Road", pieces: [{ arc, start, end: start }] });
      else if (current?.type === "Off" && !broken) current.lastStep = k;
      else runs.push({ type: "Off", pieces: [], firstStep: k, lastStep: k });
    }
    anchors.push({ run: runs.length - 1, piece: runs[runs.length - 1].pieces.length - 1, offset: start });
  }
  trimEnds(runs, anchors);
  trimSlivers(runs, anchors);
  return { runs, anchors };
}

/** Ends each run on the road at the place of its last step, even if that is a little behind the farthest place: what lies beyond was noise. */
function trimEnds(runs: Run[], anchors: Anchor[]): void {
  let later = -1;
  for (let k = anchors.length - 1; k >= 0; k--) {
    const { run: r, piece, offset } = anchors[k];
    if (r === later) continue;
    later = r;
    const run = runs[r];
    if (run.type !== "Road" || piece < run.pieces.length - 1 || offset >= run.pieces[piece].end) continue;
    const last = run.pieces[piece];
    last.end = Math.max(last.start, offset);
    for (let n = k; n >= 0 && anchors[n].run === r && anchors[n].piece === piece; n--)
      anchors[n].offset = Math.min(anchors[n].offset, last.end);
  }
}

/** Drops pieces of almost no length at the ends of runs: a run that begins or ends at a junction, or a hair beyond it, was not on the road there. */
function trimSlivers(runs: Run[], anchors: Anchor[]): void {
  const isSliver = ({ start, end }: Piece) => end - start < MODEL.sliver;
  const shifted = new Set<Run>();
  for (const run of runs) {
    const { pieces } = run;
    if (pieces.length > 1 && isSliver(pieces[pieces.length - 1])) pieces.pop();
    if (pieces.length > 1 && isSliver(pieces[0])) {
      pieces.shift();
      shifted.add(run);
    }
  }
  for (const anchor of anchors) {
    const run = runs[anchor.run];
    if (run.type !== "Road") continue;
    if (shifted.has(run)) anchor.piece--;
    // A step on a dropped piece moves to where the rest of the run begins or ends.
    const last = run.pieces.length - 1;
    if (anchor.piece < 0) Object.assign(anchor, { piece: 0, offset: run.pieces[0].start });
    if (anchor.piece > last) Object.assign(anchor, { piece: last, offset: run.pieces[last].end });
  }
}

/** Goes on from the last place of a run to a place on `to`. */
function append(roads: RoadGraph, pieces: Piece[], { arcs, turn }: Join, to: number, toOffset: number): void {
  let last = pieces[pieces.length - 1];
  for (const arc of arcs) {
    last.end = roads.edgeLength[last.arc >>> 1];
    last = { arc, start: 0, end: 0 };
    pieces.push(last);
  }
  const length = roads.edgeLength[to >>> 1];
  last.end = Math.max(last.end, turn ? length - toOffset : toOffset);
  if (turn) pieces.push({ arc: to, start: length - last.end, end: toOffset });
}
