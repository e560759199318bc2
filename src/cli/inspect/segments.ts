// `roadsnap inspect --geojson`: writes every segment of a road file as a line, for a map that shows what was made of a source.
import { lineGeometry } from "../../export/geojson.js";
import { DECIMALS, jsonText, toDecimals } from "../../export/numbers.js";
import { newFile } from "../../node/atomic.js";
import { Access, Flag, MODES, speedKph } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { drivingParts } from "../../roads/report.js";

/** Number of features written at once. */
const BATCH = 1000;

/** Writes the segments as GeoJSON, one per line of text. @throws SnapError naming the path. */
export async function writeSegments(path: string, roads: RoadGraph): Promise<void> {
  const { partOf } = drivingParts(roads);
  const file = await newFile(path);
  try {
    await file.write('{"type":"FeatureCollection","features":[\n');
    for (let from = 0; from < roads.edgeCount; from += BATCH) {
      const count = Math.min(BATCH, roads.edgeCount - from);
      const text = Array.from({ length: count }, (_, i) => feature(roads, from + i, partOf(from + i))).join(",\n");
      await file.write(from + count < roads.edgeCount ? `${text},\n` : `${text}\n`);
    }
    await file.write("]}\n");
    await file.finish();
  } catch (error) {
    await file.giveUp();
    throw error;
  }
}

function feature(roads: RoadGraph, edge: number, part: number): string {
  const [along, against] = [2 * edge, 2 * edge + 1];
  const open = (bit: number) => {
    const ways = [roads.arcAccess[along] & bit, roads.arcAccess[against] & bit];
    return ways[0] && ways[1] ? "both" : ways[0] ? "forward" : ways[1] ? "backward" : "no";
  };
  const flags = Object.entries(Flag).filter(([, bit]) => roads.edgeFlags[edge] & bit);
  return jsonText({
    type: "Feature",
    properties: {
      segment: edge,
      way_id: roads.edgeWay[edge],
      name: roads.name(edge) || null,
      class: roads.className(edge),
      length: toDecimals(roads.edgeLength[edge], DECIMALS.metres),
      ...Object.fromEntries(MODES.map((mode) => [mode, open(Access[mode])])),
      limit_forward: speedKph(roads.arcSpeed[along]),
      limit_backward: speedKph(roads.arcSpeed[against]),
      part: part === 0 ? null : part,
      flags: flags.map(([name]) => name).join(", ") || null,
    },
    geometry: lineGeometry(roads.arcCoordinates(along)),
  });
}
