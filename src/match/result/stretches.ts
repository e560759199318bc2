// Stretches: the path as lines, one for each edge driven once, each run off the road, and each gap.
import type { Position } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import { toMillimetres } from "../../geo/rounding.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Fixes } from "../track/fixes.js";
import type { Steps } from "../track/steps.js";
import type { Path, Run } from "./path.js";
import type { Stretch } from "./result.js";

/** The lines of a path in travel order, and a function that gives the index of the line of a run's piece (piece −1: the run's own line). */
export function stretchesOf(
  roads: RoadGraph,
  path: Path,
  fixes: Fixes,
  steps: Steps,
): { stretches: Stretch[]; stretchOf: (run: number, piece: number) => number } {
  const stretches: Stretch[] = [];
  const firstOf: number[] = [];
  const fixAt = (fix: number): Position => [fixes.lon[fix], fixes.lat[fix]];
  /** Where a run begins (`at` 0) or ends (−1); null for a gap, or for none. */
  const endOf = (run: Run | undefined, at: 0 | -1) => {
    const piece = run?.pieces.at(at);
    if (piece) return roads.arcPointAt(piece.arc, at ? piece.end : piece.start);
    return run?.type === "Off" ? fixAt(at ? steps.last[run.lastStep] : steps.fix[run.firstStep]) : null;
  };
  path.runs.forEach((run, r) => {
    firstOf.push(stretches.length);
    for (const { arc, start, end } of run.pieces) {
      const coordinates = roads.arcCoordinates(arc, start, end);
      stretches.push({
        type: "Road",
        edge: arc >>> 1,
        arc,
        startOffset: toMillimetres(start),
        endOffset: toMillimetres(end),
        length: toMillimetres(end - start),
        coordinates,
      });
    }
    if (run.type === "Road") return;
    // A line begins and ends where the runs beside it do. A run off the road beside a gap, or at the track's end, begins or ends at its own fixes instead.
    const from = endOf(path.runs[r - 1], -1) ?? endOf(run, 0);
    const to = endOf(path.runs[r + 1], 0) ?? endOf(run, -1);
    stretches.push(straightLine(run.type, from as Position, to as Position));
  });
  return { stretches, stretchOf: (run, piece) => firstOf[run] + Math.max(0, piece) };
}

export function straightLine(type: "Off" | "Road Gap", from: Position, to: Position): Stretch {
  const length = toMillimetres(distance(from[0], from[1], to[0], to[1]));
  return { type, edge: -1, arc: -1, startOffset: 0, endOffset: 0, length, coordinates: [from, to] };
}
