// Fake roads and a fake matcher, to test the rules of the service without matching.
import type { Match, MatchedPoint, Stretch } from "../../src/match/result/result.js";
import type { InputPoint, TrackPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { ErrorEnvelope } from "../../src/snap/envelope.js";
import { SnapToRoads, type SnapToRoadsOptions } from "../../src/snap/execute.js";
import type { FeatureSet, LineGeometry, PointGeometry } from "../../src/snap/feature-sets.js";
import type { ExecuteInput } from "../../src/snap/parameters.js";
import type { TrackMatcher } from "../../src/snap/points.js";
import type { ExecuteResponse } from "../../src/snap/response.js";
import { asciiMap } from "../helpers/ascii-map.js";

/** One street of 1000 m with a limit for each direction, and none for trucks. */
export function fakeRoads(): RoadGraph {
  return asciiMap("a---------b", { metresPerCell: 100, origin: [10, 50] }).graph({ ab: { speed: "30 mph", truckSpeed: 40, id: 4711 } });
}

/**
 * A matcher that moves each point 0.0001° north onto arc 0, except those south of the equator, which stay off the road. Each run of points with the same
 * result is a stretch.
 */
export function fakeMatcher(calls: TrackPoint[][] = []): TrackMatcher {
  return {
    match(track, control): Match {
      calls.push(track);
      control?.check?.();
      const points: MatchedPoint[] = [];
      const stretches: Stretch[] = [];
      for (const { lon, lat } of track) {
        const onRoad = lat >= 0;
        const type = onRoad ? "Road" : "Off";
        const arc = onRoad ? 0 : -1;
        const place: [number, number] = onRoad ? [lon, lat + 0.0001] : [lon, lat];
        if (stretches.at(-1)?.type !== type) {
          stretches.push({ type, edge: arc, arc, startOffset: 0, endOffset: 100, length: 100, coordinates: [place] });
        }
        stretches.at(-1)?.coordinates.push(place);
        points.push({
          lon: place[0],
          lat: place[1],
          confidence: onRoad ? 0.9 : 0,
          edge: arc,
          arc,
          offset: 0,
          distance: onRoad ? 11 : 0,
          reason: onRoad ? "matched" : "off-road",
          stretch: stretches.length - 1,
        });
      }
      return { points, stretches, violations: [] };
    },
  };
}

/** A service with the fake roads and matcher. */
export function fakeService(options: SnapToRoadsOptions = {}, calls: TrackPoint[][] = []): SnapToRoads {
  return new SnapToRoads(fakeRoads(), { createMatcher: () => fakeMatcher(calls), ...options });
}

/** An input point; by default it has only a place. */
export function inputPoint(point: Partial<InputPoint> = {}): InputPoint {
  return {
    lon: 10,
    lat: 50,
    time: null,
    accuracy: null,
    speed: null,
    course: null,
    trackId: null,
    objectId: null,
    attributes: {},
    ...point,
  };
}

/** A feature set of points from 10° E on, each a little farther east, with these attributes. */
export function featureSet(...attributes: Record<string, unknown>[]): {
  features: { attributes: object; geometry: { x: number; y: number } }[];
} {
  return { features: attributes.map((a, i) => ({ attributes: a, geometry: { x: 10 + i / 1000, y: 50 } })) };
}

/** The parts of a successful response. */
export interface Answer {
  response: ExecuteResponse;
  points: FeatureSet<PointGeometry>;
  /** undefined when output_lines is left out. */
  lines: FeatureSet<LineGeometry> | undefined;
  messages: ExecuteResponse["messages"];
}

/** Runs a request that must succeed. */
export function run(service: SnapToRoads, request: ExecuteInput): Answer {
  const response = service.execute(request);
  if ("error" in response) throw new Error(`the request failed: ${JSON.stringify(response)}`);
  const value = (name: string) => response.results.find((result) => result.paramName === name)?.value;
  return {
    response,
    points: value("output_snapped_points") as FeatureSet<PointGeometry>,
    lines: value("output_lines") as FeatureSet<LineGeometry> | undefined,
    messages: response.messages,
  };
}

/** Runs a request that must fail, and returns the error. */
export function failure(service: SnapToRoads, request: ExecuteInput): ErrorEnvelope["error"] {
  const response = service.execute(request);
  if (!("error" in response)) throw new Error("the request succeeded");
  return response.error;
}
