// Many tracks on several threads compared with one: matches as objects, NDJSON lines, and rows of a CSV, from text to text.
import { MatcherPool } from "../../src/node/pool/pool.js";
import { spread, timeInTurns } from "../harness/measure.js";
import { OneThread, type OneThreadTask } from "../harness/one-thread.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Table } from "../harness/table.js";
import { nameOfClass, type TrackClass, trackClasses } from "../inputs/classes.js";

/** The least number of fixes in a pass, and how often each track is at least repeated in it. */
const LEAST_FIXES = 60_000;
const LEAST_TIMES = 3;
/** The error for each axis of the classes used. */
const SIGMA = 5;

export const pool: Subject = {
  name: "pool",
  about:
    "MatcherPool on every core beside one thread, in turns: speed-up of matches, of NDJSON lines and of CSV rows, and the CPU time it costs",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const one of (await trackClasses(context)).filter(({ sigma }) => sigma === SIGMA)) rows.push(...(await classRows(one, context)));
  const notes = [
    "speed-up: one thread's time over the pool's. CPU: processor time of the pool, all threads together, over that of one thread;",
    "on a machine that does nothing else, speed-up is close to threads / CPU. tracks: objects in, objects out; lines, rows: text in, bytes out.",
  ];
  return { title: `Many tracks on all cores, median of ${context.rounds}, in turns`, rows, notes };
}

async function classRows(trackClass: TrackClass, context: BenchContext): Promise<Table["rows"]> {
  const rows: Table["rows"] = [];
  for (const { roads, tracks } of trackClass.groups) {
    // Often enough for every worker to have cached the roads, as the single thread has: what counts is a long stream.
    const times = Math.max(LEAST_TIMES, Math.ceil(LEAST_FIXES / tracks.reduce((sum, { track }) => sum + track.length, 0)));
    const stream = Array.from({ length: times }, () => tracks).flat();
    const list = stream.map(({ track }) => track);
    const lines = stream.map(({ id, track }) => JSON.stringify({ id, points: track.map(({ lon, lat, time }) => [lon, lat, time]) }));
    const rowsOf = ({ track }: (typeof stream)[number], id: number) =>
      track.map(({ lon, lat, time }) => `${id},${lon},${lat},${new Date((time ?? 0) * 1000).toISOString()}\n`).join("");
    const csv = `track_id,lon,lat,time\n${stream.map(rowsOf).join("")}`;
    // In pieces, as a file is read.
    const pieces = csv.match(/[\s\S]{1,262144}/g) ?? [];
    const together: Record<OneThreadTask, (workers: MatcherPool) => Promise<number>> = {
      async tracks(workers) {
        let points = 0;
        for await (const { match } of workers.matchAll(list)) points += match?.points.length ?? 0;
        return points;
      },
      async lines(workers) {
        let written = 0;
        for await (const { bytes } of workers.snapBytes(each(lines))) written += bytes.length;
        return written;
      },
      async rows(workers) {
        let written = 0;
        for await (const { bytes } of workers.snapCsv(each(pieces), { to: "csv" })) written += bytes.length;
        return written;
      },
    };
    const fixes = list.reduce((sum, track) => sum + track.length, 0);
    for (const what of ["tracks", "lines", "rows"] as const) {
      // Each kind of work has its own threads, as in use: threads that have done another kind are up to a third slower.
      const workers = new MatcherPool(roads);
      const one = new OneThread({ data: roads.data, tracks: list, lines, rows: csv });
      const cpu = [cpuOf(() => one.run(what)), cpuOf(() => together[what](workers))];
      const [single, many] = await timeInTurns([cpu[0].work, cpu[1].work], context.rounds);
      const [first, ...others] = cpu.map(({ results }) => results.at(-1));
      if (others.some((other) => other !== first)) throw new Error(`The pool answers ${others[0]} where one thread answers ${first}.`);
      rows.push({
        set: trackClass.set,
        class: nameOfClass(trackClass),
        what,
        tracks: list.length,
        threads: workers.threads,
        "points/s, one": fixes / (single.median / 1000),
        "points/s, pool": fixes / (many.median / 1000),
        "speed-up": single.median / many.median,
        "± %": Math.max(spread(single), spread(many)),
        CPU: cpu[1].median() / cpu[0].median(),
      });
      await workers.close();
      await one.close();
    }
  }
  return rows;
}

/** Wraps work so that the processor time it takes in all threads is recorded. */
function cpuOf(work: () => number | Promise<number>) {
  const times: number[] = [];
  const results: number[] = [];
  return {
    results,
    median: () => times.sort((a, b) => a - b)[times.length >>> 1],
    async work() {
      const before = process.cpuUsage();
      results.push(await work());
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    },
  };
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
