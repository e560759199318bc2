// RoadGraph: arcs and their lines, places along edges, names, the box around all roads.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, lonScale } from "../../src/geo/metres.js";
import { Matcher } from "../../src/match/matcher.js";
import { Area } from "../../src/roads/area.js";
import { buildRoads } from "../../src/roads/build.js";
import { extractRoads } from "../../src/roads/extract.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { sectionBytes } from "../../src/roads/sections.js";
import { RoadSource } from "../../src/roads/source.js";
import { SnapToRoads } from "../../src/snap/execute.js";
import { edgesOf, lettersOf, sourceOf } from "./letters.js";

/** One road through places in degrees. */
function road(...places: [lon: number, lat: number][]): RoadGraph {
  const source = new RoadSource();
  places.forEach(([lon, lat], id) => {
    source.addNode(id, Math.round(lon * 1e7), Math.round(lat * 1e7));
  });
  source.addWay({ ...sourceOf(["ab"]).ways[0], nodes: places.map((_, id) => id) });
  return buildRoads(source);
}

function lengthOf(line: [number, number][]): number {
  let metres = 0;
  for (let i = 1; i < line.length; i++) metres += distance(...line[i - 1], ...line[i]);
  return metres;
}

describe("the arcs", () => {
  const roads = buildRoads(sourceOf(["abc", "bd", "cec"]));

  it("are two for each edge; the odd one is against its direction", () => {
    expect(edgesOf(roads)).toEqual(["ab", "bc", "bd", "ce"]);
    expect([roads.arcCount, lettersOf(roads, 2), lettersOf(roads, 3)]).toEqual([8, "bc", "cb"]);
    for (let arc = 0; arc < roads.arcCount; arc++) {
      expect(roads.tail(arc)).toBe(roads.head(arc ^ 1));
      expect(roads.arcCoordinates(arc)).toEqual(roads.arcCoordinates(arc ^ 1).reverse());
    }
  });
});

describe("the line of an arc", () => {
  // A corner on the equator, where a degree is 111 319.49 m eastwards and 110 574.28 m northwards: 1113.19 m, then 1105.74 m.
  const corner = road([0, 0], [0.01, 0], [0.01, 0.01]);
  const length = corner.edgeLength[0];

  it("is as long as the sum of its pieces", () => {
    expect(length).toBeCloseTo(1113.195 + 1105.743, 2);
  });

  it.each<[what: string, arc: number, from: number | undefined, to: number | undefined, line: [number, number][]]>([
    [
      "whole",
      0,
      undefined,
      undefined,
      [
        [0, 0],
        [0.01, 0],
        [0.01, 0.01],
      ],
    ],
    [
      "whole, against the edge",
      1,
      undefined,
      undefined,
      [
        [0.01, 0.01],
        [0.01, 0],
        [0, 0],
      ],
    ],
    [
      "from an offset on",
      0,
      556.597,
      undefined,
      [
        [0.005, 0],
        [0.01, 0],
        [0.01, 0.01],
      ],
    ],
    [
      "up to an offset",
      0,
      undefined,
      556.597,
      [
        [0, 0],
        [0.005, 0],
      ],
    ],
    [
      "between two offsets",
      0,
      556.597,
      1113.195 + 552.871,
      [
        [0.005, 0],
        [0.01, 0],
        [0.01, 0.005],
      ],
    ],
    [
      "between two offsets, against the edge",
      1,
      552.871,
      1105.743 + 556.597,
      [
        [0.01, 0.005],
        [0.01, 0],
        [0.005, 0],
      ],
    ],
    [
      "from before its start",
      0,
      -100,
      556.597,
      [
        [0, 0],
        [0.005, 0],
      ],
    ],
    [
      "to beyond its end",
      1,
      1105.743 + 556.597,
      1e9,
      [
        [0.005, 0],
        [0, 0],
      ],
    ],
    [
      "without length",
      0,
      556.597,
      556.597,
      [
        [0.005, 0],
        [0.005, 0],
      ],
    ],
    [
      "without length at its start",
      0,
      0,
      0,
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "with its end before its start, which gives no length",
      0,
      556.597,
      100,
      [
        [0.005, 0],
        [0.005, 0],
      ],
    ],
    [
      "wholly before its start",
      0,
      -200,
      -100,
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "wholly beyond its end",
      0,
      1e5,
      1e6,
      [
        [0.01, 0.01],
        [0.01, 0.01],
      ],
    ],
    [
      "from its corner on, which is in the line once",
      0,
      1113.1949,
      undefined,
      [
        [0.01, 0],
        [0.01, 0.01],
      ],
    ],
  ])("can be the whole arc or a part: %s", (_, arc, from, to, line) => {
    const found = corner.arcCoordinates(arc, from, to);
    expect(found).toHaveLength(line.length);
    found.forEach(([lon, lat], i) => {
      expect(lon).toBeCloseTo(line[i][0], 7);
      expect(lat).toBeCloseTo(line[i][1], 7);
    });
  });

  it.each<[what: string, places: [number, number][], offset: number, at: [number, number]]>([
    [
      "eastwards",
      [
        [179.999, 0],
        [-179.999, 0],
      ],
      166.979,
      [-179.9995, 0],
    ],
    [
      "westwards",
      [
        [-179.999, 0],
        [179.999, 0],
      ],
      166.979,
      [179.9995, 0],
    ],
    [
      "by way of 180",
      [
        [179.999, 0],
        [180, 0],
        [-179.999, 0],
      ],
      166.979,
      [-179.9995, 0],
    ],
    [
      "by way of −180",
      [
        [-179.999, 0],
        [-180, 0],
        [179.999, 0],
      ],
      166.979,
      [179.9995, 0],
    ],
  ])("goes the short way across the antimeridian: %s", (_, places, offset, [lon, lat]) => {
    const roads = road(...places);
    expect(roads.edgeLength[0]).toBeCloseTo(222.639, 2);
    const [x, y] = roads.pointAt(0, offset);
    expect(x).toBeCloseTo(lon, 7);
    expect(y).toBeCloseTo(lat, 7);
    for (const arc of [0, 1]) expect(lengthOf(roads.arcCoordinates(arc, 10, 200))).toBeCloseTo(190, 2);
  });

  const places = fc.array(
    fc.tuple(
      fc.integer({ min: 1_799_000_000, max: 1_801_000_000 }).map((lon) => (lon > 1.8e9 ? lon - 3.6e9 : lon) / 1e7),
      fc.integer({ min: 600_000_000, max: 601_000_000 }).map((lat) => lat / 1e7),
    ),
    { minLength: 2, maxLength: 6 },
  );
  const share = fc.double({ min: -0.1, max: 1.1, noNaN: true });

  it("is as long as the offsets say, stays within range, and is the reverse of the other arc's", () => {
    fc.assert(
      fc.property(places, share, share, (list, a, b) => {
        const roads = road(...list);
        for (let edge = 0; edge < roads.edgeCount; edge++) {
          const metres = roads.edgeLength[edge];
          const [from, to] = [Math.min(a, b) * metres, Math.max(a, b) * metres];
          const inside = (x: number) => Math.max(0, Math.min(metres, x));
          const line = roads.arcCoordinates(edge * 2, from, to);
          // The metres of a degree change with latitude along a piece: by 1 in 1000 over the 11 km of this box. Offsets are 32-bit floats.
          expect(Math.abs(lengthOf(line) - (inside(to) - inside(from)))).toBeLessThan(1e-3 * metres + 0.01);
          for (const [lon, lat] of line) {
            expect(Math.abs(lon)).toBeLessThanOrEqual(180);
            expect(lat).toBeGreaterThanOrEqual(60);
          }
          const back = roads.arcCoordinates(edge * 2 + 1, metres - to, metres - from).reverse();
          expect(back.length).toBe(line.length);
          back.forEach((place, i) => {
            expect(distance(...place, ...line[i])).toBeLessThan(1e-3);
          });
        }
      }),
    );
  });

  it("is the same if it is cut into parts that are joined", () => {
    fc.assert(
      fc.property(places, share, (list, a) => {
        const roads = road(...list);
        for (let arc = 0; arc < roads.arcCount; arc++) {
          const cut = a * roads.edgeLength[arc >>> 1];
          const [first, second] = [roads.arcCoordinates(arc, 0, cut), roads.arcCoordinates(arc, cut)];
          expect(distance(...first[first.length - 1], ...second[0])).toBeLessThan(1e-6);
          expect(first[0]).toEqual(roads.arcCoordinates(arc)[0]);
          expect(second[second.length - 1]).toEqual(roads.arcCoordinates(arc).at(-1));
        }
      }),
    );
  });
});

describe("a place on an edge", () => {
  const line = road([10, 60], [10.01, 60], [10.02, 60]);

  it.each<[offset: number, lon: number]>([
    [-1, 10],
    [0, 10],
    [lonScale(60) * 0.0025, 10.0025],
    [lonScale(60) * 0.01, 10.01],
    [lonScale(60) * 0.015, 10.015],
    [lonScale(60) * 0.02, 10.02],
    [1e9, 10.02],
    [Number.POSITIVE_INFINITY, 10.02],
    [Number.NEGATIVE_INFINITY, 10],
  ])("%d m along the edge is on it, or at its nearer end", (offset, lon) => {
    const [x, y] = line.pointAt(0, offset);
    expect(x).toBeCloseTo(lon, 8);
    expect(y).toBe(60);
  });

  it("is exactly at the end of the edge for an offset of its length, though offsets are stored in 32 bits", () => {
    const ferry = road([10, 60], [11.2345678, 60.7654321], [13.3333333, 61.0000001]);
    expect(ferry.pointAt(0, ferry.edgeLength[0])).toEqual([13.3333333, 61.0000001]);
    expect(ferry.arcCoordinates(1)[0]).toEqual([13.3333333, 61.0000001]);
    expect(ferry.arcCoordinates(0)).toHaveLength(3);
  });
});

describe("the box around all roads", () => {
  it("is that of the places on roads, in degrees", () => {
    const source = sourceOf(["ab"]);
    source.addNode(1000, 0, 0);
    const roads = buildRoads(source);
    const [[west, south], [east, north]] = roads.arcCoordinates(0);
    expect(roads.bounds()).toEqual([west, south, east, north]);
  });

  it("spans all longitudes if a road crosses the antimeridian", () => {
    expect(road([179.9, -1], [-179.9, 2]).bounds()).toEqual([-179.9, -1, 179.9, 2]);
  });
});

describe("the sections of a road file", () => {
  it("are listed with their sizes in bytes", () => {
    const bytes = sectionBytes(road([0, 0], [0.01, 0]).columns);
    expect(bytes.nodeLon).toBe(8);
    expect(bytes.edgeLength).toBe(8);
    expect(bytes.arcAccess).toBe(2);
  });
});

describe("roads whose buffer was transferred to a worker", () => {
  const track = [{ lon: 0.005, lat: 0 }];
  const moved = (use: (roads: RoadGraph) => void = () => {}): RoadGraph => {
    const roads = road([0, 0], [0.01, 0]);
    use(roads);
    structuredClone(roads.data, { transfer: [roads.data as ArrayBuffer] });
    return roads;
  };
  const error = (whose: string) =>
    expect.objectContaining({ code: "bad-roads", message: `${whose} roads were moved to another thread; post a copy.` });

  it("give an error, and are not taken for a network without roads", () => {
    let matcher: Matcher | undefined;
    moved((roads) => {
      matcher = new Matcher(roads);
      expect(matcher.match(track).points[0].reason).toBe("matched");
    });
    expect(() => matcher?.match(track)).toThrow(error("The matcher's"));
    expect(() => new Matcher(moved())).toThrow(error("The matcher's"));
    expect(() => extractRoads(moved(), Area.box([-1, -1, 1, 1]))).toThrow(error("The larger network's"));
  });

  it("give error code 500 from the service, since the request is not to blame", () => {
    let service: SnapToRoads | undefined;
    moved((roads) => {
      service = new SnapToRoads(roads);
    });
    expect(service?.execute({ points: { features: [{ geometry: { x: 0.005, y: 0 } }] } })).toMatchObject({ error: { code: 500 } });
  });
});
