// The requests of a load, each with the answer that it must get.
import type { Random } from "../../src/geo/random.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { isErrorEnvelope } from "../../src/snap/envelope.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { type ExecuteResponse, stringifyResponse } from "../../src/snap/response.js";
import { featureSet } from "../inputs/formats.js";
import { cutTrack, longDrive } from "../inputs/walk.js";

/** The points of a short and of a long request, and the number of different requests of each kind. */
export const SHORT = { points: 6, count: 500 };
export const LONG = { points: 2000, count: 25 };

/** A request, and its answer to the byte. */
export interface LoadRequest {
  points: number;
  /** The form as it is sent. */
  body: string;
  answer: Buffer;
}

/** Requests to draw from, with this share of long ones. The answers are those of `SnapToRoads` in this process. */
export function requestsOver(roads: RoadGraph, longShare: number): (random: Random) => LoadRequest {
  const service = new SnapToRoads(roads);
  const make = ({ points, count }: typeof SHORT) =>
    cutTrack(longDrive(roads, points * count), points).map((track): LoadRequest => {
      const body = new URLSearchParams({ points: JSON.stringify(featureSet(track)), return_lines: "true", f: "json" }).toString();
      const answer = Buffer.from(stringifyResponse(service.execute(body)));
      const trouble = troubleWith(points, 200, answer);
      if (trouble !== null) throw new Error(`A request of the load cannot be used: ${trouble}`);
      return { points, body, answer };
    });
  const [short, long] = [longShare < 1 ? make(SHORT) : [], longShare > 0 ? make(LONG) : []];
  return (random) => {
    const kind = random.next() < longShare ? long : short;
    return kind[random.int(kind.length)];
  };
}

/** What is wrong with an answer, in one sentence; null if it is the expected one. */
export function verdict({ points, answer }: Pick<LoadRequest, "points" | "answer">, status: number, bytes: Buffer): string | null {
  if (status === 200 && bytes.equals(answer)) return null;
  return troubleWith(points, status, bytes) ?? `The answer has ${bytes.length} bytes which differ from the ${answer.length} expected ones.`;
}

function troubleWith(points: number, status: number, bytes: Buffer): string | null {
  const shown = bytes.subarray(0, 200).toString();
  if (status !== 200) return `The status is ${status}: ${shown}`;
  const response = parsed(bytes);
  if (response === null) return `The answer is no JSON: ${shown}`;
  if (isErrorEnvelope(response)) return `The answer is an error: ${shown}`;
  const [snapped] = response.results;
  const returned = snapped?.paramName === "output_snapped_points" ? snapped.value.features.length : 0;
  return returned === points ? null : `The answer has ${returned} points for ${points}.`;
}

function parsed(bytes: Buffer): ExecuteResponse | null {
  try {
    return JSON.parse(bytes.toString()) as ExecuteResponse;
  } catch {
    return null;
  }
}
