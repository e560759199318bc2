// Workers that die: they are replaced, their work is tried once more and then reported, and everything else is answered.
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOsm } from "../../../src/import/roads/osm.js";
import { MatcherPool } from "../../../src/node/index.js";
import { buildRoads } from "../../../src/roads/build.js";
import { collect, FATAL, stream } from "../../helpers/pools.js";
import { DRIVE, driveLine, VILLAGE_OSM } from "../../helpers/village.js";

const GOOD = { lon: DRIVE.map(([lon]) => lon), lat: DRIVE.map(([, lat]) => lat) };
const WAYS = [
  ["exit", "internal", "died (it exited with code 3)"],
  ["throw", "internal", "died (nobody catches this)"],
  ["memory", "limit", "ran out of memory"],
] as const;

describe("a worker that dies", () => {
  let pool: MatcherPool;
  beforeAll(async () => {
    pool = new MatcherPool(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))), { threads: 2, maxMemory: 32 });
  });
  afterAll(() => pool.close());
  const poolLives = async () =>
    expect((await Promise.all([1, 2, 3, 4].map(() => pool.match(GOOD)))).map((match) => match.points.length)).toEqual([7, 7, 7, 7]);

  it.each(WAYS)("by %s, as the next one does: gives an error of one sentence for the track", async (way, code, why) => {
    const message = `The track was given up: the worker that had it ${why}, and so did the next one.`;
    await expect(pool.match(FATAL[way])).rejects.toMatchObject({ name: "SnapError", code, message });
    await poolLives();
  });

  it.each(WAYS)("by %s in a batch of tracks: only the track at fault has no match", async (way, code, why) => {
    const answers = await collect(pool.matchAll([GOOD, GOOD, FATAL[way], GOOD, FATAL[way], GOOD]));
    const error = (number: number) =>
      expect.objectContaining({ code, message: `Track ${number} was given up: the worker that had it ${why}, and so did the next one.` });
    expect(answers.map(({ match, error }) => match?.points.length ?? error)).toEqual([7, 7, error(3), 7, error(5), 7]);
    await poolLives();
  });

  it.each(WAYS)("by %s in a batch of lines: the answer to that line is an error with its id and number", async (way, _, why) => {
    const answers = await collect(pool.snapLines(stream([driveLine("a"), "", driveLine(way), driveLine("b")])));
    expect(answers.map((line) => JSON.parse(line)).map(({ points, ...rest }) => points?.length ?? rest)).toEqual([
      7,
      { id: way, error: `Line 3 was given up: the worker that had it ${why}, and so did the next one.`, line: 3 },
      7,
    ]);
    await poolLives();
  });

  it.each([
    ['{"id":"exit","points":[', "exit"],
    ['{"points":[],"id":"exit"}', null],
  ])("during a line: the error has the id at its beginning, since parsing the line might kill the main thread: %s", async (line, id) => {
    const answers = await collect(pool.snapLines(stream([line, driveLine("b")])));
    expect(answers.map((text) => JSON.parse(text).id)).toEqual([id, "b"]);
  });

  it.each(WAYS)("by %s during a request: the answer is an error envelope with code 500", async (way, _, why) => {
    const { error } = JSON.parse(await pool.execute({ fate: way }));
    expect(error).toEqual({
      code: 500,
      message: "Unable to complete operation.",
      details: [`The request was given up: the worker that had it ${why}, and so did the next one.`],
    });
    await poolLives();
  });

  it("only once: the second try answers, and nothing is reported", async () => {
    const deaths = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    expect(await pool.execute({ fate: "exit", deaths })).toContain(`"code":400`);
    await poolLives();
  });

  it("twice: the request is given up, and not tried a third time", async () => {
    const deaths = new Int32Array(new SharedArrayBuffer(4)).fill(2);
    expect(await pool.execute({ fate: "exit", deaths })).toContain("was given up");
    await poolLives();
  });

  it("in a batch of tracks: each is tried alone, and only the one at fault once more", async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on("worker", note);
    await collect(pool.matchAll([GOOD, FATAL.exit, GOOD]));
    await poolLives();
    process.off("worker", note);
    // One was at the batch, two were at the track.
    expect(started).toHaveLength(3);
  });
});

it("a worker that exits in place of one that was terminated is noticed too", async () => {
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  process.on("worker", note);
  const one = new MatcherPool(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))), { threads: 1 });
  const stop = new AbortController();
  const deaths = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  const endless = one.execute({ fate: "endless", deaths }, { signal: stop.signal });
  // Only a worker that is at it does not stop.
  await expect.poll(() => Atomics.load(deaths, 0)).toBe(0);
  stop.abort();
  await expect(endless).rejects.toMatchObject({ code: "aborted" });
  await expect.poll(() => started.length).toBe(2);
  process.off("worker", note);
  await expect(one.match(FATAL.exit)).rejects.toMatchObject({ message: expect.stringContaining("it exited with code 3") });
  expect((await one.match(GOOD)).points).toHaveLength(7);
  await one.close();
});

it("an idle worker that dies is replaced, and so are its replacements", async () => {
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  process.on("worker", note);
  const one = new MatcherPool(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))), { threads: 1 });
  for (let deaths = 0; deaths < 3; deaths++) {
    expect((await one.match(GOOD)).points).toHaveLength(7);
    // Twice without a job in between: the first replacement never worked.
    for (const _ of [1, 2]) {
      const worker = started[started.length - 1];
      await worker.terminate();
      await expect.poll(() => started[started.length - 1]).not.toBe(worker);
      await once(started[started.length - 1], "message");
    }
  }
  expect((await one.match(GOOD)).points).toHaveLength(7);
  process.off("worker", note);
  await one.close();
});

// Whether Node aborts the process is chance: with twice this size it did in 9 of 26 cases.
it.each([undefined, 32])(
  "the young generation of a worker is small enough for it to run out of memory without an abort of the process, maxMemory %s",
  async (maxMemory) => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on("worker", note);
    const one = new MatcherPool(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))), { threads: 1, maxMemory });
    await one.match(GOOD);
    process.off("worker", note);
    expect(started.map(({ resourceLimits }) => (resourceLimits?.maxYoungGenerationSizeMb ?? Number.NaN) / 3)).toEqual([16]);
    await one.close();
  },
);
