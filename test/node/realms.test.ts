// Test environments have other globals: under Jest those of another realm, with jsdom and happy-dom those of a window. Objects from Node are no instances
// of them. Here globals are replaced in the same way.
import { createContext, runInContext } from "node:vm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readOsm } from "../../src/import/roads/osm.js";
import { Matcher } from "../../src/match/matcher.js";
import { MatcherPool, openRoads, readLines } from "../../src/node/index.js";
import { shared } from "../../src/node/pool/copies.js";
import { unreachable } from "../../src/node/service/trouble.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { withinMemory } from "../../src/roads/memory.js";
import { collect, stream } from "../helpers/pools.js";
import { DRIVE, VILLAGE_OSM } from "../helpers/village.js";

const TRACK = { lon: DRIVE.map(([lon]) => lon), lat: DRIVE.map(([, lat]) => lat) };
const FOREIGN = ["Float64Array", "Uint8Array", "SharedArrayBuffer", "Error", "TypeError", "RangeError"];

const realm = createContext();

/** The global of that name in another realm. */
function foreign<T>(name: string): T {
  return runInContext(name, realm);
}

/** Replaces the globals of these names by those of another realm; returns a function that restores them. */
function withForeign(...names: string[]): () => void {
  return () => {
    for (const name of names) vi.stubGlobal(name, foreign(name));
  };
}

/** The signal of a simulated window: it has the methods of Node's, and none of its internals. */
class WindowSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: string, listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: string, listener: () => void): void {
    this.#listeners.delete(listener);
  }

  fire(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
  }
}

class WindowController {
  readonly signal = new WindowSignal();

  abort(reason: unknown = new Error("This operation was aborted")): void {
    this.signal.fire(reason);
  }
}

const WORLDS: [string, () => void][] = [
  ["of another realm", withForeign(...FOREIGN)],
  [
    "of a simulated window",
    () => {
      vi.stubGlobal("AbortController", WindowController);
      vi.stubGlobal("AbortSignal", WindowSignal);
    },
  ],
];

let roads: RoadGraph;
beforeAll(async () => {
  roads = buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM)));
});

/** The result of `work` with other globals, checked with the original ones, of which `expect` needs instances. */
async function among<T>(enter: () => void, work: () => Promise<T>): Promise<T> {
  enter();
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

describe.each(WORLDS)("a pool with globals %s", (_, enter) => {
  it("matches one track and many like a Matcher", async () => {
    const match = new Matcher(roads).match(TRACK);
    const answers = await among(enter, async () => {
      const pool = new MatcherPool(roads, { threads: 1 });
      const answers = [await pool.match(TRACK), ...(await collect(pool.matchAll([TRACK, TRACK])))];
      await pool.close();
      return answers;
    });
    expect(answers).toEqual([match, { match }, { match }]);
  });

  it("stops if a signal fires, and refuses a signal in place of options", async () => {
    const told = await among(enter, async () => {
      const pool = new MatcherPool(roads, { threads: 1 });
      const controller = new AbortController();
      const { signal } = controller;
      const before = await pool.match(TRACK, { signal });
      const refused = await pool.match(TRACK, signal as never).catch((error) => error.message);
      controller.abort();
      const stopped = await pool.match(TRACK, { signal }).catch((error) => error.code);
      await pool.close();
      return [before.points.length, refused, stopped];
    });
    expect(told).toEqual([7, "The options of the call are an AbortSignal; they must be an object: { signal }.", "aborted"]);
  });

  it("gives one error for what cannot be sent to a worker", async () => {
    const refused = await among(enter, async () => {
      const pool = new MatcherPool(roads, { threads: 1 });
      const refused = await pool.execute({ points: () => {} } as never).catch((error) => [error.code, error.message]);
      await pool.close();
      return refused;
    });
    expect(refused).toEqual(["bad-input", expect.stringMatching(/^This cannot be sent to a worker thread: .* could not be cloned\.$/)]);
  });
});

describe("objects made in another realm", () => {
  it("are read as the bytes of a stream", async () => {
    const bytes = Buffer.from('{"id":1}\n{"id":2}\n');
    const lines = await among(withForeign("Uint8Array"), () => collect(readLines(stream([bytes]))));
    expect(lines).toEqual(['{"id":1}', '{"id":2}']);
  });

  it("are recognised as shared memory, of which no copy is made", () => {
    const SharedMemory = foreign<SharedArrayBufferConstructor>("SharedArrayBuffer");
    const data = new SharedMemory(8);
    expect(shared(data)).toBe(data);
  });

  it("are recognised as system errors, and reported with the name of the file", async () => {
    const told = await among(withForeign("Error"), () => openRoads("nowhere/area.roads").catch((error) => error));
    expect(told).toMatchObject({ name: "SnapError", code: "not-found", message: "nowhere/area.roads: there is no such file." });
  });

  it("are recognised as memory that cannot be allocated, and as a failed fetch", () => {
    const tooMuch = () => runInContext("new ArrayBuffer(2 ** 53 - 1)", realm);
    expect(() => withinMemory("The road graph", tooMuch)).toThrow("The road graph takes more memory than there is.");
    const FetchError = foreign<TypeErrorConstructor>("TypeError");
    expect(unreachable("http://a.example", new FetchError("fetch failed"), 10)).toMatchObject({
      code: "not-found",
      message: "http://a.example: the request failed: fetch failed.",
    });
  });
});
