// The two feature sets of the response: snapped points and lines, with their field lists.

import { partsOf } from "../geo/meridian.js";
import { rounded } from "../geo/rounding.js";
import type { Stretch } from "../match/result/result.js";
import { type Column, type DeclaredField, type EsriField, type FieldValue, inputColumns, textColumn, typeOfValues } from "./fields.js";
import type { WirePlace } from "./input-points.js";
import type { SnapResult } from "./result.js";
import { type PropertyRoads, propertyValue, type RoadProperty } from "./road-properties.js";
import { fromDegrees, type SpatialReference } from "./spatial-reference.js";

/** A feature of a response; a point's geometry is exactly {x, y}, and null when its input has no place at all. */
export interface Feature<G> {
  /** Values by field name, of each field of the set. */
  attributes: Record<string, FieldValue>;
  /** A place or a line. */
  geometry: G;
}
/** A place as the wire has it, in the units of the set's spatial reference, degrees or metres: `x` is the longitude or to the east. null: nowhere. */
export type PointGeometry = { x: number; y: number } | null;
/** A line as the wire has it, in the same units: parts of positions, `[x, y]` each, in the direction travelled. */
export interface LineGeometry {
  /** A part of it each: more than one where it crosses the antimeridian. */
  paths: [x: number, y: number][][];
}

/** A feature set as the response carries it. */
export interface FeatureSet<G> {
  /** Always empty. */
  displayFieldName: "";
  /** What its features are. */
  geometryType: "esriGeometryPoint" | "esriGeometryPolyline";
  /** What its coordinates are in. */
  spatialReference: SpatialReference;
  /** Name and type of each attribute. */
  fields: EsriField[];
  /** Points in the order of the request, lines in travel order, track by track. */
  features: Feature<G>[];
  /** Whether there were more than the maximum number of records. */
  exceededTransferLimit: boolean;
}

/** What the feature sets are to hold. */
export interface Layout {
  returnLines: boolean;
  pointProperties: readonly RoadProperty[];
  lineProperties: readonly RoadProperty[];
  /** Of the output. */
  reference: SpatialReference;
  /** Of the request its own field list, and places as it wrote them, for points that are not snapped. */
  points: { fields: readonly DeclaredField[]; places: readonly (WirePlace | null)[] };
  /** Most lines returned. */
  maxRecords: number;
  /** Most characters spent on values which points lack and other points have. */
  maxEmptyCharacters: number;
  /** Called every so often; may throw to stop. */
  check?: (() => void) | undefined;
}

/**
 * output_snapped_points: every input point in the input's order. Its fields are ObjectID, the input's own, confidence, line_id (only with
 * lines; without them an input's own is one of its fields) and the road properties asked for. The input's OBJECTID is the output's ObjectID.
 */
export function pointFeatureSet(result: SnapResult, roads: PropertyRoads, layout: Layout): FeatureSet<PointGeometry> {
  const { points, objectIds, lineIds } = result;
  const { returnLines, pointProperties, maxRecords } = layout;
  const taken = new Set(["objectid", "confidence", ...(returnLines ? ["line_id"] : []), ...pointProperties]);
  // Rounding must not turn a weak snap into none: 0 is kept for points that are not snapped.
  const confidences = points.map(({ confidence }) => (confidence > 0 ? Math.max(rounded(confidence, 1e6), 1e-6) : 0));
  const returned = points.map(({ stretch }, i) => (stretch < maxRecords ? lineIds[i] : null));
  const columns = [
    ownColumn("ObjectID", "esriFieldTypeOID", objectIds),
    ...inputColumns(result.inputs, { ...layout, declared: layout.points.fields, taken }),
    ownColumn("confidence", "esriFieldTypeDouble", confidences),
    ...(returnLines ? [ownColumn("line_id", "esriFieldTypeInteger", returned)] : []),
    ...propertyColumns(pointProperties, roads, points),
  ];
  return featureSet("esriGeometryPoint", layout, columns, points, (_, i) => pointGeometry(result, i, layout));
}

/** output_lines: one feature per stretch. Off and Road Gap lines have null road properties. */
export function lineFeatureSet(result: SnapResult, roads: PropertyRoads, layout: Layout): FeatureSet<LineGeometry> {
  const lines = result.lines.slice(0, layout.maxRecords);
  const stretches = lines.map(({ stretch }) => stretch);
  const ids = lines.map(({ objectId }) => objectId);
  const trackIds = lines.map(({ trackId }) => trackId);
  const types = stretches.map(({ type }) => type);
  const columns = [
    ownColumn("ObjectID", "esriFieldTypeOID", ids),
    ...(result.hasTrackIds ? [textColumn("track_id", trackIds)] : []),
    textColumn("line_type", types),
    ...propertyColumns(layout.lineProperties, roads, stretches),
  ];
  const geometryOf = ({ coordinates }: Stretch): LineGeometry => ({
    paths: partsOf(coordinates).map((part) => part.map(([lon, lat]) => fromDegrees(layout.reference, lon, lat))),
  });
  return featureSet("esriGeometryPolyline", layout, columns, stretches, geometryOf, lines.length < result.lines.length);
}

/** A field of the output's own. */
function ownColumn(name: string, type: string, values: FieldValue[]): Column {
  return { field: { name, type, alias: name }, values };
}

function propertyColumns(properties: readonly RoadProperty[], roads: PropertyRoads, on: readonly { arc: number }[]): Column[] {
  return properties.map((property) => {
    const values = on.map(({ arc }) => propertyValue(property, roads, arc));
    // An id is whole, but may be too large for an Integer.
    const isInteger = property === "oid_routing_streets" && typeOfValues(values) !== "esriFieldTypeDouble";
    return ownColumn(property, isInteger ? "esriFieldTypeInteger" : "esriFieldTypeDouble", values);
  });
}

function featureSet<T, G>(
  geometryType: FeatureSet<G>["geometryType"],
  { reference, check }: Layout,
  columns: readonly Column[],
  of: readonly T[],
  geometryOf: (one: T, index: number) => G,
  exceededTransferLimit = false,
): FeatureSet<G> {
  const features = of.map((one, i): Feature<G> => {
    check?.();
    return {
      attributes: Object.fromEntries(columns.map(({ field, values }) => [field.name, values[i]])),
      geometry: geometryOf(one, i),
    };
  });
  const fields = columns.map(({ field }) => field);
  return { displayFieldName: "", geometryType, spatialReference: { ...reference }, fields, features, exceededTransferLimit };
}

/**
 * Where the point is in the output's spatial reference. A point that is not snapped stays exactly where its input has it; null when that is
 * no place, or no place on earth that another spatial reference could show.
 */
function pointGeometry(result: SnapResult, index: number, layout: Layout): PointGeometry {
  const { lon, lat, edge } = result.points[index];
  if (edge >= 0) return project(layout.reference, lon, lat);
  const input = result.inputs[index];
  const place = layout.points.places[index];
  if (!place) return null;
  if (place.reference === layout.reference) return { x: place.x, y: place.y };
  return Math.abs(input.lat) <= 90 ? project(layout.reference, input.lon, input.lat) : null;
}

function project(reference: SpatialReference, lon: number, lat: number): PointGeometry {
  const [x, y] = fromDegrees(reference, lon, lat);
  return Number.isFinite(x) ? { x, y } : null;
}
