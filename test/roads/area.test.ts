// Areas: which lines touch them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapError } from "../../src/errors.js";
import type { Box } from "../../src/geo/box.js";
import { Area, type Rings } from "../../src/roads/area.js";

type Line = [lon: number, lat: number][];
const touches = (area: Area, line: Line) => {
  const [lon, lat] = [0, 1].map((axis) => Int32Array.from(line, (place) => Math.round(place[axis] * 1e7)));
  return area.touches(lon, lat, 0, line.length - 1);
};

describe("a box without a size", () => {
  it("touches the lines through its place", () => {
    for (let e7 = 74230000; e7 < 74230100; e7++) {
      const [lon, lat] = [e7 / 1e7, (e7 + 4e8) / 1e7];
      const place = Area.box([lon, lat, lon, lat]);
      const [west, at, east]: Line = [
        [lon - 0.01, lat],
        [lon, lat],
        [lon + 0.01, lat],
      ];
      expect([touches(place, [west, at]), touches(place, [at, east]), touches(place, [west, east])]).toEqual([true, true, true]);
      expect(touches(place, [[lon, lat + 1e-6], east])).toBe(false);
    }
  });
});

describe("a box", () => {
  const box = Area.box([7, 47, 8, 48]);
  it.each<[what: string, line: Line, is: boolean]>([
    [
      "inside it",
      [
        [7.4, 47.4],
        [7.6, 47.6],
      ],
      true,
    ],
    [
      "that begins outside and ends inside",
      [
        [6, 47.5],
        [7.5, 47.5],
      ],
      true,
    ],
    [
      "that begins inside and ends outside",
      [
        [7.5, 47.5],
        [7.5, 49],
      ],
      true,
    ],
    [
      "right through, with no place of its own inside",
      [
        [6, 46],
        [9, 49],
      ],
      true,
    ],
    [
      "past a corner",
      [
        [6.5, 47.9],
        [7.2, 48.5],
      ],
      false,
    ],
    [
      "over a corner",
      [
        [6.5, 47.5],
        [7.5, 48.5],
      ],
      true,
    ],
    [
      "along its side",
      [
        [7, 46],
        [7, 49],
      ],
      true,
    ],
    [
      "that ends on its side",
      [
        [6, 47.5],
        [7, 47.5],
      ],
      true,
    ],
    [
      "far off",
      [
        [17, 47.5],
        [18, 47.5],
      ],
      false,
    ],
    [
      "round it",
      [
        [6.9, 46.9],
        [8.1, 46.9],
        [8.1, 48.1],
        [6.9, 48.1],
      ],
      false,
    ],
    [
      "in at one side and out at another",
      [
        [6.9, 47.5],
        [7.5, 46.9],
      ],
      true,
    ],
  ])("touches a line or does not: a line %s", (_, line, is) => {
    expect(touches(box, line)).toBe(is);
    expect(touches(box, [...line].reverse())).toBe(is);
  });

  it("without width or height is a line or a place", () => {
    expect(
      touches(Area.box([7, 47, 7, 48]), [
        [6, 47.5],
        [8, 47.5],
      ]),
    ).toBe(true);
    expect(
      touches(Area.box([7, 47.5, 7, 47.5]), [
        [6, 47.5],
        [8, 47.5],
      ]),
    ).toBe(true);
  });

  it.each<[box: Box]>([
    ["7,47,8,48" as unknown as Box],
    [undefined as unknown as Box],
    [5 as unknown as Box],
    [{ west: 7 } as unknown as Box],
    [["7", 47, 8, 48] as unknown as Box],
    [[7, 48, 8, 47]],
    [[-181, 0, 0, 1]],
    [[0, 0, 181, 1]],
    [[0, -91, 1, 0]],
    [[0, 0, 1, 91]],
    [[Number.NaN, 0, 1, 1]],
    [[0, 0, 1] as unknown as Box],
  ])("is refused if it is %j", (wrong) => {
    expect(() => Area.box(wrong)).toThrow(SnapError);
    expect(() => Area.box(wrong)).toThrow(/^The box is .*; it must be west, south, east, north in degrees, with south below north\.$/);
  });
});

describe("a box across the antimeridian", () => {
  const box = Area.box([179, -1, -179, 1]);
  it.each<[what: string, line: Line, is: boolean]>([
    [
      "east of it",
      [
        [-179.9, 0],
        [-179.5, 0],
      ],
      true,
    ],
    [
      "west of it",
      [
        [179.5, 0],
        [179.9, 0],
      ],
      true,
    ],
    [
      "across it",
      [
        [179.9, 0],
        [-179.9, 0],
      ],
      true,
    ],
    [
      "across it from far off",
      [
        [175, 0],
        [-175, 0],
      ],
      true,
    ],
    [
      "across it, north of the box",
      [
        [179.9, 2],
        [-179.9, 2],
      ],
      false,
    ],
    [
      "on the other side of the world",
      [
        [-1, 0],
        [1, 0],
      ],
      false,
    ],
  ])("touches a line or does not: a line %s", (_, line, is) => {
    expect(touches(box, line)).toBe(is);
    expect(touches(box, [...line].reverse())).toBe(is);
  });

  it("touches a line that crosses the antimeridian only on the side where the line goes", () => {
    const across: Line = [
      [179.9, 0],
      [-179.9, 0],
    ];
    expect(touches(Area.box([-180, -1, -179, 1]), across)).toBe(true);
    expect(touches(Area.box([179, -1, 180, 1]), across)).toBe(true);
    expect(touches(Area.box([-179.8, -1, 179.8, 1]), across)).toBe(false);
  });
});

describe("an area of polygons", () => {
  it.each<[string, unknown, RegExp]>([
    [
      "one list level too few",
      [
        [
          [8, 50],
          [9, 50],
          [8, 51],
        ],
      ],
      /^A polygon has the position 8; it must be \[longitude/,
    ],
    [
      "latitude before longitude",
      [
        [
          [
            [50, 108],
            [51, 108],
            [50, 109],
          ],
        ],
      ],
      /has the position \[50,108\]; it must be \[longitude, latitude\] in degrees \(WGS84\)\.$/,
    ],
    [
      "NaN as a coordinate",
      [
        [
          [
            [8, 50],
            [9, 50],
            [Number.NaN, 51],
          ],
        ],
      ],
      /has the position \[NaN,51\]/,
    ],
    [
      "texts",
      [
        [
          [
            [8, 50],
            [9, "50"],
            [8, 51],
          ],
        ],
      ],
      /has the position \[9,"50"\]/,
    ],
    [
      "two different places at different heights",
      [
        [
          [
            [8, 50, 0],
            [9, 50, 0],
            [8, 50, 7],
          ],
        ],
      ],
      /fewer than three different places\.$/,
    ],
  ])("is refused with %s", (_, polygons, sentence) => {
    expect(() => Area.polygons(polygons as Rings[])).toThrow(sentence);
  });

  const square = (west: number, south: number, size: number): Line => [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ];
  const holed = Area.polygons([[square(0, 0, 9), square(3, 3, 3)]]);
  const two = Area.polygons([[square(0, 0, 2)], [square(1, 1, 2)], [square(8, 0, 1)]]);

  it.each<[what: string, area: Area, line: Line, is: boolean]>([
    [
      "in the ring",
      holed,
      [
        [1, 1],
        [2, 1],
      ],
      true,
    ],
    [
      "in the hole",
      holed,
      [
        [4, 4],
        [5, 5],
      ],
      false,
    ],
    [
      "from the hole into the ring",
      holed,
      [
        [4, 4],
        [7, 4],
      ],
      true,
    ],
    [
      "from outside to the hole",
      holed,
      [
        [-1, 4],
        [4, 4],
      ],
      true,
    ],
    [
      "where two overlap",
      two,
      [
        [1.4, 1.4],
        [1.6, 1.6],
      ],
      true,
    ],
    [
      "in the last of several",
      two,
      [
        [8.4, 0.4],
        [8.6, 0.6],
      ],
      true,
    ],
    [
      "between them",
      two,
      [
        [5, 0.5],
        [6, 0.5],
      ],
      false,
    ],
  ])("touches a line or does not: a line %s", (_, area, line, is) => {
    expect(touches(area, line)).toBe(is);
  });

  it("with any number of corners hold what begins inside or crosses one of their sides, and nothing else", () => {
    // Of any size: by default there are hardly more than ten, which are all in one or two bands of latitude.
    const corners = fc.array(fc.integer({ min: 20, max: 100 }), { minLength: 3, maxLength: 200, size: "max" });
    const place = fc.tuple(fc.integer({ min: -120, max: 120 }), fc.integer({ min: -120, max: 120 }));
    const short = place.chain(([x, y]) => fc.tuple(fc.constant([x, y]), fc.constantFrom([x + 1, y], [x, y - 1])));
    fc.assert(
      fc.property(corners, fc.oneof(short, fc.array(place, { minLength: 2, maxLength: 4 })), (radii, places) => {
        const ring = radii.map((radius, i): [number, number] => {
          const angle = (2 * Math.PI * i) / radii.length;
          return [(radius / 100) * Math.cos(angle), (radius / 100) * Math.sin(angle)];
        });
        const line = places.map(([x, y]): [number, number] => [x / 100 + 1e-4, y / 100 + 1e-4]);
        const inside = ([x, y]: number[]) => {
          let odd = false;
          ring.forEach(([ax, ay], i) => {
            const [bx, by] = ring[(i + 1) % ring.length];
            if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) odd = !odd;
          });
          return odd;
        };
        const side = ([ax, ay]: number[], [bx, by]: number[], [x, y]: number[]) => (bx - ax) * (y - ay) > (by - ay) * (x - ax);
        const meet = (a: number[], b: number[], c: number[], d: number[]) =>
          side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
        const meets = line.slice(1).some((b, i) => ring.some((c, k) => meet(line[i], b, c, ring[(k + 1) % ring.length])));
        expect(touches(Area.polygons([[ring]]), line)).toBe(meets || inside(line[0]));
      }),
    );
  });
});

describe("a triangle with one corner on the end of a road and all else beside it", () => {
  it("touches the road, wherever that is", () => {
    for (let e7 = 74230000; e7 < 74230100; e7++) {
      const [lon, lat] = [e7 / 1e7, (e7 + 4e8) / 1e7];
      const area = Area.polygons([
        [
          [
            [lon, lat],
            [lon + 1e-5, lat - 3e-6],
            [lon + 1e-5, lat + 3e-6],
          ],
        ],
      ]);
      const road: Line = [
        [lon, lat],
        [lon - 1e-4, lat + 2e-5],
      ];
      expect([touches(area, road), touches(area, [...road].reverse())]).toEqual([true, true]);
    }
  });
});

describe("an area of many parts", () => {
  const triangle = (lon: number, lat: number, size: number): Rings => [
    [
      [lon, lat],
      [lon + size, lat],
      [lon, lat + size],
    ],
  ];

  it("touches what any of its parts touches, on both sides of the antimeridian", () => {
    const part = fc
      .tuple(fc.integer({ min: -1800, max: 1700 }), fc.integer({ min: -80, max: 70 }), fc.integer({ min: 1, max: 100 }))
      .map(([lon, lat, size]) => triangle(lon / 10, lat / 10, size / 10));
    const place = fc
      .tuple(fc.integer({ min: -1800, max: 1800 }), fc.integer({ min: -90, max: 90 }))
      .map(([x, y]): [number, number] => [x / 10, y / 10]);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60, size: "max" }), fc.array(place, { minLength: 2, maxLength: 3 }), (parts, line) => {
        expect(touches(Area.polygons(parts), line)).toBe(parts.some((one) => touches(Area.polygons([one]), line)));
      }),
    );
  });

  it.each<[string, (large: Rings, small: Rings[]) => Rings[]]>([
    ["first", (large, small) => [large, ...small]],
    ["last", (large, small) => [...small, large]],
  ])(
    "is not looked at part by part: a line in the large one, which is the %s of ten thousand, is held against few",
    { tags: "long" },
    (_, ordered) => {
      const small = Array.from({ length: 10_000 }, (_, i) => triangle((i % 100) / 100, Math.floor(i / 100) / 100, 0.001));
      const area = Area.polygons(ordered(triangle(-1, -1, 5), small));
      const astray: string[] = [];
      for (let i = 0; i < 10_000; i += 99) {
        const [x, y] = [((i % 100) / 100 + 0.005) * 1e7, (Math.floor(i / 100) / 100 + 0.005) * 1e7];
        let reads = 0;
        const counted = (places: Int32Array) =>
          new Proxy(places, {
            get(column, at) {
              reads++;
              return column[at as unknown as number];
            },
          });
        const isIn = area.touches(counted(Int32Array.of(x, x + 10_000)), counted(Int32Array.of(y, y + 10_000)), 0, 1);
        // Each part that it is held against reads its places.
        if (!isIn || reads > 100) astray.push(`the line at ${x}, ${y} is in the large part: ${isIn}, after ${reads} reads`);
      }
      expect(astray).toEqual([]);
    },
  );
});

describe("a ring that overlaps itself", () => {
  const square = (low: number, high: number): Line => [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  const at = (lon: number, lat: number): Line => [
    [lon, lat],
    [lon + 0.01, lat],
  ];
  it.each<[string, Line]>([
    ["drawn twice", [...square(0, 4), ...square(0, 4)]],
    [
      "with a loop of its own",
      [
        [0, 0],
        [4, 0],
        [4, 3],
        [1, 3],
        [1, 1],
        [3, 1],
        [3, 4],
        [0, 4],
      ],
    ],
    ["the other way round", [...square(0, 4), ...square(0, 4)].reverse()],
  ])("contains what it goes round, however often: %s", (_, ring) => {
    const area = Area.polygons([[ring]]);
    expect([touches(area, at(2, 2)), touches(area, at(0.5, 0.5)), touches(area, at(5, 2))]).toEqual([true, true, false]);
  });

  it("has holes, whichever way round they are drawn", () => {
    const hole = square(1, 3);
    for (const one of [hole, hole.toReversed()]) {
      const area = Area.polygons([[square(0, 4), one]]);
      expect([touches(area, at(2, 2)), touches(area, at(0.5, 0.5))]).toEqual([false, true]);
    }
  });
});
