// Growth: the same fixes in longer and longer tracks, and on larger and larger networks. Points a second should not change.
import { Matcher } from "../../src/match/matcher.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { spread, timeInTurns } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { forgetTiledRoads, tiledRoads, tiling, townRoads } from "../inputs/networks.js";
import { cutTrack, longDrive } from "../inputs/walk.js";

/** Fixes in a track; for each length the same fixes in all. */
const LENGTHS = [1e2, 1e3, 1e4, 1e5];
const FULL_LENGTHS = [...LENGTHS, 1e6];
const ARCS = [1e4, 1e5, 1e6];
const FULL_ARCS = [...ARCS, 1e7];
/** On networks: fixes in all, and in a track. */
const NETWORK_FIXES = 20_000;
const NETWORK_TRACK = 1000;
/** How many times slower than the fastest the slowest may be. */
const MOST = 1.5;

export const growth: Subject = {
  name: "growth",
  about: "points/s by length of the track and by size of the network",
  run: async (context) => [await byLength(context), await byNetwork(context)],
};

async function byLength(context: BenchContext): Promise<Table> {
  const roads = await townRoads();
  const lengths = context.full ? FULL_LENGTHS : LENGTHS;
  const drive = longDrive(roads, lengths[lengths.length - 1]);
  const works = lengths.map((length) => ({ roads, tracks: cutTrack(drive, length) }));
  const speeds = await compare(works, context);
  const rows = lengths.map((length, i) => ({ "fixes/track": length, tracks: works[i].tracks.length, ...speeds[i] }));
  return { title: `${drive.length.toLocaleString("en-GB")} fixes of one drive over the bundled town, cut into tracks`, rows };
}

/** The same tracks, each in another town, spread over all towns: like a fleet, whose roads are not in the processor's cache when a track begins. */
async function byNetwork(context: BenchContext): Promise<Table> {
  const tracks = cutTrack(longDrive(await townRoads(), NETWORK_FIXES), NETWORK_TRACK);
  const works: Work[] = [];
  for (const arcs of context.full ? FULL_ARCS : ARCS) {
    const { tiles, at } = await tiling(arcs);
    const spread = tracks.map((track, i) => moved(track, at(Math.floor((i * tiles) / tracks.length))));
    works.push({ roads: await tiledRoads(arcs), tracks: spread });
  }
  const speeds = await compare(works, context);
  const rows = works.map(({ roads }, i) => ({ arcs: roads.arcCount, "road file MB": roads.data.byteLength / 1e6, ...speeds[i] }));
  forgetTiledRoads();
  return { title: `${tracks.length} tracks of ${NETWORK_TRACK} fixes, spread over ever more towns`, rows };
}

function moved(track: readonly TrackPoint[], [east, north]: [number, number]): TrackPoint[] {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  return track.map(({ lon, lat, time }) => ({ lon: round(lon + east), lat: round(lat + north), time }));
}

interface Work {
  roads: RoadGraph;
  tracks: readonly TrackPoint[][];
}

/** Times the works in turns, with how many times slower than the fastest each is. */
async function compare(works: readonly Work[], context: BenchContext): Promise<Table["rows"]> {
  const passes = works.map(({ roads, tracks }) => {
    const matcher = new Matcher(roads);
    return (): void => {
      for (const track of tracks) matcher.match(track);
    };
  });
  const timings = await timeInTurns(passes, context.rounds);
  const perFix = timings.map(({ median }, i) => median / works[i].tracks.reduce((sum, track) => sum + track.length, 0));
  return timings.map((timing, i) => ({
    "points/s": 1000 / perFix[i],
    "± %": spread(timing),
    "× slower than fastest": perFix[i] / Math.min(...perFix),
    [`within ${MOST}`]: perFix[i] <= MOST * Math.min(...perFix),
  }));
}
