// What an application bundles that matches in the browser: it is small, has no importers, and needs only the language.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readOsm } from "../src/import/roads/osm.js";
import { Matcher } from "../src/match/matcher.js";
import { buildRoads } from "../src/roads/build.js";
import { RoadGraph } from "../src/roads/graph.js";
import { SnapToRoads } from "../src/snap/execute.js";
import { bundle } from "./browser/bundle.js";

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url));

const LIMIT = 40_000;
const SHIPPED = `export { Matcher, RoadGraph, SnapToRoads } from "roadsnap";`;
const shipped = await bundle(SHIPPED);
const size = gzipSync(shipped.code).length;

/** Files with code in the bundle, from the project's root. */
const files = Object.entries(shipped.modules)
  .filter(([, { renderedLength }]) => renderedLength > 0)
  .map(([path]) => path.replaceAll("\\", "/").replace(/^.*?\/(?=(src|node_modules)\/)/, ""));

describe("the bundle of Matcher, RoadGraph and SnapToRoads", () => {
  it(`is at most ${LIMIT / 1000} kB gzip: ${(size / 1000).toFixed(1)} kB`, () => {
    expect(size).toBeLessThanOrEqual(LIMIT);
  });

  it("contains the stages of matching and the service, and nothing that reads, writes or scores files", () => {
    const layers = files.filter((path) => path.startsWith("src/")).map((path) => path.split("/")[1]);
    expect([...new Set(layers)].sort()).toEqual(["errors.ts", "geo", "match", "roads", "snap"]);
  });

  it("contains no package", () => {
    expect(files.filter((path) => path.startsWith("node_modules/"))).toEqual([]);
  });

  it("loads nothing, and makes no code from text", () => {
    expect([shipped.imports, shipped.dynamicImports]).toEqual([[], []]);
    expect(shipped.code).not.toMatch(/\bimport\s*[("'{*]|\brequire\s*\(|node:|\beval\b|\bFunction\s*\(/);
  });
});

describe("a context with only the language", () => {
  it("gives the same match and the same response, also in ES2022", async () => {
    const roads = buildRoads(await readOsm(fixture("six-points.osm")));
    const request = fixture("golden/six-points.request.json").toString();
    const track = JSON.stringify(
      JSON.parse(request).points.features.map(({ geometry }: { geometry: { x: number; y: number } }, i: number) => ({
        lon: geometry.x,
        lat: geometry.y,
        time: 10 * i,
      })),
    );
    const { code } = await bundle(SHIPPED, "iife");
    const context = createContext({ data: roads.data, track, request }, { codeGeneration: { strings: false, wasm: false } });
    // Removed: what the engine adds to the language's own globals, and what the language has had since ES2023.
    runInContext("delete globalThis.console; delete globalThis.WebAssembly;", context);
    runInContext(
      `for (const { prototype } of [Array, Object.getPrototypeOf(Int8Array)])
        for (const name of ["findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"]) delete prototype[name];`,
      context,
    );
    runInContext(code, context);
    const run = (expression: string): unknown => runInContext(`"use strict"; JSON.stringify(${expression})`, context);

    const graph = RoadGraph.from(roads.data);
    const match = new Matcher(graph, { mode: "driving" }).match(JSON.parse(track));
    expect(match.stretches.length).toBeGreaterThan(0);
    expect(run(`new roadsnap.Matcher(roadsnap.RoadGraph.from(data), { mode: "driving" }).match(JSON.parse(track))`)).toBe(
      JSON.stringify(match),
    );
    const response = new SnapToRoads(graph).execute(JSON.parse(request));
    expect(response).toHaveProperty("results");
    expect(run("new roadsnap.SnapToRoads(roadsnap.RoadGraph.from(data)).execute(JSON.parse(request))")).toBe(JSON.stringify(response));
  });

  it("loads the whole library, also without tree shaking", async () => {
    const { code } = await bundle(`export * from "roadsnap";`, "iife", "roadsnap", false);
    const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
    runInContext("delete globalThis.console; delete globalThis.WebAssembly;", context);
    runInContext(code, context);
    expect(runInContext("typeof roadsnap.Matcher + typeof roadsnap.readOsm + typeof roadsnap.writeGpx", context)).toBe(
      "functionfunctionfunction",
    );
    const refused = `roadsnap.readGpx(new Uint8Array([60, 103, 112, 120, 62]))`;
    expect(runInContext(`try { ${refused} } catch (error) { error.message }`, context)).toContain(
      "This platform has no TextDecoder to turn bytes into text",
    );
  });
});
