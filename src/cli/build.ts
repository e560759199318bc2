// `roadsnap build`: makes a road file and a report from road sources.
import { basename } from "node:path";
import { SnapError } from "../errors.js";
import { BYTES_PER_PLACE } from "../import/roads/road-collector.js";
import type { Vehicle } from "../import/tags/vehicles.js";
import { readRoadSource, saveRoads } from "../node/files.js";
import { inFile, shownPath } from "../node/trouble.js";
import { type Mode, ROAD_CLASSES } from "../roads/attributes.js";
import { buildRoadsWithReport } from "../roads/build.js";
import type { RoadGraph } from "../roads/graph.js";
import { mergeSources } from "../roads/merge.js";
import { MISS_METRES, nearMisses } from "../roads/near-misses.js";
import { type BuildReport, byCount, reasons } from "../roads/report.js";
import type { RoadSource } from "../roads/source.js";
import { EXIT } from "./exit.js";
import { type Io, styles, write } from "./io.js";
import { checkRoadsOutput } from "./outputs.js";
import { showProgress } from "./progress.js";
import { bytes, count, duration, kilometres, percent, plain, table, warn } from "./report.js";
import { checkStdin } from "./stdin.js";

/** Options of the command. */
export interface BuildOptions {
  output: string;
  modes?: Mode[];
  vehicle?: Vehicle;
  /** Bytes. */
  maxMemory?: number;
  threads?: number;
  /** For GeoJSON only: see `ReadGeoJsonRoadsOptions`. */
  highway?: string;
  columns?: Record<string, string>;
  join?: number;
  json?: boolean;
  quiet?: boolean;
}

/** Builds a road file; returns the exit code. */
export async function build(files: string[], options: BuildOptions, io: Io): Promise<number> {
  const began = performance.now();
  checkStdin(files);
  const names = files.map((file) => basename(shownPath(file))).join(", ");
  await checkRoadsOutput(options.output, files);
  const { sources, isGeoJson } = await readSources(files, options, io);
  const { roads, report } = await inFile(names, () => joined(sources, io));
  if (report.edges > 0) await saveRoads(options.output, roads);
  if (options.json) await write(io.stdout, `${JSON.stringify(report, null, 2)}\n`);
  if (report.edges === 0) {
    const why = reasons(report.dropped);
    const [found, left] = why === "" ? ["was found in it", ""] : ["in it can be used", `: ${why}`];
    throw new SnapError("bad-input", `${names}: no road ${found}, so no road file is written${left}.`);
  }
  if (!options.json && !options.quiet) {
    const head = `${options.output}: ${bytes(report.bytes)}, built from ${names} in ${duration(performance.now() - began)}`;
    await write(io.stdout, `${styles(io.stdout).bold(plain(head))}\n\n${buildReport(report, io)}`);
    const trouble = isGeoJson ? connectionTrouble(roads, report, options.join) : null;
    if (trouble !== null) warn(`${names}: ${trouble}.`, io);
  }
  return EXIT.done;
}

/** Reads files, one after the other. @throws SnapError also for files that cannot be read together, or with these options. */
async function readSources(
  files: readonly string[],
  options: BuildOptions,
  io: Io,
): Promise<{ sources: RoadSource[]; isGeoJson: boolean }> {
  const { modes, vehicle, threads, highway, join, columns } = options;
  const sources: RoadSource[] = [];
  let isGeoJson = false;
  for (const file of files) {
    const progress = await showProgress(io.stderr, `reading ${basename(shownPath(file))}`);
    try {
      // The sources read before stay in memory until all are merged.
      const held = sources.reduce((sum, { columns }) => sum + columns.node.length * BYTES_PER_PLACE, 0);
      const maxMemory = options.maxMemory === undefined ? undefined : Math.max(1, options.maxMemory - held);
      const { source, kind } = await readRoadSource(file, {
        stdin: io.stdin,
        modes,
        vehicle,
        maxMemory,
        threads,
        highway,
        join,
        columns,
        onProgress: progress.update,
      });
      if (kind === "osm" && (highway ?? join ?? columns) !== undefined) {
        throw new SnapError(
          "bad-option",
          `${file}: --highway, --columns and --join are for GeoJSON only; OSM data already says what its ways are and where they meet.`,
        );
      }
      if (kind === "geojson" && files.length > 1) {
        throw new SnapError("bad-input", `${file}: GeoJSON roads are built from a single file; put all features into one file.`);
      }
      isGeoJson = kind === "geojson";
      sources.push(source);
    } finally {
      progress.stop();
    }
  }
  return { sources, isGeoJson };
}

/** What seems wrong with how a network of lines is connected, and what may help; null if nothing does. */
function connectionTrouble(roads: RoadGraph, report: BuildReport, join: number | undefined): string | null {
  if (report.largestComponentShare < FEW) return unconnected(report, join);
  const { ends, missed } = nearMisses(roads);
  if (missed < 2 || missed < MISSED * ends) return null;
  const hint = join === undefined || join < MISS_METRES ? `; --join ${MISS_METRES} puts them on it` : "";
  return `${count(missed)} of ${count(ends)} dead ends lie within ${MISS_METRES} m of a road that they are not connected to${hint}`;
}

/** Says that little of the roads is connected, and what may help. */
function unconnected({ largestComponentShare }: BuildReport, join: number | undefined): string {
  const hint =
    join === undefined
      ? "; lines are connected where they share a coordinate, and with --join 1 also where they cross or end within a metre of another"
      : ` with --join ${join}; a larger distance connects lines that end farther apart`;
  return `only ${percent(largestComponentShare, 1)} of the roads' length is connected${hint}`;
}

/**
 * The largest connected part is small if it has less than this share of the network's length. In networks whose streets connect it has nine tenths; in that of
 * a city whose side streets connect to nothing, six.
 */
const FEW = 0.8;

/** Dead ends are meant to meet a road if more than this share of them nearly do. In networks whose streets connect none does, or one in a thousand. */
const MISSED = 0.02;

async function joined(sources: RoadSource[], io: Io): Promise<{ roads: RoadGraph; report: BuildReport }> {
  const progress = await showProgress(io.stderr, "building the road file", false);
  try {
    return buildRoadsWithReport(mergeSources(sources));
  } finally {
    progress.stop();
  }
}

/** The report as text. */
function buildReport(report: BuildReport, io: Io): string {
  const facts = table(
    [{ title: "" }, { title: "", align: "right" }, { title: "" }],
    [
      ["road segments", count(report.edges), `from ${count(report.ways)} ways`],
      ["junctions and ends", count(report.nodes), ""],
      ["length", kilometres(report.km * 1000), ""],
      connectedParts(report),
      ["one-way", percent(report.drivingOnewayKm, report.kmByMode.driving), "of the kilometres open to driving"],
      ["posted limit known", percent(report.drivingWithLimitKm, report.kmByMode.driving), "of the kilometres open to driving"],
      ["turn restrictions", count(report.restrictionsApplied), "applied"],
    ],
  );
  const dropped = byCount(report.dropped);
  const left = table(
    [{ title: "left out or mended" }, { title: "times", align: "right" }],
    dropped.map(([reason, n]) => [plain(reason), count(n)]),
    io.stdout,
  );
  return `${facts}\n${kilometresBy(report, io)}${dropped.length > 0 ? `\n${left}` : ""}`;
}

/** The row for the number of connected parts of the roads open to driving; none if there are no such roads. */
export function connectedParts({ components, largestComponentShare }: Pick<BuildReport, "components" | "largestComponentShare">): string[] {
  return [
    "connected parts",
    count(components),
    `open to driving; the largest has ${percent(largestComponentShare, 1)} of their kilometres`,
  ];
}

/** Kilometres by who may use them and by class. */
export function kilometresBy(report: Pick<BuildReport, "km" | "kmByMode" | "kmByClass">, io: Io): string {
  const modes = table(
    [{ title: "open to" }, { title: "length", align: "right" }, { title: "share", align: "right" }],
    Object.entries(report.kmByMode).map(([mode, km]) => [mode, kilometres(km * 1000), percent(km, report.km)]),
    io.stdout,
  );
  const classes = table(
    [{ title: "class" }, { title: "length", align: "right" }, { title: "share", align: "right" }],
    ROAD_CLASSES.flatMap((name) => {
      const km = report.kmByClass[name];
      return km === undefined ? [] : [[name, kilometres(km * 1000), percent(km, report.km)]];
    }),
    io.stdout,
  );
  return `${modes}\n${classes}`;
}
