// Mismatch: the route mismatch fraction (Newson & Krumm 2009): metres wrongly added and metres missed, over metres truly driven; by geometry.

import { comesWithin, Disc, type Line, lineLength, nearestOnLine, type Position, reversed } from "../../geo/lines.js";
import { distance, wrapLon } from "../../geo/metres.js";
import { COVER_METRES, SAMPLE_METRES, SegmentIndex } from "../../geo/segment-index.js";
import { isCoordinate } from "../../match/track/grouping.js";
import type { RoadGraph } from "../../roads/graph.js";
import { NearRoads } from "../near-roads.js";

/** Nothing is counted this close to the truth's first and last point, metres, unless a corpus says otherwise. */
export const TRIM_METRES = 50;
/** Metres from the line driven beyond which a fix does not belong to that drive. No receiver is so far off so often. */
export const APART_METRES = 500;

/** How to count. */
export interface MismatchOptions {
  /** Nothing is counted within this many metres of the truth's first and last point, where noise along the road is not the matcher's error. */
  trimMetres?: number | undefined;
  /** A place on one line is covered where the other runs within so many metres. Default 1.5. */
  coverMetres?: number | undefined;
  /** The fixes, in travel order. If given, the truth before the first and after the last fix is counted separately (`beyondTrack`). */
  fixes?: readonly { lon: number; lat: number }[] | undefined;
  /** The roads matched to. If given, truth that runs along none of them is counted separately (`roadless`). */
  roads?: RoadGraph | undefined;
  /** Metres along the match, from and to, between which it is not known what was driven: nothing there counts as added. */
  unknown?: readonly (readonly [from: number, to: number])[] | undefined;
}

/** How a matched route differs from the truth. */
export interface RouteMismatch {
  /** Metres truly driven, all of them. */
  truthMetres: number;
  /** Of those, the ones that are counted: farther than the trim from the truth's ends. */
  countedMetres: number;
  /** Metres of the match that the truth does not cover. */
  added: number;
  /** Metres of the truth that the match does not cover. */
  missed: number;
  /** Of `missed`: metres that lie before the first or after the last fix, which no matcher could know. 0 when no fixes are given. */
  beyondTrack: number;
  /** Of `missed`: metres along which no road runs, which no matcher could find. 0 when no roads are given. */
  roadless: number;
  /** (added + missed) / truthMetres; NaN if the truth has no length. What is left out at the ends is in neither sum, but is part of `truthMetres`. */
  fraction: number;
  /** The lines added and missed, for drawing, in travel order. */
  addedPlaces: Position[][];
  missedPlaces: Position[][];
  /** Metres along the match at which each of `addedPlaces` begins, and along the truth those of `missedPlaces`. */
  addedFrom: number[];
  missedFrom: number[];
}

/**
 * Compares the road parts of a match with the truth, by length as Newson & Krumm (2009) do. Both may have breaks; neither direction nor the number of passes
 * counts. A place is covered that lies within 1.5 m of the other line.
 */
export function routeMismatch(truth: readonly Line[], match: readonly Line[], options: MismatchOptions = {}): RouteMismatch {
  const ends = trimmedEnds(truth, options.trimMetres ?? TRIM_METRES);
  const cover = options.coverMetres ?? COVER_METRES;
  const truthMetres = lineLength(truth);
  const known = options.fixes === undefined ? [0, Infinity] : extentOf(truth, options.fixes);
  // A truth may be drawn against the direction of travel.
  const [from, to] = [Math.min(...known), Math.max(...known)];
  const missed = uncovered(truth, new SegmentIndex(match, cover), { ends, from, to, roads: options.roads });
  const added = uncovered(match, new SegmentIndex(truth, cover), { ends, unknown: options.unknown });
  return {
    truthMetres,
    countedMetres: missed.counted,
    added: added.metres,
    missed: missed.metres,
    beyondTrack: missed.outside,
    roadless: missed.roadless,
    fraction: truthMetres > 0 ? (added.metres + missed.metres) / truthMetres : Number.NaN,
    addedPlaces: added.places,
    missedPlaces: missed.places,
    addedFrom: added.from,
    missedFrom: missed.from,
  };
}

/** Metres of a truth that count: those farther than the trim from its first and last point. */
export function countedMetres(truth: readonly Line[], trimMetres: number): number {
  const nothing = new SegmentIndex([], COVER_METRES);
  return uncovered(truth, nothing, { ends: trimmedEnds(truth, trimMetres) }).counted;
}

/** Where nothing of a truth is counted: around its first and last point. */
export function trimmedEnds(truth: readonly Line[], trimMetres: number): Disc[] {
  return endsOf(truth).map(([lon, lat]) => new Disc(lon, lat, trimMetres));
}

/** The first and the last point of a multi-part line; none for a line without points. */
export function endsOf(parts: readonly Line[]): (readonly [number, number])[] {
  const first = parts.find((part) => part.length > 0);
  const last = parts.findLast((part) => part.length > 0);
  return first === undefined || last === undefined ? [] : [first[0], last[last.length - 1]];
}

/** Metres along the truth at which the fixes begin and end. If it is drawn against the direction of travel, the end is before the beginning. */
export function extentOf(truth: readonly Line[], fixes: readonly { lon: number; lat: number }[]): [from: number, to: number] {
  // A fix at 0, 0 or in another town does not say where the track begins.
  const isNear = ({ lon, lat }: { lon: number; lat: number }) => isCoordinate(lon, lat) && comesWithin(truth, lon, lat, APART_METRES);
  const [first, last] = [fixes.find(isNear), fixes.findLast(isNear)];
  if (first === undefined || last === undefined) return [0, Infinity];
  const total = lineLength(truth);
  // Ten metres of slack: on a loop the truth passes twice, and the first pass counts (for the end, the last).
  const start = nearestOnLine(truth, first.lon, first.lat, 10);
  const end = nearestOnLine(reversed(truth), last.lon, last.lat, 10);
  return [start?.along ?? 0, total - (end?.along ?? 0)];
}

/** What of a line is counted, and what of that is told apart. */
interface Counting {
  /** Nothing is counted within these. */
  ends: readonly Disc[];
  /** Metres along the line: what comes before `from` or after `to` is outside. By default nothing is. */
  from?: number;
  to?: number;
  /** The roads, if what runs along none is told apart. */
  roads?: RoadGraph | undefined;
  /** Metres along the line, from and to, between which nothing is counted. */
  unknown?: MismatchOptions["unknown"];
}

interface Uncovered {
  metres: number;
  /** Metres of the line that are counted, covered or not. */
  counted: number;
  /** Of `metres`, those before `from` or after `to`. */
  outside: number;
  /** Of `metres`, those without a road. */
  roadless: number;
  places: Position[][];
  /** Metres along the line at which each place begins. */
  from: number[];
}

/** Walks the line in samples and keeps those that the other line does not cover. */
function uncovered(parts: readonly Line[], other: SegmentIndex, counting: Counting): Uncovered {
  const { ends, from = 0, to = Infinity, roads, unknown = [] } = counting;
  const found: Uncovered = { metres: 0, counted: 0, outside: 0, roadless: 0, places: [], from: [] };
  const near = roads === undefined ? null : new NearRoads(roads);
  let along = 0;
  for (const part of parts) {
    let place: Position[] | null = null;
    for (let i = 1; i < part.length; i++) {
      const [lon, lat] = part[i - 1];
      const dLon = wrapLon(part[i][0] - lon);
      const dLat = part[i][1] - lat;
      const length = distance(lon, lat, part[i][0], part[i][1]);
      const samples = Math.ceil(length / SAMPLE_METRES);
      for (let s = 0; s < samples; s++) {
        const begin = (s * SAMPLE_METRES) / length;
        const end = Math.min(1, ((s + 1) * SAMPLE_METRES) / length);
        const t = (begin + end) / 2;
        const sampleLon = lon + t * dLon;
        const sampleLat = lat + t * dLat;
        const metres = (end - begin) * length;
        const here = along + t * length;
        const counts =
          !ends.some((disc) => disc.has(sampleLon, sampleLat)) && !unknown.some(([begins, stops]) => here >= begins && here <= stops);
        if (counts) found.counted += metres;
        if (!counts || other.covers(sampleLon, sampleLat)) {
          place = null;
          continue;
        }
        found.metres += metres;
        if (here < from || here > to) found.outside += metres;
        if (near?.within(sampleLon, sampleLat, other.reach).count === 0) found.roadless += metres;
        if (place === null) {
          place = [[wrapLon(lon + begin * dLon), lat + begin * dLat]];
          found.places.push(place);
          found.from.push(along + begin * length);
        } else if (s > 0) place.pop(); // a straight run needs only its ends
        place.push([wrapLon(lon + end * dLon), lat + end * dLat]);
      }
      along += length;
    }
  }
  return found;
}
