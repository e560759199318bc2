// Line text: a line as NDJSON. The text for a road that is driven from end to end is cached, as most lines are such.
import { toMillimetres } from "../geo/rounding.js";
import type { Stretch } from "../match/result/result.js";
import type { RoadGraph } from "../roads/graph.js";
import type { SnapLine } from "../snap/result.js";
import { lineFacts, linePlaces, timeFacts } from "./facts.js";
import type { LineTimes } from "./line-times.js";
import { DECIMALS, jsonText, toDecimals } from "./numbers.js";

/** Most characters cached for one network; beyond that the cache is emptied. */
const MOST_KEPT = 1 << 25;

/** By arc: the text behind the line's id and times. */
class KeptTexts {
  readonly #texts = new Map<number, string>();
  #characters = 0;

  get(arc: number): string | undefined {
    return this.#texts.get(arc);
  }

  set(arc: number, text: string): void {
    if (this.#characters + text.length > MOST_KEPT) {
      this.#texts.clear();
      this.#characters = 0;
    }
    this.#texts.set(arc, text);
    this.#characters += text.length;
  }
}

const keptOf = new WeakMap<RoadGraph, KeptTexts>();

/**
 * `{"line_id", "start_time", "end_time", "duration", "line_type", "way_id", "name", "class", "direction", "posted_speed_limit_kph", "length",
 * "coordinates"}`; the times are seconds since the epoch.
 */
export function lineText(line: SnapLine, times: LineTimes, roads: RoadGraph): string {
  const { start_time, end_time, duration } = timeFacts(times, toSeconds);
  return `{"line_id":${line.objectId},"start_time":${start_time},"end_time":${end_time},"duration":${duration},${afterTimes(line, roads)}`;
}

function toSeconds(seconds: number): number | null {
  return toDecimals(seconds, DECIMALS.seconds);
}

function afterTimes(line: SnapLine, roads: RoadGraph): string {
  if (!isWhole(line.stretch, roads)) return write(line, roads);
  let kept = keptOf.get(roads);
  if (kept === undefined) {
    kept = new KeptTexts();
    keptOf.set(roads, kept);
  }
  const { arc } = line.stretch;
  let text = kept.get(arc);
  if (text === undefined) {
    text = write(line, roads);
    kept.set(arc, text);
  }
  return text;
}

function write(line: SnapLine, roads: RoadGraph): string {
  const { line_id: _, track_id: __, ...facts } = lineFacts(line, roads);
  return jsonText({ ...facts, coordinates: linePlaces(line) }).slice(1);
}

/**
 * Whether a line is exactly all of its arc. Offsets alone do not tell: they are rounded, and a line that ends a little before the arc's end may have other
 * coordinates.
 */
function isWhole({ edge, arc, startOffset, endOffset, coordinates }: Stretch, roads: RoadGraph): boolean {
  if (edge < 0 || startOffset !== 0 || endOffset !== toMillimetres(roads.edgeLength[edge])) return false;
  return isAt(coordinates[0], roads, roads.tail(arc)) && isAt(coordinates[coordinates.length - 1], roads, roads.head(arc));
}

function isAt([lon, lat]: readonly [number, number], roads: RoadGraph, node: number): boolean {
  return lon === roads.nodeLon[node] / 1e7 && lat === roads.nodeLat[node] / 1e7;
}
