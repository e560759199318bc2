// GPX out: valid GPX 1.1 that a viewer draws and a reader reads back.
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { type GpxOptions, writeGpx } from "../../src/export/gpx.js";
import { readGpx } from "../../src/import/gpx.js";
import { input, roads, sample, unmoved } from "./sample.js";

describe("GPX", () => {
  const text = writeGpx(sample(), roads);
  const elements = (name: string) => [...text.matchAll(new RegExp(`<${name}[ >][^]*?</${name}>`, "g"))].map(([element]) => element);

  it("is well-formed, with its parts in the order of the schema", () => {
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<gpx version="1\.1" creator="roadsnap" xmlns="http:\/\/www\.topografix\.com\/GPX\/1\/1"/,
    );
    expect(
      [...text.matchAll(/<(wpt|rte|trk|extensions)>|<(wpt) /g)].map(([, a, b]) => a ?? b).filter((name, i, all) => name !== all[i - 1]),
    ).toEqual(["wpt", "extensions", "rte", "trk", "extensions", "trk", "extensions"]);
  });

  it("has a track of snapped points for each track", () => {
    expect(elements("trk").map((trk) => /<name>(.*)<\/name>/.exec(trk)?.[1])).toEqual(["x", "y"]);
    expect(elements("trkpt")[0].replace(/\s*\n\s*/g, "")).toBe(
      '<trkpt lat="45" lon="-29.9968"><ele>12.5</ele><time>2024-01-06T06:22:39.500Z</time><extensions>' +
        "<roadsnap:accuracy>5</roadsnap:accuracy><roadsnap:speed>10.25</roadsnap:speed><roadsnap:course>90</roadsnap:course>" +
        "<roadsnap:confidence>0.987654</roadsnap:confidence><roadsnap:reason>matched</roadsnap:reason><roadsnap:distance>4.568</roadsnap:distance>" +
        "<roadsnap:line_id>1</roadsnap:line_id><roadsnap:way_id>501</roadsnap:way_id><roadsnap:name>High Street &lt;A &amp; B&gt;</roadsnap:name>" +
        "</extensions></trkpt>",
    );
  });

  it("has the way travelled as routes, a new one after each gap", () => {
    const routes = elements("rte").map((rte) => [/<name>(.*)<\/name>/.exec(rte)?.[1], [...rte.matchAll(/<rtept/g)].length]);
    expect(routes).toEqual([
      ["x", 2],
      ["x", 2],
      ["y", 2],
    ]);
  });

  it("keeps points of no track as waypoints and points at no place in its extensions", () => {
    expect(elements("wpt")).toHaveLength(1);
    expect(elements("wpt")[0]).toContain('lat="45.5" lon="-29.5"');
    expect(text).toContain('<roadsnap:point number="4" reason="bad-coordinate" track="x"');
  });

  it("has no option but the name of a track without one", () => {
    const misspelt = { names: "x" } as GpxOptions;
    expect(() => writeGpx(sample(), roads, misspelt)).toThrow('There is no option "names" of writeGpx; there are name.');
  });

  it("survives any text in a name", () => {
    const inputs = ["a\u0000b", "\ud800", "]]> & <x a='\"'>", "\u001b[1m"].map((trackId) => input(1, 2, { trackId }));
    const nasty = writeGpx(unmoved(inputs), roads);
    expect(XMLValidator.validate(nasty)).toBe(true);
    expect(readGpx(nasty).points.map(({ trackId }) => trackId)).toEqual(["a\ufffdb", "\ufffd", "]]> & <x a='\"'>", "\ufffd[1m"]);
  });
});
