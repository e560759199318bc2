// Streams through a pool: which items are batched, the order of answers, and how far ahead the source is read.
import { getEventListeners } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { gather, inOrder, until } from "../../../src/node/pool/flow.js";
import { collect, stream } from "../../helpers/pools.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Items by letter; a dot is a pause, an exclamation mark ends in an error. */
async function* source(script: string): AsyncGenerator<string> {
  for (const letter of script) {
    if (letter === "!") throw new Error("broken");
    if (letter === ".") await Promise.all([turn(), turn().then(turn)]);
    else yield letter;
  }
}

describe("gather", () => {
  it.each<[string, string, string[]]>([
    ["nothing", "", []],
    ["fewer items than a batch", "ab", ["ab"]],
    ["full batches", "abcdef", ["abc", "def"]],
    ["incomplete batches when the source pauses", "ab.c.def.g", ["ab", "c", "def", "g"]],
    ["a pause after a full batch", "abc.d", ["abc", "d"]],
    ["only pauses", "..", []],
  ])("forms batches of three: %s", async (_, script, batches) => {
    expect((await collect(gather(source(script), () => 1, 3))).map((batch) => batch.join(""))).toEqual(batches);
  });

  it("counts sizes: a large item fills its batch", async () => {
    const sizes = await collect(gather(stream([1, 1, 9, 1]), (size) => size, 3));
    expect(sizes).toEqual([[1, 1, 9], [1]]);
  });

  it("lets other work run if the source always has something ready", async () => {
    let isTurn = false;
    setImmediate(() => {
      isTurn = true;
    });
    const turns: boolean[] = [];
    for await (const _ of gather(source("abcdef"), () => 1, 3)) turns.push(isTurn);
    expect(turns).toEqual([false, true]);
  });

  it.each(["ab!", "ab.!"])("passes on what came before an error: %s", async (script) => {
    const seen: string[] = [];
    await expect(async () => {
      for await (const batch of gather(source(script), () => 1, 3)) seen.push(batch.join(""));
    }).rejects.toMatchObject({ message: "broken" });
    expect(seen).toEqual(["ab"]);
  });
});

describe("inOrder", () => {
  it("keeps the order, whichever is done first, and never has more under way than allowed", async () => {
    let inWork = 0;
    let most = 0;
    const work = async (n: number) => {
      most = Math.max(most, ++inWork);
      for (let i = 0; i < (n * 7) % 5; i++) await turn();
      inWork--;
      return n;
    };
    const numbers = Array.from({ length: 40 }, (_, i) => i);
    expect(await collect(inOrder(stream(numbers), work, 3))).toEqual(numbers);
    expect(most).toBe(3);
  });

  it("gives an answer while it waits for the next item", async () => {
    let release = () => {};
    const items = async function* () {
      yield 1;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      yield 2;
    };
    const answers = inOrder(items(), async (n) => n, 3);
    expect((await answers.next()).value).toBe(1);
    release();
    expect((await answers.next()).value).toBe(2);
  });

  it("reads one item more than are under way, and no more before an answer is taken", async () => {
    let taken = 0;
    const items = async function* () {
      for (;;) yield taken++;
    };
    const answers = inOrder(items(), async (n) => n, 3);
    for (let i = 0; i < 10; i++) {
      await answers.next();
      for (let k = 0; k < 5; k++) await turn();
      expect(taken).toBeLessThanOrEqual(i + 5);
    }
    await answers.return();
  });

  it("gives the answers to what came before an error of the source", async () => {
    const seen: string[] = [];
    await expect(async () => {
      for await (const answer of inOrder(source("a.bc!"), async (letter) => letter, 2)) seen.push(answer);
    }).rejects.toThrow("broken");
    expect(seen.join("")).toBe("abc");
  });

  it("throws an error of the work in its place", async () => {
    const seen: number[] = [];
    const work = async (n: number) => {
      if (n === 2) throw new Error("no answer to 2");
      await turn();
      return n;
    };
    await expect(async () => {
      for await (const answer of inOrder(stream([1, 2, 3]), work, 3)) seen.push(answer);
    }).rejects.toThrow("no answer to 2");
    expect(seen).toEqual([1]);
  });
});

describe("until", () => {
  const never = new AbortController().signal;
  /** What comes until the signal fires, and whether it was cut off. */
  const taken = async (items: AsyncIterable<string> | Iterable<string>, signal = never): Promise<[string, boolean]> => {
    const left = until(items, signal);
    for (let all = ""; ; ) {
      const { done, value } = await left.next();
      if (done) return [all, value];
      all += value;
    }
  };

  it("gives everything of a stream and of a list", async () => {
    expect(await taken(source("a.bc"))).toEqual(["abc", false]);
    expect(await taken(["a", "bc"])).toEqual(["abc", false]);
  });

  it("gives what came before the signal, even if nothing comes any more", async () => {
    const stop = new AbortController();
    const items = async function* () {
      yield* "ab";
      setImmediate(() => stop.abort());
      await new Promise(() => {});
    };
    expect(await taken(items(), stop.signal)).toEqual(["ab", true]);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  it("gives nothing if the signal has already fired", async () => {
    let isBegun = false;
    const items = function* () {
      isBegun = true;
      yield "a";
    };
    expect([await taken(items(), AbortSignal.abort()), isBegun]).toEqual([["", true], false]);
  });

  it("passes on what came before an error", async () => {
    const left = until(source("a!"), never);
    expect((await left.next()).value).toBe("a");
    await expect(left.next()).rejects.toThrow("broken");
  });
});

describe("the source of a stream", () => {
  const FLOWS: [string, (items: AsyncIterable<number>) => AsyncIterable<unknown>][] = [
    ["gather", (items) => gather(items, () => 1, 3)],
    ["inOrder", (items) => inOrder(items, async (n) => n, 3)],
    ["until", (items) => until(items, new AbortController().signal)],
  ];

  it.each(FLOWS)("is left if %s is left", async (_, flow) => {
    let isLeft = false;
    const items = async function* () {
      try {
        for (;;) yield 1;
      } finally {
        isLeft = true;
      }
    };
    for await (const _ of flow(items())) break;
    await turn();
    expect(isLeft).toBe(true);
  });

  it.each(FLOWS)("that fails as it is left ends no process: nobody of %s waits for its end", async (_, flow) => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listener);
    onTestFinished(() => void process.off("unhandledRejection", listener));
    const items = async function* () {
      try {
        for (;;) yield 1;
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: what a source may do.
        throw new Error("its file was closed twice");
      }
    };
    for await (const _ of flow(items())) break;
    await turn();
    await turn();
    expect(unhandled).toEqual([]);
  });
});
