// Long requests leave room for short ones.
import { expect, it } from "vitest";
import { type Executor, LONG_CHARACTERS, roomForShort } from "../../src/server/executor.js";

/** Runs what it is given until it is told which to end. */
function workers() {
  const running = new Map<string, (text: string) => void>();
  const executor: Executor = {
    execute: ({ name }) => new Promise((resolve) => running.set(name as string, resolve)),
    close: async () => {},
  };
  const end = (name: string) => {
    running.get(name)?.(`answer to ${name}`);
    running.delete(name);
  };
  return { executor, end, names: () => [...running.keys()] };
}
const long = (name: string) => ({ name, points: "x".repeat(LONG_CHARACTERS) });
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("runs so many long ones at a time, in their order, and short ones at once", async () => {
  const { executor, end, names } = workers();
  const lanes = roomForShort(executor, 2);
  const answers = ["a", "b", "c", "d"].map((name) => lanes.execute(long(name)));
  const short = lanes.execute({ name: "short", points: "x" });
  await settled();
  expect(names().sort()).toEqual(["a", "b", "short"]);
  end("short");
  expect(await short).toBe("answer to short");
  expect(names()).toEqual(["a", "b"]);
  for (const [name, next] of [
    ["b", ["a", "c"]],
    ["a", ["c", "d"]],
    ["c", ["d"]],
    ["d", []],
  ] as const) {
    end(name);
    await settled();
    expect(names()).toEqual(next);
  }
  expect(await Promise.all(answers)).toEqual(["a", "b", "c", "d"].map((name) => `answer to ${name}`));
});

it("forgets one that is given up while it waits", async () => {
  const { executor, end, names } = workers();
  const lanes = roomForShort(executor, 1);
  const gone = new AbortController();
  const first = lanes.execute(long("first"), { signal: new AbortController().signal });
  const second = lanes.execute(long("second"), { signal: gone.signal });
  const third = lanes.execute(long("third"));
  await settled();
  gone.abort();
  await expect(second).rejects.toMatchObject({ code: "aborted" });
  end("first");
  await first;
  await settled();
  expect(names()).toEqual(["third"]);
  end("third");
  await third;
});

it("goes on after one that failed", async () => {
  let calls = 0;
  const lanes = roomForShort(
    { execute: () => (calls++ ? Promise.resolve("ok") : Promise.reject(new Error("no"))), close: async () => {} },
    1,
  );
  await expect(lanes.execute(long("a"))).rejects.toThrow("no");
  expect(await lanes.execute(long("b"))).toBe("ok");
});
