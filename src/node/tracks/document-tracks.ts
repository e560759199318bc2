// Document tracks: cuts a GPX or a GeoJSON collection of any size into the texts of its tracks. Each is read by itself afterwards, as a line of NDJSON is.
import { isObject, SnapError, shown } from "../../errors.js";
import { crsWarning } from "../../import/tracks/geojson-tracks.js";
import { rootElement } from "../../import/tracks/gpx.js";
import { refuseColumns, trackLimits } from "../../import/tracks/track-input.js";
import { checkTrackLine } from "../../import/tracks/track-line.js";
import { withoutZeros } from "../../import/tracks/track-text.js";
import { beginning, LineParts, type Pieces, textsOf } from "./lines.js";
import type { DocumentKind, LineReading, NumberedLine } from "./numbered-lines.js";
import type { TrackStream } from "./track-groups.js";

/** Cuts a document, piece by piece. Its sentences are added to `warnings` at the end. */
interface Cutter {
  /** Adds a piece of the text; returns the tracks that end in it. */
  add(text: string): NumberedLine[];
  /** Returns the track that the text ends in. @throws SnapError "bad-input" when there was none at all. */
  end(): NumberedLine[];
}

/**
 * Begins to cut a document into tracks: the `trk` elements of a GPX, or the lines among the features of a GeoJSON collection. All else in it is ignored, with a
 * warning. What is wrong with a track is found when that is read. `gap`: seconds of silence that split a track.
 * @throws SnapError "bad-input" when it is no such document, or has no tracks; the latter may show only at its end.
 * Also if the names given with the option columns are not those of its first track.
 */
export async function openDocumentTracks(pieces: Pieces, reading: LineReading, kind: DocumentKind, gap?: number): Promise<TrackStream> {
  const texts = textsOf(pieces);
  // Ends the source, so that its file is closed.
  const close = () => void texts.return().catch(() => {});
  try {
    if (kind === "gpx") refuseColumns(trackLimits(reading), "a GPX");
    const { begun } = await beginning(texts);
    const warnings: string[] = [];
    const cutter = kind === "gpx" ? gpxCutter(begun, warnings) : new FeatureCutter(begun, warnings);
    const first = cutter.add(begun);
    if (kind === "geojson") checkNames(first, reading);
    const tracks = async function* (): AsyncGenerator<NumberedLine, void, undefined> {
      yield* first;
      for await (const text of texts) yield* cutter.add(text);
      yield* cutter.end();
    };
    return { tracks: tracks(), form: { reading, document: kind, gap }, header: "", warnings, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The first track must have the names given for place, time and track, or all would be read without these. */
function checkNames([first]: readonly NumberedLine[], reading: LineReading): void {
  const areGiven = Object.keys(reading.columns ?? {}).length > 0;
  if (areGiven && typeof first?.line === "string") checkTrackLine(first.line, first.number, reading, `property of feature ${first.number}`);
}

function gpxCutter(begun: string, warnings: string[]): Cutter {
  const encoding = /^\W*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(begun.slice(0, 200))?.[1];
  if (encoding !== undefined && !/^(?:utf-?(?:8|16)|us-ascii)/i.test(encoding))
    throw new SnapError(
      "bad-input",
      `The GPX declares the encoding ${shown(encoding)}; in a stream it must be UTF-8, so convert it first.`,
    );
  const root = rootElement(begun);
  if (root !== "gpx") {
    const found = root === undefined ? "has no element" : `has the root element <${root}>`;
    throw new SnapError("bad-input", `The XML is not GPX: it ${found}; a GPX file has <gpx>.`, { root });
  }
  return new GpxCutter(warnings);
}

/** What hides tags; and the tags that tracks, routes and waypoints begin with, and tracks and the document end with. */
const TAGS = /<!--|<!\[CDATA\[|<!DOCTYPE|<(\/)?(?:[^\s:<>/]+:)?(trk|rte|wpt|gpx)(?=[\s/>])[^<>]*>/g;
/** The ends of what hides tags, by its beginning. */
const HIDDEN_TO: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>" };
/** Most characters of a tag of which the end has not come yet. */
const MOST_TAG = 1 << 16;

/** Cuts tracks out of a GPX. */
class GpxCutter implements Cutter {
  readonly #warnings: string[];
  readonly #track = new LineParts();
  #isInTrack = false;
  /** The end of the comment or CDATA that is open; null if none is. */
  #hiddenTo: string | null = null;
  /** The end of the last piece, if it may be a part of a tag. */
  #rest = "";
  #tracks = 0;
  #others = 0;
  #hasEnd = false;

  constructor(warnings: string[]) {
    this.#warnings = warnings;
  }

  add(piece: string): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    const text = this.#rest + piece;
    let kept = 0;
    let at = 0;
    for (;;) {
      at = this.#hiddenTo === null ? at : this.#afterHidden(text, at);
      TAGS.lastIndex = at;
      const found = this.#hiddenTo === null ? TAGS.exec(text) : null;
      if (found === null) break;
      const [tag, slash, name] = found;
      at = found.index + tag.length;
      if (tag === "<!DOCTYPE") throw new SnapError("bad-input", DOCTYPE);
      if (tag in HIDDEN_TO) this.#hiddenTo = HIDDEN_TO[tag];
      else if (this.#isInTrack) {
        if (slash === undefined || name !== "trk") continue;
        this.#track.add(text.slice(kept, at));
        tracks.push(this.#take());
      } else if (name === "gpx") this.#hasEnd ||= slash !== undefined;
      else if (name !== "trk") this.#others += slash === undefined ? 1 : 0;
      else if (tag.endsWith("/>")) this.#tracks++;
      else if (slash === undefined) [this.#isInTrack, kept] = [true, found.index];
    }
    const end = this.#hiddenTo === null ? partOfTag(text, at) : Math.max(at, text.length - 2);
    if (this.#isInTrack) this.#track.add(text.slice(kept, end));
    this.#rest = text.slice(end);
    return tracks;
  }

  end(): NumberedLine[] {
    if (this.#isInTrack) {
      this.#track.add(withoutZeros(this.#rest));
      return [this.#take()];
    }
    if (this.#tracks === 0)
      throw new SnapError("bad-input", "The GPX has no tracks (trk); in a stream its routes and waypoints are not read, so read it whole.");
    if (!this.#hasEnd) this.#warnings.push(broken("GPX", `track ${this.#tracks}`));
    if (this.#others > 0) this.#warnings.push(ignored(this.#others, "route or waypoint", "routes and waypoints", "the file has tracks"));
    return [];
  }

  #take(): NumberedLine {
    this.#isInTrack = false;
    return { line: this.#track.take(), number: ++this.#tracks };
  }

  /** Where a comment or CDATA ends; where its end may begin if that has not come yet. */
  #afterHidden(text: string, from: number): number {
    const end = text.indexOf(this.#hiddenTo!, from);
    if (end < 0) return Math.max(from, text.length - 2);
    this.#hiddenTo = null;
    return end + 3;
  }
}

const DOCTYPE = "The GPX has a document type (<!DOCTYPE …>), which no GPX needs; it is refused because it may hide an attack.";

/** Where the tag begins that the text ends in; the text's end if that is in none. `from`: where to look. */
function partOfTag(text: string, from: number): number {
  const last = text.lastIndexOf("<");
  return last >= from && text.length - last < MOST_TAG && !text.includes(">", last) ? last : text.length;
}

/** Finds a feature that is a track. Points come one by one, and areas are none. */
const TRACK = /"type"\s*:\s*"(?:LineString|MultiLineString|MultiPoint|GeometryCollection)"/;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0));

/** Cuts features out of a GeoJSON collection. */
class FeatureCutter implements Cutter {
  readonly #warnings: string[];
  readonly #feature = new LineParts();
  /** Where the list of features begins in the first piece. */
  #start: number;
  /** How many brackets are open within the list; −1 when it has ended. */
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #hasEnd = false;
  #features = 0;
  #tracks = 0;

  constructor(begun: string, warnings: string[]) {
    this.#warnings = warnings;
    this.#start = listStart(begun);
    const crs = crsWarning(headOf(begun.slice(0, this.#start)).crs);
    if (crs !== null) warnings.push(crs);
  }

  add(text: string): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    let kept = this.#start;
    let [depth, isText, isEscaped] = [this.#depth, this.#isText, this.#isEscaped];
    for (let i = this.#start; i < text.length && depth >= 0; i++) {
      const c = text.charCodeAt(i);
      if (isEscaped) isEscaped = false;
      else if (isText) [isText, isEscaped] = [c !== QUOTE, c === BACKSLASH];
      else if (c === QUOTE) isText = true;
      else if (c === OPEN_OBJECT || c === OPEN_LIST) {
        if (depth++ === 0) kept = i;
      } else if ((c === CLOSE_OBJECT || c === CLOSE_LIST) && --depth === 0) {
        this.#feature.add(text.slice(kept, i + 1));
        this.#take(tracks);
      } else if (depth < 0) this.#hasEnd = c === CLOSE_LIST;
    }
    if (depth > 0) this.#feature.add(text.slice(kept));
    [this.#depth, this.#isText, this.#isEscaped, this.#start] = [depth, isText, isEscaped, 0];
    if (this.#tracks === 0 && this.#features > 0) throw noLines();
    return tracks;
  }

  end(): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    // A file that is cut short: what there is of the feature is refused when it is read.
    if (this.#depth > 0) this.#take(tracks);
    else if (!this.#hasEnd) this.#warnings.push(broken("GeoJSON", `feature ${this.#features}`));
    if (this.#tracks === 0) throw noLines();
    const others = this.#features - this.#tracks;
    if (others > 0) this.#warnings.push(ignored(others, "feature", "features", "in a stream only lines are read"));
    return tracks;
  }

  #take(tracks: NumberedLine[]): void {
    const line = this.#feature.take();
    this.#features++;
    if (typeof line === "string" && !TRACK.test(line)) return;
    this.#tracks++;
    tracks.push({ line, number: this.#features });
  }
}

/** Texts (with the bracket of the list that one names) and brackets. A text may lack its end, so that what follows is not looked through again and again. */
const TOKENS = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"(?:\s*:\s*\[)?)?|[[\]{}]/g;

/** Where the list of features begins, behind its bracket. @throws SnapError "bad-input" when the text does not begin as a collection. */
function listStart(begun: string): number {
  let depth = 0;
  for (const { 0: token, 1: text, index } of begun.matchAll(TOKENS)) {
    if (depth === 1 && text === "features" && token.endsWith("[")) return index + token.length;
    // A list that is a member is opened by its name.
    if (/[[{]$/.test(token)) depth++;
    else if (token === "]" || token === "}") depth--;
  }
  throw new SnapError("bad-input", "The JSON is no GeoJSON collection: it does not begin as an object with a list named features.");
}

/** The members of a collection before its features; none if they are no JSON. */
function headOf(text: string): Record<string, unknown> {
  try {
    const head: unknown = JSON.parse(`${text}]}`);
    return isObject(head) ? head : {};
  } catch {
    return {};
  }
}

function noLines(): SnapError {
  const sentence = "The features of the GeoJSON are no lines, and in a stream a track is a line with its times; read it whole.";
  return new SnapError("bad-input", sentence);
}

/** The warning of a document without its end: whether anything is missing cannot be seen, as all tracks up to there are whole. */
function broken(what: string, last: string): string {
  return `The ${what} breaks off, or is broken, behind ${last}; what there is up to there is read.`;
}

/** The warning of what is no track. */
function ignored(count: number, one: string, many: string, why: string): string {
  return `${count === 1 ? `1 ${one} is` : `${count} ${many} are`} ignored, because ${why}.`;
}
