// Routes: from the end of one arc to all places near the next fix at once, as in the matcher.
import * as MODEL from "../../src/match/model.js";
import { settle } from "../../src/match/options.js";
import { RouteSearch } from "../../src/match/routes/route.js";
import { Rules } from "../../src/match/routes/rules.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { NearbySearch } from "../../src/roads/nearby.js";
import { RoadPlaces } from "../../src/roads/places.js";
import { spread, timeShort } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { townRoads } from "../inputs/networks.js";
import { longDrive } from "../inputs/walk.js";

const PAIRS = 200;
const RADIUS = 40;
/** Metres between two fixes: 1, 10, 30 and 60 s at 10 m/s. */
const APART = [10, 100, 300, 600];
const METRES_PER_FIX = 10;

/** Places near a fix, in both directions: an arc, and the metres from its start. */
interface Places {
  count: number;
  arcs: Int32Array;
  offsets: Float64Array;
}

export const routes: Subject = {
  name: "routes",
  about: "one bounded search from an arc to every place near the next fix",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const roads = await townRoads();
  const track = longDrive(roads, PAIRS * 10 + Math.max(...APART) / METRES_PER_FIX);
  const rules = new Rules(roads, settle({}));
  const kept = new RouteSearch(roads, rules, [MODEL.priceMiddle], roads.arcCount);
  const rows: Table["rows"] = [];
  for (const apart of APART) {
    const pairs = pairsOf(roads, track, apart / METRES_PER_FIX);
    // What the matcher allows for fixes with an error of 5 m at that distance; fixed here so that figures stay comparable.
    const beta = 7 + 0.06 * apart;
    const bound = 300 + 2.5 * apart + 10 * beta;
    const detour = 50 + 0.25 * apart + 10 * beta;
    for (const [memory, searchOf] of [
      ["empty", () => new RouteSearch(roads, rules, [MODEL.priceMiddle], roads.arcCount)],
      ["kept", () => kept],
    ] as const) {
      const total = { searches: 0, targets: 0, reached: 0, settled: 0 };
      const pass = (): void => {
        const search = searchOf();
        const before = search.work;
        Object.assign(total, { searches: 0, targets: 0, reached: 0 });
        for (const { from, to } of pairs) {
          search.targets.clear();
          for (let t = 0; t < to.count; t++) search.targets.add(to.arcs[t], to.offsets[t]);
          for (let i = 0; i < from.count; i++) {
            search.from(from.arcs[i], {
              price: 0,
              otherPrice: -1,
              aimed: false,
              bound,
              nearest: Number.POSITIVE_INFINITY,
              detour,
            });
            total.searches++;
            total.targets += to.count;
            for (let t = 0; t < to.count; t++) if (search.cheapest.cost[t] < Number.POSITIVE_INFINITY) total.reached++;
          }
        }
        total.settled = search.work - before;
      };
      const timing = await timeShort(pass, context.seconds);
      if (total.reached === 0) throw new Error(`No route of about ${apart} m was found.`);
      rows.push({
        "apart m": apart,
        memory,
        targets: total.targets / total.searches,
        "reached %": (100 * total.reached) / total.targets,
        "settled/search": total.settled / total.searches,
        "µs/search": (timing.median * 1000) / total.searches,
        "searches/s": total.searches / (timing.median / 1000),
        "routes/s": total.reached / (timing.median / 1000),
        "± %": spread(timing),
      });
    }
  }
  return { title: `One-to-many routes in the bundled town, places within ${RADIUS} m of ${PAIRS} pairs of fixes`, rows };
}

function pairsOf(roads: RoadGraph, track: readonly TrackPoint[], fixesApart: number): { from: Places; to: Places }[] {
  const nearby = new NearbySearch(roads);
  const pairs: { from: Places; to: Places }[] = [];
  for (let i = 0; i < PAIRS; i++) {
    const from = placesNear(roads, nearby, track[i * 10]);
    const to = placesNear(roads, nearby, track[i * 10 + fixesApart]);
    if (from.count > 0 && to.count > 0) pairs.push({ from, to });
  }
  return pairs;
}

function placesNear(roads: RoadGraph, nearby: NearbySearch, { lon, lat }: TrackPoint): Places {
  const out = new RoadPlaces();
  nearby.within(lon, lat, RADIUS, out);
  const places: Places = { count: out.count * 2, arcs: new Int32Array(out.count * 2), offsets: new Float64Array(out.count * 2) };
  for (let i = 0; i < places.count; i++) {
    const place = i >>> 1;
    const against = (i & 1) === 1;
    places.arcs[i] = 2 * out.edge[place] + (against ? 1 : 0);
    places.offsets[i] = against ? roads.edgeLength[out.edge[place]] - out.offset[place] : out.offset[place];
  }
  return places;
}
