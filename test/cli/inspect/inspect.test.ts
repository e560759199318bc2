// `roadsnap inspect` as a user runs it.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { saveRoads } from "../../../src/node/index.js";
import { buildRoads } from "../../../src/roads/build.js";
import { FORMAT_VERSION } from "../../../src/roads/sections.js";
import { RoadSource } from "../../../src/roads/source.js";
import { asciiMap } from "../../helpers/ascii-map.js";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVES, villageFolder } from "../village-folder.js";

const at = villageFolder(DRIVES);

describe("inspect", () => {
  it("prints what is in a road file", async () => {
    const { code, stdout } = await roadsnap(["inspect", at("village.roads")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`village\\.roads: .* road file of version ${FORMAT_VERSION}, checksum good`));
    expect(stdout).toContain("longitude 8.00000 to 8.01400, latitude 50.00000 to 50.00450");
    expect(stdout).toMatch(/road segments +4/);
    expect(stdout).toMatch(/names +2/);
    expect(stdout).toMatch(/connected parts +1 +open to driving; the largest has 100\.0 % of their kilometres\n/);
    expect(stdout).toMatch(/residential +3 +1\.50 km +\d+\.\d % +100\.0 %/);
    expect(stdout).toMatch(/shapeLon +\d+ bytes/);
  });

  it("--at lists the roads near a place, nearest first, and who may use them", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.0071,50.0002"]);
    const [first, second] = stdout.split("\n").filter((line) => /^ +\d/.test(line));
    expect(first).toMatch(/7\.2 +Mill Lane +residential +20 mph +to N +to N +both ways +to N/);
    expect(second).toMatch(/22\.2 +High Street +residential +50 km\/h +both ways/);
  });

  it("--at fits a terminal, with the name of the road in each part of the table", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.0071,50.0002"], { terminal: true });
    expect(stdout.match(/Mill Lane/g)?.length).toBeGreaterThan(1);
    for (const line of stdout.split("\n").filter((line) => /^ +\d/.test(line))) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("--at prints the nearest road if none is near", async () => {
    const { stdout } = await roadsnap(["inspect", at("village.roads"), "--at", "8.007,49.99", "--radius", "100"]);
    expect(stdout).toMatch(/No road within 100 m of 8\.007, 49\.99; the nearest is 1\.11 km away:/);
  });

  it("--at asks whether latitude and longitude are swapped, if there are roads then", async () => {
    const ask = async (place: string) => (await roadsnap(["inspect", at("village.roads"), "--at", place])).stderr;
    expect(await ask("50.0002,8.0071")).toBe(
      "roadsnap: The roads are around 8.0071, 50.0002: are longitude and latitude the wrong way round?\n",
    );
    expect(await ask("8.0071,50.0002")).toBe("");
    expect(await ask("1,2")).toBe("");
  });

  it("--json prints the same as data", async () => {
    expect(JSON.parse((await roadsnap(["inspect", at("village.roads"), "--json"])).stdout)).toMatchObject({
      edges: 4,
      names: 2,
      version: FORMAT_VERSION,
    });
    const near = JSON.parse((await roadsnap(["inspect", at("village.roads"), "--json", "--at", "8.0071,50.0002"])).stdout);
    expect(near[0]).toMatchObject({ name: "Mill Lane", way: 11, along: "N", access: { driving: "to N", walking: "both ways" } });
  });

  it("counts banned turns, and kilometres with a limit in either direction", async () => {
    const crossing = asciiMap("  d\n  |\na-b-c", { metresPerCell: 100 });
    const restrictions = ["bc", "bd"].map((to) => ({ only: false, from: "ab", via: "b", to }));
    const graph = crossing.graph({ ab: { oneway: true, speed: 50 }, bc: {}, bd: { class: "service" } }, { restrictions });
    await saveRoads(at("crossing.roads"), graph);
    const line = {
      type: "LineString",
      coordinates: [
        [8, 50],
        [8.01, 50],
      ],
    };
    const features = ["forward", "backward"].map((way) => ({
      type: "Feature",
      properties: { highway: "primary", [`maxspeed:${way}`]: 50 },
      geometry: line,
    }));
    writeFileSync(at("limits.geojson"), JSON.stringify({ type: "FeatureCollection", features }));
    const {
      classes: [{ km, kmWithLimit }],
    } = JSON.parse((await roadsnap(["inspect", at("limits.geojson"), "--json"])).stdout);
    expect(kmWithLimit).toBe(km);
    expect((await roadsnap(["inspect", at("crossing.roads")])).stdout).toMatch(/banned turns +2 +from 1 road segments and directions\n/);
    const { classes } = JSON.parse((await roadsnap(["inspect", at("crossing.roads"), "--json"])).stdout);
    expect(classes).toEqual([
      { name: "residential", edges: 2, km: expect.closeTo(0.4, 2), kmWithLimit: expect.closeTo(0.2, 2) },
      { name: "service", edges: 1, km: expect.closeTo(0.2, 2), kmWithLimit: 0 },
    ]);
  });

  it("prints where roads on both sides of the antimeridian are, which do not span the Earth", async () => {
    await saveRoads(at("far.roads"), asciiMap("a----b----c", { metresPerCell: 100, origin: [179.995, -17] }).graph({ abc: {} }));
    const { stdout } = await roadsnap(["inspect", at("far.roads")]);
    expect(stdout).toMatch(/longitude 179\.99500 to -179\.9956\d, latitude -17\.00000 to/);
    expect(JSON.parse((await roadsnap(["inspect", at("far.roads"), "--json"])).stdout).bounds.slice(0, 3)).toEqual([
      179.995,
      -17,
      expect.closeTo(-179.9956, 3),
    ]);
  });

  it("says that a file has no roads, and why if it is built first", async () => {
    const tags = '<nd ref="1"/><nd ref="2"/><tag k="highway" v="path"/>';
    writeFileSync(at("outside.osm"), `<osm><way id="1">${tags}</way><way id="2">${tags}</way></osm>`);
    const { code, stdout } = await roadsnap(["inspect", at("outside.osm")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /outside\.osm: .*, OSM, built on the fly\n {2}it has no roads that can be used: missing node \(4\); way cut by the extract's border \(2\)\n$/,
    );
    expect(JSON.parse((await roadsnap(["inspect", at("outside.osm"), "--json"])).stdout)).toMatchObject({
      edges: 0,
      bounds: null,
      dropped: { "missing node": 4 },
    });
    await saveRoads(at("empty.roads"), buildRoads(new RoadSource()));
    expect((await roadsnap(["inspect", at("empty.roads")])).stdout).toMatch(/checksum good\n {2}it has no roads\n$/);
  });

  it("finds a changed byte", async () => {
    const bytes = readFileSync(at("village.roads"));
    bytes[bytes.length - 40] ^= 1;
    writeFileSync(at("damaged.roads"), bytes);
    const { code, stderr } = await roadsnap(["inspect", at("damaged.roads")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: .*damaged\.roads: .*checksum.*\n$/);
  });
});
