// Helpers for the tests of the pool.
import type { Track } from "../../../src/match/track/track.js";
import type { WayToDie } from "../../helpers/mortal-worker.js";

/** Tracks that kill the worker of the tests, or never end. */
export const FATAL = Object.fromEntries(
  (["exit", "throw", "memory", "endless"] satisfies WayToDie[]).map((way, i): [WayToDie, Track] => [way, { lon: [-1001 - i], lat: [0] }]),
) as Record<WayToDie, Track>;

/** A track on which the matcher of the tests' worker has a defect. */
export const DEFECT: Track = { lon: [-1005], lat: [0] };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
