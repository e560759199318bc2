// Panels: the parts of a map to draw. Places close together share one close-up.

import { type Line, lineLength, type Position } from "../../geo/lines.js";
import { latScale, lonScale, wrapLon } from "../../geo/metres.js";

/** A square piece of the map. */
export interface Panel {
  /** Centre in degrees. */
  lon: number;
  lat: number;
  /** Metres from the centre to each side. */
  half: number;
  /** Metres of the lines that it is drawn for. */
  metres: number;
  /** The beginning of the first of these lines, where match and truth part. */
  parting: Position;
}

/** A panel around places where match and truth part. */
export interface CloseUp extends Panel {
  /** Index of the first of these places. */
  first: number;
}

/** Places nearer than this to each other share a close-up, metres. */
const TOGETHER = 120;
const LEAST_HALF = 90;

/** The square around lines, with a margin as a share of its size. */
export function panelAround(lines: readonly Line[], margin: number): Panel {
  const first = lines.find((line) => line.length > 0)?.[0] ?? [0, 0];
  let west = 0;
  let east = 0;
  let south = first[1];
  let north = first[1];
  for (const line of lines) {
    for (const [lon, lat] of line) {
      const x = wrapLon(lon - first[0]); // relative to the first position, so that the antimeridian does not matter
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  }
  const lat = (south + north) / 2;
  const half = Math.max(((east - west) / 2) * lonScale(lat), ((north - south) / 2) * latScale(lat), LEAST_HALF / (1 + 2 * margin));
  return {
    lon: wrapLon(first[0] + (west + east) / 2),
    lat,
    half: half * (1 + 2 * margin),
    metres: lineLength(lines),
    parting: [first[0], first[1]],
  };
}

/** Close-ups of all places, the longest first. */
export function closeUps(places: readonly Line[]): CloseUp[] {
  const around = (group: readonly number[], margin: number): Panel =>
    panelAround(
      group.map((place) => places[place]),
      margin,
    );
  const groups: number[][] = [];
  places.forEach((_, place) => {
    const near = groups.filter((group) => touch(around(group, 0), around([place], 0)));
    const together = [...near.flat(), place];
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push(together);
  });
  return groups.map((group) => ({ ...around(group, 0.3), first: group[0] })).sort((a, b) => b.metres - a.metres);
}

function touch(a: Panel, b: Panel): boolean {
  const reach = a.half + b.half - 2 * LEAST_HALF + TOGETHER;
  return Math.abs(wrapLon(a.lon - b.lon)) * lonScale(a.lat) <= reach && Math.abs(a.lat - b.lat) * latScale(a.lat) <= reach;
}
