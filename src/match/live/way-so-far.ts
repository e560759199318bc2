// Way so far: the way of a live track to the points given so far, part by part.
import type { Position } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import { toMillimetres } from "../../geo/rounding.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Match, MatchedPoint, Stretch } from "../result/result.js";
import { straightLine } from "../result/stretches.js";

/**
 * The drawn way ends at one place, and the newest match may have the last point at another, ahead or behind. Metres by which that match's way between the two
 * may be longer than the straight line: if it is longer still, the match passes the place another time, as on a way round a block.
 */
const DETOUR = 200;

/** The way drawn so far. It grows with each match, each of which may have the last point a little elsewhere, or on another road, than the match before. */
export class WaySoFar {
  readonly #roads: RoadGraph;
  /** Index of the fix of the last point that the way leads to; −1 before the first. */
  #point = -1;
  /** Where the way ends, and where an Off line begins if one is under way; null before the first point. */
  #end: Position | null = null;
  /** The arc on which the way ends, and metres along it; −1: off the roads. */
  #arc = -1;
  #offset = 0;
  /** Whether anything is drawn. */
  #begun = false;
  /** Whether anything is drawn of the stretch on which the way ends. */
  #drawn = false;

  constructor(roads: RoadGraph) {
    this.#roads = roads;
  }

  /**
   * The stretches from where the way ends to the point of fix `to`, by the match that gives this point. The match's points from `own` on are those of the
   * track's fixes from `first` on. `isOver`: to the end of the match.
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
    // Nothing is drawn yet, so the whole way of the match can be given.
    if (isOver && !this.#begun) [this.#end, this.#arc] = [null, -1];
    const drawn: Stretch[] = [];
    const start = this.#end === null ? 0 : this.#startIn(stretches, points[last], this.#end, drawn);
    if (isOver) this.#draw(stretches, start, stretches.length - 1, null, drawn);
    else this.#draw(stretches, start, points[next].stretch, points[next], drawn);
    this.#begun ||= drawn.length > 0;
    // Copies: the caller may change them, and the way must still go on from where it ended.
    return drawn.map((stretch) => ({ ...stretch, coordinates: stretch.coordinates.map(([lon, lat]): Position => [lon, lat]) }));
  }

  /** Is told that so many of the track's first fixes were removed, so that indexes begin at the next one. */
  forget(fixes: number): void {
    this.#point -= fixes;
  }

  /** Index of the stretch to go on from: one on the arc where the way ends, or else that of the last point, to which a straight line is drawn. */
  #startIn(stretches: readonly Stretch[], last: MatchedPoint, end: Position, drawn: Stretch[]): number {
    const { stretch, arc, offset } = last;
    const place: Position = [last.lon, last.lat];
    if (this.#arc >= 0) {
      const along = alongOf(stretches);
      const there = along[stretch] + offset - stretches[stretch].startOffset;
      let least = DETOUR + distance(...end, ...place);
      let nearest = -1;
      stretches.forEach((one, s) => {
        const metres = Math.abs(along[s] + this.#offset - one.startOffset - there);
        if (one.arc === this.#arc && metres < least) [nearest, least] = [s, metres];
      });
      if (nearest >= 0) return nearest;
    }
    if (arc >= 0) {
      // If nothing is drawn yet, there is no way that could have a gap: it begins where the last point is now.
      if (this.#arc < 0) drawn.push(straightLine("Off", end, place));
      else if (this.#begun) drawn.push(straightLine("Road Gap", end, place));
      [this.#end, this.#arc, this.#offset, this.#drawn] = [place, arc, offset, true];
    }
    return stretch;
  }

  /** Draws from where the way ends through the stretches `start … end` to the target, which is on the last of them; null: to the end of that stretch. */
  #draw(stretches: readonly Stretch[], start: number, end: number, target: MatchedPoint | null, drawn: Stretch[]): void {
    let goesOn = this.#arc >= 0;
    // Whether the drawn way already led past the place of a U-turn.
    let isPast = false;
    for (let s = start; s <= end; s++) {
      const stretch = stretches[s];
      const { type, arc, startOffset, endOffset, coordinates } = stretch;
      const until = s === end ? target : null;
      if (type !== "Road") {
        this.#end ??= coordinates[0];
        this.#arc = -1;
        // An Off line is drawn when the traveller is back on a road: only then is its end known.
        if (until) return;
        drawn.push(straightLine(type, this.#end, coordinates[1]));
        this.#end = coordinates[1];
        [goesOn, isPast] = [false, false];
        continue;
      }
      if (!goesOn) {
        // The U-turn is where the drawn way ends, if that is past where the match has it.
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
