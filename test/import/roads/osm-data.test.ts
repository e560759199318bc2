// Real extracts, if they are available: what is read agrees with counts made by another reader (osmium) and other code.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distance } from "../../../src/geo/metres.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import { Access } from "../../../src/roads/attributes.js";
import type { RoadSource } from "../../../src/roads/source.js";

const DATA = "../shared/data";

/** The ways open to a mode: their number, their kilometres, and the number of one-way ones. */
function count(source: RoadSource, bit: number) {
  const place = new Map<number, number>();
  for (let i = 0; i < source.nodeCount; i++) place.set(source.nodeId[i], i);
  let ways = 0;
  let km = 0;
  let oneWay = 0;
  source.ways.forEach((way) => {
    if (((way.forward | way.backward) & bit) === 0) return;
    ways++;
    if ((way.forward & way.backward & bit) === 0) oneWay++;
    for (let i = 1; i < way.nodes.length; i++) {
      const [a, b] = [place.get(way.nodes[i - 1]), place.get(way.nodes[i])];
      if (a === undefined || b === undefined) continue;
      const { nodeLon: lon, nodeLat: lat } = source;
      km += distance(lon[a] / 1e7, lat[a] / 1e7, lon[b] / 1e7, lat[b] / 1e7) / 1000;
    }
  });
  return { ways, km, oneWay };
}

// The expected lengths are on a sphere of 6371 km, which differs from the ellipsoid by up to 0.3 %.
describe.each([
  ["monaco/monaco.osm.pbf", { ways: 1807, km: 377.154, oneWay: 682, restrictions: 27 }],
  ["neubrandenburg/neubrandenburg.osm.pbf", { ways: 3065, km: 434.516, oneWay: 485, restrictions: 14 }],
  ["sparsetaxi/beijing.osm.pbf", { ways: 19156, km: 7873.611, oneWay: 10094, restrictions: 0 }],
  ["gpx/andorra.osm.pbf", { ways: 1319, km: 519.49, oneWay: 292, restrictions: 0 }],
  ["gpx/issue-70.osm.gz", { ways: 29, km: 20.905, oneWay: 0, restrictions: 0 }],
  ["gpx/map-issue13.osm.gz", { ways: 21, km: 4.849, oneWay: 0, restrictions: 0 }],
])("%s", (path, expected) => {
  const file = `${DATA}/${path}`;
  it.skipIf(!existsSync(file))(`has ${expected.ways} ways for driving (skipped without ${DATA})`, { tags: "long" }, async () => {
    const source = await readOsm(readFileSync(file));
    const { ways, km, oneWay } = count(source, Access.driving);
    expect({ ways, oneWay, restrictions: source.restrictions.length }).toEqual({
      ways: expected.ways,
      oneWay: expected.oneWay,
      restrictions: expected.restrictions,
    });
    expect(Math.abs(km / expected.km - 1)).toBeLessThan(0.004);
  });
});
