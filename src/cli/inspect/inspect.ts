// `roadsnap inspect`: shows what is in a road file, and what is near a place.
import { SnapError } from "../../errors.js";
import { type Box, overlap } from "../../geo/box.js";
import type { RoadsFile } from "../../node/files.js";
import { shownPath } from "../../node/trouble.js";
import { type Mode, ROAD_CLASSES } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { type BuildReport, reasons, reportOn } from "../../roads/report.js";
import { FORMAT_VERSION, sectionBytes } from "../../roads/sections.js";
import { roadBox } from "../../snap/coverage.js";
import { connectedParts } from "../build.js";
import { EXIT } from "../exit.js";
import { type Io, styles, write } from "../io.js";
import { checkOutput } from "../outputs.js";
import { bytes, count, kilometres, percent, plain, table, warn } from "../report.js";
import { loadAnyRoads } from "../roads.js";
import { nearby, nearbyTable } from "./near.js";
import { writeSegments } from "./segments.js";

/** Default radius around a place, metres. */
const RADIUS = 50;

export interface InspectOptions {
  at?: [lon: number, lat: number];
  radius?: number;
  geojson?: string;
  json?: boolean;
}

/** Looks into a road file; returns the exit code. */
export async function inspect(path: string, options: InspectOptions, io: Io): Promise<number> {
  if (options.radius !== undefined && !options.at)
    throw new SnapError("bad-option", "--radius needs --at, the place around which to look.");
  if (options.geojson !== undefined) {
    if (options.at)
      throw new SnapError("bad-option", "--geojson writes the whole file, and --at shows what is near a place; give only one of them.");
    await checkOutput(options.geojson, [path]);
  }
  const file = await loadAnyRoads(path, io);
  if (options.at) return inspectPlace(file.roads, options.at, options, io);
  if (options.geojson !== undefined) await writeSegments(options.geojson, file.roads);
  const figures = figuresOf(file.roads);
  const left = figures.edges === 0 && file.report !== null ? { dropped: file.report.dropped } : {};
  const text = options.json ? `${JSON.stringify({ file: path, ...figures, ...left }, null, 2)}\n` : describe(path, file, figures, io);
  await write(io.stdout, text);
  return EXIT.done;
}

async function inspectPlace(roads: RoadGraph, at: [number, number], { radius = RADIUS, json }: InspectOptions, io: Io): Promise<number> {
  const found = nearby(roads, at, radius);
  await write(io.stdout, json ? `${JSON.stringify(found, null, 2)}\n` : nearbyTable(found, at, radius, io.stdout));
  if (found.some(({ distance }) => distance > radius) && isExchanged(roads, at)) {
    warn(`The roads are around ${at[1]}, ${at[0]}: are longitude and latitude the wrong way round?`, io);
  }
  return EXIT.done;
}

/** Whether the roads are around the place with longitude and latitude exchanged, and not around the place itself. */
function isExchanged(roads: RoadGraph, [lon, lat]: [number, number]): boolean {
  const around = roadBox(roads);
  return overlap([lat, lon, lat, lon], around) && !overlap([lon, lat, lon, lat], around);
}

/** Figures of a built network: those of the build report that need no source, and the file's own. */
interface Figures extends Omit<BuildReport, "ways" | "dropped" | "restrictionsApplied"> {
  version: number;
  /** West is above east if it crosses the antimeridian; null without roads. */
  bounds: Box | null;
  /** By class: segments, kilometres, and kilometres with a limit in some direction. */
  classes: { name: string; edges: number; km: number; kmWithLimit: number }[];
  /** Number of banned turns, and of arcs that have any. */
  bannedTurns: number;
  arcsWithTurns: number;
  names: number;
  sections: Record<string, number>;
}

function figuresOf(roads: RoadGraph): Figures {
  const { ways: _, dropped: __, restrictionsApplied: ___, ...report } = reportOn(roads, { ways: 0, restrictionsApplied: 0, dropped: {} });
  const classes = ROAD_CLASSES.map((name) => ({ name, edges: 0, km: 0, kmWithLimit: 0 }));
  for (let edge = 0; edge < roads.edgeCount; edge++) {
    const row = classes[roads.edgeClass[edge]];
    const km = roads.edgeLength[edge] / 1000;
    row.edges++;
    row.km += km;
    if (roads.arcSpeed[edge * 2] || roads.arcSpeed[edge * 2 + 1]) row.kmWithLimit += km;
  }
  return {
    version: FORMAT_VERSION,
    bounds: roads.edgeCount === 0 ? null : roadBox(roads),
    ...report,
    classes: classes.filter((row) => row.edges > 0),
    bannedTurns: roads.columns.turnBan.reduce((sum, modes) => sum + (modes ? 1 : 0), 0),
    arcsWithTurns: roads.columns.turnState.filter((state) => state < roads.arcCount).length,
    names: roads.columns.nameStart.length - 2,
    sections: sectionBytes(roads.columns),
  };
}

function describe(path: string, file: RoadsFile, figures: Figures, io: Io): string {
  const kind = {
    roads: `road file of version ${figures.version}, checksum good`,
    osm: "OSM, built on the fly",
    geojson: "GeoJSON, built on the fly",
  };
  const head = styles(io.stdout).bold(plain(`${shownPath(path)}: ${bytes(figures.bytes)}, ${kind[file.kind]}`));
  if (figures.bounds === null) {
    const why = reasons(file.report?.dropped ?? {});
    return `${head}\n  it has no roads${why === "" ? "" : plain(` that can be used: ${why}`)}\n`;
  }
  const [west, south, east, north] = figures.bounds;
  const facts = table(
    [{ title: "" }, { title: "", align: "right" }, { title: "" }],
    [
      ["road segments", count(figures.edges), kilometres(figures.km * 1000)],
      ["junctions and ends", count(figures.nodes), ""],
      ["names", count(figures.names), ""],
      connectedParts(figures),
      ["one-way", percent(figures.drivingOnewayKm, figures.kmByMode.driving), "of the kilometres open to driving"],
      ["posted limit known", percent(figures.drivingWithLimitKm, figures.kmByMode.driving), "of the kilometres open to driving"],
      ["banned turns", count(figures.bannedTurns), `from ${count(figures.arcsWithTurns)} road segments and directions`],
    ],
  );
  const modes = table(
    [{ title: "open to" }, { title: "length", align: "right" }, { title: "share", align: "right" }],
    (Object.entries(figures.kmByMode) as [Mode, number][]).map(([mode, km]) => [mode, kilometres(km * 1000), percent(km, figures.km)]),
    io.stdout,
  );
  const classes = table(
    [
      { title: "class" },
      { title: "segments", align: "right" },
      { title: "length", align: "right" },
      { title: "share", align: "right" },
      { title: "limit known", align: "right" },
    ],
    figures.classes.map((row) => [
      row.name,
      count(row.edges),
      kilometres(row.km * 1000),
      percent(row.km, figures.km),
      percent(row.kmWithLimit, row.km),
    ]),
    io.stdout,
  );
  const sections = table(
    [{ title: "section" }, { title: "size", align: "right" }, { title: "share", align: "right" }],
    Object.entries(figures.sections)
      .filter(([, size]) => size > 0)
      .map(([name, size]) => [name, bytes(size), percent(size, figures.bytes)]),
    io.stdout,
  );
  const where = `  longitude ${west.toFixed(5)} to ${east.toFixed(5)}, latitude ${south.toFixed(5)} to ${north.toFixed(5)}`;
  return `${head}\n${where}\n\n${facts}\n${modes}\n${classes}\n${sections}`;
}
