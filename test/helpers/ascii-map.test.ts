// The drawing helper itself: what letters, digits and ways become.
import { describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import type { Match, Stretch } from "../../src/match/result/result.js";
import { Access, encodeSpeed, Flag, ROAD_CLASSES } from "../../src/roads/attributes.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { asciiMap, drivenNames } from "./ascii-map.js";

const map = asciiMap(
  `
  a-1-b---c
      |  /
      2 /
      |/
      d
`,
  { metresPerCell: 100 },
);
const ways = { abc: { oneway: true }, bd: { class: "service", name: "Mill Lane" }, dc: {} } as const;

describe("asciiMap", () => {
  it("gives each mark a place; a cell is as wide as it is high", () => {
    expect(distance(...map.at("a"), ...map.at("b"))).toBeCloseTo(400, 0);
    expect(distance(...map.at("b"), ...map.at("d"))).toBeCloseTo(400, 0);
    expect(map.at("a")[0]).toBeLessThan(map.at("b")[0]);
    expect(map.at("d")[1]).toBeLessThan(map.at("b")[1]);
  });

  it("crosses the antimeridian", () => {
    const [east, west] = ["a", "b"].map((mark) => asciiMap("a    b", { metresPerCell: 1000, origin: [179.98, 10] }).at(mark)[0]);
    expect(east).toBeCloseTo(179.98, 9);
    expect(west).toBeLessThan(-179.9);
  });

  it.each([
    ["a mark twice", "a--a", /"a" is in the map twice/],
    ["an unknown sign", "a-#-b", /"#" means nothing/],
  ])("refuses %s", (_, drawing, message) => {
    expect(() => asciiMap(drawing)).toThrow(message);
  });

  it.each([
    ["a way over a letter that is not drawn", () => map.roads({ ax: {} }), /has no "x"/],
    [
      "a restriction on a way that is not there",
      () => map.roads(ways, { restrictions: [{ only: false, from: "ab", via: "b", to: "bd" }] }),
      /"ab"/,
    ],
    ["a fix that is not drawn", () => map.track("19"), /has no "9"/],
  ])("refuses %s", (_, act, message) => {
    expect(act).toThrow(message);
  });
});

describe("roads()", () => {
  it("returns each way with its nodes, access, class and name", () => {
    const source = map.roads(ways);
    expect(source.nodeCount).toBe(4);
    expect(source.ways.map(({ id, name }) => [id, name])).toEqual([
      [1, "abc"],
      [2, "Mill Lane"],
      [3, "dc"],
    ]);
    expect(source.ways.map(({ nodes }) => nodes.length)).toEqual([3, 2, 2]);
    expect(source.ways[0].forward & Access.driving).toBeTruthy();
    expect(source.ways[0].backward).toBe(Access.walking);
    expect(source.ways[1].roadClass).toBe(ROAD_CLASSES.indexOf("service"));
  });

  it("accepts flags, limits, modes, restrictions and barriers", () => {
    const source = map.roads(
      { ab: { flags: ["tunnel", "toll"], speed: "30 mph", truckSpeed: 40, oneway: "-1" }, bc: { access: ["walking"] }, bd: {} },
      {
        restrictions: [
          { only: false, from: "ab", via: "b", to: "bd", modes: ["trucking"] },
          { only: true, from: "ab", via: "bc", to: "bd" },
        ],
        barriers: { b: { access: ["walking", "cycling"], flags: ["gate"] } },
      },
    );
    expect(source.ways[0]).toMatchObject({
      flags: Flag.tunnel | Flag.toll,
      forward: Access.walking,
      speedForward: encodeSpeed(30, "mph"),
      truckSpeedBackward: encodeSpeed(40),
    });
    expect(source.ways[1].forward).toBe(Access.walking);
    expect(source.restrictions).toMatchObject([
      { only: false, from: [1], via: { node: 98 }, to: [3], modes: Access.trucking },
      { only: true, from: [1], via: { ways: [2] }, to: [3] },
    ]);
    expect(source.barriers).toEqual([{ node: 98, access: Access.walking | Access.cycling, flags: Flag.gate }]);
  });
});

describe("track() and drive()", () => {
  it("give fixes at marks, in the order asked for", () => {
    const [first, second] = map.track("2a", { interval: 5, accuracy: 8, course: [90, null] });
    expect([first.lon, first.lat]).toEqual(map.at("2"));
    expect(second).toEqual({ lon: map.at("a")[0], lat: map.at("a")[1], time: first.time! + 5, accuracy: 8, course: null });
  });

  it("give fixes along letters at an even pace, to the right if asked", () => {
    const fixes = map.drive("abd", { pace: 20, interval: 10, right: 3 });
    expect(fixes).toHaveLength(5); // 800 m at 200 m a fix, including both ends
    expect(fixes[1].lon).toBeCloseTo(map.at("1")[0], 6);
    expect(distance(fixes[1].lon, fixes[1].lat, ...map.at("1"))).toBeCloseTo(3, 1);
    expect(fixes[1].lat).toBeLessThan(map.at("1")[1]); // eastbound: the right is south
    expect(fixes[3].lon).toBeLessThan(map.at("2")[0]); // southbound: the right is west
    expect(fixes[4].time! - fixes[0].time!).toBe(40);
  });

  it("give the same noise for the same seed", () => {
    const noisy = (seed: number) => map.drive("abc", { noise: 10, seed });
    expect(noisy(4)).toEqual(noisy(4));
    expect(noisy(4)).not.toEqual(noisy(5));
  });
});

describe("driven()", () => {
  const graph = map.graph(ways);
  const matchOf = (...parts: (string | "off" | "gap")[]): Match => ({
    points: [],
    violations: [],
    stretches: parts.map((part) => stretchOf(graph, part)),
  });

  it.each([
    [["ab", "bc"], "abc"],
    [["ab", "bd", "dc"], "abdc"],
    [["bd", "db"], "bdb"],
    [["ab", "off", "dc"], "ab | off | dc"],
    [["ab", "gap", "bc"], "ab | gap | bc"],
    [["ab", "dc"], "ab | dc"],
  ])("writes %j as %s", (parts, text) => {
    expect(map.driven(matchOf(...parts), graph)).toBe(text);
  });

  it("has a variant that writes names", () => {
    expect(drivenNames(matchOf("ab", "bc", "off", "db"), graph)).toBe("abc | off | Mill Lane");
  });

  function stretchOf(roads: RoadGraph, part: string): Stretch {
    const nothing = { edge: -1, arc: -1, startOffset: 0, endOffset: 0, length: 0, coordinates: [] };
    if (part === "off") return { ...nothing, type: "Off" };
    if (part === "gap") return { ...nothing, type: "Road Gap" };
    for (let arc = 0; arc < roads.arcCount; arc++) {
      const [start, end] = [roads.arcCoordinates(arc)[0], roads.arcCoordinates(arc).at(-1)!];
      if (start.join() === map.at(part[0]).join() && end.join() === map.at(part[1]).join())
        return { ...nothing, type: "Road", edge: arc >> 1, arc };
    }
    throw new Error(`no arc ${part}`);
  }
});
