// Road sources: a plain street to make them of, and everything in one as plain values, to compare and print.
import { SnapError } from "../../src/errors.js";
import { ACCESS_ALL, ROAD_CLASSES } from "../../src/roads/attributes.js";
import type { RoadSource, SourceWay } from "../../src/roads/source.js";

/** A street open to all in both directions, of which no more is known: a way but for its id and its nodes. */
export const STREET: Omit<SourceWay, "id" | "nodes"> = {
  roadClass: ROAD_CLASSES.indexOf("residential"),
  flags: 0,
  forward: ACCESS_ALL,
  backward: ACCESS_ALL,
  speedForward: 0,
  speedBackward: 0,
  truckSpeedForward: 0,
  truckSpeedBackward: 0,
  name: "",
};

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
