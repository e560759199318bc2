// Build: from an OSM file to a road file, in time, memory, and size.
import { readFileSync } from "node:fs";
import { readOsm } from "../../src/import/roads/osm.js";
import { readRoadsFile } from "../../src/node/files.js";
import { buildRoads } from "../../src/roads/build.js";
import { type Timing, timeLong, timeLongAsync } from "../harness/measure.js";
import { inChild, watchMemory } from "../harness/memory.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { osmFiles } from "../inputs/networks.js";

interface BuildJob {
  path: string;
  rounds: number;
}

interface BuildResult {
  osmBytes: number;
  roadBytes: number;
  arcs: number;
  /** Milliseconds from the file's name to the graph in a new process, and the bytes by which the process grew at most. */
  first: number;
  peak: number;
  /** Milliseconds once warm. */
  read: Timing;
  build: Timing;
}

export const build: Subject = {
  name: "build",
  about: "OSM file to road file: time, peak memory in a process of its own, size",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const { name, path } of osmFiles(context)) {
    const result = await inChild<BuildResult>("build", { path, rounds: context.rounds } satisfies BuildJob);
    rows.push({
      file: name,
      "OSM MB": result.osmBytes / 1e6,
      arcs: result.arcs,
      "first ms": result.first,
      "read ms": result.read.median,
      "build ms": result.build.median,
      "arcs/s": result.arcs / ((result.read.median + result.build.median) / 1000),
      "road file MB": result.roadBytes / 1e6,
      "file / OSM": result.roadBytes / result.osmBytes,
      "peak MB": result.peak / 1e6,
      "peak / file": result.peak / result.roadBytes,
    });
  }
  const notes = [
    "first: a new process, file name to graph; read and build: warm, by themselves.",
    "peak: growth of that process over a started Node with the library loaded. For small files it is mostly what V8 takes before it tidies up.",
  ];
  return { title: `Build, median of ${context.rounds}`, rows, notes };
}

/** Runs in a process of its own. */
export async function buildJob({ path, rounds }: BuildJob): Promise<BuildResult> {
  const grown = watchMemory();
  const start = performance.now();
  const { roads } = await readRoadsFile(path);
  const first = performance.now() - start;
  const peak = grown();
  const bytes = readFileSync(path);
  const source = await readOsm(bytes);
  return {
    osmBytes: bytes.length,
    roadBytes: roads.data.byteLength,
    arcs: roads.arcCount,
    first,
    peak,
    read: await timeLongAsync(() => readOsm(bytes), rounds),
    build: await timeLong(() => buildRoads(source), rounds),
  };
}
