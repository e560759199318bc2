// Feature cutter: finds the lines among the features of a GeoJSON collection that comes in pieces.
import { isObject, SnapError } from "../../errors.js";
import { crsWarning } from "../../import/tracks/geojson-tracks.js";
import { broken, type Cutter, ignored } from "./cutter.js";
import { LineParts } from "./lines.js";
import type { NumberedLine } from "./numbered-lines.js";

/** The geometries of tracks. */
const TRACKS = ["LineString", "MultiLineString", "MultiPoint", "GeometryCollection"];
/** Finds a feature that is a track, … */
const TRACK = new RegExp(`"type"\\s*:\\s*"(?:${TRACKS.join("|")})"`);
/** … and one that may be none all the same, its properties having such a type. Points come one by one, and areas are no tracks. */
const OTHER = /"type"\s*:\s*"(?:Point|Polygon|MultiPolygon)"|"geometry"\s*:\s*null/;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0));

/** Cuts features out of a GeoJSON collection. */
export class FeatureCutter implements Cutter {
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

  /** `begun`: the beginning of the text. @throws SnapError "bad-input" when that is no collection. */
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
    if (this.#tracks === 0 && this.#features > 0) throw noLines(this.#features);
    return tracks;
  }

  end(): NumberedLine[] {
    const tracks: NumberedLine[] = [];
    // A file that is cut short: what there is of the feature is refused when it is read, whatever it would have been.
    if (this.#depth > 0) this.#take(tracks, true);
    else if (!this.#hasEnd) this.#warnings.push(broken("GeoJSON", `feature ${this.#features}`));
    if (this.#tracks === 0) throw noLines(this.#features);
    const others = this.#features - this.#tracks;
    if (others > 0) this.#warnings.push(ignored(others, "feature", "features", "in a stream only lines are read"));
    return tracks;
  }

  #take(tracks: NumberedLine[], isCutShort = false): void {
    const line = this.#feature.take();
    this.#features++;
    if (!isCutShort && typeof line === "string" && !isTrack(line)) return;
    this.#tracks++;
    tracks.push({ line, number: this.#features });
  }
}

/** Whether a feature is a track. One that is no JSON is taken for what it looks like, and refused when it is read. */
function isTrack(feature: string): boolean {
  if (!TRACK.test(feature)) return false;
  if (!OTHER.test(feature)) return true;
  try {
    const { geometry } = JSON.parse(feature) as { geometry?: unknown };
    return isObject(geometry) && TRACKS.includes(String(geometry.type));
  } catch {
    return true;
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

/** `features`: how many have been seen; there may be more. */
function noLines(features: number): SnapError {
  const none = features === 1 ? "first feature of the GeoJSON is no line" : `first ${features} features of the GeoJSON are no lines`;
  const sentence = `The ${features === 0 ? "GeoJSON has no features" : none}, and in a stream a track is a line with its times; read it whole.`;
  return new SnapError("bad-input", sentence);
}
