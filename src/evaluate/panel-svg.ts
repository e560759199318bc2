// Draws one piece of the map as SVG: roads, truth, match, what differs, and the fixes with their snapped places.

import { latScale, lonScale, wrapLon } from "../geo/metres.js";
import { Access } from "../roads/attributes.js";
import type { RoadGraph } from "../roads/graph.js";
import { nearbyRoads } from "../roads/nearby.js";
import type { Line } from "./lines.js";
import type { Panel } from "./panels.js";
import type { DrawnTrack } from "./worst-page.js";

const SIZE = 560;
/** Close-ups wider than this are drawn without the other roads: there would be too many to see anything, metres. */
const ROADS_UP_TO = 4000;
/** Fixes are numbered when no more than this many are in sight. */
const NUMBERED_FIXES = 60;

/** One panel as an `<svg>` element. An overview (`closeUp: false`) leaves other roads and numbers out. */
export function drawPanel(panel: Panel, drawn: DrawnTrack, options: { closeUp: boolean }): string {
  const view = new View(panel);
  const { track, match, score, matcher } = drawn;
  const out: string[] = [`<svg width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`];
  if (options.closeUp && panel.half <= ROADS_UP_TO) out.push(drawRoads(view, panel, matcher.roads));
  for (const part of track.truth) out.push(view.path(part, "#2a9d3a", options.closeUp ? 9 : 4, 0.45));
  for (const line of track.offLines ?? []) out.push(view.path(line, "#2a9d3a", 3, 0.45, "3 5", "truly off the roads"));
  for (const stretch of match.stretches) {
    if (stretch.type === "Road")
      out.push(view.path(stretch.coordinates, "#1f5fd0", 2.5, 0.9, "", `edge ${stretch.edge}, arc ${stretch.arc}`));
    else out.push(view.path(stretch.coordinates, "#777", 1.5, 0.9, "6 4", stretch.type));
  }
  for (const place of score.route.addedPlaces) out.push(view.path(place, "#d02020", 4, 0.7));
  for (const place of score.route.missedPlaces) out.push(view.path(place, "#e08a00", 4, 0.7));
  out.push(drawFixes(view, drawn, options.closeUp), drawScale(panel), "</svg>");
  return out.join("");
}

/** Degrees to pixels. */
class View {
  readonly #kx: number;
  readonly #ky: number;
  readonly #panel: Panel;

  constructor(panel: Panel) {
    this.#panel = panel;
    const perMetre = SIZE / (2 * panel.half);
    this.#kx = lonScale(panel.lat) * perMetre;
    this.#ky = latScale(panel.lat) * perMetre;
  }

  place(lon: number, lat: number): [x: number, y: number] {
    return [SIZE / 2 + wrapLon(lon - this.#panel.lon) * this.#kx, SIZE / 2 - (lat - this.#panel.lat) * this.#ky];
  }

  sees(lon: number, lat: number): boolean {
    const [x, y] = this.place(lon, lat);
    return x >= 0 && x <= SIZE && y >= 0 && y <= SIZE;
  }

  path(line: Line, colour: string, width: number, opacity: number, dashes = "", title = ""): string {
    const places = line.map(([lon, lat]) => this.place(lon, lat));
    // Far out of sight on one side: nothing to draw.
    if ([0, 1].some((axis) => places.every((p) => p[axis] < -SIZE) || places.every((p) => p[axis] > 2 * SIZE))) return "";
    const points = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const dash = dashes === "" ? "" : ` stroke-dasharray="${dashes}"`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"${dash}>${
      title === "" ? "" : `<title>${title}</title>`
    }</polyline>`;
  }
}

function drawRoads(view: View, panel: Panel, roads: RoadGraph): string {
  return nearbyRoads(roads, panel.lon, panel.lat, panel.half * 1.45)
    .map(({ edge }) => {
      const isOpen = (arc: number): boolean => (roads.arcAccess[arc] & Access.driving) !== 0;
      const oneWay = isOpen(2 * edge) !== isOpen(2 * edge + 1);
      const arc = isOpen(2 * edge) ? 2 * edge : 2 * edge + 1;
      const coordinates = roads.arcCoordinates(arc);
      const title = `edge ${edge}, ${roads.className(edge)}${oneWay ? ", one-way" : ""}`;
      return view.path(coordinates, oneWay ? "#a08fc0" : "#b5b5b5", 2, 1, "", title) + (oneWay ? arrow(view, coordinates) : "");
    })
    .join("");
}

/** An arrow head at the middle piece of a one-way road. */
function arrow(view: View, line: Line): string {
  const i = Math.max(1, Math.floor(line.length / 2));
  const [ax, ay] = view.place(line[i - 1][0], line[i - 1][1]);
  const [bx, by] = view.place(line[i][0], line[i][1]);
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (length < 8) return "";
  const ux = ((bx - ax) / length) * 5;
  const uy = ((by - ay) / length) * 5;
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return `<path d="M${(x + ux).toFixed(1)} ${(y + uy).toFixed(1)}L${(x - ux - uy * 0.7).toFixed(1)} ${(y - uy + ux * 0.7).toFixed(1)}L${(x - ux + uy * 0.7).toFixed(1)} ${(y - uy - ux * 0.7).toFixed(1)}Z" fill="#7a63b0"/>`;
}

function drawFixes(view: View, { track, match }: DrawnTrack, closeUp: boolean): string {
  const seen = track.track.map((_, i) => i).filter((i) => view.sees(track.track[i].lon, track.track[i].lat));
  const radius = closeUp ? 3 : 1.5;
  return seen
    .map((i) => {
      const fix = track.track[i];
      const [x, y] = view.place(fix.lon, fix.lat);
      const snapped = match.points[i];
      const [sx, sy] = view.place(snapped.lon, snapped.lat);
      const title = `${i}: t ${fix.time ?? "unknown"}, ${snapped.reason}, confidence ${snapped.confidence.toFixed(3)}, edge ${snapped.edge}`;
      const leg =
        closeUp && snapped.edge >= 0
          ? `<line x1="${x.toFixed(1)}" y1="${y.toFixed(1)}" x2="${sx.toFixed(1)}" y2="${sy.toFixed(1)}" stroke="#444" stroke-width="0.7"/>`
          : "";
      const number =
        closeUp && seen.length <= NUMBERED_FIXES
          ? `<text x="${(x + 4).toFixed(1)}" y="${(y - 3).toFixed(1)}" font-size="9">${i}</text>`
          : "";
      return `${leg}<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${snapped.edge >= 0 ? "#222" : "#c0c"}"><title>${title}</title></circle>${number}`;
    })
    .join("");
}

function drawScale(panel: Panel): string {
  const metres = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000].findLast((m) => m <= panel.half / 2) ?? 10;
  const pixels = (metres * SIZE) / (2 * panel.half);
  return `<path d="M10 ${SIZE - 10}h${pixels.toFixed(1)}" stroke="#000" stroke-width="2"/><text x="10" y="${SIZE - 15}" font-size="11">${metres} m</text>`;
}
