// The public API, in the order of the pipeline: tracks in, roads in, the match, the wire, files out; then what judges them.

// Tracks: the readers of every form.

export { readCsv } from "./import/tracks/csv.js";
export { readExecuteJson } from "./import/tracks/execute-json.js";
export { readGeoJsonTracks } from "./import/tracks/geojson-tracks.js";
export { readGpx } from "./import/tracks/gpx.js";
export { readNdjson } from "./import/tracks/ndjson.js";
export { type ReadTracksOptions, TRACK_FORMATS, type TrackData, type TrackFormat, type TrackInput } from "./import/tracks/track-input.js";
export { parseTrackLine, type TrackLine } from "./import/tracks/track-line.js";
export { detectTrackFormat, readTracks } from "./import/tracks/tracks.js";

// Roads: from OpenStreetMap, GeoJSON or a source of one's own; the network they make, parts of it, and what is near a place.

export type { Box } from "./geo/box.js";
export type { ByteSource } from "./import/byte-source.js";
export { readArea } from "./import/roads/area.js";
export type { GeoJsonObject } from "./import/roads/geojson-document.js";
export { type ReadGeoJsonRoadsOptions, readGeoJsonRoads } from "./import/roads/geojson-roads.js";
export { readOsm } from "./import/roads/osm.js";
export type { ReadOsmOptions } from "./import/roads/reading.js";
export type { StopSignal } from "./import/stop-signal.js";
export type { Vehicle } from "./import/tags/vehicles.js";
export { Area, type Rings } from "./roads/area.js";
export {
  Access,
  encodeSpeed,
  Flag,
  type Mode,
  ROAD_CLASSES,
  type RoadClass,
  type SpeedCode,
  speedKph,
  speedMph,
  speedMps,
} from "./roads/attributes.js";
export { type BuildOptions, type BuildReport, buildRoads, buildRoadsWithReport } from "./roads/build.js";
export { type ExtractOptions, extractRoads } from "./roads/extract.js";
export { RoadGraph } from "./roads/graph.js";
export { mergeSources } from "./roads/merge.js";
export { nearbyRoads } from "./roads/nearby.js";
export { nearestRoad } from "./roads/nearest.js";
export type { RoadPlace } from "./roads/places.js";
export type { RoadColumns } from "./roads/sections.js";
export { type DropCounts, RoadSource, type SourceBarrier, type SourceRestriction, type SourceWay } from "./roads/source.js";

// The match: of one track, whole or while it is travelled, and why it came out so.

export type { MatchControl } from "./match/control.js";
export { type ExplainedCandidate, type ExplainedStep, type Explanation, explain } from "./match/explain.js";
export { LiveMatcher, type LiveOptions, type LivePoint } from "./match/live/live.js";
export { Matcher } from "./match/matcher.js";
export { AVOIDABLE, type Avoidable, type MatcherOptions, type UTurnPolicy } from "./match/options.js";
export type { Match, MatchedPoint, Reason, Stretch, StretchType, Violation } from "./match/result/result.js";
export { type GroupedPoints, groupTracks, type TrackGroup } from "./match/track/grouping.js";
export type { Column, InputPoint, PlainPoint, Track, TrackPoint } from "./match/track/track.js";

// The service: SnapToRoads execute, and the points of any file snapped as tracks.

export { combineResults, type NamedResult } from "./snap/combine.js";
export { coverageMessage } from "./snap/coverage.js";
export { type ErrorEnvelope, isErrorEnvelope } from "./snap/envelope.js";
export { SnapToRoads, type SnapToRoadsOptions } from "./snap/execute.js";
export type { Feature, FeatureSet, LineGeometry, PointGeometry } from "./snap/feature-sets.js";
export type { EsriField, FieldValue } from "./snap/fields.js";
export type { ExecuteInput } from "./snap/parameters.js";
export { type SnapPointsOptions, snapPoints, type TrackMatcher } from "./snap/points.js";
export { type ExecuteResponse, type JobMessage, stringifyResponse, type TaskResult } from "./snap/response.js";
export type { SnapLine, SnapMessage, SnapResult } from "./snap/result.js";
export { type PropertyRoads, ROAD_PROPERTIES, type RoadProperty } from "./snap/road-properties.js";
export type { SpatialReference } from "./snap/spatial-reference.js";
export { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from "./snap/travel-mode-objects.js";
export type { AttributeParameter, TravelMode } from "./snap/travel-modes.js";
export { combineWeighed, type Weighed, Weighing } from "./snap/weighed.js";

// Results: as files, and when each of their lines was driven.

export { writeCsv } from "./export/csv.js";
export { type ExecuteJsonOptions, writeExecuteJson } from "./export/execute-json.js";
export { writeGeoJson } from "./export/geojson.js";
export { type GpxOptions, writeGpx } from "./export/gpx.js";
export { type HtmlOptions, OSM_ATTRIBUTION, writeHtml } from "./export/html/html.js";
export { type LineTimes, lineTimes, stretchTimes } from "./export/line-times.js";
export { writeNdjson } from "./export/ndjson.js";

// Accuracy: on tracks with known truth; their readers, the evaluation, its scores, simulated drives.

export { type EvaluationTrack, thin } from "./evaluate/corpora.js";
export { FAULTS, type Fault, withFault } from "./evaluate/devices/faults.js";
export type { Doubt } from "./evaluate/doubts.js";
export type { DrawnTrack } from "./evaluate/drawn-track.js";
export type { EvaluationOptions } from "./evaluate/evaluation-options.js";
export { distinctRuns, type EvaluationRun, joinRuns } from "./evaluate/evaluation-runs.js";
export { Evaluation, evaluateTracks, type LeftOutReason, metresWrong } from "./evaluate/evaluator.js";
export { MAP_ERRORS, type MapError, withMapError } from "./evaluate/maps/map-errors.js";
export { type NoiseSettings, OPEN_SKY, withNoise } from "./evaluate/noise.js";
export { overlapShare } from "./evaluate/overlap.js";
export { type WorstChapter, worstChapters, worstPage } from "./evaluate/page/worst-page.js";
export { medianInterval, type RunRecord, runRecord, type TrackRecord } from "./evaluate/run-record.js";
export type { TruthBreak } from "./evaluate/score/breaks.js";
export { auroc, type Calibration, calibration, type ReliabilityBin } from "./evaluate/score/calibration.js";
export { type MismatchOptions, type RouteMismatch, routeMismatch } from "./evaluate/score/mismatch.js";
export { type OffScore, scoreOff } from "./evaluate/score/off-score.js";
export { type PointScores, type Prediction, scorePoints } from "./evaluate/score/points.js";
export { type SetScore, scoreSet, scoreTrack, type TrackScore } from "./evaluate/score/score.js";
export { type SimulatedDrive, simulateDrives } from "./evaluate/simulate/drive.js";
export { FIELDS, type Field, withFields } from "./evaluate/simulate/fields.js";
export type { SimulationOptions } from "./evaluate/simulate/options.js";
export { type ExactDrive, noisyDrive, readDrives } from "./evaluate/truth/drives.js";
export { type KubickaTexts, readKubicka } from "./evaluate/truth/kubicka.js";
export { readTruthNdjson, type TruthOptions } from "./evaluate/truth/ndjson.js";
export type { OnBroken } from "./evaluate/truth/text.js";
export { readTruth } from "./evaluate/truth/truth.js";
export type { Line, Position } from "./geo/lines.js";
export { Random } from "./geo/random.js";

// Comparison: of two responses, with a verdict.

export { type CompareOptions, type Comparison, compareResponses } from "./compare/compare.js";
export type { FieldDifference, PropertyComparison, Where } from "./compare/fields.js";
export type { LinesComparison, TypeTotal } from "./compare/lines.js";
export type { LineLink, PointComparison, PointsComparison, Sides, Spread } from "./compare/points.js";
export type { ReadError, ReadMessage } from "./compare/read.js";
export { type Judgement, TOLERANCES, type Tolerance, type Tolerances } from "./compare/tolerances.js";

// Errors: what is thrown for anything wrong.

export { SnapError, type SnapErrorCode } from "./errors.js";
