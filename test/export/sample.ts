// A small snapped result on two streets, made by hand so that all values in the written files are known.
import type { MatchedPoint, Stretch } from "../../src/match/result/result.js";
import type { InputPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { SnapLine, SnapResult } from "../../src/snap/result.js";
import { asciiMap } from "../helpers/ascii-map.js";

const map = asciiMap("a----b----c");
/** Two consecutive streets: edge 0 is "High Street <A & B>" at 30 mph, edge 1 has no name and no limit. */
export const roads: RoadGraph = map.graph({
  ab: { id: 501, name: "High Street <A & B>", class: "residential", speed: "30 mph" },
  bc: { id: 502, name: "", class: "service" },
});

const unknown = { time: null, accuracy: null, speed: null, course: null, trackId: null, objectId: null, attributes: {} };

/** An input point; other fields are unknown by default. */
export function input(lon: number, lat: number, rest: Partial<InputPoint> = {}): InputPoint {
  return { lon, lat, ...unknown, ...rest };
}

/** A result that leaves every point where it is: off the road, or with a bad coordinate. */
export function unmoved(inputs: InputPoint[]): SnapResult {
  const hasTrackIds = inputs.some(({ trackId }) => trackId !== null);
  const points = inputs.map(({ lon, lat, trackId }): MatchedPoint => {
    const good = Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
    const reason = !good ? "bad-coordinate" : hasTrackIds && trackId === null ? "unlocated" : "off-road";
    return { lon, lat, confidence: 0, edge: -1, arc: -1, offset: 0, distance: 0, reason, stretch: -1 };
  });
  return {
    inputs,
    points,
    objectIds: inputs.map(({ objectId }, i) => objectId ?? i + 1),
    lineIds: inputs.map(() => null),
    lines: [],
    violations: [],
    hasTrackIds,
    messages: [],
  };
}

/** Two tracks, a point without a track, and one without a place: track "x" drives both streets with a gap, track "y" is off the road. */
export function sample(): SnapResult {
  const time = 1_704_522_159.5;
  const inputs = [
    input(-30, 45, { trackId: "x", objectId: 11, time, accuracy: 5, speed: 10.25, course: 90, attributes: { name: "first", ele: 12.5 } }),
    input(-29.999, 45, { trackId: "y", attributes: { name: 'comma, "quote"\nline' } }),
    input(-29.99, 45, { trackId: "x", time: time + 10 }),
    input(Number.NaN, 45, { trackId: "x" }),
    input(-29.5, 45.5, { attributes: { note: "of no track" } }),
  ];
  const road = (edge: number): Stretch => {
    const length = roads.edgeLength[edge];
    return { type: "Road", edge, arc: 2 * edge, startOffset: 0, endOffset: length, length, coordinates: roads.arcCoordinates(2 * edge) };
  };
  const straight = (type: "Off" | "Road Gap", coordinates: [number, number][]): Stretch => ({
    type,
    edge: -1,
    arc: -1,
    startOffset: 0,
    endOffset: 0,
    length: 12.34567,
    coordinates,
  });
  const gap = straight("Road Gap", [map.at("b"), map.at("c")]);
  const off = straight("Off", [
    [-29.999, 45],
    [-29.9985, 45.000_000_04],
  ]);
  const stretches: [string, Stretch][] = [
    ["x", road(0)],
    ["x", gap],
    ["x", road(1)],
    ["y", off],
  ];
  const lines = stretches.map(([trackId, stretch], i): SnapLine => ({ objectId: i + 1, trackId, stretch }));
  const result = unmoved(inputs);
  result.points[0] = {
    lon: -29.9968 + 4e-9,
    lat: 45,
    confidence: 0.987_654_321,
    edge: 0,
    arc: 0,
    offset: 1,
    distance: 4.56789,
    reason: "matched",
    stretch: 0,
  };
  result.points[2] = { ...result.points[0], edge: 1, arc: 2, confidence: 1, reason: "interpolated", stretch: 2 };
  result.points[1] = { ...result.points[1], stretch: 3 };
  result.lineIds = [1, 4, 3, null, null];
  return { ...result, lines, violations: [{ kind: "u-turn", arc: 2, stretch: 2, trackId: "x" }] };
}
