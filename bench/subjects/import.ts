// Import: every format that is read, in megabytes a second and in memory.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readGeoJsonRoads } from "../../src/import/roads/geojson-roads.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { readTracks } from "../../src/import/tracks/tracks.js";
import { type Timing, timeLongAsync } from "../harness/measure.js";
import { inChild, watchMemory } from "../harness/memory.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { withFiles } from "../harness/temporary.js";
import { roadFiles, trackFiles } from "../inputs/formats.js";
import { osmFiles, TOWN_FILE, townRoads } from "../inputs/networks.js";
import { longDrive } from "../inputs/walk.js";

const TOWNS = 20;
const FIXES = 50_000;

interface ImportJob {
  path: string;
  kind: "roads" | "tracks";
  rounds: number;
}

interface ImportResult {
  bytes: number;
  /** Ways, or points. */
  items: number;
  /** The bytes by which the process grew at most when it read the file for the first time, including the file's own. */
  peak: number;
  timing: Timing;
}

export const importing: Subject = {
  name: "import",
  about: "every road and track format: MB/s, and peak memory of a first reading in a process of its own",
  run,
};

async function run(context: BenchContext): Promise<Table[]> {
  const drive = longDrive(await townRoads(), FIXES);
  const extracts = osmFiles(context).filter(({ path }) => path !== TOWN_FILE);
  return withFiles([...roadFiles(TOWNS), ...trackFiles(drive)], async (folder) => {
    const roads = ["town.osm", "town.osm.gz", "town.osm.pbf", "town.geojson"].map((name) => join(folder, name));
    const tracks = ["track.gpx", "track.csv", "track.geojson", "track.ndjson", "track.json"].map((name) => join(folder, name));
    return [
      await table(
        `Roads: ${TOWNS} bundled towns, and the extracts there are`,
        "roads",
        [...roads, ...extracts.map(({ path }) => path)],
        context,
      ),
      await table(`Tracks: ${FIXES} fixes with times`, "tracks", tracks, context),
    ];
  });
}

async function table(title: string, kind: ImportJob["kind"], paths: readonly string[], { rounds }: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const path of paths) {
    const { bytes, items, peak, timing } = await inChild<ImportResult>("import", { path, kind, rounds } satisfies ImportJob);
    const seconds = timing.median / 1000;
    rows.push({
      file: basename(path),
      MB: bytes / 1e6,
      ms: timing.median,
      "MB/s": bytes / 1e6 / seconds,
      [kind === "roads" ? "ways" : "points"]: items,
      [kind === "roads" ? "ways/s" : "points/s"]: items / seconds,
      "peak MB": peak / 1e6,
      "peak / file": peak / bytes,
    });
  }
  return { title, rows };
}

/** Runs in a process of its own. */
export async function importJob({ path, kind, rounds }: ImportJob): Promise<ImportResult> {
  const read = kind === "tracks" ? readPoints : path.endsWith(".geojson") ? readJsonWays : readOsmWays;
  const grown = watchMemory();
  const bytes = readFileSync(path);
  const items = await read(bytes, path);
  const peak = grown();
  const timing = await timeLongAsync(() => read(bytes, path), rounds);
  return { bytes: bytes.length, items, peak, timing };
}

async function readPoints(bytes: Uint8Array, path: string): Promise<number> {
  return (await readTracks(bytes, basename(path))).points.length;
}

async function readOsmWays(bytes: Uint8Array): Promise<number> {
  return (await readOsm(bytes)).wayCount;
}

async function readJsonWays(bytes: Uint8Array): Promise<number> {
  return readGeoJsonRoads(bytes).wayCount;
}
