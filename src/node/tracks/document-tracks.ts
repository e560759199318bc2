// Document tracks: cuts a GPX or a GeoJSON collection of any size into the texts of its tracks. Each is read by itself afterwards, as a line of NDJSON is.
import { refuseColumns, trackLimits } from "../../import/tracks/track-input.js";
import { checkTrackLine } from "../../import/tracks/track-line.js";
import { FeatureCutter } from "./feature-cutter.js";
import { gpxCutter } from "./gpx-cutter.js";
import { beginning, type Pieces, textsOf } from "./lines.js";
import type { DocumentKind, LineReading, NumberedLine } from "./numbered-lines.js";
import type { TrackStream } from "./track-groups.js";

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
