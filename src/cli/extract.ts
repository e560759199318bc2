// `roadsnap extract`: cuts a smaller road file out of a road file, by an area, and prints a report.
import { basename } from "node:path";
import { SnapError } from "../errors.js";
import { type Box, overlap } from "../geo/box.js";
import { inflate } from "../import/inflate.js";
import { readArea } from "../import/roads/area.js";
import type { Vehicle } from "../import/tags/vehicles.js";
import { readInput, readRoadsPart, saveRoads } from "../node/files.js";
import { inFile, shownPath } from "../node/trouble.js";
import { Area } from "../roads/area.js";
import type { Mode } from "../roads/attributes.js";
import { reportOn } from "../roads/report.js";
import { words } from "../snap/coverage.js";
import { connectedParts, kilometresBy } from "./build.js";
import { EXIT } from "./exit.js";
import { type Io, styles, write } from "./io.js";
import { checkRoadsOutput } from "./outputs.js";
import { showProgress } from "./progress.js";
import { bytes, count, duration, kilometres, plain, table } from "./report.js";
import { checkStdin } from "./stdin.js";

/** Options of the command. */
export interface ExtractOptions {
  bbox?: Box;
  polygon?: string;
  output: string;
  modes?: Mode[];
  vehicle?: Vehicle;
  threads?: number;
  json?: boolean;
  quiet?: boolean;
}

/** Cuts out a road file; returns the exit code. */
export async function extract(file: string, options: ExtractOptions, io: Io): Promise<number> {
  const began = performance.now();
  const name = basename(shownPath(file));
  checkStdin([file, options.polygon], "the roads and the polygon");
  const inputs = [file, ...(options.polygon === undefined ? [] : [options.polygon])];
  await checkRoadsOutput(options.output, inputs);
  const area = await areaOf(options, io);
  const progress = await showProgress(io.stderr, `reading ${name}`);
  try {
    // Checked, because the new file gets a checksum of its own, which must not certify damage.
    const { modes, vehicle, threads } = options;
    const reading = { stdin: io.stdin, onProgress: progress.update, checked: true, modes, vehicle, threads };
    const { roads, of } = await readRoadsPart(file, area, reading);
    if (roads.edgeCount === 0)
      throw new SnapError(
        "bad-input",
        `${shownPath(file)}: none of its roads is in the area, so no road file is written${elsewhere(options.bbox, of.edges === 0 ? null : of.bounds)}`,
      );
    await saveRoads(options.output, roads);
    const ways = new Set(roads.edgeWay).size;
    const { restrictionsApplied: _, dropped: __, ...report } = reportOn(roads, { ways, restrictionsApplied: 0, dropped: {} });
    const bannedTurns = roads.columns.turnBan.reduce((sum, modes) => sum + (modes ? 1 : 0), 0);
    if (options.json) await write(io.stdout, `${JSON.stringify({ ...report, bannedTurns, of }, null, 2)}\n`);
    else if (!options.quiet) {
      const head = `${options.output}: ${bytes(report.bytes)}, cut out of ${name} (${bytes(of.bytes)}) in ${duration(performance.now() - began)}`;
      const facts = table(
        [{ title: "" }, { title: "", align: "right" }, { title: "" }],
        [
          ["road segments", count(report.edges), `${of.edges === null ? "" : `of ${count(of.edges)}, `}from ${count(ways)} ways`],
          ["junctions and ends", count(report.nodes), ""],
          ["length", kilometres(report.km * 1000), ""],
          connectedParts(report),
          ["banned turns", count(bannedTurns), ""],
        ],
      );
      await write(io.stdout, `${styles(io.stdout).bold(plain(head))}\n\n${facts}\n${kilometresBy(report, io)}`);
    }
  } finally {
    progress.stop();
  }
  return EXIT.done;
}

/** Where the roads are instead, if there are any and that is known. The numbers of a box are easily given in another order. */
function elsewhere(bbox: Box | undefined, bounds: Box | null): string {
  if (bounds === null) return ".";
  const [west, south, east, north] = bbox ?? bounds;
  const hint = bbox && overlap([south, west, north, east], bounds) ? "; are longitude and latitude the wrong way round?" : ".";
  return `; its roads are within ${words(bounds)}${hint}`;
}

async function areaOf({ bbox, polygon }: ExtractOptions, io: Io): Promise<Area> {
  if ((bbox === undefined) === (polygon === undefined)) {
    throw new SnapError("bad-option", "Name the area to cut out with either --bbox west,south,east,north or --polygon FILE.");
  }
  if (bbox !== undefined) return Area.box(bbox);
  const file = polygon as string;
  const input = await readInput(file, { stdin: io.stdin });
  return inFile(file, async () => readArea(await inflate(input)));
}
