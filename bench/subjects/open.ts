// Opening a road file: nothing is parsed or copied, so that it takes as long for a continent as for a town.
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { Matcher } from "../../src/match/matcher.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { openRoads, saveRoads } from "../../src/node/files.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { timeLong, timeLongAsync, timeShort } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { withFiles } from "../harness/temporary.js";
import { forgetTiledRoads, tiledRoads, townRoads } from "../inputs/networks.js";
import { longDrive } from "../inputs/walk.js";

const ARCS = [1e4, 1e5, 1e6];
const FULL_ARCS = [...ARCS, 1e7];
const WARM_UP = 50;

export const open: Subject = {
  name: "open",
  about: "opening a road file by size: time, whether anything is copied, and a first match",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const town = await townRoads();
  const track = longDrive(town, 100);
  // Warms up the code of the matcher, so that the rows differ only by the size of the file.
  for (let i = 0; i < WARM_UP; i++) new Matcher(town).match(track);
  const rows: Table["rows"] = [];
  await withFiles([], async (folder) => {
    for (const arcs of context.full ? FULL_ARCS : ARCS) {
      const path = join(folder, `${arcs}.roads`);
      await saveRoads(path, await tiledRoads(arcs));
      // The graph that was written must not disturb the measurement.
      forgetTiledRoads();
      rows.push(await openRow(`town × ${arcs.toLocaleString("en-GB")} arcs`, path, track, context));
    }
  });
  if (context.roads !== null) rows.push(await openRow(basename(context.roads), context.roads, track, context));
  const notes = [
    "from: RoadGraph.from on the file's bytes. shared: every column is a view on them; grown: bytes of buffers made by opening.",
    "read: openRoads, file name to graph, with the file in the system's cache. match: a new Matcher and a track of 100 fixes.",
  ];
  return { title: `Opening a road file, median of ${context.rounds} (from: many)`, rows, notes };
}

async function openRow(file: string, path: string, track: readonly TrackPoint[], context: BenchContext): Promise<Table["rows"][number]> {
  const { data } = await openRoads(path);
  const before = process.memoryUsage().arrayBuffers;
  const roads = RoadGraph.from(data);
  const grown = process.memoryUsage().arrayBuffers - before;
  const shared = Object.values(roads.columns).every((column) => column.buffer === data);
  const from = await timeShort(() => RoadGraph.from(data), context.seconds);
  const read = await timeLongAsync(() => openRoads(path), context.rounds);
  const matching = await timeLong(() => new Matcher(roads).match(track), context.rounds);
  return {
    file,
    arcs: roads.arcCount,
    MB: statSync(path).size / 1e6,
    "from µs": from.median * 1000,
    shared,
    "grown bytes": grown,
    "read ms": read.median,
    "match ms": matching.median,
  };
}
