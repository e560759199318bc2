// The country of the benches: a connected network of towns, of any size.
import { readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { writeCountry } from "../../bench/inputs/country.js";
import { tiling, townRoads } from "../../bench/inputs/networks.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { buildRoadsWithReport } from "../../src/roads/build.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();

it("it has the number of arcs asked for, is connected, and contains houses that are no roads", async () => {
  const town = await townRoads();
  const country = writeCountry(at("country.osm.pbf"), 6 * town.arcCount);
  expect(country).toMatchObject({ towns: 6, bytes: statSync(at("country.osm.pbf")).size });
  const source = await readOsm(readFileSync(at("country.osm.pbf")));
  expect(source.sorted).toBe(true);
  expect(source.nodeCount).toBeLessThan(country.nodes / 1.9);
  const { roads, report } = buildRoadsWithReport(source);
  expect(roads.arcCount).toBeGreaterThanOrEqual(6 * town.arcCount);
  expect(report.components).toBe(1);
  expect(report.restrictionsApplied).toBe(6 * 7);
});

it("its towns lie in a square, the first one at the place of the town", async () => {
  const town = await townRoads();
  const { tiles, at: place } = await tiling(town.arcCount * 4);
  expect([tiles, place(0)]).toEqual([4, [0, 0]]);
  expect([place(1)[1], place(2)[0]]).toEqual([0, 0]);
  expect(place(3)).toEqual([place(1)[0], place(2)[1]]);
});
