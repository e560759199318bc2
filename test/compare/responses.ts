// Responses written by hand, in metres east and north of an origin, in the form that a service sends.
import { latScale, lonScale } from "../../src/geo/metres.js";

/** The origin of the metres. */
export const ORIGIN: [lon: number, lat: number] = [10, 50];

/** Degrees for metres east and north. */
export function place(east: number, north: number): [lon: number, lat: number] {
  return [ORIGIN[0] + east / lonScale(ORIGIN[1]), ORIGIN[1] + north / latScale(ORIGIN[1])];
}

/** A snapped point: its place in metres; by default snapped with 0.9, and on line 1. */
export interface PointSpec {
  id: number;
  at: [east: number, north: number] | null;
  confidence?: number | null;
  line?: number | null;
  more?: Record<string, unknown>;
}

/** A line: its places in metres, "0,0 100,0"; by default of type Road. */
export interface LineSpec {
  id: number;
  along: string;
  type?: string;
  track?: string;
  more?: Record<string, unknown>;
}

export interface ResponseSpec {
  points: PointSpec[];
  /** If undefined, there are no output_lines. */
  lines?: LineSpec[];
  messages?: { type: string; description: string }[];
}

const field = (name: string, type = "esriFieldTypeDouble") => ({ name, type, alias: name });

/** The response, as parsed from JSON. */
export function response({ points, lines, messages = [] }: ResponseSpec) {
  const more = (specs: readonly { more?: Record<string, unknown> }[]) => [
    ...new Set(specs.flatMap((spec) => Object.keys(spec.more ?? {}))),
  ];
  const results: unknown[] = [
    {
      paramName: "output_snapped_points",
      dataType: "GPFeatureRecordSetLayer",
      value: {
        geometryType: "esriGeometryPoint",
        spatialReference: { wkid: 4326, latestWkid: 4326 },
        fields: [
          field("ObjectID", "esriFieldTypeOID"),
          field("confidence"),
          ...(lines ? [field("line_id", "esriFieldTypeInteger")] : []),
          ...more(points).map((name) => field(name)),
        ],
        features: points.map(({ id, at, confidence = 0.9, line = 1, more }) => {
          const [x, y] = at ? place(...at) : [];
          return {
            attributes: { ObjectID: id, confidence, ...(lines ? { line_id: line } : {}), ...more },
            geometry: at ? { x, y } : null,
          };
        }),
      },
    },
  ];
  if (lines) {
    const tracks = lines.some(({ track }) => track !== undefined);
    results.push({
      paramName: "output_lines",
      dataType: "GPFeatureRecordSetLayer",
      value: {
        geometryType: "esriGeometryPolyline",
        spatialReference: { wkid: 4326, latestWkid: 4326 },
        fields: [
          field("ObjectID", "esriFieldTypeOID"),
          ...(tracks ? [field("track_id", "esriFieldTypeString")] : []),
          field("line_type", "esriFieldTypeString"),
          ...more(lines).map((name) => field(name)),
        ],
        features: lines.map(({ id, along, type = "Road", track, more }) => ({
          attributes: { ObjectID: id, ...(tracks ? { track_id: track ?? null } : {}), line_type: type, ...more },
          geometry: { paths: [placesOf(along)] },
        })),
      },
    });
  }
  results.push({ paramName: "usage_cost", dataType: "GPString", value: { numObjects: points.length, credits: 0 } });
  return { results, messages };
}

function placesOf(along: string): [lon: number, lat: number][] {
  return along === "" ? [] : along.split(" ").map((at) => place(...(at.split(",").map(Number) as [number, number])));
}

/** An error envelope. */
export function refusal(code: number, message: string, details: string[] = []) {
  return { error: { code, message, details } };
}
