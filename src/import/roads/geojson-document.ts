// GeoJSON document: from bytes or text to the features in it, whatever form the file has.

import { isObject, SnapError } from "../../errors.js";
import { bytesIn, utf8Text } from "../bytes.js";
import { RECORD_SEPARATOR } from "../content.js";
import type { Json } from "../tags/geojson-tags.js";

/** A GeoJSON object that is parsed already. Its members are checked when it is read. */
export type GeoJsonObject = {
  /** `FeatureCollection`, `Feature`, or the type of a geometry. It determines the other members, as in RFC 7946. */
  type: string;
  /** The id of a feature. */
  id?: unknown;
  /** Ignored. */
  bbox?: unknown;
  /** The properties of a feature: the tags of a road. */
  properties?: unknown;
  /** The features of a FeatureCollection. */
  features?: unknown;
  /** The geometry of a Feature. */
  geometry?: unknown;
  /** The geometries of a GeometryCollection. */
  geometries?: unknown;
  /** The coordinates of a geometry: [lon, lat] in degrees. */
  coordinates?: unknown;
};

/** A feature, with its number in the file from 1. */
export interface NumberedFeature {
  feature: Json;
  number: number;
}

/** The value of GeoJSON given as bytes or text; what is parsed already is taken as it is. */
export function parseGeoJson(input: Uint8Array | ArrayBuffer | string | GeoJsonObject, maxBytes: number): unknown {
  const given = typeof input === "string" ? input : bytesIn(input);
  if (given === null) return input;
  const size = given.length;
  if (size > maxBytes) throw new SnapError("limit", `The GeoJSON has ${size} bytes; at most ${maxBytes} are read.`, { size, maxBytes });
  const text = (typeof given === "string" ? given : utf8Text(given)).replace(/^\ufeff/, "");
  if (text.trim() === "") throw new SnapError("bad-input", "The GeoJSON is empty.");
  try {
    return JSON.parse(text);
  } catch (cause) {
    const features = sequence(text);
    if (features !== null) return { type: "FeatureCollection", features };
    const what = /^\s*</.test(text) ? "not JSON: it begins as XML or HTML" : "not valid JSON, or is cut short";
    throw new SnapError("bad-input", `The GeoJSON is ${what}.`, { cause });
  }
}

/** The features of a GeoJSON text sequence, or of a file with one per line; null if the text does not begin as such. */
function sequence(text: string): unknown[] | null {
  const records = text.split(text.includes(RECORD_SEPARATOR) ? RECORD_SEPARATOR : "\n").filter((record) => record.trim() !== "");
  const features: unknown[] = [];
  for (const record of records) {
    try {
      features.push(JSON.parse(record));
    } catch (cause) {
      if (features.length === 0) return null;
      const number = features.length + 1;
      throw new SnapError("bad-input", `Record ${number} of the GeoJSON is not valid JSON, or is cut short.`, { record: number, cause });
    }
    const [first] = features;
    if (!isObject(first)) return null;
    if (typeof first.type !== "string")
      throw new SnapError(
        "bad-input",
        "The file has one JSON record a line, as files of tracks do, and the first is not a GeoJSON feature.",
      );
  }
  return features;
}

/** The features of a document, numbered from 1; a bare geometry is a feature without properties. */
export function* features(json: unknown): Generator<NumberedFeature> {
  const type = isObject(json) ? json.type : undefined;
  if (isObject(json) && type === undefined && Array.isArray(json.elements)) {
    throw new SnapError("bad-input", "The JSON is an answer of Overpass, not GeoJSON; ask Overpass for XML, with [out:xml].");
  }
  if (!isObject(json) || typeof type !== "string") {
    throw new SnapError("bad-input", 'The JSON is not GeoJSON: it has no "type".', {});
  }
  if (type === "FeatureCollection") {
    if (!Array.isArray(json.features)) throw new SnapError("bad-input", 'The GeoJSON FeatureCollection has no list of "features".');
    for (let i = 0; i < json.features.length; i++) {
      const feature: unknown = json.features[i];
      if (!isObject(feature)) throw new SnapError("bad-input", `Feature ${i + 1} of the GeoJSON is not an object.`, { feature: i + 1 });
      yield { feature, number: i + 1 };
    }
  } else if (type === "Feature") yield { feature: json, number: 1 };
  else yield { feature: { type: "Feature", properties: null, geometry: json }, number: 1 };
}
