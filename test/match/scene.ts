// A drawn map with its roads built, and tracks matched to them as letters and words, for the scenario tests.
import { latScale, lonScale } from "../../src/geo/metres.js";
import type { MatchControl } from "../../src/match/control.js";
import { Matcher } from "../../src/match/matcher.js";
import type { MatcherOptions } from "../../src/match/options.js";
import type { Match, Reason } from "../../src/match/result/result.js";
import type { Track, TrackPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { type AsciiMap, type AsciiRules, type AsciiWay, asciiMap, type MapOptions } from "../helpers/ascii-map.js";

/** A match, with its results as letters and words. */
export interface Snapped extends Match {
  /** The way travelled, as letters; see `AsciiMap.driven`. */
  driven: string;
  /** The reason of each point. */
  reasons: Reason[];
  /** For each point the letters of its edge in travel order; "" if it was not snapped. */
  on: string[];
  /** Each broken rule with its arc: "wrong-way ab". */
  broken: string[];
}

export interface Scene extends AsciiMap {
  network: RoadGraph;
  snap(track: readonly TrackPoint[] | Track, options?: MatcherOptions, control?: MatchControl): Snapped;
}

/** Builds the ways of a drawing. */
export function scene(drawing: string, ways: Record<string, AsciiWay>, options: MapOptions & AsciiRules = {}): Scene {
  const map = asciiMap(drawing, options);
  const network = map.graph(ways, options);
  const nothing = { points: [], violations: [] };
  const letters = (arc: number) => {
    const stretch = { type: "Road" as const, edge: arc >>> 1, arc, startOffset: 0, endOffset: 0, length: 0, coordinates: [] };
    return map.driven({ ...nothing, stretches: [stretch] }, network);
  };
  return {
    ...map,
    network,
    snap: (track, choice = {}, control = {}) => {
      const match = new Matcher(network, choice).match(track, control);
      return {
        ...match,
        driven: map.driven(match, network),
        reasons: match.points.map((point) => point.reason),
        on: match.points.map((point) => (point.arc < 0 ? "" : letters(point.arc))),
        broken: match.violations.map(({ kind, arc }) => `${kind} ${letters(arc)}`),
      };
    },
  };
}

/** A fix moved by metres east and north. */
export function moved(fix: TrackPoint, east: number, north: number): TrackPoint {
  return { ...fix, lon: fix.lon + east / lonScale(fix.lat), lat: fix.lat + north / latScale(fix.lat) };
}

/** The fixes with times that are `interval` seconds apart. */
export function inTime(fixes: TrackPoint[], interval = 10): TrackPoint[] {
  return fixes.map((fix, i) => ({ ...fix, time: 1_700_000_000 + i * interval }));
}

/** The mean confidence of the points. */
export function meanConfidence(match: Match): number {
  return match.points.reduce((sum, point) => sum + point.confidence, 0) / match.points.length;
}
