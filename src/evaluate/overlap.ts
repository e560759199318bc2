// Does a truth run on these roads at all? A corpus held against the wrong road file must be said, not scored.

import { distance, wrapLon } from "../geo/metres.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads } from "../roads/nearby.js";
import { type Line, lineLength } from "./lines.js";

/** A truth drawn by another tool may lie a little beside the roads, metres. */
const REACH = 15;
/** Samples along a truth. */
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
        if (nearbyRoads(roads, lon, a[1] + t * (b[1] - a[1]), REACH).length > 0) near++;
      }
      along += length;
    }
  }
  return near / samples;
}
