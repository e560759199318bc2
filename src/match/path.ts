// Path: the decoded states joined into runs of road, off-road stretches and gaps.
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import { type Lattice, OFF } from "./lattice.js";
import { MODEL } from "./model.js";
import type { Steps } from "./steps.js";
import type { Join, Transitions } from "./transition.js";

/** One arc travelled once, from one offset to another (metres from the arc's start). */
export interface Piece {
  arc: number;
  start: number;
  end: number;
}

/** A part of the way that is all on the road, all off it, or unknown. */
export type Run =
  | { type: "Road"; pieces: Piece[] }
  /** Steps `firstStep … lastStep` were off the road. */
  | { type: "Off"; firstStep: number; lastStep: number }
  | { type: "Road Gap" };

/** Where a step is on the path. */
export interface Anchor {
  run: number;
  /** Index into the run's pieces; −1 when the run is no road. */
  piece: number;
  /** Metres from the start of the piece's arc: the step's own place, which noise may put a little behind the one before. */
  offset: number;
  /** The step was passed over: its fix contradicts the track. */
  outlier: boolean;
}

export interface Path {
  runs: Run[];
  /** One per step. */
  anchors: Anchor[];
}

/** Joins the chosen state of each step. */
export function joinPath(
  roads: RoadGraph,
  lattice: Lattice,
  chosen: Int32Array,
  fixes: Fixes,
  steps: Steps,
  transitions: Transitions,
): Path {
  const runs: Run[] = [];
  const anchors: Anchor[] = [];
  const arcOf = (k: number) => lattice.arc[chosen[k]];
  const offsetOf = (k: number) => lattice.offset[chosen[k]];
  const joinOf = (a: number, b: number) =>
    transitions.join(transitions.leg(fixes, steps, a, b), arcOf(a), offsetOf(a), arcOf(b), offsetOf(b));
  /** Nats of getting to step k from the step before. */
  const costTo = (k: number) => lattice.trans[lattice.row[chosen[k - 1]] + chosen[k] - lattice.first[k]];
  /** Nats of the way by the steps from `first` on to step `to`. */
  const spentOn = (first: number, to: number) => {
    let nats = costTo(to);
    for (let k = first; k < to; k++) nats += costTo(k) + lattice.emission[chosen[k]];
    return nats;
  };
  const lastOff = (k: number) => {
    let last = k;
    while (last + 1 < steps.count && arcOf(last + 1) === OFF) last++;
    return last;
  };
  /** The way past the steps from k on when they are errors of the receiver, for those before and after contradict them. */
  const wayPast = (k: number): { to: number; join: Join } | null => {
    if (arcOf(k) === OFF) {
      const to = lastOff(k) + 1;
      // What could not have been driven to and back from in the time is no trip off the road.
      if (to === steps.count || to > k + MODEL.passSteps || secondsAcross(steps, k, to) > MODEL.passSeconds) return null;
      const { join, cost } = joinOf(k - 1, to);
      return cost < MODEL.passOff ? { to, join } : null;
    }
    for (let to = k + 1; to < steps.count && arcOf(to) !== OFF; to++) {
      if (to > k + 1 && !(to <= k + MODEL.passSteps && secondsAcross(steps, k, to) <= MODEL.passSeconds)) break;
      // Where the way is broken off, those after it contradict those before it, not the rest of the way.
      if (Math.min(costTo(k), costTo(to)) < MODEL.passSide || spentOn(k, to) <= MODEL.pass) continue;
      const { join, cost } = joinOf(k - 1, to);
      if (spentOn(k, to) - cost <= MODEL.pass) continue;
      // Those at fault alone: the first of them may be as good as the one before it.
      const isFirst = to === k + 1 || spentOn(k + 1, to) - joinOf(k, to).cost <= MODEL.pass;
      return isFirst ? { to, join } : null;
    }
    return null;
  };

  for (let k = 0; k < steps.count; ) {
    const current = runs[runs.length - 1];
    const past = current?.type === "Road" ? wayPast(k) : null;
    if (past) {
      for (let i = k; i < past.to; i++) anchors.push({ ...anchors[k - 1], outlier: true });
      append(roads, runs, past.join, arcOf(past.to), offsetOf(past.to));
      anchors.push(anchorAtEnd(runs, offsetOf(past.to)));
      k = past.to + 1;
      continue;
    }
    if (arcOf(k) === OFF) {
      const last = lastOff(k);
      runs.push({ type: "Off", firstStep: k, lastStep: last });
      for (let i = k; i <= last; i++) anchors.push({ run: runs.length - 1, piece: -1, offset: 0, outlier: false });
      k = last + 1;
      continue;
    }
    if (current?.type !== "Road") runs.push({ type: "Road", pieces: [{ arc: arcOf(k), start: offsetOf(k), end: offsetOf(k) }] });
    else append(roads, runs, joinOf(k - 1, k).join, arcOf(k), offsetOf(k));
    anchors.push(anchorAtEnd(runs, offsetOf(k)));
    k++;
  }
  trimSlivers(runs, anchors);
  return { runs, anchors };
}

/** A run that begins or ends at a junction, to the millimetre, has not been on the road beyond it. */
function trimSlivers(runs: Run[], anchors: Anchor[]): void {
  const isSliver = ({ start, end }: Piece) => end - start < MODEL.sliver;
  const shifted = new Set<Run>();
  for (const run of runs) {
    if (run.type !== "Road") continue;
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
    // On a piece that is gone: where what is left begins or ends.
    const last = run.pieces.length - 1;
    if (anchor.piece < 0) Object.assign(anchor, { piece: 0, offset: run.pieces[0].start });
    if (anchor.piece > last) Object.assign(anchor, { piece: last, offset: run.pieces[last].end });
  }
}

/** From the step before `first` to step `to`; NaN when not known. */
function secondsAcross(steps: Steps, first: number, to: number): number {
  let seconds = 0;
  for (let k = first; k <= to; k++) seconds += steps.gap[k];
  return seconds;
}

/** Goes on from the last place of the last run to a place on `to`. */
function append(roads: RoadGraph, runs: Run[], join: Join, to: number, toOffset: number): void {
  const run = runs[runs.length - 1];
  if (run.type !== "Road") return;
  const last = run.pieces[run.pieces.length - 1];
  const length = roads.edgeLength[last.arc >>> 1];
  switch (join.kind) {
    case "forward":
    case "back":
      last.end = Math.max(last.end, toOffset);
      return;
    case "turn": {
      last.end = Math.max(last.end, join.at);
      run.pieces.push({ arc: to, start: length - last.end, end: toOffset });
      return;
    }
    case "route":
      last.end = length;
      for (const arc of join.arcs) run.pieces.push({ arc, start: 0, end: roads.edgeLength[arc >>> 1] });
      run.pieces.push({ arc: to, start: 0, end: toOffset });
      return;
    case "none":
      runs.push({ type: "Road Gap" }, { type: "Road", pieces: [{ arc: to, start: toOffset, end: toOffset }] });
  }
}

function anchorAtEnd(runs: Run[], offset: number): Anchor {
  const run = runs[runs.length - 1];
  return { run: runs.length - 1, piece: run.type === "Road" ? run.pieces.length - 1 : -1, offset, outlier: false };
}
