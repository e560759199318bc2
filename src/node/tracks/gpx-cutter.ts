// GPX cutter: finds the tracks of a GPX that comes in pieces.
import { SnapError, shown } from "../../errors.js";
import { checkRoot, declaredEncoding } from "../../import/tracks/gpx.js";
import { withoutZeros } from "../../import/tracks/track-text.js";
import { doctypeError } from "../../import/xml-reader.js";
import { broken, type Cutter, ignored } from "./cutter.js";
import { LineParts } from "./lines.js";
import type { NumberedLine } from "./numbered-lines.js";

/**
 * A cutter for the `trk` elements. `begun`: the beginning of the text. The cutter adds its sentences to `warnings` at the end.
 * @throws SnapError "bad-input" when it is no GPX in an encoding that can be read in pieces.
 */
export function gpxCutter(begun: string, warnings: string[]): Cutter {
  const encoding = declaredEncoding(begun);
  if (encoding !== undefined && !/^(?:utf-?(?:8|16)|us-ascii)/i.test(encoding))
    throw new SnapError(
      "bad-input",
      `The GPX declares the encoding ${shown(encoding)}; in a stream it must be UTF-8, so convert it first.`,
    );
  checkRoot(begun);
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
      if (this.#hiddenTo !== null) {
        const shown = text.indexOf(this.#hiddenTo, at);
        if (shown < 0) break;
        [at, this.#hiddenTo] = [shown, null];
      }
      TAGS.lastIndex = at;
      const found = TAGS.exec(text);
      if (found === null) break;
      const [tag, slash, name] = found;
      at = found.index + tag.length;
      if (tag === "<!DOCTYPE") throw doctypeError("GPX");
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
    const end = this.#hiddenTo === null ? partOfTag(text) : Math.max(at, text.length - 2);
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
}

/** Where the tag begins that the text ends in; the text's end if that is in none. */
function partOfTag(text: string): number {
  const last = text.lastIndexOf("<");
  return last >= 0 && text.length - last < MOST_TAG && !text.includes(">", last) ? last : text.length;
}
