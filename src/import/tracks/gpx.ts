// GPX 1.0 and 1.1: tracks, else routes, else waypoints. Speed, course and accuracy are found wherever a maker of devices puts them.
import { SnapError } from "../../errors.js";
import { type XmlHandler, XmlReader } from "../xml-reader.js";
import { type FieldName, type FieldValues, recogniseField } from "./fields.js";
import { PointReader, UniqueNames } from "./point-reader.js";
import {
  type ReadTracksOptions,
  refuseColumns,
  type TrackData,
  type TrackElement,
  type TrackInput,
  type TrackLimits,
  trackLimits,
} from "./track-input.js";
import { dataOf, decodeText } from "./track-text.js";
import { isBlank } from "./values.js";
import { WarningList } from "./warnings.js";

/**
 * The points of a GPX file: those of its tracks; of its routes when no track has any; its waypoints when there is nothing else. The
 * segments of a track follow each other as one. With several tracks each has its name, made unique, as its track id; a single one has none.
 *
 * `hdop` is metres of accuracy (times `hdopScale`), unless the file gives an accuracy in metres of its own. Speed (m/s) and course are read
 * as the GPX 1.0 elements and from extensions under any namespace prefix and at any depth (Garmin's TrackPointExtension, OsmAnd,
 * OpenTracks, Geo Tracker and the like). Every element of a point is kept in its attributes under its own name.
 *
 * A file that breaks off is read as far as it goes, with a warning; an `&` that is not written `&amp;` is one. Throws `bad-input` when it is no GPX, has
 * no points, is broken XML or has a DOCTYPE, and `limit` when it is over a limit.
 */
export function readGpx(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  refuseColumns(limits, "a GPX");
  const warnings = new WarningList();
  const text = gpxText(input, limits);
  const collector = new GpxCollector(limits);
  const xml = new XmlReader({ what: "GPX", maxDepth: limits.maxDepth, maxElement: Number.POSITIVE_INFINITY }, collector);
  xml.write(text);
  if (xml.complete) xml.end();
  else breaksOff(text, warnings);
  return collector.result(warnings);
}

/**
 * A track of a GPX by itself, as {@link readGpx} reads it among others; but it may have the same track id as another, and may have no points. `text`: its element,
 * from `<trk>` to `</trk>`; if that is missing, it is read as far as it goes, with a warning. `number`: its number in the file, for sentences and as its name
 * if it has none.
 *
 * Throws `bad-input` when it is broken XML, and `limit` when it is over a limit. The lines in its sentences are counted within the track.
 */
export function readGpxTrack(text: string, number: number, options: ReadTracksOptions): TrackElement {
  const limits = trackLimits(options);
  refuseColumns(limits, "a GPX");
  const warnings = new WarningList();
  const collector = new GpxCollector(limits, ` of track ${number}`);
  const xml = new XmlReader({ what: "track", maxDepth: limits.maxDepth, maxElement: Number.POSITIVE_INFINITY }, collector);
  xml.write(`<gpx>${text}`);
  if (endsWith("trk", text)) {
    xml.write("</gpx>");
    if (!xml.complete) throw new SnapError("bad-input", `The track is broken XML: ${UNENDED}`);
  } else warnings.say("The GPX breaks off in this track; the points up to there are read.");
  const { name = `track ${number}`, points, warnings: values } = collector.track();
  for (const point of points) point.trackId = name;
  return { trackId: name, points, warnings: [...warnings.sentences(), ...values] };
}

/** The text of the file once it is known to be XML whose root is `gpx`. */
function gpxText(input: TrackData, limits: TrackLimits): string {
  const head = dataOf(input).slice(0, 200);
  const start = typeof head === "string" ? head : String.fromCharCode(...head);
  const text = decodeText(input, limits, declaredEncoding(start)).trim();
  if (!text.startsWith("<")) throw new SnapError("bad-input", "The input is not GPX: it does not begin with an XML element.");
  checkRoot(text);
  return text;
}

/** The encoding that an XML declares, by its first characters. */
export function declaredEncoding(start: string): string | undefined {
  return /^\W*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start.slice(0, 200))?.[1];
}

/** @throws SnapError "bad-input" when the root of an XML is not `gpx`. `text`: its beginning. */
export function checkRoot(text: string): void {
  const root = rootElement(text);
  if (root === "gpx") return;
  const found = root === undefined ? "has no element" : `has the root element <${root}>`;
  throw new SnapError("bad-input", `The XML is not GPX: it ${found}; a GPX file has <gpx>.`, { root });
}

/** The local name of the first element, past the declaration, comments and a DOCTYPE. */
export function rootElement(text: string): string | undefined {
  let at = text.indexOf("<");
  while (at >= 0 && /[?!]/.test(text.charAt(at + 1))) {
    const comment = text.startsWith("<!--", at);
    const end = text.indexOf(comment ? "-->" : ">", at + (comment ? 4 : 1));
    at = end < 0 ? -1 : text.indexOf("<", end);
  }
  const name = at < 0 ? null : /^[^\s/>]{1,100}/.exec(text.slice(at + 1, at + 102));
  return name ? localName(name[0]) : undefined;
}

/**
 * Handles text that ends inside a quote, comment or CDATA. If the file lacks its end tag, it was cut off while it was written, and what there is of it is good.
 * If it has its end tag, a fault before it swallows the rest.
 */
function breaksOff(text: string, warnings: WarningList): void {
  if (endsWith("gpx", text)) throw new SnapError("bad-input", `The GPX is broken XML: ${UNENDED}`);
  warnings.say("The GPX breaks off before its end; the points up to there are read.");
}

const UNENDED = "a quote, a comment or CDATA in it has no end.";

/** Whether a text ends with the end tag of an element. */
function endsWith(name: string, text: string): boolean {
  return new RegExp(`</(?:[^\\s:>]+:)?${name}\\s*>\\s*$`).test(text.slice(-200));
}

const POINT_KINDS = { trkpt: "trk", rtept: "rte", wpt: "wpt" } as const;
type PathKind = (typeof POINT_KINDS)[keyof typeof POINT_KINDS];

/** A track, a route, or all waypoints together. */
interface Path {
  name: string | undefined;
  type: string | undefined;
  from: number;
  to: number;
}

/** Takes the elements of a GPX file as they come and sorts their points by kind. */
class GpxCollector implements XmlHandler {
  readonly #kinds: Record<PathKind, { reader: PointReader; paths: Path[] }>;
  #path: Path | undefined;
  #pathDepth = 0;
  #point: { kind: PathKind; fields: FieldValues; attributes: Record<string, unknown> } | undefined;
  #pointDepth = 0;
  readonly #tags = new Map<string, Tag>();

  /** `where`: follows the place of a point in sentences. */
  constructor(limits: TrackLimits, where = "") {
    const kind = (tag: string) => ({ reader: new PointReader("gpx", limits, (place) => `${tag} ${place}${where}`), paths: [] });
    this.#kinds = { trk: kind("trkpt"), rte: kind("rtept"), wpt: kind("wpt") };
  }

  /** An element opens at a depth (the root has 1). */
  open(tag: string, attributes: Readonly<Record<string, string>>, depth: number): void {
    if (this.#point && depth > this.#pointDepth) {
      for (const name of Object.keys(attributes)) this.#field(`${tag}@${name}`, depth, attributes[name]);
      return;
    }
    const name = localName(tag);
    if (name === "trk" || name === "rte") {
      this.#begin(name, depth);
    } else if (name === "trkpt" || name === "rtept" || name === "wpt") {
      const kind = POINT_KINDS[name];
      if (!this.#path || depth <= this.#pathDepth || kind === "wpt") this.#begin(kind, depth - 1);
      this.#point = { kind, fields: {}, attributes: {} };
      this.#pointDepth = depth;
      for (const key of Object.keys(attributes)) {
        const value = attributes[key];
        const field = key === "lon" || key === "lat" ? recogniseField(key) : undefined;
        if (field) this.#point.fields[field.field] = { value, name: field };
        setOwn(this.#point.attributes, key, this.#tag(key).isWord ? value : typed(value));
      }
    }
  }

  /** The text of an element. */
  text(tag: string, depth: number, value: string): void {
    if (this.#point && depth > this.#pointDepth) this.#field(tag, depth, value);
    else if (this.#path && depth === this.#pathDepth + 1) {
      const name = localName(tag);
      if (name === "name" || name === "type") this.#path[name] ??= value;
    }
  }

  /** An element ends. */
  close(_tag: string, depth: number): void {
    if (depth === this.#pointDepth) this.#endPoint();
  }

  #endPoint(): void {
    if (!this.#point || !this.#path) return;
    const { reader } = this.#kinds[this.#point.kind];
    reader.add(this.#point.fields, this.#point.attributes, reader.points.length + 1);
    this.#path.to = reader.points.length;
    this.#point = undefined;
  }

  /** What there is if only a track was read. */
  track(): Pick<TrackInput, "name" | "points" | "warnings"> {
    this.#endPoint();
    const { reader, paths } = this.#kinds.trk;
    return { ...reader.result(), name: paths[0]?.name };
  }

  result(warnings: WarningList): TrackInput {
    // The last point, if the file breaks off in it.
    this.#endPoint();
    const found = (["trk", "rte", "wpt"] as const).filter((kind) => this.#kinds[kind].reader.points.length > 0);
    if (found.length === 0) throw new SnapError("bad-input", "The GPX has no points: no trkpt, no rtept and no wpt.");
    const { reader, paths } = this.#kinds[found[0]];
    for (const kind of found.slice(1)) {
      const count = this.#kinds[kind].reader.points.length;
      const what = kind === "rte" ? "route point" : "waypoint";
      const instead = found[0] === "trk" ? "tracks" : "routes";
      warnings.say(`${count} ${what}${count === 1 ? " is" : "s are"} ignored, because the file has ${instead}.`);
    }
    const withPoints = paths.filter(({ from, to }) => to > from);
    if (withPoints.length > 1 && found[0] !== "wpt") {
      const names = new UniqueNames();
      withPoints.forEach(({ name, from, to }, i) => {
        const trackId = names.take(name ?? `${found[0] === "trk" ? "track" : "route"} ${i + 1}`);
        for (let p = from; p < to; p++) reader.points[p].trackId = trackId;
      });
    }
    const { format, points, warnings: values } = reader.result();
    const name = withPoints.length === 1 && found[0] !== "wpt" ? withPoints[0].name : undefined;
    const [type, ...others] = new Set(withPoints.map(({ type }) => type));
    return {
      format,
      points,
      ...(name !== undefined && { name }),
      ...(type !== undefined && others.length === 0 && { type }),
      warnings: [...warnings.sentences(), ...values],
      unread: [],
    };
  }

  #begin(kind: PathKind, depth: number): void {
    const { reader, paths } = this.#kinds[kind];
    this.#path = { name: undefined, type: undefined, from: reader.points.length, to: reader.points.length };
    this.#pathDepth = depth;
    paths.push(this.#path);
  }

  #field(tag: string, depth: number, value: string): void {
    if (!this.#point) return;
    const { fields, attributes } = this.#point;
    if (Object.hasOwn(attributes, tag)) return;
    const { isWord, own, extension } = this.#tag(tag);
    setOwn(attributes, tag, isWord ? value : typed(value));
    const name = depth === this.#pointDepth + 1 ? own : extension;
    if (!name || isBlank(value)) return;
    const before = fields[name.field];
    if (!before || name.rank < before.name.rank) fields[name.field] = { value, name };
  }

  /** What a tag means, looked up once per file. */
  #tag(name: string): Tag {
    let tag = this.#tags.get(name);
    if (tag === undefined) {
      const extension = meaning(name);
      const local = localName(name);
      tag = { isWord: WORDS.has(local), own: local === "time" ? recogniseField(local) : extension, extension };
      this.#tags.set(name, tag);
    }
    return tag;
  }
}

/** An element of a point, or `element@attribute`. */
interface Tag {
  /** Whether its content is text even if it looks like a number. */
  isWord: boolean;
  /** Its field as an element of GPX itself, and as an element of an extension, which cannot be a place or a time. */
  own: FieldName | undefined;
  extension: FieldName | undefined;
}

function meaning(tag: string): FieldName | undefined {
  const local = localName(tag);
  // Geo Tracker writes course and speed as <geotracker:meta c="…" s="…"/>.
  const name = recogniseField(local === "meta@c" ? "course" : local === "meta@s" ? "speed" : local);
  return name && (name.field === "accuracy" || name.field === "speed" || name.field === "course") ? name : undefined;
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

const WORDS = new Set(["name", "cmt", "desc", "src", "sym", "type", "fix", "time"]);

/** A decimal number as a number; any other text as it is. */
function typed(text: string): string | number {
  return text.length <= 18 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Sets an own property of the object, even one called `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
