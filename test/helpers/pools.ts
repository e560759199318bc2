// Helpers for the tests of MatcherPool: a town to drive in, tracks of every sort, each call of a pool, and tracks that are fatal to a worker.
import { townRoads } from "../../bench/inputs/networks.js";
import { longDrive } from "../../bench/inputs/walk.js";
import type { Track, TrackPoint } from "../../src/match/track/track.js";
import type { MatcherPool } from "../../src/node/index.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { WayToDie } from "./mortal-worker.js";

/** Tracks that kill the worker of the tests, or never end. */
export const FATAL = Object.fromEntries(
  (["exit", "throw", "memory", "endless"] satisfies WayToDie[]).map((way, i): [WayToDie, Track] => [way, { lon: [-1001 - i], lat: [0] }]),
) as Record<WayToDie, Track>;

/** A track on which the matcher of the tests' worker has a defect. */
export const DEFECT: Track = { lon: [-1005], lat: [0] };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The roads of a town, a drive of 200 fixes through it, and the first 20 of these. */
export async function townDrive(): Promise<{ roads: RoadGraph; drive: TrackPoint[]; short: TrackPoint[] }> {
  const roads = await townRoads();
  const drive = longDrive(roads, 200);
  return { roads, drive, short: drive.slice(0, 20) };
}

/** Pieces of a drive, of increasing and decreasing lengths, enough for several messages. */
export function manyCuts(drive: readonly TrackPoint[]): TrackPoint[][] {
  return Array.from({ length: 1200 }, (_, i) => drive.slice(i % 40, (i % 40) + 1 + ((i * i) % 23)));
}

/** Tracks that are special when packed: no fixes, no place, no time, far from any road, a jump, a reversal. */
export function oddTracks(drive: readonly TrackPoint[]): TrackPoint[][] {
  const [first, second, third] = drive;
  return [
    [],
    [first],
    [first, { lon: Number.NaN, lat: 91 }, second],
    drive.slice(0, 40).map(({ lon, lat }) => ({ lon, lat })),
    drive.slice(0, 40).map((fix) => ({ ...fix, accuracy: 10, speed: 10, course: null })),
    [
      { ...first, lon: first.lon + 5 },
      { ...second, lon: second.lon + 5 },
    ],
    [...drive.slice(0, 30), ...drive.slice(160, 190)],
    [...drive.slice(0, 60), ...drive.slice(0, 60).reverse()].map((fix, i) => ({ ...fix, time: (third.time ?? 0) + i })),
  ];
}

/** A track as a line of NDJSON. */
export function lineOf(id: string, track: readonly TrackPoint[]): string {
  return JSON.stringify({ id, points: track.map(({ lon, lat, time }) => [lon, lat, time]) });
}

/** A track as rows of a CSV with the header `track_id,lon,lat,time`. */
export function rowsOf(id: string, track: readonly TrackPoint[]): string {
  return track.map(({ lon, lat, time }) => `${id},${lon},${lat},${time}\n`).join("");
}

const DOCUMENT = '{"features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[7,47],[8,48]]}}]}';

/** Each call of a pool by its name. */
export const CALLS: [name: string, call: (pool: MatcherPool, drive: TrackPoint[], signal: AbortSignal) => Promise<unknown>][] = [
  ["match", (pool, drive, signal) => pool.match(drive, { signal })],
  ["matchAll", (pool, drive, signal) => collect(pool.matchAll([drive, drive], { signal }))],
  ["snapLines", (pool, _, signal) => collect(pool.snapLines(stream(['{"points":[[7,47]]}']), { signal }))],
  ["snapCsv", (pool, _, signal) => collect(pool.snapCsv(stream(["track_id,lon,lat\na,7,47\n"]), { signal }))],
  ["snapDocument", (pool, _, signal) => collect(pool.snapDocument(stream([DOCUMENT]), { format: "geojson", signal }))],
  ["snapFile", (pool, _, signal) => pool.snapFile(new TextEncoder().encode("lon,lat\n7,47\n"), { signal })],
  ["execute", (pool, _, signal) => pool.execute({ points: "{}" }, { signal })],
];

/** Streams of fifty items that a pool answers together. */
export const FIFTY: [items: string, answers: (pool: MatcherPool, short: TrackPoint[], signal: AbortSignal) => AsyncGenerator<unknown>][] = [
  ["tracks", (pool, short, signal) => pool.matchAll(Array(50).fill(short), { signal })],
  ["lines", (pool, _, signal) => pool.snapLines(stream(Array(50).fill('{"points":[[7,47]]}')), { signal })],
];
