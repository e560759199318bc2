// GeoJSON of a few lines around five places, and the roads read from it.
import { type ReadGeoJsonRoadsOptions, readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { dump } from "../../helpers/road-source.js";

export type Position = [number, number] | [number, number, number];
export const line = (coordinates: Position[], properties: Record<string, unknown> = { highway: "residential" }, rest = {}) => ({
  type: "Feature",
  properties,
  geometry: { type: "LineString", coordinates },
  ...rest,
});
export const collection = (...features: unknown[]) => JSON.stringify({ type: "FeatureCollection", features });
export const read = (text: string, options?: ReadGeoJsonRoadsOptions) => dump(readGeoJsonRoads(text, options));
export const A: Position = [7, 43];
export const B: Position = [7.001, 43];
export const C: Position = [7.002, 43];
export const D: Position = [7.001, 43.001];
