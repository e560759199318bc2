// GeoJSON lines: the lines of features, with their tags and way ids; counts what is left out.

import { isObject, SnapError, shown, shownPosition } from "../../errors.js";
import { E7 } from "../../geo/metres.js";
import { isBridge, isTunnel } from "../tags/flags.js";
import { firstOf, type Json, tagsOf } from "../tags/geojson-tags.js";
import { isDirection } from "../tags/oneway.js";
import type { Tags } from "../tags/tags.js";
import type { NumberedFeature } from "./geojson-document.js";
import type { JoinableLine } from "./joints.js";

const MAX_DEPTH = 16;
const OTHER_TYPES = new Set(["Point", "MultiPoint", "Polygon", "MultiPolygon", "GeometryCollection"]);
const ID_KEYS = ["@id", "osm_id", "osm_way_id", "osmid", "id"];
const NO_HIGHWAY = "line without highway";
const NO_ID = "line without an id: it has its place in the file";

/** One line with the tags of its feature. Coordinates in degrees × 1e7. */
export interface Line extends JoinableLine {
  id: number;
  tags: Tags;
}

/** How properties become tags. */
interface TagOptions {
  highway?: string | undefined;
  columns?: Readonly<Record<string, string>> | undefined;
}

/** Reads features, one after the other. */
export class LineReader {
  readonly lines: Line[] = [];
  /** Counts of what is no road, or was read in another way than it was meant, by reason. */
  readonly leftOut = new Map<string, number>();
  /** The columns of the first line that has no class. */
  columnsWithoutClass: readonly string[] = [];
  #unnumbered = 0;
  readonly #options: TagOptions;
  /** What the coordinates are in, if the file says that it is not degrees. */
  readonly #crs: string | null;
  /** Names in the option columns that no feature has had so far. */
  readonly #missing: Set<string>;

  constructor(options: TagOptions, crs: string | null) {
    this.#options = options;
    this.#crs = crs;
    this.#missing = new Set(Object.values(options.columns ?? {}));
  }

  /** How many lines there were, roads or not. */
  get count(): number {
    return this.lines.length + (this.leftOut.get(NO_HIGHWAY) ?? 0);
  }

  /** Counts the lines without an id, if others have one: their place in the file may be the id of another. */
  checkIds(): void {
    if (this.#unnumbered > 0 && this.#unnumbered < this.lines.length) this.leftOut.set(NO_ID, this.#unnumbered);
  }

  /** Adds the lines of a feature. */
  read({ feature, number }: NumberedFeature): void {
    const { highway, columns } = this.#options;
    const properties = isObject(feature.properties) ? feature.properties : {};
    const tags = tagsOf(properties, highway, columns);
    const said = idOf(properties, feature, number, columns?.id);
    const id = said ?? number;
    for (const coordinates of this.#linesIn(feature.geometry, number)) {
      const line = { id, tags, level: levelOf(tags), ...positions(coordinates, number, this.#crs) };
      if (tags.has("highway") || tags.has("route")) {
        this.lines.push(line);
        if (said === null) this.#unnumbered++;
        const oneway = tags.get("oneway");
        if (oneway !== undefined && !isDirection(oneway)) this.#leaveOut(onewayReason(oneway, this.leftOut));
      } else {
        if (this.columnsWithoutClass.length === 0) this.columnsWithoutClass = Object.keys(properties);
        this.#leaveOut(NO_HIGHWAY);
      }
    }
    for (const name of this.#missing) if (isObject(feature.properties) && name in properties) this.#missing.delete(name);
  }

  /** @throws SnapError "bad-option" when the option columns has a name that no feature has. */
  checkColumns(): void {
    for (const name of this.#missing)
      throw new SnapError("bad-option", `The option columns names ${shown(name)}, but no feature has such a property.`, {
        name: "columns",
        value: this.#options.columns ?? {},
      });
  }

  #leaveOut(reason: string): void {
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }

  /** The coordinates of each line in a geometry; the rest is left out. */
  *#linesIn(geometry: unknown, number: number, depth = 0): Generator<unknown> {
    const type = isObject(geometry) ? geometry.type : null;
    if (!isObject(geometry) || typeof type !== "string") this.#leaveOut("feature without geometry");
    else if (type === "LineString") yield geometry.coordinates;
    else if (type === "MultiLineString") yield* list(geometry.coordinates, number);
    else if (type === "GeometryCollection" && depth < MAX_DEPTH) {
      for (const part of list(geometry.geometries, number)) yield* this.#linesIn(part, number, depth + 1);
    } else this.#leaveOut(OTHER_TYPES.has(type) ? `${type}, which is no line` : "geometry of unknown type");
  }
}

/** Most unknown values of `oneway` that are reported one by one. */
const MOST_NAMED = 5;

/** The reason why a line's one-way rule was left out. It names the unknown value, unless there are many. */
function onewayReason(value: string, counts: ReadonlyMap<string, number>): string {
  const reason = (what: string) => `oneway that is not known, ${what}: both ways`;
  const named = reason(shown(value));
  if (counts.has(named) || [...counts.keys()].filter((one) => one.startsWith("oneway ")).length < MOST_NAMED) return named;
  return reason("others");
}

/** The way id of a feature, null if it has none. `column`: the property that has it, if the option gives one. */
function idOf(properties: Json, feature: Json, number: number, column: string | undefined): number | null {
  const said = column === undefined ? undefined : firstOf(properties[column]);
  if (said !== undefined && said !== null && said !== "") {
    const id = typeof said === "string" && /^\s*-?\d+\s*$/.test(said) ? Number(said) : said;
    if (typeof id === "number" && Number.isSafeInteger(id)) return id;
    const sentence = `Feature ${number} of the GeoJSON has ${shown(said)} in ${shown(column)}, which the option columns (id=…) names as the id; a way's id must be a whole number.`;
    throw new SnapError("bad-input", sentence, { feature: number });
  }
  for (const value of [...ID_KEYS.map((key) => firstOf(properties[key] ?? properties[key.toUpperCase()])), feature.id]) {
    const digits = typeof value === "number" ? String(value) : typeof value === "string" ? value.replace(/^(?:way\/|w)(?=-?\d)/, "") : "";
    if (/^-?\d+$/.test(digits) && Number.isSafeInteger(Number(digits))) return Number(digits);
  }
  return null;
}

function list(value: unknown, number: number): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SnapError("bad-input", `Feature ${number} of the GeoJSON has no list of coordinates.`, { feature: number });
}

function positions(coordinates: unknown, number: number, crs: string | null): { lon: number[]; lat: number[] } {
  const lon: number[] = [];
  const lat: number[] = [];
  for (const position of list(coordinates, number)) {
    const [x, y]: readonly unknown[] = Array.isArray(position) ? position : [];
    if (typeof x !== "number" || typeof y !== "number" || !(Math.abs(x) <= 180) || !(Math.abs(y) <= 90)) {
      const said = crs === null ? "" : `; the file says that its coordinates are in ${shown(crs)}: export it as EPSG:4326`;
      const sentence = `Feature ${number} of the GeoJSON has the position ${shownPosition(position)}; it must be [longitude, latitude] in degrees (WGS84)${said}.`;
      throw new SnapError("bad-input", sentence, { feature: number });
    }
    lon.push(Math.round(x * E7));
    lat.push(Math.round(y * E7));
  }
  return { lon, lat };
}

function levelOf(tags: Tags): string {
  return tags.get("layer") ?? (isBridge(tags) ? "1" : isTunnel(tags) ? "-1" : "0");
}
