// The two feature sets of the response: snapped points and lines, with their field lists.

import { partsOf } from "../geo/meridian.js";
import { rounded } from "../geo/rounding.js";
import { type Column, type EsriField, type FieldValue, inputColumns, typeOfValues } from "./fields.js";
import type { DeclaredField, WirePlace } from "./input-points.js";
import type { SnapResult } from "./result.js";
import { type PropertyRoads, propertyType, propertyValue, type RoadProperty } from "./road-properties.js";
import { fromDegrees, type SpatialReference } from "./spatial-reference.js";

/** A feature; a point's geometry is exactly {x, y}, and null when its input has no place at all. */
export interface Feature<G> {
  attributes: Record<string, FieldValue>;
  geometry: G;
}
/** A place as the wire has it, in the units of the set's spatial reference, degrees or metres: `x` is the longitude or to the east. null: nowhere. */
export type PointGeometry = { x: number; y: number } | null;
/** A line as the wire has it, in the same units: parts of positions, `[x, y]` each, in the direction travelled. */
export interface LineGeometry {
  paths: [x: number, y: number][][];
}

/** A feature set as the response carries it. */
export interface FeatureSet<G> {
  displayFieldName: "";
  geometryType: "esriGeometryPoint" | "esriGeometryPolyline";
  spatialReference: SpatialReference;
  fields: EsriField[];
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
  /** The request's own field list. */
  declared: readonly DeclaredField[];
  /** Places as the request wrote them, for points that are not snapped. */
  places: readonly (WirePlace | null)[];
  /** Most lines returned. */
  maxRecords: number;
  /** Most characters spent on values which points lack and other points have. */
  maxEmptyCharacters: number;
  /** Called every so often; may throw to stop. */
  check?: (() => void) | undefined;
  /** Told each point with an attribute that is no plain value. */
  onUnusableAttribute?: (index: number) => void;
}

/** Features and values built between two looks at the clock. */
const CHECK_EVERY = 4096;
const CHECK_VALUES = 100_000;

/** How many lines the response has: all, or as many as it may hold. */
export function lineCount(result: SnapResult, layout: Layout): number {
  return Math.min(result.lines.length, layout.maxRecords);
}

/**
 * output_snapped_points: every input point in the input's order. Its fields are ObjectID, the input's own, confidence, line_id (only with
 * lines) and the road properties asked for. The input's OBJECTID is the output's ObjectID.
 */
export function pointFeatureSet(result: SnapResult, roads: PropertyRoads, layout: Layout): FeatureSet<PointGeometry> {
  const taken = new Set(["objectid", "confidence", "line_id", ...layout.pointProperties]);
  const inputs = inputColumns(result.inputs, { ...layout, taken });
  const lines = lineCount(result, layout);
  const every = Math.max(1, Math.min(CHECK_EVERY, Math.floor(CHECK_VALUES / (inputs.length + 1))));
  const features = result.points.map((point, i): Feature<PointGeometry> => {
    if (i % every === 0) layout.check?.();
    const values: [string, FieldValue][] = [["ObjectID", result.objectIds[i]]];
    for (const { field, values: column } of inputs) values.push([field.name, column[i]]);
    // Rounding must not turn a weak snap into none: 0 is kept for points that are not snapped.
    values.push(["confidence", point.confidence > 0 ? Math.max(rounded(point.confidence, 1e6), 1e-6) : 0]);
    if (layout.returnLines) values.push(["line_id", point.stretch < lines ? result.lineIds[i] : null]);
    for (const property of layout.pointProperties) values.push([property, propertyValue(property, roads, point.arc)]);
    return { attributes: Object.fromEntries(values), geometry: pointGeometry(result, i, layout) };
  });
  const fields: EsriField[] = [
    OBJECT_ID,
    ...inputs.map((column: Column) => column.field),
    ownField("confidence", "esriFieldTypeDouble"),
    ...(layout.returnLines ? [ownField("line_id", "esriFieldTypeInteger")] : []),
    ...layout.pointProperties.map((property) => propertyField(property, features)),
  ];
  return featureSet("esriGeometryPoint", layout, fields, features, false);
}

/** output_lines: one feature per stretch. Off and Road Gap lines have null road properties. */
export function lineFeatureSet(result: SnapResult, roads: PropertyRoads, layout: Layout): FeatureSet<LineGeometry> {
  const count = lineCount(result, layout);
  const features = result.lines.slice(0, count).map(({ objectId, trackId, stretch }, i): Feature<LineGeometry> => {
    if (i % CHECK_EVERY === 0) layout.check?.();
    const values: [string, FieldValue][] = [["ObjectID", objectId]];
    if (result.hasTrackIds) values.push(["track_id", trackId]);
    values.push(["line_type", stretch.type]);
    for (const property of layout.lineProperties) values.push([property, propertyValue(property, roads, stretch.arc)]);
    const paths = partsOf(stretch.coordinates).map((part) => part.map(([lon, lat]) => fromDegrees(layout.reference, lon, lat)));
    return { attributes: Object.fromEntries(values), geometry: { paths } };
  });
  const longest = result.lines.reduce((most, line) => Math.max(most, line.trackId?.length ?? 0), 255);
  const fields: EsriField[] = [
    OBJECT_ID,
    ...(result.hasTrackIds ? [{ ...ownField("track_id", "esriFieldTypeString"), length: longest }] : []),
    { ...ownField("line_type", "esriFieldTypeString"), length: 255 },
    ...layout.lineProperties.map((property) => propertyField(property, features)),
  ];
  return featureSet("esriGeometryPolyline", layout, fields, features, count < result.lines.length);
}

const OBJECT_ID = /* @__PURE__ */ ownField("ObjectID", "esriFieldTypeOID");

/** A field of the output's own. */
function ownField(name: string, type: string): EsriField {
  return { name, type, alias: name };
}

function propertyField(property: RoadProperty, features: readonly Feature<unknown>[]): EsriField {
  const ofValues = typeOfValues(features.map(({ attributes }) => attributes[property]));
  return ownField(property, ofValues === "esriFieldTypeDouble" ? ofValues : propertyType(property));
}

function featureSet<G>(
  geometryType: FeatureSet<G>["geometryType"],
  { reference }: Layout,
  fields: EsriField[],
  features: Feature<G>[],
  exceededTransferLimit: boolean,
): FeatureSet<G> {
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
  const place = layout.places[index];
  if (!place || !Number.isFinite(place.x) || !Number.isFinite(place.y)) return null;
  if (place.reference === layout.reference) return { x: place.x, y: place.y };
  return Math.abs(input.lat) <= 90 ? project(layout.reference, input.lon, input.lat) : null;
}

function project(reference: SpatialReference, lon: number, lat: number): PointGeometry {
  const [x, y] = fromDegrees(reference, lon, lat);
  return Number.isFinite(x) ? { x, y } : null;
}
