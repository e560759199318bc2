// The command line of all benches.
import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkOutput } from "../../src/cli/outputs.js";
import { SnapError } from "../../src/errors.js";
import { CONTENT, contentOf } from "../../src/import/content.js";
import { openRoads } from "../../src/node/files.js";
import { inFile } from "../../src/node/trouble.js";
import { Area } from "../../src/roads/area.js";
import { describeMachine, formatMachine } from "./machine.js";
import type { BenchContext, Subject } from "./subject.js";
import { formatTable, type Table } from "./table.js";

const HELP = `  --only NAME[,NAME]  only these
  --json FILE         write every figure, unrounded, and the machine's description
  --rounds N          passes of each long measurement, of which the median counts (default 5)
  --seconds S         how long short work is repeated, and how long a turn of matching lasts at least (default 1)
  --tracks N          only the first N tracks of each class
  --data DIR          road extracts and tracks that are not bundled (default ../shared/data)
  --osm FILE          another OSM file to import, build and weigh; repeatable
  --roads FILE        a road file of your own to open and weigh
  --full              also the sizes that take minutes and gigabytes`;

/** The kinds of file that may be OSM. */
const OSM: readonly string[] = ["xml", "pbf", "gzip"];

/** Runs the subjects that the command line selects, prints their tables and writes the JSON. Wrong usage, or a wrong file, ends with exit code 2. */
export async function runCommand(command: string, subjects: readonly Subject[]): Promise<void> {
  const args = readArguments(command, subjects);
  if (args.help) {
    const list = subjects.map(({ name, about }) => `  ${name.padEnd(18)}  ${about}`);
    console.log(`${command} [options]\n${HELP}\n\n${list.join("\n")}`);
    return;
  }
  const context: BenchContext = {
    data: args.data,
    rounds: positive(command, "rounds", args.rounds, true),
    seconds: positive(command, "seconds", args.seconds, false),
    tracks: positive(command, "tracks", args.tracks, false),
    full: args.full,
    osm: args.osm,
    roads: args.roads ?? null,
    say: (sentence) => console.error(sentence),
  };
  await checkFiles(args).catch((error) => {
    if (!(error instanceof SnapError)) throw error;
    refuse(command, error.message);
  });
  const machine = describeMachine();
  console.log(formatMachine(machine));
  const results: { subject: string; tables: Table[] }[] = [];
  const only = args.only?.split(",");
  for (const subject of subjects) {
    if (only !== undefined && !only.includes(subject.name)) continue;
    const tables = await subject.run(context);
    for (const table of tables) console.log(`\n${formatTable(table)}`);
    results.push({ subject: subject.name, tables });
    // Written after each subject, so that a long run that is stopped keeps its results.
    if (args.json !== undefined) writeFileSync(args.json, `${JSON.stringify({ machine, options: { ...args }, results }, null, 1)}\n`);
  }
}

function readArguments(command: string, subjects: readonly Subject[]) {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string" },
        json: { type: "string" },
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "1" },
        tracks: { type: "string", default: "Infinity" },
        data: { type: "string", default: "../shared/data" },
        osm: { type: "string", multiple: true, default: [] },
        roads: { type: "string" },
        full: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const names = subjects.map(({ name }) => name);
    const unknown = values.only?.split(",").filter((name) => !names.includes(name)) ?? [];
    if (unknown.length > 0) throw new Error(`There is no bench named ${unknown.join(", ")}; there are ${names.join(", ")}.`);
    return values;
  } catch (error) {
    return refuse(command, error instanceof Error ? error.message : String(error));
  }
}

/** @throws SnapError for a file that cannot be read or written, before minutes of work. */
async function checkFiles({ osm, roads, json }: { osm: string[]; roads?: string; json?: string }): Promise<void> {
  for (const path of osm) {
    await inFile(path, async () => {
      const file = await open(path);
      const { buffer, bytesRead } = await file.read().finally(() => file.close());
      const kind = contentOf(buffer.subarray(0, bytesRead));
      if (!OSM.includes(kind)) throw new SnapError("bad-input", `This is ${CONTENT[kind]}; OSM XML or PBF is asked for.`);
    });
  }
  // Only its head: reading the whole file would disturb the measurement.
  if (roads !== undefined) await openRoads(roads, { within: Area.box([0, 0, 0, 0]) });
  if (json !== undefined) await checkOutput(json, roads === undefined ? osm : [...osm, roads]);
}

function positive(command: string, option: string, text: string, whole: boolean): number {
  const value = Number(text);
  if (value > 0 && (!whole || Number.isInteger(value))) return value;
  return refuse(command, `--${option} ${text}: expected a ${whole ? "whole " : ""}number above 0.`);
}

function refuse(command: string, sentence: string): never {
  console.error(`${sentence} See ${command} --help.`);
  process.exit(2);
}
