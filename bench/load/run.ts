// One run: the server, the load on it, its memory meanwhile, and tables of the results.
import { readRoads } from "../../src/node/files.js";
import type { Table } from "../harness/table.js";
import { type Drive, drive } from "./connections.js";
import { requestsOver } from "./requests.js";
import { startServer } from "./server.js";

export interface LoadOptions {
  /** The built command, and the road file it serves. */
  cli: string;
  roads: string;
  seconds: number;
  connections: number;
  longShare: number;
}

/** Figures of the right answers to requests with this many points; milliseconds. */
export interface KindFigures {
  /** null for all requests together. */
  points: number | null;
  requests: number;
  requestsPerSecond: number;
  pointsPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export interface LoadResult {
  seconds: number;
  opened: number;
  kinds: KindFigures[];
  /** The resident memory of the server in bytes, and the seconds since the load began. */
  memory: { seconds: number; bytes: number }[];
  /** Seconds of processor time of the load itself, not of the server. */
  ownProcessor: number;
  /** One sentence each; none if every request had its answer and the server ended as it should. */
  errors: string[];
}

/** Seconds between two samples of the memory; a twelfth of a short run. */
const LOOK = 5;
/** Memory counts as flat if the last sample is at most this times the median of the middle third. */
const FLAT = 1.15;

/** Starts the server, sends the load, and stops the server. */
export async function runLoad({ cli, roads, seconds, connections, longShare }: LoadOptions): Promise<LoadResult> {
  const draw = requestsOver(await readRoads(roads), longShare);
  const server = await startServer(cli, roads);
  const memory: LoadResult["memory"] = [];
  const [start, processor] = [performance.now(), process.cpuUsage()];
  const look = () => memory.push({ seconds: (performance.now() - start) / 1000, bytes: server.residentBytes() });
  look();
  const looking = setInterval(look, Math.min(LOOK, seconds / 12) * 1000);
  let seen: Drive | undefined;
  let end: string | null = null;
  try {
    seen = await drive(server.url, draw, { connections, seconds });
    look();
  } finally {
    clearInterval(looking);
    end = await server.stop();
  }
  const { user, system } = process.cpuUsage(processor);
  return {
    seconds: seen.seconds,
    opened: seen.opened,
    kinds: figures(seen),
    memory,
    ownProcessor: (user + system) / 1e6,
    errors: end === null ? seen.errors : [...seen.errors, end],
  };
}

function figures({ times, seconds }: Drive): KindFigures[] {
  const kinds = [...times].sort(([a], [b]) => a - b);
  const points = kinds.reduce((sum, [each, { length }]) => sum + each * length, 0);
  const of = (each: number | null, all: number, milliseconds: readonly number[]): KindFigures => {
    const sorted = Float64Array.from(milliseconds).sort();
    const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
    return {
      points: each,
      requests: sorted.length,
      requestsPerSecond: sorted.length / seconds,
      pointsPerSecond: all / seconds,
      p50: rank(0.5),
      p95: rank(0.95),
      p99: rank(0.99),
      max: rank(1),
    };
  };
  const all = of(
    null,
    points,
    kinds.flatMap(([, milliseconds]) => milliseconds),
  );
  return [...kinds.map(([each, milliseconds]) => of(each, each * milliseconds.length, milliseconds)), all];
}

/** The memory before the load, after a warm-up of a third (its first sample), in the middle third, and at the end. Bytes. */
export function memoryFigures(memory: LoadResult["memory"]): {
  before: number;
  first: number;
  middle: number;
  last: number;
  flat: boolean;
} {
  const total = memory.at(-1)?.seconds ?? 0;
  const warm = memory.filter(({ seconds }) => seconds >= total / 3);
  const third = warm.filter(({ seconds }) => seconds <= (2 * total) / 3).map(({ bytes }) => bytes);
  const middle = third.sort((a, b) => a - b)[third.length >>> 1] ?? Number.NaN;
  const last = memory.at(-1)?.bytes ?? Number.NaN;
  return { before: memory[0]?.bytes ?? Number.NaN, first: warm[0]?.bytes ?? Number.NaN, middle, last, flat: last <= FLAT * middle };
}

/** The run as tables. */
export function loadTables({ seconds, opened, kinds, memory, ownProcessor, errors }: LoadResult): Table[] {
  const { before, first, middle, last, flat } = memoryFigures(memory);
  const load: Table = {
    title: `roadsnap serve under load: ${opened} connections opened, ${seconds.toFixed(1)} s, ${errors.length} errors`,
    rows: kinds.map(({ points, requests, requestsPerSecond, pointsPerSecond, p50, p95, p99, max }) => ({
      request: points === null ? "all" : `${points.toLocaleString("en-GB")} points`,
      requests,
      "requests/s": requestsPerSecond,
      "points/s": pointsPerSecond,
      "p50 ms": p50,
      "p95 ms": p95,
      "p99 ms": p99,
      "max ms": max,
    })),
    notes: [
      "With lines. Every answer is compared byte for byte with that of SnapToRoads in this process.",
      `The load comes from a process of its own on the same machine, which took ${ownProcessor.toFixed(1)} s of processor time.`,
    ],
  };
  const resident: Table = {
    title: "Resident memory of the server, MB",
    rows: [{ "before the load": before / 1e6, "after a third": first / 1e6, "middle third": middle / 1e6, "at the end": last / 1e6, flat }],
    notes: [`Flat: at the end at most ${FLAT} times the median of the middle third.`],
  };
  return [load, resident];
}
