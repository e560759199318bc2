// GPX 1.0 and 1.1: tracks, else routes, else waypoints, with speed, course and accuracy wherever the device's maker put them.
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { SnapError } from "../errors.js";
import { type FieldValues, recogniseField } from "./fields.js";
import { PointReader, UniqueNames } from "./point-reader.js";
import { type ReadTracksOptions, refuseColumns, type TrackData, type TrackInput, type TrackLimits, trackLimits } from "./track-input.js";
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
 * A file that breaks off is read as far as it goes, with a warning. Throws `bad-input` when it is no GPX, has no points, is broken XML
 * or has a DOCTYPE, and `limit` when it is over a limit.
 */
export function readGpx(input: TrackData, options: ReadTracksOptions = {}): TrackInput {
  const limits = trackLimits(options);
  refuseColumns(limits, "a GPX");
  const warnings = new WarningList();
  const text = wholeElements(checkedXml(input, limits), warnings);

  const collector = new GpxCollector(limits);
  parseInto(collector, text, limits);
  return collector.result(warnings);
}

/** The text of the file once it is known to be XML whose root is `gpx` and that declares no entities. */
function checkedXml(input: TrackData, limits: TrackLimits): string {
  const head = dataOf(input).slice(0, 200);
  const start = typeof head === "string" ? head : String.fromCharCode(...head);
  const text = decodeText(input, limits, /^\W*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]).trim();
  if (!text.startsWith("<")) throw new SnapError("bad-input", "The input is not GPX: it does not begin with an XML element.");
  const root = rootElement(text);
  if (root !== "gpx") {
    const found = root === undefined ? "has no element" : `has the root element <${root}>`;
    throw new SnapError("bad-input", `The XML is not GPX: it ${found}; a GPX file has <gpx>.`, { root });
  }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new SnapError(
      "bad-input",
      "The GPX has a DOCTYPE or entity declaration, which no GPX file needs; it is refused because it may hide an attack.",
    );
  }
  return text;
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

/** A file that lacks its closing tag was cut off while it was written: keep its whole elements. Any other fault is an error with its place. */
function wholeElements(text: string, warnings: WarningList): string {
  const lastClose = text.lastIndexOf("</");
  if (lastClose < 0 || !/^<\/(?:[^\s:>]+:)?gpx\s*>/.test(text.slice(lastClose, lastClose + 100))) {
    if (!/<(?:[^\s:>]+:)?gpx(?:\s[^>]*)?\/>\s*$/.test(text.slice(-2000))) {
      warnings.say("The GPX breaks off before its end; the points up to there are read.");
      return wholeTags(text);
    }
  }
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    const { msg, line, col } = valid.err;
    // What there is too much of, or the lack of any tag, is told without a full stop or without a column.
    const where = col === undefined ? `line ${line}` : `line ${line}, column ${col}`;
    throw new SnapError("bad-input", `The GPX is broken XML at ${where}: ${msg.replace(/\.?$/, ".")}`, { line, column: col });
  }
  return text;
}

/** What of a text that breaks off comes before the tag, the comment or the CDATA it breaks off in: each may have a `>` of its own. */
function wholeTags(text: string): string {
  for (const [begin, end] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
  ]) {
    const at = text.lastIndexOf(begin);
    if (at >= 0 && text.indexOf(end, at) < 0) return text.slice(0, at);
  }
  const last = text.lastIndexOf("<");
  // That may be in a comment or in CDATA which is whole.
  const end = Math.max(text.lastIndexOf("-->"), text.lastIndexOf("]]>")) + 3;
  if (last < end) return text.slice(0, end);
  const tag = /^<[^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*>/.exec(text.slice(last));
  return tag === null ? text.slice(0, last) : text.slice(0, last + tag[0].length);
}

/**
 * Runs the parser for its callbacks alone: every element is declined when it opens, so no tree of the file is ever built and a long
 * recording takes little more memory than its points.
 */
function parseInto(collector: GpxCollector, text: string, limits: TrackLimits): void {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    jPath: false,
    htmlEntities: true, // also turns on numeric references, which names in many alphabets are full of
    processEntities: { enabled: true, maxTotalExpansions: Number.POSITIVE_INFINITY, maxExpandedLength: Number.POSITIVE_INFINITY },
    maxNestedTags: limits.maxDepth,
    updateTag: (tag, path, attributes) => {
      if (typeof path !== "string" && !tag.startsWith("?")) collector.open(tag, path.getDepth(), attributes);
      return false;
    },
    tagValueProcessor: (tag, value, path) => {
      if (typeof path !== "string") collector.text(tag, path.getDepth(), value);
      return value;
    },
  });
  try {
    parser.parse(text);
    collector.close();
  } catch (error) {
    if (error instanceof SnapError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/nested/i.test(message)) {
      throw new SnapError("limit", `The GPX is nested deeper than ${limits.maxDepth} elements, the most that maxDepth allows.`, {
        maxDepth: limits.maxDepth,
      });
    }
    const said = message.replace(/^readTagExp.*? Context:/s, "a tag does not end, near").replace(/\.?$/, ".");
    throw new SnapError("bad-input", `The GPX is broken XML: ${said}`);
  }
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
class GpxCollector {
  readonly #kinds: Record<PathKind, { reader: PointReader; paths: Path[] }>;
  #path: Path | undefined;
  #pathDepth = 0;
  #point: { kind: PathKind; fields: FieldValues; attributes: Record<string, unknown> } | undefined;
  #pointDepth = 0;

  constructor(limits: TrackLimits) {
    const kind = (tag: string) => ({ reader: new PointReader("gpx", limits, (place) => `${tag} ${place}`), paths: [] });
    this.#kinds = { trk: kind("trkpt"), rte: kind("rtept"), wpt: kind("wpt") };
  }

  /** An element opens at a depth (the root has 1). */
  open(tag: string, depth: number, attributes: Record<string, string> | undefined): void {
    if (this.#point && depth > this.#pointDepth) {
      for (const [name, value] of Object.entries(attributes ?? {})) this.#field(`${tag}@${name}`, depth, value);
      return;
    }
    this.close();
    const name = localName(tag);
    if (name === "trk" || name === "rte") {
      this.#begin(name, depth);
    } else if (name === "trkpt" || name === "rtept" || name === "wpt") {
      const kind = POINT_KINDS[name];
      if (!this.#path || depth <= this.#pathDepth || kind === "wpt") this.#begin(kind, depth - 1);
      this.#point = { kind, fields: {}, attributes: Object.create(null) };
      this.#pointDepth = depth;
      for (const [key, value] of Object.entries(attributes ?? {})) {
        const field = key === "lon" || key === "lat" ? recogniseField(key) : undefined;
        if (field) this.#point.fields[field.field] = { value, name: field };
        this.#point.attributes[key] = typed(key, value);
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

  /** No more elements belong to the current point. */
  close(): void {
    if (!this.#point || !this.#path) return;
    const { reader } = this.#kinds[this.#point.kind];
    reader.add(this.#point.fields, { ...this.#point.attributes }, reader.points.length + 1);
    this.#path.to = reader.points.length;
    this.#point = undefined;
  }

  result(warnings: WarningList): TrackInput {
    const found = (["trk", "rte", "wpt"] as const).filter((kind) => this.#kinds[kind].reader.points.length > 0);
    if (found.length === 0) throw new SnapError("bad-input", "The GPX has no points: no trkpt, no rtept and no wpt.");
    const { reader, paths } = this.#kinds[found[0]];
    for (const kind of found.slice(1)) {
      const count = this.#kinds[kind].reader.points.length;
      const what = kind === "rte" ? "route point" : "waypoint";
      const instead = found[0] === "trk" ? "tracks" : "routes";
      warnings.say(`${count} ${what}${count === 1 ? " is" : "s are"} left aside, since the file has ${instead}.`);
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
    if (tag in attributes) return;
    attributes[tag] = typed(tag, value);
    const name = meaning(tag, depth === this.#pointDepth + 1);
    if (!name || isBlank(value)) return;
    const before = fields[name.field];
    if (!before || name.rank < before.name.rank) fields[name.field] = { value, name };
  }
}

/** What an element of a point says. Extensions cannot say where or when: those are GPX's own. */
function meaning(tag: string, own: boolean) {
  const local = localName(tag);
  if (own && local === "time") return recogniseField(local);
  // Geo Tracker writes course and speed as <geotracker:meta c="…" s="…"/>.
  const name = recogniseField(local === "meta@c" ? "course" : local === "meta@s" ? "speed" : local);
  return name && (name.field === "accuracy" || name.field === "speed" || name.field === "course") ? name : undefined;
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

/** Elements that are words even when they look like numbers. */
const WORDS = new Set(["name", "cmt", "desc", "src", "sym", "type", "fix", "time"]);

/** A decimal number as a number; any other text as it is. */
function typed(tag: string, text: string): string | number {
  return text.length <= 18 && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && !WORDS.has(localName(tag)) ? Number(text) : text;
}
