// Area: from GeoJSON polygons to an area that roads are cut by.
import { SnapError } from "../../errors.js";
import { Area, type Rings } from "../../roads/area.js";
import { bytesIn, utf8Text } from "../bytes.js";
import type { GeoJsonObject } from "./geojson-document.js";

/** Most bytes (or characters) to read. */
const MAX_BYTES = 2 ** 28;
const MAX_DEPTH = 16;

/**
 * Reads an area from GeoJSON: Polygons and MultiPolygons, as geometries, features or collections. The area is their union. An area across the antimeridian
 * must be two polygons, as the GeoJSON standard has it. Any other geometry is an error: without it the area would not be the one that was meant.
 * @throws SnapError "bad-input" when it is no GeoJSON, holds no polygon, or its coordinates are not degrees; "limit".
 */
export function readArea(input: Uint8Array | ArrayBuffer | string | GeoJsonObject): Area {
  const polygons: Rings[] = [];
  collect(parse(input), polygons, 0);
  if (polygons.length === 0) throw new SnapError("bad-input", "The GeoJSON holds no polygon.");
  return Area.polygons(polygons);
}

function parse(input: Uint8Array | ArrayBuffer | string | GeoJsonObject): unknown {
  const given = typeof input === "string" ? input : bytesIn(input);
  if (given === null) return input;
  const size = given.length;
  if (size > MAX_BYTES) throw new SnapError("limit", `The GeoJSON has ${size} bytes; at most ${MAX_BYTES} are read for an area.`, { size });
  const text = typeof given === "string" ? given : utf8Text(given);
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw new SnapError("bad-input", "The area is not GeoJSON: it is not valid JSON, or is cut short.", { cause });
  }
}

function collect(json: unknown, polygons: Rings[], depth: number): void {
  if (depth > MAX_DEPTH) throw new SnapError("limit", `The GeoJSON is nested more than ${MAX_DEPTH} deep.`);
  const { type, features, geometry, geometries, coordinates } = (typeof json === "object" && json !== null ? json : {}) as Record<
    string,
    unknown
  >;
  // An empty list is a polygon of nothing.
  const add = (given: unknown) => {
    if (list(given).length > 0) polygons.push(given as Rings);
  };
  if (type === "FeatureCollection") for (const feature of list(features)) collect(feature, polygons, depth + 1);
  else if (type === "Feature" && geometry === null) throw new SnapError("bad-input", "A feature of the area has no geometry.");
  else if (type === "Feature") collect(geometry, polygons, depth + 1);
  else if (type === "GeometryCollection") for (const part of list(geometries)) collect(part, polygons, depth + 1);
  else if (type === "Polygon") add(coordinates);
  else if (type === "MultiPolygon") for (const polygon of list(coordinates)) add(polygon);
  else {
    const given = typeof type === "string" ? `a ${type.slice(0, 40)}` : "something that is not GeoJSON";
    throw new SnapError("bad-input", `An area must be a Polygon or MultiPolygon, or features of these; the GeoJSON holds ${given}.`);
  }
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SnapError("bad-input", "The features, geometries and coordinates of the area must be lists, and one of them is not.");
}
