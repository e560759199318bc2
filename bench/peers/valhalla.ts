// Valhalla in process, from the npm package @valhallajs/valhallajs if it is installed: its tiles, queries and answers.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { EvaluationTrack } from "../../src/evaluate/corpora.js";
import { lineLength, type Position } from "../../src/geo/lines.js";
import type { Match, MatchedPoint, Stretch } from "../../src/match/result/result.js";

const PACKAGE = "@valhallajs/valhallajs";

/** The part of the package that is used; its own types exist only if it is installed. */
interface ValhallaPackage {
  VALHALLA_VERSION: string;
  Actor: new (config: string) => ValhallaActor;
  getConfig(options: { tileDir: string; tileExtract: string }): Promise<Settings>;
}

/** A router on one set of tiles. Text in, text out: the package's wrapper for objects only adds JSON. */
export interface ValhallaActor {
  traceAttributes(query: string): Promise<string>;
  traceRoute(query: string): Promise<string>;
}

type Settings = Record<string, Record<string, unknown>>;

/** The package, and its folder. */
export interface Valhalla {
  version: string;
  package: ValhallaPackage;
  folder: string;
}

/** Loads the package from the project's node_modules; null if it is not installed. */
export function loadValhalla(): Valhalla | null {
  const require = createRequire(resolve("package.json"));
  let path: string;
  try {
    path = require.resolve(PACKAGE);
  } catch {
    return null;
  }
  const loaded = require(PACKAGE) as ValhallaPackage;
  return { version: loaded.VALHALLA_VERSION, package: loaded, folder: dirname(path) };
}

/**
 * Builds tiles from an OSM PBF file into a folder, and opens them. All settings are the package's defaults, except: no log, no additional files
 * (administrative areas, time zones, traffic), and no limits on the length of a track.
 */
export async function openTiles(valhalla: Valhalla, pbf: string, folder: string): Promise<ValhallaActor> {
  const tileDir = join(folder, "tiles");
  mkdirSync(tileDir, { recursive: true });
  const settings = await valhalla.package.getConfig({ tileDir, tileExtract: join(folder, "none.tar") });
  Object.assign(settings.mjolnir, { tile_extract: "", traffic_extract: "", admin: "", timezone: "" });
  for (const part of Object.values(settings)) if (part.logging !== undefined) Object.assign(part.logging as object, { type: "" });
  Object.assign(settings.service_limits.trace as object, { max_distance: 1e8, max_shape: 1e7 });
  const file = join(folder, "valhalla.json");
  writeFileSync(file, JSON.stringify(settings));
  const program = join(valhalla.folder, "bin", "valhalla-cli.js");
  await promisify(execFile)(process.execPath, [program, "build_tiles", "-c", file, resolve(pbf)], { cwd: folder });
  return new valhalla.package.Actor(JSON.stringify(settings));
}

/** The query of both calls: the fixes with their times, and their error if it is known, which roadsnap is not given. */
function question(track: EvaluationTrack, sigma: number | null): Record<string, unknown> {
  return {
    shape: track.track.map(({ lon, lat, time }) => ({ lon, lat, time })),
    costing: "auto",
    shape_match: "map_snap",
    ...(sigma !== null && { trace_options: { gps_accuracy: sigma } }),
  };
}

/** trace_attributes with only what a matcher needs: the points on the road, and the line of the road. */
export function attributesQuery(track: EvaluationTrack, sigma: number | null): string {
  const attributes = ["shape", "matched.point", "matched.type", "matched.edge_index", "matched.distance_along_edge"];
  return JSON.stringify({ ...question(track, sigma), filters: { action: "include", attributes } });
}

/** trace_route without directions in words. */
export function routeQuery(track: EvaluationTrack, sigma: number | null): string {
  return JSON.stringify({ ...question(track, sigma), directions_type: "none" });
}

interface Trip {
  trip: { legs: { shape: string }[] };
}

/**
 * Both answers as a match that can be scored. The lines are those of trace_route: if the route breaks off, it gives the parts separately (the later ones
 * as "alternates"), while trace_attributes joins them by a straight line. `null` is a refusal.
 */
export function matchOf(track: EvaluationTrack, attributes: string | null, route: string | null): Match {
  const found =
    attributes === null ? [] : (JSON.parse(attributes) as { matched_points: { type: string; lon: number; lat: number }[] }).matched_points;
  const points = track.track.map(({ lon, lat }, i): MatchedPoint => {
    const point = found[i];
    const snapped = point !== undefined && point.type !== "unmatched";
    const place = snapped
      ? { lon: point.lon, lat: point.lat, edge: 0, arc: 0, confidence: 1 }
      : { lon, lat, edge: -1, arc: -1, confidence: 0 };
    return { ...place, offset: 0, distance: 0, reason: snapped ? "matched" : "no-road-nearby", stretch: snapped ? 0 : -1 };
  });
  const trips = route === null ? [] : tripsOf(JSON.parse(route) as Trip & { alternates?: Trip[] });
  const stretches = trips.flatMap(({ trip }) =>
    trip.legs.map(({ shape }): Stretch => {
      const coordinates = decodePolyline(shape);
      return { type: "Road", edge: 0, arc: 0, startOffset: 0, endOffset: 0, length: lineLength([coordinates]), coordinates };
    }),
  );
  return { points, stretches, violations: [] };
}

function tripsOf(answer: Trip & { alternates?: Trip[] }): Trip[] {
  return [answer, ...(answer.alternates ?? [])];
}

/** A line in the encoded polyline format with six decimals. */
export function decodePolyline(text: string): Position[] {
  const line: Position[] = [];
  let at = 0;
  let lon = 0;
  let lat = 0;
  const next = (): number => {
    let bits = 0;
    for (let shift = 0; ; shift += 5) {
      const value = text.charCodeAt(at++) - 63;
      bits |= (value & 31) << shift;
      if (value < 32) return bits & 1 ? ~(bits >> 1) : bits >> 1;
    }
  };
  while (at < text.length) {
    lat += next();
    lon += next();
    line.push([lon / 1e6, lat / 1e6]);
  }
  return line;
}
