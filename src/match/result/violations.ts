// Violations: the rules of the road that the decoded path broke.
import type { RoadGraph } from "../../roads/graph.js";
import { type Rules, Use } from "../routes/rules.js";
import type { Path } from "./path.js";
import type { Violation } from "./result.js";

/** The violations of a path, in travel order. A rule broken on several pieces in a row is reported once, where that begins. */
export function violationsOf(roads: RoadGraph, rules: Rules, path: Path, stretchOf: (run: number, piece: number) => number): Violation[] {
  const { turnNext, turnBan } = roads.columns;
  const found: Violation[] = [];
  path.runs.forEach((run, r) => {
    let before = Use.lawful;
    let state = -1;
    run.pieces.forEach(({ arc, start }, p) => {
      const report = (kind: Violation["kind"], on: number) => found.push({ kind, arc: on, stretch: stretchOf(r, p) });
      const use = rules.use(arc);
      if (use !== before && use !== Use.lawful) report(use === Use.closed ? "no-access" : "wrong-way", arc);
      before = use;
      if (p === 0) {
        state = arc;
        return;
      }
      const last = run.pieces[p - 1].arc;
      if (last === (arc ^ 1) && !rules.mayTurnBack(start > 0 ? -1 : roads.head(last))) report("u-turn", last);
      if (last !== (arc ^ 1) && rules.passing(roads.head(last)) > 0) report("barrier", last);
      const entry = start === 0 ? roads.turnEntry(roads.turnRow(state), arc) : -1;
      state = entry < 0 ? arc : turnNext[entry];
      if (entry >= 0 && rules.turn(turnBan[entry]) > 0) report("turn-restriction", last);
    });
  });
  return found;
}
