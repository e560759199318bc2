// Stretches: the path as lines, one per road segment driven once, one per stretch off the road, one per gap.
import { distance } from "../geo/metres.js";
import { toMillimetres } from "../geo/rounding.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import type { Path, Run } from "./path.js";
import type { Stretch } from "./result.js";
import type { Steps } from "./steps.js";

/** The lines of a path in travel order, and which of them a piece of a run became (piece −1: the run's own). */
export function stretchesOf(
  roads: RoadGraph,
  path: Path,
  fixes: Fixes,
  steps: Steps,
): { stretches: Stretch[]; stretchOf: (run: number, piece: number) => number } {
  const stretches: Stretch[] = [];
  const firstOf: number[] = [];
  path.runs.forEach((run, r) => {
    firstOf.push(stretches.length);
    if (run.type === "Road") {
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
      return;
    }
    const fixAt = (step: number): [number, number] => [fixes.lon[steps.fix[step]], fixes.lat[steps.fix[step]]];
    const from = endOf(roads, path.runs[r - 1]) ?? (run.type === "Off" ? fixAt(run.firstStep) : [0, 0]);
    const to = startOf(roads, path.runs[r + 1]) ?? (run.type === "Off" ? lastFix(fixes, steps, run.lastStep) : [0, 0]);
    stretches.push(straightLine(run.type, from, to));
  });
  return { stretches, stretchOf: (run, piece) => firstOf[run] + Math.max(0, piece) };
}

function lastFix(fixes: Fixes, steps: Steps, step: number): [number, number] {
  return [fixes.lon[steps.last[step]], fixes.lat[steps.last[step]]];
}

function straightLine(type: "Off" | "Road Gap", from: [number, number], to: [number, number]): Stretch {
  const length = toMillimetres(distance(from[0], from[1], to[0], to[1]));
  return { type, edge: -1, arc: -1, startOffset: 0, endOffset: 0, length, coordinates: [from, to] };
}

function endOf(roads: RoadGraph, run: Run | undefined): [number, number] | null {
  if (run?.type !== "Road") return null;
  const { arc, end } = run.pieces[run.pieces.length - 1];
  return roads.arcPointAt(arc, end);
}

function startOf(roads: RoadGraph, run: Run | undefined): [number, number] | null {
  if (run?.type !== "Road") return null;
  return roads.arcPointAt(run.pieces[0].arc, run.pieces[0].start);
}
