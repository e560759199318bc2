// Handed: checks the arguments of a writer before anything is written.
import { isObject, SnapError, shownOrAwaited } from "../errors.js";
import { checkRoads } from "../roads/graph.js";

/**
 * @throws SnapError "bad-input" for what is no result or no roads, such as the promise of one; "bad-roads" for roads that were moved to another
 * thread.
 */
export function checkHanded(result: unknown, roads: unknown): void {
  checkResult(result);
  checkRoads(roads, "The writer's");
}

/** @throws SnapError "bad-input" for what is no result. */
export function checkResult(result: unknown): void {
  if (!isObject(result) || !Array.isArray(result.inputs) || !Array.isArray(result.points)) {
    throw new SnapError("bad-input", `The result to write is ${shownOrAwaited(result)}; it must be what snapPoints returns.`);
  }
}
