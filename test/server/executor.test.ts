// Workers are shared out: long requests leave room for short ones, and each client leaves room for others.
import { describe, expect, it } from "vitest";
import { Random } from "../../src/geo/random.js";
import { clientAddress } from "../../src/server/address.js";
import { type Executor, LONG_CHARACTERS, sharedOut } from "../../src/server/executor.js";

/** Workers that run what they are given until `end` is called. */
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

it("long requests run in order, a limited number at a time, and short ones at once", async () => {
  const { executor, end, names } = workers();
  const lanes = sharedOut(executor, 4);
  const answers = ["a", "b", "c", "d"].map((name) => lanes.execute(long(name), {}, "one"));
  const short = lanes.execute({ name: "short", points: "x" }, {}, "one");
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

it("a request that is aborted while it waits is forgotten", async () => {
  const { executor, end, names } = workers();
  const lanes = sharedOut(executor, 1);
  const gone = new AbortController();
  const first = lanes.execute(long("first"), { signal: new AbortController().signal }, "one");
  const second = lanes.execute(long("second"), { signal: gone.signal }, "one");
  const third = lanes.execute(long("third"), {}, "one");
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

it("the next requests run after one has failed", async () => {
  let calls = 0;
  const lanes = sharedOut({ execute: () => (calls++ ? Promise.resolve("ok") : Promise.reject(new Error("no"))), close: async () => {} }, 1);
  await expect(lanes.execute(long("a"), {}, "one")).rejects.toThrow("no");
  expect(await lanes.execute(long("b"), {}, "one")).toBe("ok");
});

describe("requests of several clients", () => {
  const short = (name: string) => ({ name, points: "x" });

  it("find a free worker, whatever one client sends", async () => {
    const { executor, end, names } = workers();
    const shared = sharedOut(executor, 4);
    const answers = ["a1", "a2", "a3", "a4"].map((name) => shared.execute(short(name), {}, "a"));
    answers.push(shared.execute(long("a5"), {}, "a"));
    await settled();
    expect(names()).toEqual(["a1", "a2", "a3"]);
    answers.push(shared.execute(short("b1"), {}, "b"));
    await settled();
    expect(names()).toEqual(["a1", "a2", "a3", "b1"]);
    for (const name of ["a1", "a2", "a3", "b1", "a4", "a5"]) {
      end(name);
      await settled();
    }
    expect(await Promise.all(answers)).toHaveLength(6);
  });

  it("run in turns, and those of one client in order", async () => {
    const { executor, end, names } = workers();
    const shared = sharedOut(executor, 1);
    const order = ["a1", "a2", "a3", "b1", "b2", "c1"];
    const answers = order.map((name) => shared.execute(short(name), {}, name[0]));
    const seen: string[] = [];
    for (let i = 0; i < order.length; i++) {
      await settled();
      expect(names()).toHaveLength(1);
      seen.push(names()[0]);
      end(names()[0]);
    }
    expect(seen).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
    await Promise.all(answers);
  });

  it("keep their turns if others leave while waiting", async () => {
    const { executor, end, names } = workers();
    const shared = sharedOut(executor, 1);
    const gone = new AbortController();
    const first = shared.execute(short("a1"), {}, "a");
    const left = shared.execute(short("b1"), { signal: gone.signal }, "b");
    const last = shared.execute(short("c1"), {}, "c");
    await settled();
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    end("a1");
    await first;
    await settled();
    expect(names()).toEqual(["c1"]);
    end("c1");
    await last;
  });

  it.each([1, 2])("share %i workers, none of which can be left free", async (count) => {
    const { executor, names } = workers();
    const shared = sharedOut(executor, count);
    for (const name of ["a1", "a2", "a3"]) void shared.execute(short(name), {}, "a");
    await settled();
    expect(names()).toHaveLength(count);
  });

  it("never run on more workers than there are, for random sequences", async () => {
    const { executor, end, names } = workers();
    const shared = sharedOut(executor, 5);
    const random = new Random(7);
    const answers: Promise<unknown>[] = [];
    const isLong = new Set<string>();
    const leaving: AbortController[] = [];
    for (let i = 0; i < 2000; i++) {
      const running = names();
      const of = (client: string) => running.filter((name) => name.startsWith(client)).length;
      expect(running.length).toBeLessThanOrEqual(5);
      for (const client of ["a", "b", "c"]) expect(of(client)).toBeLessThanOrEqual(4);
      expect(running.filter((name) => isLong.has(name)).length).toBeLessThanOrEqual(3);
      if (running.length > 0 && random.next() < 0.5) end(running[random.int(running.length)]);
      else {
        const name = `${"abc"[random.int(3)]}${i}`;
        if (random.next() < 0.3) isLong.add(name);
        // Some leave while they wait; the workers here ignore the signal.
        const controller = new AbortController();
        if (random.next() < 0.2) leaving.push(controller);
        const asked = isLong.has(name) ? long(name) : short(name);
        answers.push(shared.execute(asked, { signal: controller.signal }, name[0]).catch((error) => error.code));
      }
      if (random.next() < 0.05) for (const controller of leaving.splice(0)) controller.abort();
      await settled();
    }
    while (names().length > 0) {
      for (const name of names()) end(name);
      await settled();
    }
    expect(new Set((await Promise.all(answers)).map((answer) => `${answer}`.replace(/\w\d+$/, "one"))).size).toBe(2);
    // None of them is counted any more.
    for (const name of ["d1", "d2", "d3", "d4", "e1"]) void shared.execute(short(name), {}, name[0]);
    await settled();
    expect(names()).toHaveLength(5);
  });
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("a client at the address %s is known as %s", (ip, client) => {
  expect(clientAddress(ip)).toBe(client);
});
