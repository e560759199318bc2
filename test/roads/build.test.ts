// The builder as a whole: what the report says, the same bytes for the same source, and an empty network.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";
import { Access, encodeSpeed, Flag, type RoadClass } from "../../src/roads/attributes.js";
import { buildRoads, buildRoadsWithReport } from "../../src/roads/build.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { nearbyRoads } from "../../src/roads/nearby.js";
import { nearestRoad } from "../../src/roads/nearest.js";
import { RoadSource } from "../../src/roads/source.js";
import { caught } from "../import/caught.js";
import { edgesOf, nodeId, placeOf, sourceOf } from "./letters.js";

const { driving, trucking, walking, cycling } = Access;

/** Kilometres along ways, written as letters. */
function km(letters: string): number {
  let metres = 0;
  for (let i = 1; i < letters.length; i++) {
    const [[lon1, lat1], [lon2, lat2]] = [placeOf(letters[i - 1]), placeOf(letters[i])];
    metres += distance(lon1 / 1e7, lat1 / 1e7, lon2 / 1e7, lat2 / 1e7);
  }
  return metres / 1000;
}

describe("the report", () => {
  const source = sourceOf([
    { nodes: "abc", roadClass: "primary", speedForward: encodeSpeed(50), speedBackward: encodeSpeed(50) },
    { nodes: "bd", backward: walking, speedForward: encodeSpeed(30, "mph") },
    { nodes: "efge", speedForward: encodeSpeed(30) },
    { nodes: "gh", roadClass: "footway", forward: walking | cycling, backward: walking },
    { nodes: "ij", roadClass: "track", forward: 0, backward: 0 },
    { nodes: "kl?m", forward: trucking, backward: trucking },
    { nodes: "ed", roadClass: "cycleway", forward: cycling, backward: cycling },
  ]);
  source.drop("under construction", 3);
  source.drop("missing node", 2);
  source.restrictions.push(
    { id: 1, only: false, from: [2], to: [2], via: { node: nodeId("b") }, modes: driving },
    { id: 2, only: false, from: [1], to: [99], via: { node: nodeId("b") }, modes: driving },
  );
  const { roads, report } = buildRoadsWithReport(source);

  it("counts ways, edges, nodes and bytes", () => {
    expect(edgesOf(roads)).toEqual(["ab", "bc", "bd", "efg", "ge", "gh", "ij", "kl", "ed"]);
    expect([report.ways, report.edges, report.nodes, report.bytes]).toEqual([7, 9, 11, roads.data.byteLength]);
  });

  it.each([
    ["in all", () => report.km, "abc bd efge gh ij kl ed"],
    ["open to driving", () => report.kmByMode.driving, "abc bd efge"],
    ["open to trucks", () => report.kmByMode.trucking, "abc bd efge kl"],
    ["open to walkers", () => report.kmByMode.walking, "abc bd efge gh"],
    ["open to cyclists, one way or both", () => report.kmByMode.cycling, "abc bd efge gh ed"],
    ["one-way for drivers", () => report.drivingOnewayKm, "bd"],
    ["with a limit in every direction drivers may take", () => report.drivingWithLimitKm, "abc bd"],
    ["of footways", () => report.kmByClass.footway, "gh"],
    ["of residential roads", () => report.kmByClass.residential, "bd efge kl"],
  ])("counts kilometres %s", (_, found, lines) => {
    expect(found()).toBeCloseTo(
      lines.split(" ").reduce((sum, line) => sum + km(line), 0),
      9,
    );
  });

  it("lists only the classes that occur", () => {
    expect(Object.keys(report.kmByClass).sort()).toEqual(["cycleway", "footway", "primary", "residential", "track"]);
  });

  it("describes the connected parts of the drivable network, which footpaths and cycleways do not connect", () => {
    expect(report.components).toBe(2);
    expect(report.largestComponentShare).toBeCloseTo(Math.max(km("efge"), km("abc") + km("bd")) / (km("abc") + km("bd") + km("efge")), 9);
  });

  it("counts loops", () => {
    expect(report.selfLoops).toBe(0);
    expect(buildRoadsWithReport(sourceOf(["abca", "ad", "efe"])).report.selfLoops).toBe(1);
  });

  it("adds up what the importer and the builder left out", () => {
    expect(report.dropped).toEqual({
      "under construction": 3,
      "missing node": 3,
      "way cut by the extract's border": 1,
      "restriction on a way outside the network": 1,
    });
    expect(source.dropped).toEqual({ "under construction": 3, "missing node": 2 });
  });

  it("counts the restrictions that were applied", () => {
    expect(report.restrictionsApplied).toBe(1);
  });
});

describe("the attributes of a way", () => {
  it("are on each of its edges; odd arcs have those against its direction", () => {
    const way = {
      nodes: "abc",
      id: 2 ** 53 - 1,
      roadClass: "motorway" as RoadClass,
      flags: Flag.tunnel | Flag.minor,
      forward: driving,
      backward: trucking,
      speedForward: encodeSpeed(120),
      speedBackward: encodeSpeed(55, "mph"),
      truckSpeedForward: encodeSpeed(80),
      truckSpeedBackward: encodeSpeed(3276.7),
      name: "Straße des 17. Juni · 环路 🛣",
    };
    const roads = buildRoads(sourceOf([way, "bd"]));
    for (const edge of [0, 1]) {
      expect([roads.edgeWay[edge], roads.className(edge), roads.edgeFlags[edge]]).toEqual([way.id, "motorway", way.flags]);
      expect([...roads.arcAccess.subarray(2 * edge, 2 * edge + 2)]).toEqual([driving, trucking]);
      expect([...roads.arcSpeed.subarray(2 * edge, 2 * edge + 2)]).toEqual([way.speedForward, way.speedBackward]);
      expect([...roads.arcTruckSpeed.subarray(2 * edge, 2 * edge + 2)]).toEqual([way.truckSpeedForward, way.truckSpeedBackward]);
      expect(roads.name(edge)).toBe(way.name);
    }
    expect(roads.name(2)).toBe("");
    // The edge of an off-road stretch.
    expect(roads.name(-1)).toBe("");
  });

  it("keep each name once in the file", () => {
    const long = "x".repeat(1000);
    const once = buildRoads(sourceOf([{ nodes: "ab", name: long }, "cd"]));
    const twice = buildRoads(
      sourceOf([
        { nodes: "ab", name: long },
        { nodes: "cd", name: long },
      ]),
    );
    expect(twice.name(1)).toBe(long);
    expect(twice.data.byteLength).toBe(once.data.byteLength);
  });
});

describe("building from the same source", () => {
  const way = fc.record({
    nodes: fc.string({ unit: fc.constantFrom(..."abcdefghijABC?"), maxLength: 9 }),
    name: fc.constantFrom("", "A", "Ä"),
    forward: fc.integer({ min: 0, max: 15 }),
  });

  it("gives the same bytes, also in shared memory", () => {
    fc.assert(
      fc.property(fc.array(way, { maxLength: 8 }), (ways) => {
        const first = buildRoads(sourceOf(ways));
        const second = buildRoads(sourceOf(ways), { sharedMemory: true });
        expect(first.data).toBeInstanceOf(ArrayBuffer);
        expect(second.data).toBeInstanceOf(SharedArrayBuffer);
        expect(Buffer.compare(Buffer.from(first.data), Buffer.from(second.data))).toBe(0);
        for (let edge = 0; edge < first.edgeCount; edge++) expect(second.name(edge)).toBe(first.name(edge));
        second.verify();
      }),
    );
  });

  it("does not change the source", () => {
    const source = sourceOf(["abBc?d", "bd", "ab"], [{ node: nodeId("b"), access: 0, flags: Flag.gate }]);
    const before = structuredClone(source);
    buildRoads(source);
    expect(structuredClone(source)).toEqual(before);
  });
});

it.each<[unknown, string]>([
  [Promise.resolve(new RoadSource()), "a promise \\(is an await missing\\?\\)"],
  [null, "null"],
  ["area.osm", '"area.osm"'],
])("buildRoads refuses %j, which is no RoadSource", (wrong, shown) => {
  expect(() => buildRoads(wrong as RoadSource)).toThrow(
    new RegExp(`^Roads are built from a RoadSource, which readOsm returns, not from ${shown}\\.$`),
  );
});

describe("an empty source", () => {
  const { roads, report } = buildRoadsWithReport(new RoadSource());

  it("makes a road file that opens and verifies", () => {
    const opened = RoadGraph.from(roads.data);
    opened.verify();
    expect([opened.edgeCount, opened.arcCount, opened.nodeCount]).toEqual([0, 0, 0]);
    expect(opened.bounds()).toEqual([0, 0, 0, 0]);
  });

  it("has nothing near anywhere", () => {
    expect(nearbyRoads(roads, 7, 47, 1e6)).toEqual([]);
    expect(nearestRoad(roads, 7, 47)).toBeNull();
  });

  it("has a report of zeros", () => {
    expect(report).toMatchObject({ ways: 0, edges: 0, nodes: 0, km: 0, components: 0, largestComponentShare: 0, dropped: {} });
  });

  it("may have restrictions and barriers on roads that do not exist", () => {
    const source = new RoadSource();
    source.addNode(1, 0, 0);
    source.barriers.push({ node: 1, access: 0, flags: 0 });
    source.restrictions.push({ id: 1, only: true, from: [1], to: [2], via: { node: 1 }, modes: 1 });
    expect(buildRoadsWithReport(source).report.dropped).toEqual({
      "barrier off the network": 1,
      "restriction on a way outside the network": 1,
    });
  });
});

describe("a RoadSource made by a caller is refused if it", () => {
  const SENTENCES: [string, (source: RoadSource) => void, string][] = [
    [
      "has a node beyond the pole",
      (source) => source.addNode(9, 8e7, 95e7),
      "Node 9 of the source is at 80000000, 950000000; longitude and latitude must be in degrees × 1e7.",
    ],
    [
      "has a node beyond the antimeridian",
      (source) => source.addNode(9, 190e7, 0),
      "Node 9 of the source is at 1900000000, 0; longitude and latitude must be in degrees × 1e7.",
    ],
    [
      "has an unknown road class",
      (source) => source.addWay({ ...source.way(0), id: 7, roadClass: -1 }),
      "Way 7 of the source has the road class 255; it must be an index into ROAD_CLASSES.",
    ],
    [
      "has unknown access bits",
      (source) => source.addWay({ ...source.way(0), id: 7, forward: 64, backward: 0 }),
      "Way 7 of the source has the access bits 64; they must be bits of Access.",
    ],
  ];
  it.each(SENTENCES)("%s", (_, spoil, sentence) => {
    const source = sourceOf(["ab"]);
    spoil(source);
    expect(caught(() => buildRoads(source))).toMatchObject({ code: "bad-input", message: sentence });
  });

  it("has coordinates in degrees instead of degrees × 1e7", () => {
    const source = new RoadSource();
    source.addNode(1, 8, 50);
    source.addNode(2, 9, 50);
    source.addWay({ ...sourceOf(["ab"]).way(0), nodes: [1, 2] });
    expect(() => buildRoads(source)).toThrow(
      "The source's nodes are all within 2 m of 0, 0: their coordinates must be degrees × 1e7, not degrees.",
    );
  });
});

describe("a large network", () => {
  /** The streets of a grid, each a way of its own, in random order. */
  function grid(side: number): RoadSource {
    const source = new RoadSource();
    const way = sourceOf(["ab"]).ways[0];
    for (let i = 0; i < side * side; i++) source.addNode(i, (i % side) * 10_000, Math.floor(i / side) * 10_000);
    const streets: [number, number][] = [];
    for (let i = 0; i < side * side; i++) {
      if (i % side < side - 1) streets.push([i, i + 1]);
      if (i < side * (side - 1)) streets.push([i, i + side]);
    }
    const random = new Random(1);
    for (let i = streets.length - 1; i > 0; i--) {
      const other = random.int(i + 1);
      [streets[i], streets[other]] = [streets[other], streets[i]];
    }
    streets.forEach((nodes, id) => {
      source.addWay({ ...way, id, nodes });
    });
    return source;
  }
  /** The median distance between consecutive edges, degrees × 1e7. */
  function step(roads: RoadGraph): number {
    const { shapeLon: lon, shapeLat: lat, shapeStart: start } = roads;
    const steps = Array.from({ length: roads.edgeCount - 1 }, (_, e) =>
      Math.hypot(lon[start[e + 1]] - lon[start[e]], lat[start[e + 1]] - lat[start[e]]),
    );
    return steps.sort((a, b) => a - b)[steps.length >> 1];
  }

  it("numbers its edges by place, where a small one keeps the order of the source", { tags: "long" }, () => {
    const small = buildRoads(grid(60));
    expect([...small.edgeWay]).toEqual([...small.edgeWay].sort((a, b) => a - b));
    const large = buildRoads(grid(200));
    expect(large.edgeCount).toBe(2 * 200 * 199);
    expect(step(large)).toBeLessThan(20_000);
    expect(step(small)).toBeGreaterThan(200_000);
    large.verify();
    expect(new Set(large.edgeWay).size).toBe(large.edgeCount);
    // Searches near a place find the same roads, whatever their numbers.
    const ways = nearbyRoads(large, 0.1005, 0.1, 60).map(({ edge }) => large.edgeWay[edge]);
    const at = (e: number) => [large.shapeLon[large.shapeStart[e]], large.shapeLat[large.shapeStart[e]]];
    expect(nearbyRoads(large, 0.1005, 0.1, 20).map(({ edge }) => at(edge))).toEqual([[1_000_000, 1_000_000]]);
    expect(ways).toHaveLength(7);
  });
});
