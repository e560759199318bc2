// A signal ends a call or a stream at once, wherever it is, and frees the thread; and so does leaving a stream.
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { Tinypool } from "tinypool";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { featureSet } from "../../../bench/inputs/formats.js";
import { MatcherPool } from "../../../src/node/index.js";
import { CALLS, collect, FATAL, FIFTY, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("calls that are aborted", () => {
  it.each(CALLS)("have the reason of the abort as the cause of the error: %s", async (_, call) => {
    const reason = new Error("the user has left");
    const controller = new AbortController();
    const running = call(pool, drive, controller.signal);
    controller.abort(reason);
    const stopped = { code: "aborted", message: "The work was stopped by its caller.", cause: reason };
    await expect(running).rejects.toMatchObject(stopped);
    await expect(call(pool, drive, controller.signal)).rejects.toMatchObject(stopped);
    await expect(call(pool, drive, AbortSignal.abort())).rejects.toMatchObject({ cause: { name: "AbortError" } });
  });

  it("free the only thread at once", async () => {
    const single = new MatcherPool(roads, { threads: 1 });
    const controller = new AbortController();
    const endless = single.match(FATAL.endless, { signal: controller.signal });
    const waiting = single.match(short, { signal: controller.signal });
    const other = single.match(short);
    controller.abort();
    await expect(endless).rejects.toMatchObject({ code: "aborted" });
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    expect((await other).points).toHaveLength(20);
    await expect(single.match(short, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
    await single.close();
  });

  it("stop a long computation, after which the same thread does the next job", async () => {
    // A thread that does not stop in time is replaced. Here it has all the time: on a busy machine it may need more than it is given.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const jobs = vi.spyOn(Tinypool.prototype, "run");
    onTestFinished(() => jobs.mockRestore());
    const single = new MatcherPool(roads, { threads: 1, maxRecords: 1e6 });
    const long = Array.from({ length: 400 }, () => drive).flat();
    const lines = [JSON.stringify({ id: "long", points: long.map(({ lon, lat }) => [lon, lat]) })];
    const features = featureSet(long);
    const threadOf = async () => {
      const controller = new AbortController();
      const thread = new Int32Array(new SharedArrayBuffer(4));
      const call = single.execute({ thread }, { signal: controller.signal });
      while (Atomics.load(thread, 0) === 0) await sleep(1);
      controller.abort();
      await expect(call).rejects.toMatchObject({ code: "aborted" });
      return thread[0];
    };
    const thread = await threadOf();
    for (const run of [
      (signal: AbortSignal) => single.match(long, { signal }),
      (signal: AbortSignal) => collect(single.snapLines(stream(lines), { signal })),
      (signal: AbortSignal) => single.execute({ points: features }, { signal }),
    ]) {
      const controller = new AbortController();
      const before = jobs.mock.results.length;
      const call = run(controller.signal);
      while (jobs.mock.results.length === before) await sleep(1);
      const job: Promise<unknown> = jobs.mock.results[before].value;
      await sleep(150); // until it is at it
      controller.abort();
      await expect(call).rejects.toMatchObject({ code: "aborted" });
      // What the thread made of it, which nobody hears.
      expect(inspect(await job.catch(String), { depth: 9 })).toContain("nobody waits");
      expect(await threadOf()).toBe(thread);
    }
    await single.close();
  });

  it("end a stream of tracks, and of lines", async () => {
    for (const run of [
      (signal: AbortSignal) => collect(pool.matchAll([FATAL.endless, short], { signal })),
      (signal: AbortSignal) => collect(pool.snapLines(stream([`{"id":"endless"}`]), { signal })),
    ]) {
      const controller = new AbortController();
      const running = run(controller.signal);
      setImmediate(() => controller.abort());
      await expect(running).rejects.toMatchObject({ code: "aborted", name: "SnapError" });
    }
    expect((await pool.match(short)).points).toHaveLength(20);
  });

  it.each(FIFTY)("give of the answers to %s that were made together those before the abort, and no more", async (_, answersOf) => {
    const controller = new AbortController();
    let given = 0;
    const taken = (async () => {
      for await (const _ of answersOf(pool, short, controller.signal)) if (++given === 10) controller.abort();
    })();
    await expect(taken).rejects.toMatchObject({ code: "aborted", message: "The work was stopped by its caller." });
    expect(given).toBe(10);
  });

  it("end a stream that waits for its source", async () => {
    const controller = new AbortController();
    const never = async function* () {
      yield short;
      await new Promise(() => {});
    };
    const answers = pool.matchAll(never(), { signal: controller.signal });
    expect((await answers.next()).value).toMatchObject({ match: { points: { length: 20 } } });
    const next = answers.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: "aborted" });
  });

  it.each<[string, () => AsyncIterable<string>]>([
    [
      "before its first bytes",
      async function* () {
        await new Promise(() => {});
      },
    ],
    [
      "after its header",
      async function* () {
        yield "track_id,lon,lat\n";
        await new Promise(() => {});
      },
    ],
  ])("end a CSV %s, also if aborted before the call", async (_, pieces) => {
    const controller = new AbortController();
    const running = collect(pool.snapCsv(pieces(), { signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    await expect(collect(pool.snapCsv(pieces(), { signal: controller.signal }))).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("streams that are left", () => {
  it("have their work stopped", async () => {
    const tracks = async function* () {
      yield short;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield FATAL.endless;
      }
    };
    for await (const { match } of pool.matchAll(tracks())) {
      expect(match?.points).toHaveLength(20);
      break;
    }
    const all = await Promise.all([1, 2, 3].map(() => pool.match(short)));
    expect(all.map(({ points }) => points.length)).toEqual([20, 20, 20]);
  });

  it.each<[string, string[], (answers: AsyncGenerator<unknown>) => Promise<unknown>]>([
    ["without track ids", ["lon,lat\n1,2\n"], (answers) => answers.next().catch(() => {})],
    ["that is left after its header", ["track_id,lon,lat\n", "a,1,2\n"], (answers) => answers.next().then(() => answers.return(undefined))],
  ])("leave their source too: a CSV %s", async (_, pieces, leave) => {
    let isLeft = false;
    const source = async function* () {
      try {
        yield* pieces;
        yield* Array.from({ length: 1e5 }, () => "a,1,2\n".repeat(1000));
      } finally {
        isLeft = true;
      }
    };
    await leave(pool.snapCsv(source(), { to: "csv" }));
    await expect.poll(() => isLeft).toBe(true);
  });
});

describe("a signal that serves many calls", () => {
  it.each(CALLS)("has no listener of a call that is over: %s", async (_, call) => {
    const { signal } = new AbortController();
    await call(pool, drive, signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("may have many streams, without a warning of a leak from Node", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    const waiting = Array.from({ length: 12 }, () => pool.matchAll([drive, drive], { signal }));
    await Promise.all(waiting.map((stream) => stream.next()));
    for (const stream of waiting) await stream.return();
    // Node emits the warning in a later turn.
    await sleep(1);
    process.off("warning", note);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
