// Workers that do not start give every call the same error, which says why.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { readOsm } from "../../../src/import/roads/osm.js";
import { MatcherPool } from "../../../src/node/index.js";
import { buildRoads } from "../../../src/roads/build.js";
import { RoadGraph } from "../../../src/roads/graph.js";
import { DRIVE, VILLAGE_OSM } from "../../helpers/village.js";

const GOOD = { lon: DRIVE.map(([lon]) => lon), lat: DRIVE.map(([, lat]) => lat) };

describe("workers that do not start", () => {
  it("give an error for all waiting and later calls, and no hang", async () => {
    const roads = buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM)));
    const damaged = new SharedArrayBuffer(roads.data.byteLength);
    const broken = new MatcherPool(Object.assign(Object.create(RoadGraph.prototype), roads, { data: damaged }), { threads: 2 });
    const calls = [broken.match(GOOD), broken.match(GOOD), broken.match(GOOD), broken.execute({})];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({
        status: "rejected",
        reason: { code: "internal", message: expect.stringMatching(/^The pool's workers did not start: .*road file/) },
      });
    }
    await expect(broken.match(GOOD)).rejects.toThrow("did not start");
    expect(() => broken.check()).toThrow("did not start");
    await broken.close();
  });

  it("because they are missing from a bundle give an error that says what to leave out of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "roadsnap-bundle-"));
    const bundle = await rolldown({ input: fileURLToPath(new URL("../../../src/node/index.ts", import.meta.url)), platform: "node" });
    await bundle.write({ dir: folder, format: "esm", entryFileNames: "app.mjs" });
    await bundle.close();
    const { MatcherPool: Bundled }: typeof import("../../../src/node/index.js") = await import(pathToFileURL(join(folder, "app.mjs")).href);
    const roads = buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM)));
    const pool = new Bundled(roads, { threads: 1 });
    await expect(pool.match(GOOD)).rejects.toMatchObject({
      code: "internal",
      message: expect.stringMatching(
        / did not start: Cannot find module .*; a bundler must leave the package roadsnap out of its bundle\.$/,
      ),
    });
    await pool.close();
    rmSync(folder, { recursive: true });
  });
});
