// Service request: files as requests. They are parameters of execute, as JSON or as a posted form, or tracks in any format, whose points make a request.
import { stat } from "node:fs/promises";
import { isObject } from "../../errors.js";
import { inflate } from "../../import/inflate.js";
import { formParameters } from "../../import/tracks/execute-json.js";
import { type ReadTracksOptions, trackLimits } from "../../import/tracks/track-input.js";
import { decodeText, parseJson } from "../../import/tracks/track-text.js";
import { readTracks } from "../../import/tracks/tracks.js";
import type { InputPoint } from "../../match/track/track.js";
import { withSource } from "../file-source.js";
import { type ServiceRequest, withoutSecrets } from "./service.js";

/** Bytes at the beginning that show what a file is. */
const HEAD = 4096;

/** A request from a file, and warnings about the values in it. */
export interface RequestFile {
  /** The request. */
  request: ServiceRequest;
  /** Sentences about unusable values. */
  warnings: string[];
}

/**
 * A request from a file's bytes, gzipped or not. An object with `points`, or an urlencoded form, is the request itself, without its token and f. Anything else
 * is read as tracks, whose points become a request with lines.
 * @param name the file's name, used only where the content could be two formats
 * @throws SnapError "bad-input" or "limit"
 */
export async function readRequest(bytes: Uint8Array, name = "", options: ReadTracksOptions = {}): Promise<RequestFile> {
  const plain = await inflate(bytes, { maxBytes: trackLimits(options).maxBytes });
  const whole = options.format === undefined || options.format === "execute" ? parametersOf(plain) : null;
  if (whole) return { request: withoutSecrets(whole), warnings: [] };
  const { points, warnings } = await readTracks(plain, name, options);
  return { request: requestOf(points), warnings };
}

/** The points of any track format as a request with lines. A point without a place keeps its position in the list, with a null geometry. */
export function requestOf(points: readonly InputPoint[]): ServiceRequest {
  const features = points.map((point) => {
    const { lon, lat, time, accuracy, speed, course, trackId, objectId } = point;
    const attributes: Record<string, unknown> = {
      OBJECTID: objectId,
      location_timestamp: isKnown(time) ? Math.round(time * 1000) : null,
      horizontal_accuracy: isKnown(accuracy) ? accuracy : null,
      speed: isKnown(speed) ? speed : null,
      course: isKnown(course) ? course : null,
      track_id: trackId,
    };
    const said = Object.entries(attributes).filter(([, value]) => value !== null);
    return { attributes: Object.fromEntries(said), geometry: isKnown(lon) && isKnown(lat) ? { x: lon, y: lat } : null };
  });
  return { points: { spatialReference: { wkid: 4326 }, features }, return_lines: true };
}

/** Whether a path is a file that holds a form, whatever its name. */
export async function isFormFile(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    return await withSource(path, { maxBytes: 0 }, async (source) => isForm(await source.read(0, Math.min(HEAD, source.size))));
  } catch {
    return false;
  }
}

function isForm(bytes: Uint8Array): boolean {
  return formParameters(new TextDecoder().decode(bytes.subarray(0, HEAD))) !== null;
}

/** The parameters, if the bytes are a form, or JSON whose points are not a plain list (which would be a track); else null. */
function parametersOf(bytes: Uint8Array): Record<string, unknown> | null {
  const limits = trackLimits();
  if (isForm(bytes)) return formParameters(decodeText(bytes, limits));
  if (!decodeText(bytes.subarray(0, HEAD), limits).trimStart().startsWith("{")) return null;
  let value: unknown;
  try {
    value = parseJson(decodeText(bytes, limits), "the request", limits.maxDepth);
  } catch {
    return null; // NDJSON, or broken: the track readers know
  }
  return isObject(value) && "points" in value && !Array.isArray(value.points) ? value : null;
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
