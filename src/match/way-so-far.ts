// Way so far: the way driven between the points of a live track, as far as these are given.
import type { Position } from "../geo/lines.js";
import { distance } from "../geo/metres.js";
import { toMillimetres } from "../geo/rounding.js";
import type { RoadGraph } from "../roads/graph.js";
import type { Match, MatchedPoint, Stretch } from "./result.js";
import { straightLine } from "./stretches.js";

/**
 * Metres by which a match's way may be longer than the straight line, from where the drawn one ends to where that match has the last point, ahead or
 * back: if by more, it is there another time, as round a block.
 */
const DETOUR = 200;

/** Grows by one match after another, each of which may have the last point a little elsewhere, or on another road, than the one before. */
export class WaySoFar {
  readonly #roads: RoadGraph;
  /** The fix of the last point that it leads to; −1 before the first. */
  #point = -1;
  /** Where it ends, which is where an Off line begins that is not drawn yet; null before the first point. */
  #end: Position | null = null;
  /** The arc on which it ends, and metres along that; −1: off the roads. */
  #arc = -1;
  #offset = 0;
  /** Whether anything is drawn, and of the stretch on which it ends. */
  #begun = false;
  #drawn = false;

  constructor(roads: RoadGraph) {
    this.#roads = roads;
  }

  /**
   * The stretches on to the point of fix `to`, by the match of which it is given, and whose points from `own` on are those of the track from fix `first`
   * on. `isOver`: on to the end of the match.
   */
  onTo(match: Match, own: number, first: number, to: number, isOver = false): Stretch[] {
    const { points, stretches } = match;
    let last = own + Math.max(0, this.#point - first);
    let next = own + to - first;
    // A fix without a place is on no stretch.
    while (points[last]?.stretch < 0) last++;
    while (points[next]?.stretch < 0) next--;
    if (next < last) return [];
    this.#point = first + next - own;
    // Nothing of it is given yet that could not be changed.
    if (isOver && !this.#begun) [this.#end, this.#arc] = [null, -1];
    const drawn: Stretch[] = [];
    const start = this.#end === null ? 0 : this.#startIn(stretches, points[last], this.#end, drawn);
    if (isOver) this.#draw(stretches, start, stretches.length - 1, null, drawn);
    else this.#draw(stretches, start, points[next].stretch, points[next], drawn);
    this.#begun ||= drawn.length > 0;
    // Theirs who asked: the way goes on from where it ended, whatever they make of these.
    return drawn.map((stretch) => ({ ...stretch, coordinates: stretch.coordinates.map(([lon, lat]): Position => [lon, lat]) }));
  }

  /** So many of the track's first fixes are gone, and it is counted from the next. */
  forget(fixes: number): void {
    this.#point -= fixes;
  }

  /** The stretch to go on from: one on the arc where the way ends, or that of the last point, to which a straight line leads. */
  #startIn(stretches: readonly Stretch[], last: MatchedPoint, end: Position, drawn: Stretch[]): number {
    const { stretch, arc, offset } = last;
    const place: Position = [last.lon, last.lat];
    if (this.#arc >= 0) {
      const along = alongOf(stretches);
      const there = along[stretch] + (arc < 0 ? 0 : offset - stretches[stretch].startOffset);
      let least = DETOUR + distance(...end, ...place);
      let nearest = -1;
      stretches.forEach((one, s) => {
        const metres = Math.abs(along[s] + this.#offset - one.startOffset - there);
        if (one.arc === this.#arc && metres < least) [nearest, least] = [s, metres];
      });
      if (nearest >= 0) return nearest;
    }
    if (arc >= 0) {
      // To one point alone no way leads that could be broken: it begins where that point is now.
      if (this.#arc < 0) drawn.push(straightLine("Off", end, place));
      else if (this.#begun) drawn.push(straightLine("Road Gap", end, place));
      [this.#end, this.#arc, this.#offset, this.#drawn] = [place, arc, offset, true];
    }
    return stretch;
  }

  /** Draws from where the way ends through these stretches to the target, which is on the last of them; null: to its end. */
  #draw(stretches: readonly Stretch[], start: number, end: number, target: MatchedPoint | null, drawn: Stretch[]): void {
    let goesOn = this.#arc >= 0;
    // Whether the way led past where one turned.
    let isPast = false;
    for (let s = start; s <= end; s++) {
      const stretch = stretches[s];
      const { type, arc, startOffset, endOffset, coordinates } = stretch;
      const until = s === end ? target : null;
      if (type !== "Road") {
        this.#end ??= coordinates[0];
        this.#arc = -1;
        // It is known where it ends when one is back on the road.
        if (until) return;
        drawn.push(straightLine(type, this.#end, coordinates[1]));
        this.#end = coordinates[1];
        [goesOn, isPast] = [false, false];
        continue;
      }
      if (!goesOn) {
        // One turned where the way ends, if that is farther on.
        const turned = isPast ? toMillimetres(this.#roads.edgeLength[arc >>> 1] - this.#offset) : startOffset;
        if (turned >= startOffset) this.#end = coordinates[0];
        [this.#arc, this.#offset, this.#drawn] = [arc, Math.min(turned, startOffset), false];
      }
      goesOn = false;
      const high = until ? until.offset : endOffset;
      isPast = this.#offset > high;
      if (isPast || (this.#offset === high && (this.#drawn || until))) continue;
      const line = this.#roads.arcCoordinates(arc, this.#offset, high);
      line[0] = this.#end as Position;
      line[line.length - 1] = until ? [until.lon, until.lat] : coordinates[coordinates.length - 1];
      const length = toMillimetres(high - this.#offset);
      drawn.push({ ...stretch, startOffset: this.#offset, endOffset: high, length, coordinates: line });
      [this.#end, this.#offset, this.#drawn] = [line[line.length - 1], high, true];
    }
  }
}

/** Metres from the beginning of a match's way to each stretch. */
function alongOf(stretches: readonly Stretch[]): number[] {
  let metres = 0;
  return stretches.map(({ length }) => {
    metres += length;
    return metres - length;
  });
}
