// Road sources as plain values, to compare and print.
import { SnapError } from "../../src/errors.js";
import type { RoadSource } from "../../src/roads/source.js";

/** Everything in a source; nodes as [id, lon × 1e7, lat × 1e7]. */
export function dump(source: RoadSource) {
  return {
    nodes: Array.from({ length: source.nodeCount }, (_, i) => [source.nodeId[i], source.nodeLon[i], source.nodeLat[i]]),
    ways: source.ways.map((way) => ({ ...way, nodes: Array.from(way.nodes) })),
    restrictions: source.restrictions,
    barriers: source.barriers,
    dropped: source.dropped,
  };
}

/** The error of an asynchronous reader, which must be a SnapError of one sentence. */
export async function trouble(reading: Promise<unknown>): Promise<SnapError> {
  let error: unknown;
  try {
    await reading;
  } catch (caught) {
    error = caught;
  }
  if (error === undefined) throw new Error("nothing was thrown");
  if (!(error instanceof SnapError)) throw error;
  if (!/^[^\n]+\.$/.test(error.message)) throw new Error(`not one sentence: ${error.message}`);
  return error;
}
