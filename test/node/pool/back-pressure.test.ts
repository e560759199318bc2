// A pool reads ahead of what is consumed by little, waits for nothing that has to wait for it, and refuses calls when it is full.
import { afterAll, describe, expect, it } from "vitest";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { MatcherPool } from "../../../src/node/index.js";
import { townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("matchAll", () => {
  it.each<[string, () => TrackPoint[]]>([
    ["empty", () => []],
    ["short", () => [short[0]]],
  ])("reads a bounded number of %s tracks ahead", async (_, track) => {
    let read = 0;
    const many = function* () {
      for (; read < 100_000; read++) yield track();
    };
    let taken = 0;
    for await (const _ of pool.matchAll(many())) {
      expect(read - ++taken).toBeLessThan(3000);
      if (taken === 20) break;
    }
  });

  it("reads only a few long tracks for each thread ahead", async () => {
    let read = 0;
    // Long enough for a message of its own, and soon matched, since there is no road near it.
    const long = Array.from({ length: 2800 }, () => ({ lon: 0, lat: 0 }));
    const endless = async function* () {
      for (;;) {
        read++;
        yield long;
      }
    };
    let taken = 0;
    for await (const _ of pool.matchAll(endless())) {
      taken++;
      expect(read - taken).toBeLessThanOrEqual(5 * pool.threads);
      if (taken === 20) break;
    }
  });

  it("answers at once if the stream waits for the answer", async () => {
    let answered = 0;
    const asking = async function* () {
      for (let i = 0; i < 5; i++) {
        yield drive.slice(0, 10);
        while (answered <= i) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    for await (const { match } of pool.matchAll(asking())) {
      expect(match?.points).toHaveLength(10);
      answered++;
    }
    expect(answered).toBe(5);
  });
});

describe("calls of a pool", () => {
  it("are refused beyond maxQueue, until there is room again", async () => {
    const small = new MatcherPool(roads, { threads: 1, maxQueue: 1 });
    const [first, second, third] = [small.match(short), small.execute({}), small.match(short)];
    await expect(third).rejects.toMatchObject({
      code: "limit",
      message: "The pool is busy, and as many calls are waiting as maxQueue allows (1).",
    });
    await Promise.all([first, second]);
    expect((await small.match(short)).points).toHaveLength(20);
    await small.close();
  });
});
