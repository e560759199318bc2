// A pool that is closed ends all that is under way, and refuses what comes later.
import { describe, expect, it } from "vitest";
import { MatcherPool } from "../../../src/node/index.js";
import { collect, FATAL, FIFTY, townDrive } from "../../helpers/pools.js";

const { roads, short } = await townDrive();

describe("a pool that is closed", () => {
  it("ends the calls that are under way, and refuses later ones", async () => {
    const closing = new MatcherPool(roads, { threads: 1 });
    const calls = Promise.allSettled([closing.match(FATAL.endless), closing.execute({})]);
    await closing.close();
    const closed = { status: "rejected", reason: { code: "aborted", message: "The pool is closed." } };
    expect(await calls).toMatchObject([closed, closed]);
    await expect(closing.match(short)).rejects.toMatchObject({ code: "aborted" });
    await closing.close();
  });

  it("ends streams that wait for their source", async () => {
    const closing = new MatcherPool(roads, { threads: 1 });
    const never = async function* <T>(first: T) {
      yield first;
      await new Promise(() => {});
    };
    const ends = Promise.allSettled([
      collect(closing.matchAll(never(short))),
      collect(closing.snapLines(never("{}"))),
      collect(closing.snapCsv(never("track_id,lon,lat\n"))),
    ]);
    setTimeout(() => closing.close(), 20);
    const closed = { status: "rejected", reason: { code: "aborted", message: "The pool is closed." } };
    expect(await ends).toMatchObject([closed, closed, closed]);
  });

  it.each(FIFTY)(
    "gives of the answers to %s that were made together those before the closing, and no more; later calls get the same error",
    async (_, answersOf) => {
      const closing = new MatcherPool(roads, { threads: 1 });
      const { signal } = new AbortController();
      const closed = { code: "aborted", message: "The pool is closed." };
      let given = 0;
      const taken = (async () => {
        for await (const _ of answersOf(closing, short, signal)) if (++given === 10) closing.close();
      })();
      await expect(taken).rejects.toMatchObject(closed);
      expect(given).toBe(10);
      await expect(answersOf(closing, short, signal).next()).rejects.toMatchObject(closed);
      await expect(closing.match(short)).rejects.toMatchObject(closed);
    },
  );
});
