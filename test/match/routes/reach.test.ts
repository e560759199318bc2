// The cache of search trees: it returns what was put in, for trees of any size, in bounded memory.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reach } from "../../../src/match/routes/reach.js";
import { ReachMemory } from "../../../src/match/routes/reach-memory.js";

/** Caches a tree of the given arcs: the n-th costs n, is 2n long and takes 3n; its parent is the one before it. */
function keep(reach: Reach, source: number, arcs: readonly number[]): void {
  const count = arcs.length;
  const costs = (each: number) => Float32Array.from(arcs, (_, n) => each * n);
  const labels = {
    state: Int32Array.from(arcs),
    undone: Uint8Array.from(arcs, (_, n) => n % 2),
    cost: costs(1),
    length: costs(2),
    seconds: costs(3),
    parent: Int32Array.from(arcs, (_, n) => n - 1),
    order: Int32Array.from(arcs.keys()),
    arcs: Int32Array.from(arcs),
    slot: new Int32Array(count),
  };
  reach.use(source, 0);
  reach.keep(source, 0, labels, count, 1e9, null);
}

function look(reach: Reach, arcs: readonly number[]) {
  const column = () => new Float64Array(arcs.length);
  const looked = { slot: new Int32Array(arcs.length), cost: column(), length: column(), seconds: column() };
  return { ...looked, missing: reach.look(arcs, arcs.length, looked) };
}

describe("a cached tree", () => {
  it("returns the costs of the arcs that were put in, and no other arcs", () => {
    const arcs = fc.uniqueArray(fc.nat({ max: 5000 }), { minLength: 1, maxLength: 300, size: "max" });
    fc.assert(
      fc.property(arcs, fc.array(fc.nat({ max: 5000 })), (inside, others) => {
        const reach = new Reach(6000);
        keep(reach, 7, inside);
        const asked = [...others, ...inside];
        const { slot, cost, length, seconds, missing } = look(reach, asked);
        const places = asked.map((arc) => inside.indexOf(arc));
        expect(missing).toBe(places.filter((n) => n < 0).length);
        places.forEach((n, t) => {
          if (n < 0) expect([slot[t], cost[t]]).toEqual([-1, Number.POSITIVE_INFINITY]);
          else expect([cost[t], length[t], seconds[t], reach.path(slot[t])]).toEqual([n, 2 * n, 3 * n, inside.slice(0, n)]);
        });
      }),
    );
  });

  it("returns the cheaper of two ways to an arc, and keeps the other for paths that lead over it", () => {
    const reach = new Reach(100);
    keep(reach, 1, [5, 6, 5, 8]);
    const { slot, cost } = look(reach, [5, 8]);
    expect([...cost]).toEqual([0, 3]);
    expect(reach.path(slot[1])).toEqual([5, 6, 5]);
  });

  it("may have millions of arcs scattered over a continent", { tags: "long" }, () => {
    // More blocks than a hash of sixteen bits can tell apart.
    const count = 150_000;
    const arcs = Array.from({ length: count }, (_, n) => 40 * n);
    const reach = new Reach(40 * count);
    keep(reach, 3, arcs);
    expect(look(reach, arcs).missing).toBe(0);
    expect(
      look(
        reach,
        arcs.map((arc) => arc + 1),
      ).missing,
    ).toBe(count);
  });
});

describe("the memory of the cache", () => {
  it("is freed from the oldest trees if it is full; a large tree takes the place of several", () => {
    const reach = new Reach(10_000, new ReachMemory(20, 64));
    const tree = (first: number, size: number) => Array.from({ length: size }, (_, n) => first + n);
    const sizes = Array.from({ length: 40 }, (_, source) => [3, 30, 150][source % 3]);
    sizes.forEach((size, source) => {
      keep(reach, source, tree(source * 200, size));
      const known = sizes.filter((_, other) => other <= source && reach.use(other, 0));
      expect(known.length).toBeGreaterThan(0);
      expect(known.reduce((sum, slots) => sum + slots, 0)).toBeLessThanOrEqual(4 * 64);
      expect(reach.use(source, 0)).toBe(true);
    });
    keep(reach, 99, tree(0, 1000));
    expect(reach.use(99, 0)).toBe(true);
    expect(sizes.some((_, source) => reach.use(source, 0))).toBe(false);
  });

  it("can be shared: new trees replace the oldest of all users, and each user finds its own", () => {
    const memory = new ReachMemory(20, 64);
    const [a, b] = [new Reach(10_000, memory), new Reach(10_000, memory)];
    const tree = (first: number) => Array.from({ length: 30 }, (_, n) => first + n);
    const known = (reach: Reach) => Array.from({ length: 20 }, (_, source) => source).filter((source) => reach.use(source, 0));
    for (let source = 0; source < 20; source++) {
      keep(a, source, tree(source * 100));
      if (source % 2 === 1) keep(b, source, tree(source * 100 + 50));
      expect(30 * (known(a).length + known(b).length)).toBeLessThanOrEqual(4 * 64);
      for (const [reach, first] of [
        [a, 0],
        [b, 50],
      ] as const) {
        for (const each of known(reach)) {
          reach.use(each, 0);
          expect(look(reach, [each * 100 + first, each * 100 + first + 29]).missing).toBe(0);
        }
      }
    }
    expect(known(b).length).toBeGreaterThan(0);
    // A single user may take all of it.
    for (let source = 0; source < 20; source++) keep(a, source, tree(source * 100));
    expect(known(b)).toEqual([]);
  });
});
