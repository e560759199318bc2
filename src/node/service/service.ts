// Service: what answers a SnapToRoads request: this engine on a road network, or a service elsewhere. Both return the text of the response.
import { SnapError } from "../../errors.js";
import type { RoadGraph } from "../../roads/graph.js";
import { SnapToRoads, type SnapToRoadsOptions } from "../../snap/execute.js";
import { stringifyResponse } from "../../snap/response.js";

/** The parameters of execute, parsed or as text, without token and f, which the service adds. */
export type ServiceRequest = Readonly<Record<string, unknown>>;

/** The answer of a service. */
export interface ServiceAnswer {
  /** HTTP status; 200 from this engine. */
  status: number;
  /** The response, unchanged. */
  text: string;
  /** The parsed response: results, or an error envelope. */
  response: unknown;
  /** Milliseconds from the request to the last byte of the answer. */
  ms: number;
}

/** Something that answers requests. */
export interface SnapService {
  /** An address, or the name of a file; never a token. */
  readonly name: string;
  /**
   * Answers a request; an error envelope is an answer.
   * @throws SnapError with one sentence when there is no answer
   */
  execute(request: ServiceRequest): Promise<ServiceAnswer>;
}

/**
 * This engine as a service, called `name`.
 * @throws SnapError "bad-option", "bad-input" for what are no roads.
 */
export function localService(name: string, roads: RoadGraph, options: SnapToRoadsOptions = {}): SnapService {
  const engine = new SnapToRoads(roads, { now: () => performance.now(), ...options });
  return {
    name,
    async execute(request) {
      const began = performance.now();
      const response = engine.execute(request);
      const text = stringifyResponse(response);
      return { status: 200, text, response, ms: performance.now() - began };
    },
  };
}

/**
 * A request without what does not belong in files and comparisons: the token in any spelling, and f, which is always json.
 * @throws SnapError "bad-input" when it is no object of parameters
 */
export function withoutSecrets(request: unknown): Record<string, unknown> {
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    throw new SnapError("bad-input", "The request must be an object of parameters, with points among them.");
  }
  return Object.fromEntries(Object.entries(request).filter(([name]) => !["token", "f"].includes(name.toLowerCase())));
}
