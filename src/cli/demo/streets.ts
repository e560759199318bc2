// Streets: the streets along a track: its lines in travel order, joined while the street stays the same.
import type { StretchType } from "../../match/result/result.js";
import { Flag } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { SnapResult } from "../../snap/result.js";
import { type Output, styles } from "../io.js";
import { count, kilometres, plain, table } from "../report.js";

/** A street driven along, a stretch off the map, or a gap. */
export interface Street {
  type: StretchType;
  /** The road's name, or its class when it has none; "" off the road. */
  name: string;
  /** Flags of its roads: tunnel, bridge, ramp, … */
  flags: string[];
  metres: number;
  points: number;
  /** Mean of its points; null if it has none. */
  confidence: number | null;
  /** Seconds since the epoch of its first point; null when not known. */
  time: number | null;
}

/** Flags that are shown beside a street's name. */
const WORTH_SAYING = ["tunnel", "bridge", "ramp", "roundabout", "ferry", "toll", "private", "unpaved", "gate"] as const;

/** The streets of one track in travel order. */
export function streetsOf(result: SnapResult, roads: RoadGraph, trackId: string | null): Street[] {
  const pointsOn = new Map<number | null, number[]>();
  for (const [i, id] of result.lineIds.entries()) {
    const on = pointsOn.get(id);
    if (on) on.push(i);
    else pointsOn.set(id, [i]);
  }
  const streets: (Street & { sum: number; sure: number })[] = [];
  for (const { objectId, trackId: of, stretch } of result.lines) {
    if (of !== trackId) continue;
    const { type, edge, length } = stretch;
    const name = edge < 0 ? "" : roads.name(edge) || `(${roads.className(edge).replace("_", " ")})`;
    let street = streets.at(-1);
    if (!street || street.type !== type || street.name !== name || type === "Road Gap") {
      street = { type, name, flags: [], metres: 0, points: 0, confidence: null, time: null, sum: 0, sure: 0 };
      streets.push(street);
    }
    street.metres += length;
    if (edge >= 0)
      for (const flag of WORTH_SAYING) if (roads.edgeFlags[edge] & Flag[flag] && !street.flags.includes(flag)) street.flags.push(flag);
    for (const i of pointsOn.get(objectId) ?? []) {
      street.points++;
      street.time = earlier(street.time, result.inputs[i].time);
      if (result.points[i].edge < 0) continue;
      street.sum += result.points[i].confidence;
      street.confidence = street.sum / ++street.sure;
    }
  }
  return streets.map(({ sum: _, sure: __, ...street }) => street);
}

/** The streets as a table. */
export function streetTable(streets: Street[], out: Output): string {
  const { yellow, magenta, dim } = styles(out);
  const timed = streets.some((street) => street.time !== null);
  const rows = streets.map((street) => {
    const paint = street.type === "Off" ? yellow : street.type === "Road Gap" ? magenta : (text: string) => text;
    const name = street.type === "Off" ? "off the road" : street.type === "Road Gap" ? "gap" : plain(street.name);
    return [
      ...(timed ? [street.time === null ? "" : clock(street.time)] : []),
      paint(name) + (street.flags.length > 0 ? dim(`  ${street.flags.join(", ")}`) : ""),
      paint(street.type),
      kilometres(street.metres),
      street.points > 0 ? count(street.points) : "–",
      street.confidence === null ? "–" : street.confidence.toFixed(2),
    ];
  });
  const titles = [...(timed ? ["at"] : []), "street", "line", "length", "points", "confidence"];
  return table(
    titles.map((title) => ({ title, align: ["length", "points", "confidence"].includes(title) ? "right" : "left" })),
    rows,
    out,
  );
}

function earlier(a: number | null, b: number | null | undefined): number | null {
  return Number.isFinite(b) ? Math.min(a ?? Number.POSITIVE_INFINITY, b as number) : a;
}

/** 08:04:31, UTC. */
function clock(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(11, 19);
}
