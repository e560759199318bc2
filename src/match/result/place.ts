// Places every fix on the path, those the lattice never saw included.
import { clamp } from "../../geo/clamp.js";
import { hypot } from "../../geo/maths.js";
import { distance, latScale, lonScale, wrapLon } from "../../geo/metres.js";
import { rounded, toMillimetres } from "../../geo/rounding.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Decoded } from "../decode/decoded.js";
import * as MODEL from "../model.js";
import type { Fixes } from "../track/fixes.js";
import { OUTLIER, type Steps, UNLIKELY } from "../track/steps.js";
import { LEAST_CONFIDENCE } from "./calibration.js";
import type { Anchor, Path, Piece, Run } from "./path.js";
import type { MatchedPoint, Reason } from "./result.js";

/** What placing needs to know of the match. */
export interface Placing extends Pick<Decoded, "steps" | "lattice"> {
  /** The fixes as they came. */
  given: Fixes;
  path: Path;
  /** Probability of the chosen road at each step. */
  confidence: Float64Array;
  /** Index of the stretch of a run's piece; for piece −1, of the run itself. */
  stretchOf: (run: number, piece: number) => number;
}

/** A place on a run: which of its pieces, and metres from the start of that piece's arc. */
type Place = Pick<Anchor, "piece" | "offset">;

/** Fixes between two calls of `check`. */
const CHECK_EVERY = 4096;

/** One answer for each fix of the track in its order, including those that are not in the columns. `check`: called every so often. */
export function placeFixes(roads: RoadGraph, placing: Placing, check?: () => void): MatchedPoint[] {
  const { count, unplaced } = placing.given;
  const placer = new Placer(roads, placing);
  const points: MatchedPoint[] = [];
  let next = 0;
  for (let i = 0; i < count + unplaced.length; i++) {
    if (i % CHECK_EVERY === 0) check?.();
    const fix = unplaced[i - next];
    if (fix?.index !== i) points.push(placer.place(next++));
    else if (!fix.again) points.push(unsnapped(fix, "bad-coordinate"));
    else {
      // A fix sent again is where the fix before it is.
      points.push({ ...points[i - 1] });
      if (points[i].reason === "matched") points[i].reason = "interpolated";
    }
  }
  return points;
}

/** Most confidence of an outlier: the less, the more outliers there are. If half of all fixes are outliers, they are another traveller's. */
function outliersSure({ leftOut }: Steps): number {
  const share = (2 * Math.max(0, leftOut.filter(isOutlier).length - MODEL.outlierLeast)) / leftOut.length;
  return Math.max(LEAST_CONFIDENCE, 1 - share * share);
}

/** Places the fixes in the columns on the path, one after the other. */
class Placer {
  readonly #roads: RoadGraph;
  readonly #placing: Placing;
  readonly #sureOfOutliers: number;
  /** The newest step that has begun; −1 before the first. */
  #k = -1;
  /** The last fix placed by its own coordinates, and its place. */
  #heldFix = 0;
  #held: Place;
  /** The place of the last fix, however it was found. */
  #placed: Place = { piece: 0, offset: 0 };
  /** The way from `#partsFrom` to the next step, kept because a stop has many fixes on one way. */
  #parts: Part[] = [];
  #partsFrom: unknown;

  constructor(roads: RoadGraph, placing: Placing) {
    this.#roads = roads;
    this.#placing = placing;
    this.#sureOfOutliers = outliersSure(placing.steps);
    this.#held = { piece: 0, offset: placing.path.anchors[0]?.offset };
  }

  /** The answer for fix i, after those for all fixes before it. */
  place(i: number): MatchedPoint {
    const { given, steps, lattice, path, confidence, stretchOf } = this.#placing;
    if (this.#k + 1 < steps.count && steps.fix[this.#k + 1] <= i) this.#k++;
    const k = this.#k;
    // Fixes before the first step were left out, and go by that step.
    const anchor = path.anchors[Math.max(0, k)];
    const run = path.runs[anchor.run];
    if (run.type !== "Road") {
      const nothing = lattice.states(Math.max(0, k)) === 1;
      const fix = { lon: given.lon[i], lat: given.lat[i] };
      return unsnapped(fix, nothing ? "no-road-nearby" : "off-road", stretchOf(anchor.run, -1));
    }
    if (steps.fix[k] !== i) return this.#between(i, anchor, run);
    // By noise an anchor may be behind where its piece began to be driven, at the run's start or after a U-turn. The fix is placed where that is.
    this.#held = { piece: anchor.piece, offset: Math.max(anchor.offset, run.pieces[anchor.piece].start) };
    this.#heldFix = i;
    this.#placed = this.#held;
    return this.#answer(i, anchor, run, confidence[k], "matched");
  }

  /** The answer for a fix that is no step. `anchor`: of the step before it, which is on `run`. */
  #between(i: number, anchor: Anchor, run: Run): MatchedPoint {
    const { steps, path, confidence } = this.#placing;
    const { fixes } = steps;
    const k = this.#k;
    const next = path.anchors[k + 1];
    const sameRun = next?.run === anchor.run;
    const why = steps.leftOut[i];
    const outlier = isOutlier(why);
    // A fix that was passed over or left out lies on the way between the steps around it, as surely as these do. Where on it is found by its time, for its
    // place is not believed.
    const passed = outlier || k < 0 || i > steps.last[k];
    const timed = passed && sameRun;
    const from = timed ? this.#held : anchor;
    if (this.#partsFrom !== from) {
      const to = sameRun ? next : { piece: anchor.piece, offset: Math.max(anchor.offset, run.pieces[anchor.piece].end) };
      this.#parts = partsBetween(this.#roads, run.pieces, from, to);
      this.#partsFrom = from;
    }
    const place = timed
      ? partWay(this.#parts, i < steps.last[k] ? 0 : shareOf(fixes.time, this.#heldFix, i, steps.fix[k + 1]))
      : nearestOn(this.#parts, fixes.lon[i], fixes.lat[i]);
    // Noise, or a missing time, must not move a point back along the way.
    if ((place.piece - this.#placed.piece || place.offset - this.#placed.offset) >= 0) this.#placed = place;
    if (!timed) {
      this.#held = this.#placed;
      this.#heldFix = i;
    }
    const sure = Math.min(
      confidence[Math.max(0, k)],
      timed ? confidence[k + 1] : 1,
      why === UNLIKELY ? MODEL.astrayLeast : 1,
      outlier ? this.#sureOfOutliers : 1,
    );
    return this.#answer(i, anchor, run, sure, outlier ? "outlier" : "interpolated");
  }

  /** The answer for fix i at the place found for it. */
  #answer(i: number, anchor: Anchor, run: Run, sure: number, reason: Reason): MatchedPoint {
    const { given, stretchOf } = this.#placing;
    const { piece, offset } = this.#placed;
    const { arc } = run.pieces[piece];
    const [lon, lat] = this.#roads.arcPointAt(arc, offset);
    const metres = distance(given.lon[i], given.lat[i], lon, lat);
    return {
      lon,
      lat,
      confidence: rounded(sure, 1e6),
      edge: arc >>> 1,
      arc,
      offset: toMillimetres(offset),
      distance: toMillimetres(metres),
      reason,
      stretch: stretchOf(anchor.run, piece),
    };
  }
}

/** Whether a fix was left out because the traveller was not where it says. */
function isOutlier(why: number): boolean {
  return why === OUTLIER || why === UNLIKELY;
}

/** The answer for a point that is not snapped: it stays where it is. */
export function unsnapped({ lon, lat }: { lon: number; lat: number }, reason: Reason, stretch = -1): MatchedPoint {
  return { lon, lat, confidence: 0, edge: -1, arc: -1, offset: 0, distance: 0, reason, stretch };
}

/** The part of one piece that lies between two places of a run. */
interface Part {
  piece: number;
  /** Metres along the piece's arc where the part begins and ends. */
  low: number;
  high: number;
  line: [number, number][];
}

/** The way between two places of a run, in parts. */
function partsBetween(roads: RoadGraph, pieces: Piece[], from: Place, to: Place): Part[] {
  const parts: Part[] = [];
  for (let { piece } = from; piece <= to.piece; piece++) {
    const { arc, start, end } = pieces[piece];
    const low = piece === from.piece ? Math.max(from.offset, start) : start;
    const high = Math.max(low, piece === to.piece ? Math.min(to.offset, end) : end);
    parts.push({ piece, low, high, line: roads.arcCoordinates(arc, low, high) });
  }
  return parts;
}

/** The share of the way between two fixes that was done at fix i: by time, or, if times do not tell, by index. Never below 0. */
function shareOf(time: Float64Array, from: number, i: number, to: number): number {
  const share = (time[i] - time[from]) / (time[to] - time[from]);
  return share >= 0 && share <= 1 ? share : Math.max(0, (i - from) / (to - from));
}

/** The place at a share of a way's length. */
function partWay(parts: Part[], share: number): Place {
  let metres = share * parts.reduce((sum, { low, high }) => sum + high - low, 0);
  let n = 0;
  for (; n + 1 < parts.length && metres > parts[n].high - parts[n].low; n++) metres -= parts[n].high - parts[n].low;
  return { piece: parts[n].piece, offset: Math.min(parts[n].high, parts[n].low + metres) };
}

/** The nearest place on a way. */
function nearestOn(parts: Part[], lon: number, lat: number): Place {
  const kx = lonScale(lat);
  const ky = latScale(lat);
  let best = { piece: parts[0].piece, offset: parts[0].low, distance: Number.POSITIVE_INFINITY };
  for (const { piece, low, high, line } of parts) {
    // Skip a part that begins farther away than it is long: the way to the next step may be hundreds of kilometres long. Twice as long, and a metre, because the
    // scales at the fix are not quite those along the part.
    if (distance(lon, lat, ...line[0]) > best.distance + 2 * (high - low) + 1) continue;
    let at = low;
    for (let i = 1; i < line.length; i++) {
      const ax = wrapLon(line[i - 1][0] - lon) * kx;
      const ay = (line[i - 1][1] - lat) * ky;
      const dx = wrapLon(line[i][0] - line[i - 1][0]) * kx;
      const dy = (line[i][1] - line[i - 1][1]) * ky;
      const t = clamp(-(ax * dx + ay * dy) / (dx * dx + dy * dy), 0, 1) || 0;
      const metres = hypot(dx, dy);
      const x = ax + t * dx;
      const y = ay + t * dy;
      const away = hypot(x, y);
      if (away < best.distance) best = { piece, offset: Math.min(high, at + t * metres), distance: away };
      at += metres;
    }
  }
  return best;
}
