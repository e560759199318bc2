// Lines of GeoJSON that were drawn to meet and do not quite, with the option join.
import { describe, expect, it } from "vitest";
import { readGeoJsonRoads } from "../../../src/import/roads/geojson-roads.js";
import { buildRoadsWithReport } from "../../../src/roads/build.js";
import { A, B, C, collection, D, line, type Position, read } from "./geojson.js";

describe("lines that do not quite meet, with the option join", () => {
  const METRE = 9e-6;
  /** The number of segments and of connected parts; places in metres from [7, 43]. */
  const network = (join: number | undefined, ...lines: [metres: [number, number][], properties?: Record<string, unknown>][]) => {
    const features = lines.map(([metres, properties]) =>
      line(
        metres.map(([x, y]): Position => [7 + (x * METRE) / 0.731, 43 + y * METRE]),
        { highway: "residential", ...properties },
      ),
    );
    const { report } = buildRoadsWithReport(readGeoJsonRoads(collection(...features), { join }));
    return [report.edges, report.components];
  };
  const along: [number, number][] = [
    [-100, 0],
    [100, 0],
  ];
  const across: [number, number][] = [
    [0, -100],
    [0, 100],
  ];

  it.each<[string, number | undefined, number, number, ...Parameters<typeof network>[1][]]>([
    ["cross where both have no place, and meet there", 1, 4, 1, [along], [across]],
    ["cross, but not without the option", undefined, 2, 2, [along], [across]],
    ["cross, but not if one is a bridge", 1, 2, 2, [along, { bridge: "yes" }], [across]],
    [
      "end a few centimetres short of another",
      1,
      3,
      1,
      [along],
      [
        [
          [0, 0.05],
          [0, 100],
        ],
      ],
    ],
    [
      "end on another, between its places",
      1,
      3,
      1,
      [along],
      [
        [
          [0, 0],
          [0, 100],
        ],
      ],
    ],
    [
      "end a little beyond another",
      1,
      4,
      1,
      [along],
      [
        [
          [0, -2],
          [0, 100],
        ],
      ],
    ],
    [
      "end near another, but farther away than the option",
      1,
      2,
      2,
      [along],
      [
        [
          [0, 1.5],
          [0, 100],
        ],
      ],
    ],
    [
      "end near another, with a larger distance as the option",
      2,
      3,
      1,
      [along],
      [
        [
          [0, 1.5],
          [0, 100],
        ],
      ],
    ],
    [
      "end near one another",
      1,
      2,
      1,
      [along],
      [
        [
          [100.4, 0.4],
          [200, 0],
        ],
      ],
    ],
    [
      "end near one another, three of them",
      1,
      3,
      1,
      [along],
      [
        [
          [100.4, 0.4],
          [200, 0],
        ],
      ],
      [
        [
          [100.2, -0.4],
          [100, -100],
        ],
      ],
    ],
    [
      "end near a place of another",
      1,
      3,
      1,
      [
        [
          [-100, 0],
          [0, 0],
          [100, 0],
        ],
      ],
      [
        [
          [0.5, 0.5],
          [0, 100],
        ],
      ],
    ],
    [
      "end near the end of a bridge",
      1,
      2,
      1,
      [along, { bridge: "yes" }],
      [
        [
          [100.4, 0.4],
          [200, 0],
        ],
      ],
    ],
    [
      "end near another, but not under a bridge",
      1,
      2,
      2,
      [along, { bridge: "yes" }],
      [
        [
          [0, 0.4],
          [0, 100],
        ],
      ],
    ],
    ["cross at a place that one of them has", 1, 4, 1, [along], [[...across.slice(0, 1), [0, 0], ...across.slice(1)]]],
    [
      "end exactly on another, beside the end of a third",
      10,
      5,
      1,
      [along],
      [
        [
          [0, 0],
          [0, 100],
        ],
      ],
      [
        [
          [7, 0.0],
          [7, -100],
        ],
      ],
    ],
    [
      "end nearer to another than to the end of a third",
      10,
      4,
      1,
      [along],
      [
        [
          [0, 0.1],
          [0, 100],
        ],
      ],
      [
        [
          [0, 8.5],
          [-50, 60],
        ],
        { layer: "2" },
      ],
    ],
    [
      "end where they have been before, beside another",
      1,
      3,
      1,
      [
        [
          [0, 0],
          [70, 0],
          [140, 50],
          [140, -50],
          [70, 0],
        ],
      ],
      [
        [
          [70, 0.2],
          [70, 300],
        ],
      ],
    ],
    [
      "end beside one that ends where it has been before",
      1,
      3,
      1,
      [
        [
          [70, 0.2],
          [70, 300],
        ],
      ],
      [
        [
          [0, 0],
          [70, 0],
          [140, 50],
          [140, -50],
          [70, 0],
        ],
      ],
    ],
    [
      "end on a place of their own, but not to another nearby",
      1,
      3,
      2,
      [
        [
          [-100, 0],
          [0, 0],
          [0, 50],
          [-20, 50],
          [0, 0],
        ],
      ],
      [
        [
          [-200, -50],
          [0, -0.7],
          [200, -50],
        ],
      ],
    ],
    [
      "end near a place of their own",
      1,
      2,
      1,
      [
        [
          [-100, 0],
          [0, 0],
          [0, 50],
          [-20, 50],
          [-0.5, 0.4],
        ],
      ],
    ],
    [
      "end near a segment of their own",
      1,
      2,
      1,
      [
        [
          [-100, 0],
          [0, 0],
          [0, 50],
          [-20, 50],
          [-20, 0.5],
        ],
      ],
    ],
    [
      "end near a segment of their own, but not without the option",
      undefined,
      1,
      1,
      [
        [
          [-100, 0],
          [0, 0],
          [0, 50],
          [-20, 50],
          [-20, 0.5],
        ],
      ],
    ],
    [
      "cross themselves",
      1,
      3,
      1,
      [
        [
          [-100, 0],
          [0, 0],
          [0, 50],
          [-20, 50],
          [-20, -50],
        ],
      ],
    ],
    ["have a place every half a metre", 1, 1, 1, [Array.from({ length: 20 }, (_, i): [number, number] => [i / 2, 0])]],
    [
      "go round and end where they began, beside another",
      1,
      3,
      1,
      [
        [
          [0, 0.5],
          [20, 50],
          [-20, 50],
          [0, 0.5],
        ],
      ],
      [along],
    ],
  ])("are joined if they %s", (_, join, edges, parts, ...lines) => {
    expect(network(join, ...lines)).toEqual([edges, parts]);
  });

  it("are joined if both end on the antimeridian, as 180° or −180°, even if a third ends nearby", () => {
    const [south, north] = [-16.8, -16.79];
    const lines = [
      [
        [179.99, south],
        [180, south],
      ],
      [
        [-180, south],
        [-179.99, south],
      ],
      [
        [179.99995, south - 0.00003],
        [179.999, north],
      ],
    ] as const;
    const features = lines.map((places) =>
      line(
        places.map(([lon, lat]): Position => [lon, lat]),
        { highway: "residential" },
      ),
    );
    const { report } = buildRoadsWithReport(readGeoJsonRoads(collection(...features), { join: 10 }));
    expect(report.components).toBe(1);
  });

  it("are left alone at a pole, where a metre is all around the world", () => {
    const features = [8, 9].map((lon) =>
      line(
        [
          [lon, -89.9],
          [lon, -90],
        ],
        { highway: "track" },
      ),
    );
    expect(buildRoadsWithReport(readGeoJsonRoads(collection(...features), { join: 1 })).report.edges).toBe(2);
  });

  it("keep what they have in common unchanged", () => {
    const text = collection(line([A, B]), line([B, C]), line([[7.001, 43.00001], D]));
    const { nodes, ways } = read(text, { join: 3 });
    expect(ways.map(({ nodes }) => nodes)).toEqual([
      [-4, -3],
      [-3, -2],
      [-3, -1],
    ]);
    expect(nodes).toContainEqual([-3, 70010000, 430000000]);
  });

  it.each([-1, 51, Number.NaN, "1"])("may not be joined by %s metres", (join) => {
    expect(() => read(collection(line([A, B])), { join: join as number })).toThrow(
      /The option join is .*; it must be a number of metres from 0 to 50\./,
    );
  });
});
