// `roadsnap/node`: everything that needs a file system, in the order of the pipeline.

// Road files: opened, read or cut out of larger ones, and saved.

export { writeFileAtomic } from "./atomic.js";
export {
  type OpenOptions,
  type OpenPartOptions,
  openRoads,
  type ReadOptions,
  type ReadPartOptions,
  type RoadsFile,
  type RoadsKind,
  readInput,
  readRoads,
  readRoadsFile,
  readRoadsPart,
  saveRoads,
} from "./files.js";
export type { RoadsPart } from "./partial.js";

// Many tracks: on all cores, one by one, as streams of lines, and as files.

export type { Summary } from "../snap/summary.js";
export type { SnappedBytes, SnappedLines } from "./pool/messages.js";
export type { CallOptions, PoolOptions, SnapCsvOptions, SnapDocumentOptions, SnapFileOptions, SnapLinesOptions } from "./pool/options.js";
export { MatcherPool } from "./pool/pool.js";
export type { AnyTrack, Matched } from "./pool/tracks.js";
export { type Pieces, readLines, type TooLong } from "./tracks/lines.js";
export type { DocumentKind, LineReading } from "./tracks/numbered-lines.js";
export type { SnappedFile } from "./tracks/track-file.js";

// Files of known truth: tracks for evaluateTracks.

export {
  listKubicka,
  type ReadTruthOptions,
  readDrivesFile,
  readKubickaFolder,
  readTruthFile,
  type TracksOnRoads,
} from "./corpora.js";

// Services: here or elsewhere, with the same calls; and recordings of their answers.

export { type RemoteOptions, remoteService } from "./service/http.js";
export {
  type Recorded,
  type Recording,
  type RecordOptions,
  type Replayed,
  readRecording,
  readRecordings,
  recordRequest,
  replayRecording,
} from "./service/recordings.js";
export { type RequestFile, readRequest, requestOf } from "./service/request.js";
export { localService, type ServiceAnswer, type ServiceRequest, type SnapService } from "./service/service.js";
export { type ServiceAddress, serviceAddress } from "./service/url.js";
