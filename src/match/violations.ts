// Violations: the rules of the road that the decoded path broke.
import type { RoadGraph } from "../roads/graph.js";
import type { Path } from "./path.js";
import type { Violation } from "./result.js";
import { type Rules, Use } from "./rules.js";

/** In travel order; a rule broken over several pieces on end is reported once, where it began. */
export function violationsOf(roads: RoadGraph, rules: Rules, path: Path, stretchOf: (run: number, piece: number) => number): Violation[] {
  const { turnNext, turnBan } = roads.columns;
  const found: Violation[] = [];
  path.runs.forEach((run, r) => {
    if (run.type !== "Road") return;
    let before = Use.lawful;
    let state = -1;
    run.pieces.forEach(({ arc, start }, p) => {
      const stretch = stretchOf(r, p);
      const use = rules.use(arc);
      if (use === Use.wrongWay && before !== use) found.push({ kind: "wrong-way", arc, stretch });
      if (use === Use.closed && before !== use) found.push({ kind: "no-access", arc, stretch });
      before = use;
      if (p === 0) {
        state = arc;
        return;
      }
      const last = run.pieces[p - 1].arc;
      if (last === (arc ^ 1) && !rules.mayTurnBack(start > 0 ? -1 : roads.head(last))) found.push({ kind: "u-turn", arc: last, stretch });
      if (last !== (arc ^ 1) && rules.passing(roads.head(last)) > 0) found.push({ kind: "barrier", arc: last, stretch });
      const entry = start === 0 ? roads.turnEntry(roads.turnRow(state), arc) : -1;
      state = entry < 0 ? arc : turnNext[entry];
      if (entry >= 0 && rules.turn(turnBan[entry]) > 0) found.push({ kind: "turn-restriction", arc: last, stretch });
    });
  });
  return found;
}
