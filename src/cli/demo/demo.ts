// `roadsnap demo`: the main job on the bundled town.
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeHtml } from "../../export/html/html.js";
import { readTracks } from "../../import/tracks/tracks.js";
import { Matcher } from "../../match/matcher.js";
import { writeFileAtomic } from "../../node/atomic.js";
import { readInput, readRoadsFile } from "../../node/files.js";
import { inFile } from "../../node/trouble.js";
import type { Mode } from "../../roads/attributes.js";
import { combineResults, type NamedResult } from "../../snap/combine.js";
import { snapPoints } from "../../snap/points.js";
import { summarise } from "../../snap/summary.js";
import { combineWeighed, type Weighed, Weighing } from "../../snap/weighed.js";
import { EXIT } from "../exit.js";
import { type Io, styles, write } from "../io.js";
import { checkOutput, checkPageName, uniqueNames } from "../outputs.js";
import { count, duration, kilometres, percent } from "../report.js";
import { PACKAGE } from "../version.js";
import { streetsOf, streetTable } from "./streets.js";

/** The modes of the drives that were not made by car. */
const TRAVELLERS: Record<string, Mode> = { haul: "trucking", "park-walk": "walking" };

/** Builds the town, snaps its drives, prints the streets driven and writes the page; returns the exit code. */
export async function demo(options: { output: string }, io: Io): Promise<number> {
  const { bold, dim } = styles(io.stdout);
  const began = performance.now();
  await checkOutput(options.output, []);
  await checkPageName("-o", options.output);
  const { roads } = await readRoadsFile(fileURLToPath(new URL("fixtures/town.osm", PACKAGE)));
  const metres = roads.edgeLength.reduce((sum, length) => sum + length, 0);
  const built = duration(performance.now() - began);
  await write(
    io.stdout,
    `${bold("The bundled town")}: ${count(roads.edgeCount)} road segments, ${kilometres(metres)}, built in ${built}.\n`,
  );

  const folder = fileURLToPath(new URL("fixtures/drives/", PACKAGE));
  const files = (await inFile(folder, () => readdir(folder))).sort();
  const names = uniqueNames(files);
  const parts: NamedResult[] = [];
  const weighed: Weighed[] = [];
  for (const [k, file] of files.entries()) {
    const bytes = await readInput(folder + file);
    const started = performance.now();
    const track = await inFile(file, () => readTracks(bytes, file));
    const mode = TRAVELLERS[names[k]] ?? "driving";
    const weighing = new Weighing(new Matcher(roads, { mode }));
    const result = snapPoints(weighing, track.points, { matched: weighing.matched });
    const spent = duration(performance.now() - started);
    parts.push({ name: names[k], result });
    weighed.push(weighing.of(result.points.length));
    const figures = summarise(result);
    const confidence = figures.confidence === null ? "" : `, mean confidence ${figures.confidence.toFixed(2)}`;
    const head = `${mode}, ${count(figures.points)} points, ${percent(figures.snapped, figures.points)} snapped${confidence}, in ${spent}`;
    await write(io.stdout, `\n${bold(file)}  ${dim(head)}\n`);
    for (const trackId of new Set(result.lines.map((line) => line.trackId))) {
      if (trackId !== null) await write(io.stdout, `  ${bold(trackId)}\n`);
      await write(io.stdout, streetTable(streetsOf(result, roads, trackId), io.stdout));
    }
    for (const message of result.messages) await write(io.stdout, `  ${dim(message.text)}\n`);
  }

  await writeFileAtomic(
    options.output,
    writeHtml(combineResults(parts), roads, {
      title: "Drives through the bundled town",
      attribution: null,
      weighed: combineWeighed(weighed),
    }),
  );
  await write(io.stdout, `\nOpen ${bold(options.output)} in a browser to see it. All of it took ${duration(performance.now() - began)}.\n`);
  return EXIT.done;
}
