// Does a truth run on these roads at all, and do the fixes run along it? What does not belong together must be said, not scored.

import { distance, wrapLon } from "../geo/metres.js";
import { Access, type Mode } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads } from "../roads/nearby.js";
import { type Line, lineLength, nearestOnLine, type Position } from "./lines.js";
import { COVER_METRES } from "./mismatch.js";

/** A truth drawn by another tool may lie a little beside the roads, metres. */
const REACH = 15;
/** Samples along a truth, and positions of a line or of a track that are looked at. */
const SAMPLES = 40;

/** What a truth has under it, by sampling. */
export interface Footing {
  /** Share that has a road within 15 m; NaN for a truth without length. */
  share: number;
  /** Metres from that share to the nearest road, the median; NaN where there is no such share. */
  metres: number;
  /** Of that share, the one on a road open to each kind of traveller, in one direction at least. */
  open: Record<Mode, number>;
}

/** Share of the truth, by sampling, that has a road within 15 m; NaN for a truth without length. */
export function overlapShare(truth: readonly Line[], roads: RoadGraph): number {
  return footingOf(truth, roads).share;
}

/** What a truth has under it. */
export function footingOf(truth: readonly Line[], roads: RoadGraph): Footing {
  const places = samplesOf(truth);
  const under = places.map(([lon, lat]) => nearbyRoads(roads, lon, lat, REACH)).filter((near) => near.length > 0);
  const metres = under.map(([nearest]) => nearest.distance).sort((a, b) => a - b);
  // A truth on a footway is not on the street beside it.
  const access = under.map((near) =>
    near
      .filter((road) => road.distance <= near[0].distance + COVER_METRES)
      .reduce((bits, { edge }) => bits | roads.arcAccess[2 * edge] | roads.arcAccess[2 * edge + 1], 0),
  );
  const openTo = (bit: number): number => access.filter((bits) => (bits & bit) !== 0).length / under.length;
  return {
    share: under.length / places.length,
    metres: metres[Math.floor(metres.length / 2)] ?? Number.NaN,
    open: {
      driving: openTo(Access.driving),
      trucking: openTo(Access.trucking),
      walking: openTo(Access.walking),
      cycling: openTo(Access.cycling),
    },
  };
}

/** Places at even steps along a line; none on one without length. */
function samplesOf(line: readonly Line[]): Position[] {
  const step = lineLength(line) / SAMPLES;
  const places: Position[] = [];
  if (!(step > 0)) return places;
  let along = 0;
  let due = step / 2;
  for (const part of line) {
    for (let i = 1; i < part.length; i++) {
      const [a, b] = [part[i - 1], part[i]];
      const length = distance(a[0], a[1], b[0], b[1]);
      for (; due <= along + length; due += step) {
        const t = (due - along) / length;
        places.push([wrapLon(a[0] + t * wrapLon(b[0] - a[0])), a[1] + t * (b[1] - a[1])]);
      }
      along += length;
    }
  }
  return places;
}

/**
 * Whether any of a truth's positions has a road within 15 m, by sampling. One stray position makes a line so long that hardly a metre of it is on a
 * road; of its positions most still are.
 */
export function touches(truth: readonly Line[], roads: RoadGraph): boolean {
  return spread(truth.flat()).some(([lon, lat]) => isOnRoad(roads, lon, lat));
}

/** Share of the fixes, by sampling, that lie farther than so many metres from the lines driven. */
export function shareApart(driven: readonly Line[], fixes: readonly { lon: number; lat: number }[], metres: number): number {
  const sample = spread(fixes);
  const apart = sample.filter(({ lon, lat }) => (nearestOnLine(driven, lon, lat)?.distance ?? 0) > metres);
  return apart.length / sample.length;
}

function isOnRoad(roads: RoadGraph, lon: number, lat: number): boolean {
  return nearbyRoads(roads, lon, lat, REACH).length > 0;
}

/** So many of a list, from its begin to its end. */
function spread<T>(list: readonly T[]): T[] {
  if (list.length <= SAMPLES) return [...list];
  return Array.from({ length: SAMPLES }, (_, k) => list[Math.floor((k * (list.length - 1)) / (SAMPLES - 1))]);
}
