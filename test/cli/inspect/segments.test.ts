// `roadsnap inspect --geojson`: the edges of a network as lines for a map.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";

let folder = "";
const at = (name = ""): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "roadsnap-segments-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (coordinates: number[][], properties: object) => ({
  type: "Feature",
  properties,
  geometry: { type: "LineString", coordinates },
});

describe("inspect --geojson", () => {
  const streets = [
    line(
      [
        [7, 43],
        [7.001, 43],
      ],
      { id: 1, highway: "footway" },
    ),
    line(
      [
        [7.01, 43],
        [7.011, 43],
      ],
      { id: 2, highway: "service", bridge: "yes" },
    ),
    line(
      [
        [7, 43],
        [7.002, 43.001],
        [7.004, 43],
      ],
      { id: 3, highway: "primary", name: "Rue A", oneway: "yes", maxspeed: 50 },
    ),
    line(
      [
        [7.004, 43],
        [7.006, 43],
      ],
      { id: 4, highway: "residential", "maxspeed:backward": 30 },
    ),
    line(
      [
        [179.999, 43],
        [180, 43],
      ],
      { id: 5, highway: "residential" },
    ),
    line(
      [
        [-180, 43],
        [-179.999, 43],
      ],
      { id: 6, highway: "residential" },
    ),
  ];

  it("writes every edge with its access by direction, and the connected part it belongs to", async () => {
    writeFileSync(at("streets.geojson"), JSON.stringify({ type: "FeatureCollection", features: streets }));
    const { code, stdout } = await roadsnap(["inspect", at("streets.geojson"), "--geojson", at("segments.geojson")]);
    expect([code, /connected parts +(\d)/.exec(stdout)?.[1]]).toEqual([0, "3"]);
    const { type, features } = JSON.parse(readFileSync(at("segments.geojson"), "utf8"));
    expect(type).toBe("FeatureCollection");
    const of = (way: number) => features.find(({ properties }: { properties: { way_id: number } }) => properties.way_id === way);
    expect(features.map(({ properties }: { properties: { segment: number } }) => properties.segment)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(of(3)).toMatchObject({
      geometry: {
        type: "LineString",
        coordinates: [
          [7, 43],
          [7.002, 43.001],
          [7.004, 43],
        ],
      },
      properties: { name: "Rue A", class: "primary", driving: "forward", walking: "both", limit_forward: 50, part: 1, flags: null },
    });
    expect(of(3).properties.length).toBeCloseTo(394.6, 1);
    expect(of(4).properties).toMatchObject({ name: null, driving: "both", limit_forward: null, limit_backward: 30, part: 1 });
    expect(of(1).properties).toMatchObject({ driving: "no", walking: "both", part: null });
    expect(of(2).properties).toMatchObject({ class: "service", part: 3, flags: "bridge" });
    expect([of(5), of(6)].map(({ properties }) => properties.part)).toEqual([2, 2]);
  });

  it("writes any number of edges, and those that are open only against their direction", async () => {
    const many = Array.from({ length: 1001 }, (_, i) =>
      line(
        [
          [7, 43 + i / 1e4],
          [7.001, 43 + i / 1e4],
        ],
        { id: i + 1, highway: "service", oneway: "-1" },
      ),
    );
    writeFileSync(at("many.geojson"), JSON.stringify({ type: "FeatureCollection", features: many }));
    await roadsnap(["inspect", at("many.geojson"), "--geojson", at("many-segments.geojson")]);
    const { features } = JSON.parse(readFileSync(at("many-segments.geojson"), "utf8"));
    expect([features.length, features[1000].properties]).toEqual([1001, expect.objectContaining({ segment: 1000, driving: "backward" })]);
  });

  it("is written completely or not at all, and not over its input", async () => {
    const wrong = async (...argv: string[]) => {
      const { code, stderr } = await roadsnap(["inspect", at("streets.geojson"), ...argv]);
      return [code, stderr.split(" ").slice(1).join(" ")];
    };
    expect(await wrong("--geojson", at("streets.geojson"))).toEqual([2, expect.stringContaining("is an input of this command")]);
    expect(await wrong("--geojson", at("s.geojson"), "--at", "7,43")).toEqual([
      2,
      expect.stringContaining("--geojson writes the whole file"),
    ]);
    expect(await wrong("--geojson", at("no/s.geojson"))).toEqual([1, expect.stringMatching(/no.s\.geojson/)]);
  });
});
