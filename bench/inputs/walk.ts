// One drive over a network, of any length, from which tracks are cut.
import { moved } from "../../src/evaluate/noise.js";
import { Random } from "../../src/geo/random.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { Access, Flag } from "../../src/roads/attributes.js";
import type { RoadGraph } from "../../src/roads/graph.js";

const SEED = 7;
/** Metres between fixes; they are one second apart. */
const STEP = 10;
/** Error of each fix, metres per axis. */
const SIGMA = 5;
const EPOCH = 1_700_000_000;

/**
 * This many fixes, 10 m and 1 s apart, with errors of 5 m for each axis, of a drive that takes any road at a junction except back where it came from,
 * unless that is a dead end. A longer drive begins like a shorter one.
 */
export function longDrive(roads: RoadGraph, count: number): TrackPoint[] {
  const [route, noise] = [new Random(SEED), new Random(SEED + 1)];
  const track: TrackPoint[] = [];
  let arc = anyArc(roads, route);
  let along = 0;
  while (track.length < count) {
    const edge = arc >>> 1;
    const length = roads.edgeLength[edge];
    for (; along < length && track.length < count; along += STEP) {
      const [lon, lat] = roads.pointAt(edge, arc & 1 ? length - along : along);
      const [noisyLon, noisyLat] = moved(lon, lat, SIGMA * noise.normal(), SIGMA * noise.normal());
      track.push({ lon: round7(noisyLon), lat: round7(noisyLat), time: EPOCH + track.length });
    }
    along -= length;
    arc = nextArc(roads, arc, route);
  }
  return track;
}

/** The track cut into tracks of `fixes` fixes; the rest is left out. */
export function cutTrack(track: readonly TrackPoint[], fixes: number): TrackPoint[][] {
  return Array.from({ length: Math.floor(track.length / fixes) }, (_, i) => track.slice(i * fixes, (i + 1) * fixes));
}

function nextArc(roads: RoadGraph, arc: number, random: Random): number {
  const node = roads.head(arc);
  const out = Array.from(roads.outArcs.subarray(roads.outStart[node], roads.outStart[node + 1])).filter((next) => isOpen(roads, next));
  const onwards = out.filter((next) => next !== (arc ^ 1));
  const choice = onwards.length > 0 ? onwards : out;
  return choice.length > 0 ? choice[random.int(choice.length)] : anyArc(roads, random);
}

function anyArc(roads: RoadGraph, random: Random): number {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const arc = random.int(roads.arcCount);
    if (isOpen(roads, arc)) return arc;
  }
  throw new Error("The network has no road for cars to drive on.");
}

function isOpen(roads: RoadGraph, arc: number): boolean {
  return (roads.arcAccess[arc] & Access.driving) !== 0 && (roads.edgeFlags[arc >>> 1] & Flag.ferry) === 0;
}

function round7(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
