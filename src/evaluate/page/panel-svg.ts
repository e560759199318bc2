// Draws one piece of the map as SVG: roads, truth, match, what differs, and the fixes with their snapped places.

import { escapeHtml } from "../../escape-html.js";
import type { Line } from "../../geo/lines.js";
import { hypot } from "../../geo/maths.js";
import { latScale, lonScale, wrapLon } from "../../geo/metres.js";
import { Access } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { nearbyRoads } from "../../roads/nearby.js";
import type { DrawnTrack } from "../drawn-track.js";
import type { Panel } from "./panels.js";

const SIZE = 560;
/** Metres. Wider close-ups are drawn without the other roads, which would be too many to see anything. */
const ROADS_UP_TO = 4000;
/** Most fixes in sight that are numbered; and most that are drawn one by one. */
const NUMBERED_FIXES = 60;
const SINGLE_FIXES = 600;
/** How a line is drawn. */
interface Look {
  colour: string;
  width: number;
  opacity: number;
  dashes?: string;
}

/**
 * How each kind of line is drawn: the page's key shows them. No two differ by colour alone, which one man in twelve does not see and a printer may not
 * have: the truth is a wide band, the match a thin line on it, what was added long dashes, what was missed short ones.
 */
const LOOKS = {
  truth: { colour: "#2a9d3a", width: 9, opacity: 0.45 },
  trulyOff: { colour: "#2a9d3a", width: 3, opacity: 0.6, dashes: "3 5" },
  match: { colour: "#1f5fd0", width: 2.5, opacity: 0.9 },
  off: { colour: "#666", width: 1.5, opacity: 0.9, dashes: "6 4" },
  added: { colour: "#d02020", width: 4.5, opacity: 0.9, dashes: "12 3" },
  missed: { colour: "#b85c00", width: 4.5, opacity: 0.9, dashes: "3 3" },
  oneWay: { colour: "#8f7cb8", width: 2, opacity: 1 },
  road: { colour: "#b5b5b5", width: 2, opacity: 1 },
} satisfies Record<string, Look>;
/** Fixes, those that were not snapped, and arrow heads. */
const FIX = "#222";
const UNSNAPPED = "#c0c";
const ARROW = "#7a63b0";

/** What is drawn how, for the page's key: a sample and what it means. */
export function key(): string {
  const line = (look: Look): string => stroke("M2 8h44", look);
  const entries: [sample: string, words: string][] = [
    [line(LOOKS.truth), "truth"],
    [line(LOOKS.match), "match"],
    [line(LOOKS.match) + line(LOOKS.added), "wrongly added"],
    [line(LOOKS.truth) + line(LOOKS.missed), "missed"],
    [line(LOOKS.off), "Off, Road Gap"],
    [line(LOOKS.trulyOff), "truly off the roads"],
    [
      `<path d="M24 8l14 5" stroke="#444" stroke-width="0.7"/>${fixMark(24, 8, true, "")}`,
      "fix, joined to its snapped place; the number is its index",
    ],
    [fixMark(24, 8, false, ""), "fix that was not snapped"],
    [`${line(LOOKS.oneWay)}<path d="M29 8l-8 -4v8Z" fill="${ARROW}"/>`, "one-way road"],
    [line(LOOKS.road), "other road"],
  ];
  return entries
    .map(
      ([sample, words]) =>
        `<span><svg class="sample" width="48" height="16" viewBox="0 0 48 16" aria-hidden="true">${sample}</svg> ${words}</span>`,
    )
    .join("\n");
}

/** One piece of the map as an `<svg>` element, with the roads in it and details of each fix. `label`: its name for screen readers. */
export function drawCloseUp(panel: Panel, drawn: DrawnTrack, label: string): string {
  const view = new View(panel);
  const roads = panel.half <= ROADS_UP_TO ? drawRoads(view, panel, drawn.matcher.roads) : "";
  const stretches = drawn.match.stretches.map(({ type, edge, arc, coordinates }) =>
    type === "Road" ? drawMatch(view, [coordinates], `edge ${edge}, arc ${arc}`) : drawOff(view, [coordinates], type),
  );
  return svg(label, [roads, drawTruth(view, drawn), ...stretches, drawWrong(view, drawn), drawFixes(view, drawn), drawScale(panel)]);
}

/** A whole track as an `<svg>` element: its lines, its fixes, what is wrong on top of them, and the numbers of the close-ups, from 1. */
export function drawOverview(panel: Panel, drawn: DrawnTrack, closeUps: readonly Panel[], label: string): string {
  const view = new View(panel);
  const { stretches } = drawn.match;
  const linesOf = (isRoad: boolean): Line[] =>
    stretches.filter(({ type }) => (type === "Road") === isRoad).map(({ coordinates }) => coordinates);
  return svg(label, [
    drawTruth(view, drawn, 6),
    drawMatch(view, linesOf(true)),
    drawOff(view, linesOf(false)),
    drawDots(view, drawn, 1.5),
    drawWrong(view, drawn),
    ...closeUps.map((closeUp, i) => drawFrame(view, closeUp, panel, i + 1)),
    drawScale(panel),
  ]);
}

function svg(label: string, parts: readonly string[]): string {
  const size = `width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"`;
  return `<svg ${size} role="img" aria-label="${escapeHtml(label)}">${parts.join("")}</svg>`;
}

function stroke(steps: string, { colour, width, opacity, dashes }: Look, title = ""): string {
  const dash = dashes === undefined ? "" : ` stroke-dasharray="${dashes}"`;
  return `<path d="${steps}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"${dash}>${
    title === "" ? "" : `<title>${title}</title>`
  }</path>`;
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

  /** Lines as one path, without what is out of sight, and without steps too small to see. */
  path(lines: readonly Line[], look: Look, title = ""): string {
    const steps = lines.map((line) => this.#steps(line)).join("");
    return steps === "" ? "" : stroke(steps, look, title);
  }

  #steps(line: Line): string {
    let steps = "";
    let last: [number, number] | null = null;
    const places = line.map(([lon, lat]) => this.place(lon, lat));
    places.slice(1).forEach((to, i) => {
      const from = places[i];
      if (!mayBeSeen(from, to)) {
        last = null;
        return;
      }
      if (last === null) steps += `M${inPixels(from)}`;
      else if (i < places.length - 2 && Math.abs(to[0] - last[0]) + Math.abs(to[1] - last[1]) < LEAST_STEP) return;
      steps += `L${inPixels(to)}`;
      last = to;
    });
    return steps;
  }
}

/** Shortest step of a line that is drawn, pixels; and how far beyond the edge something may lie and still be seen. */
const LEAST_STEP = 0.7;
const MARGIN = 10;

function mayBeSeen(a: readonly [number, number], b: readonly [number, number]): boolean {
  return [0, 1].every((axis) => Math.max(a[axis], b[axis]) >= -MARGIN && Math.min(a[axis], b[axis]) <= SIZE + MARGIN);
}

function inPixels([x, y]: readonly [number, number]): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function drawTruth(view: View, { track }: DrawnTrack, width: number = LOOKS.truth.width): string {
  return view.path(track.truth, { ...LOOKS.truth, width }) + view.path(track.offLines ?? [], LOOKS.trulyOff, "truly off the roads");
}

function drawMatch(view: View, lines: readonly Line[], title = ""): string {
  return view.path(lines, LOOKS.match, title);
}

function drawOff(view: View, lines: readonly Line[], title = ""): string {
  return view.path(lines, LOOKS.off, title);
}

function drawWrong(view: View, { score }: DrawnTrack): string {
  return view.path(score.route.addedPlaces, LOOKS.added) + view.path(score.route.missedPlaces, LOOKS.missed);
}

/** Text that lines run under stays readable. */
const HALO = ' stroke="#fff" stroke-width="3" paint-order="stroke"';

/** Where a close-up lies in the overview: a frame with its number. */
function drawFrame(view: View, { lon, lat, half }: Panel, overview: Panel, number: number): string {
  const [x, y] = view.place(lon, lat);
  const side = Math.max(12, (half * SIZE) / overview.half);
  const [left, top] = [x - side / 2, y - side / 2];
  const frame = `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${side.toFixed(1)}" height="${side.toFixed(1)}" fill="none" stroke="#000" stroke-width="0.8"/>`;
  const [right, up] = [Math.min(SIZE - 20, left + side + 3), Math.max(12, top + 4)];
  return `${frame}<text x="${right.toFixed(1)}" y="${up.toFixed(1)}" font-size="13" font-weight="600"${HALO}>${number}</text>`;
}

function drawRoads(view: View, panel: Panel, roads: RoadGraph): string {
  return nearbyRoads(roads, panel.lon, panel.lat, panel.half * 1.45)
    .map(({ edge }) => {
      const isOpen = (arc: number): boolean => (roads.arcAccess[arc] & Access.driving) !== 0;
      const oneWay = isOpen(2 * edge) !== isOpen(2 * edge + 1);
      const arc = isOpen(2 * edge) ? 2 * edge : 2 * edge + 1;
      const coordinates = roads.arcCoordinates(arc);
      const title = `edge ${edge}, ${roads.className(edge)}${oneWay ? ", one-way" : ""}`;
      return view.path([coordinates], oneWay ? LOOKS.oneWay : LOOKS.road, title) + (oneWay ? arrow(view, coordinates) : "");
    })
    .join("");
}

/** An arrow head at the middle piece of a one-way road. */
function arrow(view: View, line: Line): string {
  const i = Math.max(1, Math.floor(line.length / 2));
  const [ax, ay] = view.place(line[i - 1][0], line[i - 1][1]);
  const [bx, by] = view.place(line[i][0], line[i][1]);
  const length = hypot(bx - ax, by - ay);
  if (length < 8) return "";
  const ux = ((bx - ax) / length) * 5;
  const uy = ((by - ay) / length) * 5;
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return `<path d="M${(x + ux).toFixed(1)} ${(y + uy).toFixed(1)}L${(x - ux - uy * 0.7).toFixed(1)} ${(y - uy + ux * 0.7).toFixed(1)}L${(x - ux + uy * 0.7).toFixed(1)} ${(y - uy - ux * 0.7).toFixed(1)}Z" fill="${ARROW}"/>`;
}

/** Fixes joined to their snapped places. */
function drawFixes(view: View, drawn: DrawnTrack): string {
  const { track, match } = drawn;
  const seen = track.track.map((_, i) => i).filter((i) => view.sees(track.track[i].lon, track.track[i].lat));
  if (seen.length > SINGLE_FIXES) return drawDots(view, drawn, 1.5);
  return seen
    .map((i) => {
      const fix = track.track[i];
      const [x, y] = view.place(fix.lon, fix.lat);
      const snapped = match.points[i];
      const [sx, sy] = view.place(snapped.lon, snapped.lat);
      const title = `${i}: t ${fix.time ?? "unknown"}, ${snapped.reason}, confidence ${snapped.confidence.toFixed(3)}, edge ${snapped.edge}`;
      const leg =
        snapped.edge >= 0
          ? `<line x1="${x.toFixed(1)}" y1="${y.toFixed(1)}" x2="${sx.toFixed(1)}" y2="${sy.toFixed(1)}" stroke="#444" stroke-width="0.7"/>`
          : "";
      const number =
        seen.length <= NUMBERED_FIXES ? `<text x="${(x + 4).toFixed(1)}" y="${(y - 3).toFixed(1)}" font-size="9"${HALO}>${i}</text>` : "";
      return leg + fixMark(x, y, snapped.edge >= 0, `<title>${title}</title>`) + number;
    })
    .join("");
}

/** A dot where a fix was snapped, a ring where it was not. */
function fixMark(x: number, y: number, isSnapped: boolean, title: string): string {
  const look = isSnapped ? `r="3" fill="${FIX}"` : `r="3.5" fill="#fff" stroke="${UNSNAPPED}" stroke-width="2"`;
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" ${look}>${title}</circle>`;
}

/** Fixes as dots: one path for each colour, and one dot for all fixes at the same pixel. */
function drawDots(view: View, { track, match }: DrawnTrack, radius: number): string {
  const dots = (isSnapped: boolean, colour: string): string => {
    const fixes = track.track.filter(({ lon, lat }, i) => match.points[i].edge >= 0 === isSnapped && view.sees(lon, lat));
    const places = new Set(fixes.map(({ lon, lat }) => view.place(lon, lat).map(Math.round).join(" ")));
    const steps = [...places].map((place) => `M${place}h0`).join("");
    return steps === "" ? "" : `<path d="${steps}" stroke="${colour}" stroke-width="${2 * radius}" stroke-linecap="round"/>`;
  };
  return dots(true, FIX) + dots(false, UNSNAPPED);
}

function drawScale(panel: Panel): string {
  const metres = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000].findLast((m) => m <= panel.half / 2) ?? 10;
  const pixels = (metres * SIZE) / (2 * panel.half);
  return `<path d="M10 ${SIZE - 10}h${pixels.toFixed(1)}" stroke="#000" stroke-width="2"/><text x="10" y="${SIZE - 15}" font-size="11"${HALO}>${metres} m</text>`;
}
