// What a stream of tracks is read from: standard input or a file, gzipped or not, when it has a track a line.
import { createReadStream } from "node:fs";
import { inflatePieces, isGzip } from "../import/inflate.js";
import { parseTrackLine } from "../import/ndjson.js";
import { type Pieces, peekLine } from "../node/lines.js";
import { inFile } from "../node/trouble.js";
import type { Io } from "./io.js";

/** Bytes read from a file at a time. */
const PIECE = 1 << 18;

/** An input, begun to be read. */
export interface StreamInput {
  path: string;
  /** All of it, unpacked. */
  pieces: Pieces;
  /** Whether each line of it is a track of its own. */
  hasTrackLines: boolean;
  /** Lets go of it, also in the middle. */
  close(): void;
}

/**
 * Looks at the beginning of an input. `isNdjson`: its user says that it is NDJSON, whatever its first line looks like.
 * @throws SnapError naming the path.
 */
export function openInput(path: string, isNdjson: boolean, io: Io): Promise<StreamInput> {
  return inFile(path, async () => {
    const stream = path === "-" ? io.stdin : createReadStream(path, { highWaterMark: PIECE });
    const { line, isWhole, all } = await peekLine(await unpacked(stream));
    const hasTrackLines = line === "" ? isNdjson : isTrackLine(line, isWhole, isNdjson);
    return { path, pieces: all, hasTrackLines, close: () => void stream.destroy() };
  });
}

/** Whether a first line, whole or only its beginning, is a track, or a track that is broken; not one point, nor the first line of something else. */
function isTrackLine(line: string, isWhole: boolean, isNdjson: boolean): boolean {
  try {
    const value: unknown = JSON.parse(line);
    const holdsTrack =
      typeof value === "object" && value !== null && ["points", "features", "geometry", "coordinates"].some((key) => key in value);
    return holdsTrack || (isNdjson && !isPoint(line));
  } catch {
    // An indented document breaks its lines where a value goes on.
    return isNdjson || (line.startsWith("{") && !(isWhole && /[[{,:]$/.test(line.trimEnd())));
  }
}

function isPoint(line: string): boolean {
  try {
    return parseTrackLine(line, 1).points.length === 1;
  } catch {
    return false;
  }
}

async function unpacked(pieces: Pieces): Promise<Pieces> {
  const iterator = (pieces as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const { done, value: first } = await iterator.next();
  const all = async function* () {
    if (!done) yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return !done && isGzip(first) ? inflatePieces(all(), { maxBytes: Number.POSITIVE_INFINITY }) : all();
}
