// A country: written as OSM PBF, built into a road file within bounded memory, opened as a whole and in part.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Box } from "../../src/geo/box.js";
import { Matcher } from "../../src/match/matcher.js";
import { coresAtHand } from "../../src/node/cores.js";
import { openRoads, readRoadSource, readRoadsPart, saveRoads } from "../../src/node/files.js";
import { Area } from "../../src/roads/area.js";
import { buildRoadsWithReport } from "../../src/roads/build.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { sectionBytes } from "../../src/roads/sections.js";
import { timeLong, timeLongAsync, timeShort } from "../harness/measure.js";
import { inChild, watchMemory } from "../harness/memory.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { withFiles } from "../harness/temporary.js";
import { writeCountry } from "../inputs/country.js";
import { longDrive } from "../inputs/walk.js";

const ARCS = 1e6;
const FULL_ARCS = 1e7;
/** A part of the country as large as a city, and a track in it. */
const CITY: Box = [-19.9, 45.05, -19.7, 45.2];
const FIXES = 100;

interface BigJob {
  osm: string;
  roads: string;
}

interface BigResult {
  arcs: number;
  geometry: number;
  components: number;
  read: number;
  build: number;
  save: number;
  peak: number;
}

interface ReadJob extends Pick<BigJob, "osm"> {
  threads: number;
  /** Whether to read a city alone. */
  part: boolean;
}

interface ReadResult {
  milliseconds: number;
  peak: number;
}

interface OpenJob extends Pick<BigJob, "roads"> {
  rounds: number;
  seconds: number;
}

interface OpenResult {
  rows: { what: string; arcs: number; milliseconds: number; peak: number }[];
}

export const big: Subject = {
  name: "big",
  about: "a country written as PBF, built in bounded memory, opened whole and in part; --full: ten million arcs",
  run,
};

async function run(context: BenchContext): Promise<Table[]> {
  return withFiles([], async (folder) => {
    const [osm, roads] = [join(folder, "country.osm.pbf"), join(folder, "country.roads")];
    context.say("Writing a country of the bundled town as OSM PBF, which takes a while.");
    const country = writeCountry(osm, context.full ? FULL_ARCS : ARCS);
    const built = await inChild<BigResult>("big", { osm, roads } satisfies BigJob);
    const reads: Table["rows"] = [];
    for (const part of [false, true]) {
      for (const threads of new Set([1, coresAtHand()])) {
        const { milliseconds, peak } = await inChild<ReadResult>("read", { osm, threads, part } satisfies ReadJob);
        const seconds = milliseconds / 1000;
        const what = part ? "a city (readRoadsPart)" : "all (readRoadSource)";
        reads.push({ what, threads, s: seconds, "MB/s": country.bytes / 1e6 / seconds, "peak MB": peak / 1e6 });
      }
    }
    const bytes = statSync(roads).size;
    const { rows } = await inChild<OpenResult>("open", { roads, rounds: context.rounds, seconds: context.seconds } satisfies OpenJob);
    return [
      {
        title: `A country of ${country.towns.toLocaleString("en-GB")} towns: OSM PBF to road file, once, in a new process`,
        rows: [
          {
            "OSM MB": country.bytes / 1e6,
            "OSM nodes": country.nodes,
            "OSM ways": country.ways,
            arcs: built.arcs,
            parts: built.components,
            "read s": built.read / 1000,
            "build s": built.build / 1000,
            "save s": built.save / 1000,
            "arcs/s": built.arcs / ((built.read + built.build) / 1000),
            "road file MB": bytes / 1e6,
            "B/arc": bytes / built.arcs,
            "B/arc without geometry": (bytes - built.geometry) / built.arcs,
            "peak MB": built.peak / 1e6,
            "peak / file": built.peak / bytes,
          },
        ],
      },
      {
        title: "The OSM PBF read, each time in a new process",
        rows: reads,
      },
      {
        title: `Opening it, median of ${context.rounds}, with the file in the system's cache`,
        rows: rows.map(({ what, arcs, milliseconds, peak }) => ({ what, arcs, ms: milliseconds, "memory MB": peak / 1e6 })),
        notes: ["memory: how far the first time made the process grow."],
      },
    ];
  });
}

/** Runs in a process of its own. */
export async function bigJob({ osm, roads: path }: BigJob): Promise<BigResult> {
  const grown = watchMemory();
  const start = performance.now();
  const { source } = await readRoadSource(osm);
  const read = performance.now();
  const { roads, report } = buildRoadsWithReport(source);
  const build = performance.now();
  await saveRoads(path, roads);
  const save = performance.now();
  const { shapeStart, shapeLon, shapeLat, shapeAt } = sectionBytes(roads.columns);
  return {
    arcs: roads.arcCount,
    geometry: shapeStart + shapeLon + shapeLat + shapeAt,
    components: report.components,
    read: read - start,
    build: build - read,
    save: save - build,
    peak: grown(),
  };
}

/** Runs in a process of its own. */
export async function readJob({ osm, threads, part }: ReadJob): Promise<ReadResult> {
  const grown = watchMemory();
  const start = performance.now();
  await (part ? readRoadsPart(osm, Area.box(CITY), { threads }) : readRoadSource(osm, { threads }));
  return { milliseconds: performance.now() - start, peak: grown() };
}

/** Runs in a process of its own. */
export async function openJob({ roads: path, rounds, seconds }: OpenJob): Promise<OpenResult> {
  const within = Area.box(CITY);
  const rows: OpenResult["rows"] = [];
  const measure = async (what: string, open: () => Promise<RoadGraph>): Promise<RoadGraph> => {
    const grown = watchMemory();
    const roads = await open();
    const peak = grown();
    rows.push({ what, arcs: roads.arcCount, milliseconds: (await timeLongAsync(open, rounds)).median, peak });
    return roads;
  };
  const city = await measure("openRoads, a city of it (within)", () => openRoads(path, { within }));
  const track = longDrive(city, FIXES);
  const match = await timeLong(() => new Matcher(city).match(track), rounds);
  rows.push({ what: `first match there, ${FIXES} fixes`, arcs: city.arcCount, milliseconds: match.median, peak: 0 });
  const whole = await measure("openRoads, whole", () => openRoads(path));
  await measure("openRoads, whole, shared memory", () => openRoads(path, { sharedMemory: true }));
  const from = await timeShort(() => RoadGraph.from(whole.data), seconds);
  rows.push({ what: "RoadGraph.from its bytes", arcs: whole.arcCount, milliseconds: from.median, peak: 0 });
  const there = await timeLong(() => new Matcher(whole).match(track), rounds);
  rows.push({ what: `first match there, ${FIXES} fixes`, arcs: whole.arcCount, milliseconds: there.median, peak: 0 });
  return { rows };
}
