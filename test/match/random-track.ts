// Random tracks over random towns, with plausible and absurd fixes.
import fc from "fast-check";
import type { TrackPoint } from "../../src/match/track/track.js";
import { fixedAt, type TownPlan, wayLine } from "./random-town.js";

/** A fix as plain numbers. */
export interface FixPlan {
  place:
    | { kind: "along"; move: number; next: number; off: [number, number] }
    | { kind: "way"; way: number; share: number; off: [number, number] }
    | { kind: "anywhere"; x: number; y: number }
    | { kind: "again"; off: [number, number] }
    | { kind: "far"; x: number; y: number }
    | { kind: "degrees"; lon: number; lat: number };
  /** Seconds after the fix before. */
  wait: number;
  time: boolean;
  accuracy: number | null;
  speed: number | null;
  course: number | null;
}

const noise = (metres: number) => fc.tuple(fc.integer({ min: -metres, max: metres }), fc.integer({ min: -metres, max: metres }));
/** On along the current way, in sixteenths of its length, and beyond its end onto the next; sometimes a little back, or far on. */
const along = fc.record({
  kind: fc.constant("along"),
  move: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.integer({ min: -8, max: 0 }) }),
  next: fc.nat({ max: 20 }),
  off: noise(4),
});
const onWay = fc.record({ kind: fc.constant("way"), way: fc.nat({ max: 40 }), share: fc.integer({ min: 0, max: 16 }), off: noise(12) });
const anywhere = fc.record({
  kind: fc.constant("anywhere"),
  x: fc.integer({ min: -300, max: 900 }),
  y: fc.integer({ min: -300, max: 700 }),
});
const again = fc.record({ kind: fc.constant("again"), off: noise(6) });
const far = fc.record({ kind: fc.constant("far"), x: fc.integer({ min: -1e6, max: 1e6 }), y: fc.integer({ min: -1e6, max: 1e6 }) });
/** Corners of the range of coordinates, and values beyond it. */
const degrees = fc.constantFrom<FixPlan["place"]>(
  { kind: "degrees", lon: Number.NaN, lat: 48 },
  { kind: "degrees", lon: 11, lat: 91 },
  { kind: "degrees", lon: Number.NEGATIVE_INFINITY, lat: Number.NaN },
  { kind: "degrees", lon: 180, lat: 90 },
  { kind: "degrees", lon: -180, lat: -90 },
  { kind: "degrees", lon: 0, lat: 0 },
);
const place = fc.oneof(
  { weight: 40, arbitrary: along },
  { weight: 2, arbitrary: onWay },
  { weight: 2, arbitrary: anywhere },
  { weight: 4, arbitrary: again },
  { weight: 1, arbitrary: far },
  { weight: 1, arbitrary: degrees },
) as fc.Arbitrary<FixPlan["place"]>;

/** Tracks of up to so many fixes. */
export function tracks(maxLength = 14): fc.Arbitrary<FixPlan[]> {
  const rarely = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { freq: 2 });
  return fc.array(
    fc.record({
      place,
      wait: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constantFrom(0, 0.01, 300, 1e7, -20)),
      time: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
      accuracy: rarely(fc.constantFrom(1, 5, 30, 400, 0, -1, Number.NaN)),
      speed: rarely(fc.constantFrom(0, 3, 15, 60, -1, 2e3)),
      course: rarely(fc.constantFrom(0, 45, 90, 200, 360, 400, -1)),
    }),
    { maxLength, size: "max" },
  );
}

/** The fixes of a plan over a town whose corner is at the longitude `corner` (degrees × 1e7). */
export function fixesOf(town: TownPlan, plan: FixPlan[], corner = 11e7): TrackPoint[] {
  const ends = (w: number) => [town.ways[w].from % town.places.length, town.ways[w].to % town.places.length];
  let [x, y] = [0, 0];
  let [way, share, towards] = [0, 8, 1];
  let now = 1_700_000_000;
  const go = (sixteenths: number, next: number) => {
    share += towards * sixteenths;
    if (share >= 0 && share <= 16) return;
    const end = ends(way)[share > 16 ? 1 : 0];
    const onwards = town.ways.map((_, w) => w).filter((w) => ends(w).includes(end));
    way = onwards[next % onwards.length];
    const outward = ends(way)[0] === end;
    const rest = share > 16 ? share - 16 : -share;
    share = outward ? rest : 16 - rest;
    towards = outward ? 1 : -1;
  };
  return plan.map(({ place, wait, time, accuracy, speed, course }, i) => {
    if (place.kind === "along" || place.kind === "way") {
      if (place.kind === "along") go(place.move, place.next);
      else [way, share] = [place.way % town.ways.length, place.share];
      [x, y] = placeOn(town, way, share / 16);
      x += place.off[0];
      y += place.off[1];
    } else if (place.kind === "again") [x, y] = [x + place.off[0], y + place.off[1]];
    else if (place.kind !== "degrees") [x, y] = [place.x, place.y];
    now += wait;
    // A different fraction of a metre for each fix, so that no two roads are exactly equally far.
    const [lon, lat] = fixedAt(x + i * 0.137, y + i * 0.071, corner);
    const where = place.kind === "degrees" ? { lon: place.lon, lat: place.lat } : { lon: lon / 1e7, lat: lat / 1e7 };
    return { ...where, time: time ? now : null, accuracy, speed, course };
  });
}

/** The place on a way in metres east and north of the town's corner; the way runs over its middle node. */
function placeOn(town: TownPlan, w: number, share: number): [x: number, y: number] {
  const line = wayLine(town, w);
  const at = share * (line.length - 1);
  const piece = Math.min(line.length - 2, Math.floor(at));
  const [[ax, ay], [bx, by]] = [line[piece], line[piece + 1]];
  return [ax + (bx - ax) * (at - piece), ay + (by - ay) * (at - piece)];
}
