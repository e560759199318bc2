// Places every fix on the path, those the lattice never saw included.
import { distance, latScale, lonScale, segmentFraction, wrapLon } from "../geo/metres.js";
import { rounded, toMillimetres } from "../geo/rounding.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Fixes } from "./fixes.js";
import type { Lattice } from "./lattice.js";
import type { Path, Piece } from "./path.js";
import type { MatchedPoint, Reason } from "./result.js";
import { OUTLIER, type Steps } from "./steps.js";

/** What placing needs to know of the match. */
export interface Decoded {
  /** The fixes as they came, and as they were matched. */
  given: Fixes;
  fixes: Fixes;
  steps: Steps;
  lattice: Lattice;
  /** State of each step. */
  chosen: Int32Array;
  path: Path;
  /** Probability of the chosen road at each step. */
  confidence: Float64Array;
  /** Stretch of a piece of a run; of the run itself for piece −1. */
  stretchOf(run: number, piece: number): number;
}

/** Fixes between two calls of `check`. */
const CHECK_EVERY = 4096;

/** One answer per fix of the track, those without a place included, in their order. `check`: called every so often. */
export function placeFixes(roads: RoadGraph, decoded: Decoded, check?: () => void): MatchedPoint[] {
  const { given, fixes, steps, lattice, chosen, path, confidence } = decoded;
  const points: MatchedPoint[] = [];
  let u = 0;
  const addUnplaced = () => {
    for (; given.unplaced[u]?.index === points.length; u++) points.push(unsnapped(given.unplaced[u], "bad-coordinate", -1));
  };
  let k = -1;
  // Of the last step with a place of its own: what is known of a fix that was passed over.
  let before = confidence[0];
  // The way from a step to the next: of a stop there are many fixes.
  let parts: Part[] = [];
  let partsOf = Number.NaN;
  for (let i = 0; i < fixes.count; i++) {
    if (i % CHECK_EVERY === 0) check?.();
    addUnplaced();
    if (k + 1 < steps.count && steps.fix[k + 1] <= i) k++;
    // Before the first step is what was left out.
    const step = Math.max(0, k);
    const anchor = path.anchors[step];
    const run = path.runs[anchor.run];
    if (run.type !== "Road") {
      const nothing = lattice.states(step) === 1;
      const fix = { lon: given.lon[i], lat: given.lat[i] };
      points.push(unsnapped(fix, nothing ? "no-road-nearby" : "off-road", decoded.stretchOf(anchor.run, -1)));
      continue;
    }
    const own = steps.fix[k] === i && !anchor.outlier;
    if (own) {
      before = confidence[k];
      const piece = run.pieces[anchor.piece];
      // Noise may put a fix behind where the run began, or where it turned back; what was not driven is not its place.
      const offset = Math.max(anchor.offset, piece.start);
      const state = chosen[k];
      const kept = given === fixes && piece.arc === lattice.arc[state] && offset === lattice.offset[state];
      const metres = kept ? lattice.distance[state] : distanceTo(roads, piece.arc, offset, given, i);
      points.push(snapped(roads, piece.arc, offset, metres, confidence[k], "matched", decoded.stretchOf(anchor.run, anchor.piece)));
      continue;
    }
    const n = nextAnchor(path, k);
    const next = path.anchors[n];
    const sameRun = next?.run === anchor.run;
    const last = sameRun ? next.piece : anchor.piece;
    const until = sameRun ? next.offset : Math.max(anchor.offset, run.pieces[anchor.piece].end);
    if (partsOf !== k) {
      parts = partsBetween(roads, run.pieces, anchor.piece, anchor.offset, last, until);
      partsOf = k;
    }
    const found = nearestOn(parts, fixes.lon[i], fixes.lat[i]);
    const outlier = anchor.outlier || steps.leftOut[i] === OUTLIER;
    // Passed over, it is on the way as surely as those before and after it are.
    const passed = outlier || k < 0 || i > steps.last[k];
    const sure = passed ? Math.min(before, sameRun ? confidence[n] : 1) : confidence[k];
    points.push(
      snapped(
        roads,
        run.pieces[found.piece].arc,
        found.offset,
        given === fixes ? found.distance : distanceTo(roads, run.pieces[found.piece].arc, found.offset, given, i),
        sure,
        outlier ? "outlier" : "interpolated",
        decoded.stretchOf(anchor.run, found.piece),
      ),
    );
  }
  addUnplaced();
  return points;
}

function distanceTo(roads: RoadGraph, arc: number, offset: number, fixes: Fixes, i: number): number {
  const [lon, lat] = roads.arcPointAt(arc, offset);
  return distance(fixes.lon[i], fixes.lat[i], lon, lat);
}

/** The next step after k with a place of its own; as many as there are steps when there is none. */
function nextAnchor(path: Path, k: number): number {
  let n = k + 1;
  while (n < path.anchors.length && path.anchors[n].outlier) n++;
  return n;
}

function unsnapped({ lon, lat }: { lon: number; lat: number }, reason: Reason, stretch: number): MatchedPoint {
  return { lon, lat, confidence: 0, edge: -1, arc: -1, offset: 0, distance: 0, reason, stretch };
}

function snapped(
  roads: RoadGraph,
  arc: number,
  offset: number,
  distance: number,
  confidence: number,
  reason: Reason,
  stretch: number,
): MatchedPoint {
  const edge = arc >>> 1;
  const [lon, lat] = roads.arcPointAt(arc, offset);
  // Zero is kept for points that are not snapped.
  const sure = Math.min(1, Math.max(1e-6, rounded(confidence, 1e6)));
  return { lon, lat, confidence: sure, edge, arc, offset: toMillimetres(offset), distance: toMillimetres(distance), reason, stretch };
}

/** What of one piece lies between two places of a run. */
interface Part {
  piece: number;
  low: number;
  high: number;
  line: [number, number][];
  /** No place of the line is farther from its first, degrees. */
  acrossLon: number;
  acrossLat: number;
}

/** The way between two places of a run. */
function partsBetween(roads: RoadGraph, pieces: Piece[], first: number, from: number, last: number, to: number): Part[] {
  const parts: Part[] = [];
  for (let piece = first; piece <= last; piece++) {
    const { arc, start, end } = pieces[piece];
    const low = piece === first ? Math.max(from, start) : start;
    const high = Math.max(low, piece === last ? Math.min(to, end) : end);
    const line = roads.arcCoordinates(arc, low, high);
    let [acrossLon, acrossLat] = [0, 0];
    for (const [lon, lat] of line) {
      acrossLon = Math.max(acrossLon, Math.abs(wrapLon(lon - line[0][0])));
      acrossLat = Math.max(acrossLat, Math.abs(lat - line[0][1]));
    }
    parts.push({ piece, low, high, line, acrossLon, acrossLat });
  }
  return parts;
}

/** The nearest place on a way. */
function nearestOn(parts: Part[], lon: number, lat: number): { piece: number; offset: number; distance: number } {
  const kx = lonScale(lat);
  const ky = latScale(lat);
  let best = { piece: parts[0].piece, offset: parts[0].low, distance: Number.POSITIVE_INFINITY };
  for (const { piece, low, high, line, acrossLon, acrossLat } of parts) {
    // One that is farther away as a whole, by more than rounding: there may be hundreds of kilometres to where the next fix is.
    const least = best.distance + 1e-3;
    const away = Math.abs(wrapLon(line[0][0] - lon)) - acrossLon;
    if (away * kx > least || (Math.abs(line[0][1] - lat) - acrossLat) * ky > least) continue;
    let at = low;
    for (let i = 1; i < line.length; i++) {
      const ax = wrapLon(line[i - 1][0] - lon) * kx;
      const ay = (line[i - 1][1] - lat) * ky;
      const dx = wrapLon(line[i][0] - line[i - 1][0]) * kx;
      const dy = (line[i][1] - line[i - 1][1]) * ky;
      const t = segmentFraction(0, 0, ax, ay, ax + dx, ay + dy);
      const metres = Math.sqrt(dx * dx + dy * dy);
      const x = ax + t * dx;
      const y = ay + t * dy;
      const distance = Math.sqrt(x * x + y * y);
      if (distance < best.distance) best = { piece, offset: Math.min(high, at + t * metres), distance };
      at += metres;
    }
  }
  return best;
}
