// Crossings: lines of one level that cross get a common place there; a line that ends just beyond another ends at it.
import type { End, JoinableLine, Joint, Joints } from "./joints.js";
import { LineGrid, type Segment, type Spot } from "./line-grid.js";

/**
 * Finds where lines of one level cross. An end no more than `error` metres beyond a crossing is moved to it. Returns the places to be inserted into each line.
 * @throws SnapError "limit" when the lines together are too long.
 */
export function crossLines(lines: readonly JoinableLine[], joints: Joints, error: number): Spot[][] {
  const crosser = new Crosser(lines, joints, error);
  for (const [a, b] of crossings(lines, new LineGrid(lines))) crosser.cross(a, b);
  return crosser.insertions;
}

class Crosser {
  /** By line. */
  readonly insertions: Spot[][];
  readonly #lines: readonly JoinableLine[];
  readonly #joints: Joints;
  readonly #error: number;
  /** Insertions where another line has a place. */
  readonly #seen = new Set<string>();

  constructor(lines: readonly JoinableLine[], joints: Joints, error: number) {
    this.insertions = lines.map(() => []);
    this.#lines = lines;
    this.#joints = joints;
    this.#error = error;
  }

  /** Notes that two segments cross. */
  cross(a: Spot, b: Spot): void {
    const joints = this.#joints;
    const [endA, endB] = [joints.near(a, this.#error), joints.near(b, this.#error)];
    const [ofA, ofB] = [endA && joints.of(endA), endB && joints.of(endB)];
    if (ofA !== null && ofA === ofB) return;
    if (ofA?.on.has(b.line) || ofB?.on.has(a.line)) return;
    if (endA !== null && ofA?.isFree) this.#end(endA, a, b, ofB);
    else if (endB !== null && ofB?.isFree) this.#end(endB, b, a, ofA);
    else {
      this.#insert(a, b);
      this.#insert(b, a);
    }
  }

  /** Inserts into a segment the place where another crosses it. */
  #insert(on: Spot, other: Spot): void {
    if (on.share === 0 || on.share === 1) return;
    if (other.share > 0 && other.share < 1) {
      this.insertions[on.line].push(on);
      return;
    }
    // They cross at a place of the other line. Both segments that meet there cross this one, but one insertion is enough.
    const at = other.at + other.share;
    const known = `${on.line} ${on.at} ${other.line} ${at}`;
    if (this.#seen.has(known)) return;
    this.#seen.add(known);
    const { lon, lat } = this.#lines[other.line];
    this.insertions[on.line].push({ ...on, lon: lon[at], lat: lat[at] });
  }

  /**
   * Makes a line, and all lines joined to that end, end where its segment crosses another line, or at that line's end if it is joined there (`joint`).
   */
  #end(own: End, on: Spot, other: Spot, joint: Joint | null): void {
    const joints = this.#joints;
    const moved = joints.of(own);
    if (joint !== null) joints.join(moved, joint);
    else {
      if (other.share === 0 || other.share === 1) {
        const { lon, lat } = this.#lines[other.line];
        joints.move(moved, lon[other.at + other.share], lat[other.at + other.share]);
      } else {
        this.insertions[other.line].push(other);
        joints.move(moved, other.lon, other.lat);
      }
      moved.on.add(other.line);
    }
    joints.flatten(own, on.at);
  }
}

/** The pairs of segments of one level that meet, each once, with the place of the crossing on either. */
function* crossings(lines: readonly JoinableLine[], grid: LineGrid): Generator<[a: Spot, b: Spot]> {
  const seen = new Set<string>();
  for (const cell of grid.cells()) {
    for (const [i, a] of cell.entries()) {
      for (let j = i + 1; j < cell.length; j++) {
        const b = cell[j];
        const crossing = lines[a.line].level === lines[b.line].level ? crossingOf(lines, a, b) : null;
        if (crossing === null) continue;
        // Only pairs that cross get a key, as most do not.
        const pair = `${a.line} ${a.at} ${b.line} ${b.at}`;
        if (seen.has(pair)) continue;
        seen.add(pair);
        yield crossing;
      }
    }
  }
}

/** Where two segments cross. Computed in degrees, as the intersection of two lines is the same in any scale. */
function crossingOf(lines: readonly JoinableLine[], a: Segment, b: Segment): [a: Spot, b: Spot] | null {
  const [p, q] = [lines[a.line], lines[b.line]];
  const [ax, ay] = [p.lon[a.at + 1] - p.lon[a.at], p.lat[a.at + 1] - p.lat[a.at]];
  const [bx, by] = [q.lon[b.at + 1] - q.lon[b.at], q.lat[b.at + 1] - q.lat[b.at]];
  const [cx, cy] = [q.lon[b.at] - p.lon[a.at], q.lat[b.at] - p.lat[a.at]];
  const cross = ax * by - ay * bx;
  const onA = (cx * by - cy * bx) / cross;
  const onB = (cx * ay - cy * ax) / cross;
  if (!(onA >= 0 && onA <= 1 && onB >= 0 && onB <= 1)) return null;
  const [lon, lat] = [Math.round(p.lon[a.at] + onA * ax), Math.round(p.lat[a.at] + onA * ay)];
  return [
    { line: a.line, at: a.at, share: onA, lon, lat },
    { line: b.line, at: b.at, share: onB, lon, lat },
  ];
}
