// Does a truth run on these roads at all, and do the fixes run along it? What does not belong together must be said, not scored.

import { distance, wrapLon } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads } from "../roads/nearby.js";
import { type Line, lineLength, nearestOnLine } from "./lines.js";

/** A truth drawn by another tool may lie a little beside the roads, metres. */
const REACH = 15;
/** Samples along a truth, and positions of a line or of a track that are looked at. */
const SAMPLES = 40;

/** Share of the truth, by sampling, that has a road within 15 m; NaN for a truth without length. */
export function overlapShare(truth: readonly Line[], roads: RoadGraph): number {
  const step = lineLength(truth) / SAMPLES;
  if (!(step > 0)) return Number.NaN;
  let along = 0;
  let due = step / 2;
  let samples = 0;
  let near = 0;
  for (const part of truth) {
    for (let i = 1; i < part.length; i++) {
      const [a, b] = [part[i - 1], part[i]];
      const length = distance(a[0], a[1], b[0], b[1]);
      for (; due <= along + length; due += step) {
        const t = (due - along) / length;
        samples++;
        const lon = wrapLon(a[0] + t * wrapLon(b[0] - a[0]));
        if (isOnRoad(roads, lon, a[1] + t * (b[1] - a[1]))) near++;
      }
      along += length;
    }
  }
  return near / samples;
}

/**
 * Whether any of a truth's positions has a road within 15 m, by sampling. One stray position makes a line so long that hardly a metre of it is on a
 * road; of its positions most still are.
 */
export function touches(truth: readonly Line[], roads: RoadGraph): boolean {
  return spread(truth.flat()).some(([lon, lat]) => isOnRoad(roads, lon, lat));
}

/** Metres from the truth within which half of the fixes lie, by sampling; NaN without fixes. */
export function medianDistance(truth: readonly Line[], fixes: readonly { lon: number; lat: number }[]): number {
  const metres = spread(fixes).map(({ lon, lat }) => nearestOnLine(truth, lon, lat)?.distance ?? Number.NaN);
  return metres.sort((a, b) => a - b)[Math.floor(metres.length / 2)] ?? Number.NaN;
}

function isOnRoad(roads: RoadGraph, lon: number, lat: number): boolean {
  return nearbyRoads(roads, lon, lat, REACH).length > 0;
}

/** So many of a list, from its begin to its end. */
function spread<T>(list: readonly T[]): T[] {
  if (list.length <= SAMPLES) return [...list];
  return Array.from({ length: SAMPLES }, (_, k) => list[Math.floor((k * (list.length - 1)) / (SAMPLES - 1))]);
}
