// The sizes of the parts of a road file, by edge, by arc and by section.
import { basename } from "node:path";
import { readRoads } from "../../src/node/files.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { sectionBytes } from "../../src/roads/sections.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { osmFiles, TOWN_FILE, townRoads } from "../inputs/networks.js";

/** What sections are for; sections that match no pattern belong to the arcs. */
const PURPOSES: [purpose: string, sections: RegExp][] = [
  ["geometry", /^shape/],
  ["spatial index", /^tree/],
  ["names", /^name/],
  ["turns", /^(turn|virtual)/],
];
const ARCS = "arcs and nodes";

export const size: Subject = {
  name: "size",
  about: "bytes of a road file per edge and per arc, by section",
  run,
};

async function run(context: BenchContext): Promise<Table[]> {
  const networks: [name: string, roads: RoadGraph][] = [["town.osm", await townRoads()]];
  for (const { name, path } of osmFiles(context)) if (path !== TOWN_FILE) networks.push([name, await readRoads(path)]);
  if (context.roads !== null) networks.push([basename(context.roads), await readRoads(context.roads)]);
  return [byPurpose(networks), bySection(networks)];
}

function byPurpose(networks: readonly [string, RoadGraph][]): Table {
  const rows = networks.map(([file, roads]) => {
    const sums = new Map([...PURPOSES.map(([purpose]) => purpose), ARCS].map((purpose) => [purpose, 0]));
    for (const [section, bytes] of Object.entries(sectionBytes(roads.columns))) {
      const purpose = purposeOf(section);
      sums.set(purpose, (sums.get(purpose) ?? 0) + bytes);
    }
    const perArc = Object.fromEntries([...sums].map(([purpose, bytes]) => [purpose, bytes / roads.arcCount]));
    const total = roads.data.byteLength;
    return {
      file,
      arcs: roads.arcCount,
      MB: total / 1e6,
      "B/edge": total / roads.edgeCount,
      "B/arc": total / roads.arcCount,
      "B/arc without geometry": total / roads.arcCount - perArc.geometry,
      ...perArc,
    };
  });
  return { title: "Bytes of a road file", rows, notes: ["The last columns are bytes per arc by what they are for."] };
}

function bySection(networks: readonly [string, RoadGraph][]): Table {
  const sections = Object.keys(sectionBytes(networks[0][1].columns));
  const rows = sections.map((section) => {
    const perArc = networks.map(([file, roads]) => [file, bytesOf(roads, section) / roads.arcCount]);
    return { section, for: purposeOf(section), ...Object.fromEntries(perArc) };
  });
  return { title: "Bytes per arc by section", rows };
}

function bytesOf(roads: RoadGraph, section: string): number {
  return new Map<string, number>(Object.entries(sectionBytes(roads.columns))).get(section) ?? 0;
}

function purposeOf(section: string): string {
  return PURPOSES.find(([, sections]) => sections.test(section))?.[0] ?? ARCS;
}
