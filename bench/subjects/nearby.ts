// Nearby search: all roads within a radius of a place, and the nearest road at any distance.
import { NearbySearch } from "../../src/roads/nearby.js";
import { NearestSearch } from "../../src/roads/nearest.js";
import { RoadPlaces } from "../../src/roads/places.js";
import { spread, timeShort } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { townRoads } from "../inputs/networks.js";
import { longDrive } from "../inputs/walk.js";

const QUERIES = 1000;
const RADII = [30, 60, 150];

export const nearby: Subject = {
  name: "nearby",
  about: "roads within a radius of a place, and the nearest road however far",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const roads = await townRoads();
  const places = longDrive(roads, QUERIES);
  const search = new NearbySearch(roads);
  const out = new RoadPlaces();
  const rows: Table["rows"] = [];
  const measure = async (query: string, ask: (lon: number, lat: number) => void): Promise<void> => {
    let found = 0;
    const timing = await timeShort(() => {
      found = 0;
      for (const { lon, lat } of places) {
        out.count = 0;
        ask(lon, lat);
        found += out.count;
      }
    }, context.seconds);
    if (found === 0) throw new Error(`Nearby search by ${query} found no road at all.`);
    rows.push({
      query,
      "roads found": found / QUERIES,
      "µs/query": (timing.median * 1000) / QUERIES,
      "queries/s": QUERIES / (timing.median / 1000),
      "± %": spread(timing),
    });
  };
  const nearest = new NearestSearch(roads);
  for (const radius of RADII) await measure(`within ${radius} m`, (lon, lat) => search.within(lon, lat, radius, out));
  await measure("nearest", (lon, lat) => nearest.nearest(lon, lat, Number.POSITIVE_INFINITY, out));
  // Ten kilometres south of the roads.
  await measure("nearest, from afar", (lon, lat) => nearest.nearest(lon, lat - 0.1, Number.POSITIVE_INFINITY, out));
  return { title: `Nearby roads in the bundled town, ${QUERIES} places`, rows };
}
