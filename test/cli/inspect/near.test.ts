// The output of `roadsnap inspect --at` about the roads near a place.
import { describe, expect, it } from "vitest";
import { nearby, nearbyTable } from "../../../src/cli/inspect/near.js";
import { latScale } from "../../../src/geo/metres.js";
import { readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { readOsm } from "../../../src/import/roads/osm.js";
import { buildRoads } from "../../../src/roads/build.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { asciiMap } from "../../helpers/ascii-map.js";
import { Recorder } from "../../helpers/terminal.js";

/** Places north of b, east of it, and beyond a bend. */
const map = asciiMap(
  `
    f   1   g

    a---b---c
    2   3   |
            d
            4

    0
`,
  { metresPerCell: 20 },
);
const roads = map.graph(
  {
    ab: { oneway: true, speed: 50, truckSpeed: 30 },
    bcd: { class: "living_street", name: "", flags: ["private", "minor"] },
    fg: { class: "track", access: "none" },
  },
  { restrictions: [{ only: false, from: "ab", via: "b", to: "bcd" }] },
);
const at = (mark: string, radius: number, of: RoadGraph = roads) => nearby(of, map.at(mark), radius);
const table = (mark: string, radius: number) => nearbyTable(at(mark, radius), map.at(mark), radius, new Recorder());

describe("the roads near a place", () => {
  it("are those within the radius, nearest first, or else the nearest one", () => {
    expect(at("3", 61).map(({ name, distance }) => [name, distance])).toEqual([
      ["ab", expect.closeTo(20, 0)],
      ["", expect.closeTo(20, 0)],
      ["fg", expect.closeTo(60, 0)],
    ]);
    expect(at("4", 10).map(({ distance }) => distance)).toEqual([expect.closeTo(20, 0)]);
  });

  it.each([
    [20.03, 20.02, "No road within 20.02 m"],
    [20.03, 20.04, "1 road segment within 20.04 m"],
    [20.07, 20.06, "No road within 20.06 m"],
    [20.07, 20.08, "1 road segment within 20.08 m"],
  ])("are within it or beyond it, however close to it: %d m away, within %d m?", (metres, radius, head) => {
    const [lon, lat] = map.at("a");
    const place: [number, number] = [lon, lat - metres / latScale(lat)];
    expect(nearbyTable(nearby(roads, place, radius), place, radius, new Recorder())).toContain(head);
  });

  it("have the direction that they have there, also round a bend and at an end", () => {
    const [before, behind] = [at("c", 5), at("4", 25)].map(([{ along, against }]) => [along, against]);
    expect(before).toEqual(["SE", "NW"]);
    expect(behind).toEqual(["S", "N"]);
    expect(at("2", 25)[0]).toMatchObject({ along: "E", against: "W", offset: 0, access: { driving: "to E", walking: "both ways" } });
  });

  it("are listed with everything that restricts access", () => {
    const notes = Object.fromEntries(at("1", 200).map((road) => [road.name, road.notes]));
    expect(notes.ab).toEqual(["turn restrictions at its E end"]);
    expect(notes[""]).toEqual(["by permission only", "within a property"]);
    expect(notes.fg).toEqual(["closed to everyone"]);
    expect(at("1", 200).find(({ name }) => name === "fg")?.access).toEqual({ driving: "no", trucking: "no", walking: "no", cycling: "no" });
  });

  it("are listed with what they are, and the end at which turns are restricted", () => {
    const other = map.graph({ ab: { flags: ["tunnel"] }, bcd: {} }, { restrictions: [{ only: false, from: "bcd", via: "b", to: "ab" }] });
    expect(Object.fromEntries(at("3", 25, other).map(({ name, notes }) => [name, notes]))).toEqual({
      ab: ["tunnel"],
      bcd: ["turn restrictions at its W end"],
    });
  });

  it("are listed with the modes that need no permission", () => {
    const line = (tags: object, lat: number) => ({
      type: "Feature",
      properties: { highway: "service", ...tags },
      geometry: {
        type: "LineString",
        coordinates: [
          [8, lat],
          [8.01, lat],
        ],
      },
    });
    const features = [
      line({ access: "private", foot: "yes" }, 50),
      line({ motor_vehicle: "destination" }, 50.0001),
      line({ hgv: "delivery" }, 50.0002),
      line({ highway: "motorway", oneway: "-1" }, 50.0003),
    ];
    const roads = buildRoads(readGeoJsonRoads({ type: "FeatureCollection", features }));
    const found = nearby(roads, [8.005, 50], 100);
    expect(found[3].access).toEqual({ driving: "to W", trucking: "to W", walking: "no", cycling: "no" });
    expect(found.map(({ notes }) => notes)).toEqual([
      ["by permission only", "anyone may walk"],
      ["no through traffic", "anyone may walk", "anyone may cycle"],
      ["lorries for deliveries only"],
      [],
    ]);
  });

  it("have one line each, below a line with their number", () => {
    expect(table("3", 61)).toMatch(/^3 road segments within 61 m of .*, nearest first:\n/);
    expect(table("3", 61)).toMatch(/\(unnamed\) +living street +– +both ways/);
    expect(table("3", 61)).toMatch(/ab +residential +50 km\/h +to E .* turn restrictions at its E end, trucks 30 km\/h$/m);
    expect(table("4", 25)).toMatch(/^1 road segment within 25 m of /);
    expect(table("0", 10)).toMatch(/^No road within 10 m of .*; the nearest is 1[0-9]{2}(\.\d)? m away:\n/);
    expect(nearbyTable([], map.at("0"), 10, new Recorder())).toBe("This file has no roads.\n");
  });

  it("have their limits by direction, and those of trucks", async () => {
    const nodes = [0, 1].map((i) => `<node id="${i + 1}" lon="${8 + i / 1000}" lat="50"/>`).join("");
    const text = async (tags: Record<string, string>) => {
      const way = Object.entries({ highway: "primary", ...tags }).map(([key, value]) => `<tag k="${key}" v="${value}"/>`);
      const xml = `<osm>${nodes}<way id="7"><nd ref="1"/><nd ref="2"/>${way.join("")}</way></osm>`;
      const found = nearby(buildRoads(await readOsm(new TextEncoder().encode(xml))), [8.0005, 50], 10);
      return nearbyTable(found, [8.0005, 50], 10, new Recorder());
    };
    expect(await text({ maxspeed: "50", "maxspeed:backward": "30" })).toMatch(/primary +50 km\/h to E, 30 km\/h to W/);
    expect(await text({ "maxspeed:backward": "30", "maxspeed:hgv": "20" })).toMatch(/primary +30 km\/h to W .*trucks 20 km\/h$/m);
    expect(await text({ "maxspeed:hgv:forward": "60", "maxspeed:hgv:backward": "40" })).toMatch(
      /– .* trucks 60 km\/h to E, 40 km\/h to W$/m,
    );
    expect(await text({ "maxspeed:hgv:forward": "60" })).toMatch(/– .* trucks 60 km\/h to E$/m);
    expect(await text({ "maxspeed:hgv:backward": "40" })).toMatch(/– .* trucks 40 km\/h to W$/m);
  });
});
