// Overlap: whether a truth runs on these roads at all, and whether the fixes run along it. What does not belong together must be reported, not scored.

import { comesWithin, type Line, lineLength, type Position } from "../geo/lines.js";
import { distance, wrapLon } from "../geo/metres.js";
import { quantile } from "../geo/quantile.js";
import { COVER_METRES } from "../geo/segment-index.js";
import { Access, MODES, type Mode } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import { NearRoads } from "./near-roads.js";

/** Metres that a truth may lie beside the roads, since it may have been drawn with another tool. */
const REACH = 15;
/** Number of samples along a truth, and of positions of a line or a track that are looked at. */
const SAMPLES = 40;

/** Which roads are under a truth, by sampling. */
export interface Footing {
  /** Share that has a road within 15 m; NaN for a truth without length. */
  share: number;
  /** The part of that share whose nearest road is farther away than a match may be from the truth, and its median distance in metres; NaN for none. */
  beside: { share: number; metres: number };
  /** The part of that share on roads open to each mode, in at least one direction. */
  open: Record<Mode, number>;
}

/** Share of the truth, by sampling, that has a road within 15 m, 0–1; NaN for a truth without length. */
export function overlapShare(truth: readonly Line[], roads: RoadGraph): number {
  return footingOf(truth, roads).share;
}

/** Which roads are under a truth. `coverMetres`: how far beside a road it may be. */
export function footingOf(truth: readonly Line[], roads: RoadGraph, coverMetres = COVER_METRES): Footing {
  const places = samplesOf(truth);
  const near = new NearRoads(roads);
  const metres: number[] = [];
  const access: number[] = [];
  for (const [lon, lat] of places) {
    const { count, distance: away, edge } = near.within(lon, lat, Math.max(REACH, coverMetres));
    if (count === 0) continue;
    let least = Infinity;
    for (let i = 0; i < count; i++) least = Math.min(least, away[i]);
    let bits = 0;
    // Roads clearly farther away than the nearest do not count: a truth on a footway is not on the street beside it.
    for (let i = 0; i < count; i++) {
      if (away[i] <= least + COVER_METRES) bits |= roads.arcAccess[2 * edge[i]] | roads.arcAccess[2 * edge[i] + 1];
    }
    metres.push(least);
    access.push(bits);
  }
  const beside = metres.filter((away) => away > coverMetres).sort((a, b) => a - b);
  const openTo = (bit: number): number => access.filter((bits) => (bits & bit) !== 0).length / access.length;
  return {
    share: metres.length / places.length,
    beside: { share: beside.length / metres.length, metres: quantile(beside, 0.5) },
    open: Object.fromEntries(MODES.map((mode) => [mode, openTo(Access[mode])])) as Record<Mode, number>,
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
 * Whether any of a truth's positions has a road within 15 m, by sampling. One stray position makes a line so long that hardly a metre of it is on a road; but
 * most of its positions still are.
 */
export function touches(truth: readonly Line[], roads: RoadGraph): boolean {
  const near = new NearRoads(roads);
  return spread(truth.flat()).some(([lon, lat]) => near.within(lon, lat, REACH).count > 0);
}

/** Share of the fixes, by sampling, that lie farther than so many metres from the lines driven. */
export function shareApart(driven: readonly Line[], fixes: readonly { lon: number; lat: number }[], metres: number): number {
  const sample = spread(fixes);
  const apart = sample.filter(({ lon, lat }) => !comesWithin(driven, lon, lat, metres));
  return apart.length / sample.length;
}

/** At most SAMPLES entries of a list, evenly from its first to its last. */
function spread<T>(list: readonly T[]): T[] {
  if (list.length <= SAMPLES) return [...list];
  return Array.from({ length: SAMPLES }, (_, k) => list[Math.floor((k * (list.length - 1)) / (SAMPLES - 1))]);
}
