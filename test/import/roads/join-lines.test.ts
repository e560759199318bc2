// Joining lines that do not quite meet, place by place.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latScale, lonScale } from "../../../src/geo/metres.js";
import { joinLines } from "../../../src/import/roads/join-lines.js";
import { runs } from "../../helpers/runs.js";

type Place = [x: number, y: number];
/** Metres east and north of 7° E 43° N, where four cells of the search grid meet. */
interface Drawn {
  places: Place[];
  level?: string;
}

const [LON, LAT] = [7e7, 43e7];
const [KX, KY] = [lonScale(43) * 1e-7, latScale(43) * 1e-7];

/** The places of the lines after joining, to the decimetre. */
function joined(metres: number, ...drawn: Drawn[]): Place[][] {
  const lines = drawn.map(({ places, level = "" }) => ({
    lon: places.map(([x]) => LON + Math.round(x / KX)),
    lat: places.map(([, y]) => LAT + Math.round(y / KY)),
    level,
  }));
  joinLines(lines, metres);
  const rounded = (value: number) => Math.round(value * 10) / 10 + 0;
  return lines.map(({ lon, lat }) => lon.map((one, i): Place => [rounded((one - LON) * KX), rounded((lat[i] - LAT) * KY)]));
}

describe("the end of a line", () => {
  const north: Drawn = {
    places: [
      [-0.04, -100],
      [-0.04, 100],
    ],
  };

  it.each([
    [0.86, true],
    [1.06, false],
  ])("is joined to another line within the distance, also in a neighbouring cell: at %d m", (x, isJoined) => {
    const [line, other] = joined(1, north, {
      places: [
        [x, 0],
        [100, 0],
      ],
    });
    expect(other[0]).toEqual(isJoined ? [0, 0] : [Math.round(x * 10) / 10, 0]);
    expect(line).toEqual(
      isJoined
        ? [
            [0, -100],
            [0, 0],
            [0, 100],
          ]
        : [
            [0, -100],
            [0, 100],
          ],
    );
  });

  it("is joined to another end rather than to a line that is a little nearer, in either order", () => {
    const along: Drawn = {
      places: [
        [-100, 0],
        [100, 0],
      ],
    };
    const above: Drawn = {
      places: [
        [0.4, 0.5],
        [100, 60],
      ],
      level: "1",
    };
    const up: Drawn = {
      places: [
        [0.2, 0.2],
        [0.2, 100],
      ],
    };
    expect(joined(1, along, up, above)[1][0]).toEqual([0.4, 0.5]);
    expect(joined(1, up, above, along)[0][0]).toEqual([0.4, 0.5]);
  });

  it("is not joined to a place in the middle of a bridge, but is to its end", () => {
    const up: Drawn = {
      places: [
        [0.3, 0.3],
        [0, 100],
      ],
    };
    const bridge = (...places: Place[]): Drawn => ({ places, level: "1" });
    expect(joined(1, up, bridge([-100, 0], [0, 0], [100, 0]))[0][0]).toEqual([0.3, 0.3]);
    expect(joined(1, up, bridge([0, 0], [100, 0]))[0][0]).toEqual([0, 0]);
  });

  it.each([
    [
      "of four metres",
      [
        [100, 0],
        [100, 0.9],
        [97, 0.9],
      ],
      [97, 0.9],
    ],
    [
      "of ten metres",
      [
        [100, 0],
        [100, 0.9],
        [90, 0.9],
      ],
      [90, 0],
    ],
    [
      "of ten metres without a place at its bend",
      [
        [100, 0.9],
        [90, 0.9],
      ],
      [90, 0.8],
    ],
  ] as [string, Place[], Place][])("is joined to its own line if that comes back to it, but not for a hook %s", (_, hook, place) => {
    const drawn: Place[] = [[0, 0], ...hook];
    const [line] = joined(1, { places: drawn });
    expect(line[line.length - 1]).toEqual(place);
    expect(joined(1, { places: drawn.toReversed() })).toEqual([line.toReversed()]);
  });

  it("is left alone if its line is closed, even if the line passes nearby once more", () => {
    const loop: Place[] = [
      [0, 0],
      [50, 50],
      [0.8, 0],
      [50, -50],
      [0, 0],
    ];
    expect(joined(1, { places: loop })).toEqual([loop]);
    const beside: Place[] = [
      [0, 50],
      [0.3, 0.4],
    ];
    expect(joined(1, { places: loop }, { places: beside })).toEqual([loop, [beside[0], [0, 0]]]);
  });

  it("is left alone if another line ends there or passes through it, even if a third is near", () => {
    const lines: Place[][] = [
      [
        [-50, 2],
        [50, 2],
      ],
      [
        [0, 0],
        [0, -50],
      ],
      [
        [-50, -50],
        [0, 0],
      ],
    ];
    expect(joined(5, ...lines.map((places) => ({ places })))).toEqual(lines);
  });

  // The line is 1 m from the end; the place or junction on it is x m to the side. Within 8 m, a place is preferred up to a quarter of 8 m, a junction up
  // to 3 m.
  it.each<[what: string, line: Place[], beside: Place[], metres: number, isPut: boolean]>([
    [
      "a place",
      [
        [-50, 0],
        [0, 0],
        [50, 0],
      ],
      [],
      2.7,
      true,
    ],
    [
      "a place",
      [
        [-50, 0],
        [0, 0],
        [50, 0],
      ],
      [],
      3,
      false,
    ],
    [
      "a junction",
      [
        [-50, 0],
        [0, 0],
        [50, 0],
      ],
      [
        [0, -50],
        [0, 0],
        [9, -50],
      ],
      3.7,
      true,
    ],
    [
      "a junction",
      [
        [-50, 0],
        [0, 0],
        [50, 0],
      ],
      [
        [0, -50],
        [0, 0],
        [9, -50],
      ],
      4,
      false,
    ],
    [
      "an end",
      [
        [0, 0],
        [50, 0],
      ],
      [],
      3.7,
      true,
    ],
    [
      "an end",
      [
        [0, 0],
        [50, 0],
      ],
      [],
      4,
      false,
    ],
    [
      "an end, the last one",
      [
        [50, 0],
        [0, 0],
      ],
      [],
      3.7,
      true,
    ],
  ])("is joined to %s rather than to the line between, if it is near enough: %j, %j, %d m", (_, places, beside, x, isPut) => {
    const [stub, line] = joined(
      8,
      {
        places: [
          [x, 1],
          [20, 60],
        ],
      },
      { places },
      ...(beside.length > 0 ? [{ places: beside }] : []),
    );
    expect(stub[0]).toEqual([isPut ? 0 : x, 0]);
    expect(line).toHaveLength(places.length + (isPut ? 0 : 1));
  });
});

describe("ends that are close together", () => {
  const arms: Place[] = [
    [-0.3, 0.2],
    [0.4, 0.3],
    [0.1, -0.4],
    [-0.2, -0.3],
  ];
  const outer: Place[] = [
    [-50, 0],
    [50, 0],
    [0, -50],
    [0, 50],
  ];

  it("become one junction without adding places to the lines, whichever of them cross", () => {
    const lines = joined(2, ...arms.map((end, i) => ({ places: [outer[i], end] })));
    expect(lines.map((line) => line.length)).toEqual([2, 2, 2, 2]);
    expect(new Set(lines.map((line) => String(line[1]))).size).toBe(1);
    expect(arms).toContainEqual(lines[0][1]);
  });

  it("become one place, which is that of one of them, if all are within the distance of each other", () => {
    const about = fc.integer({ min: -7, max: 7 }).map((n) => n / 10);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(about, about), { minLength: 2, maxLength: 8, selector: String }), (ends) => {
        const round = (i: number): Place => [50 * Math.cos((6 * i) / ends.length), 50 * Math.sin((6 * i) / ends.length)];
        const lines = joined(2, ...ends.map((end, i) => ({ places: [round(i), end] as Place[] })));
        expect(lines.map((line) => line.length)).toEqual(ends.map(() => 2));
        expect(new Set(lines.map((line) => String(line[1]))).size).toBe(1);
        expect(ends.map(([x, y]) => [x + 0, y + 0])).toContainEqual(lines[0][1]);
      }),
    );
  });

  it("become one place on a line that passes between them", () => {
    const by: Drawn = { places: [outer[0], outer[1]] };
    const [line, north, south] = joined(1, by, { places: [outer[3], [0, 0.3]] }, { places: [outer[2], [0.2, -0.4]] });
    expect(line).toHaveLength(3);
    expect([north[1], south[1]]).toEqual([line[1], line[1]]);
  });

  it.each([
    ["all are on one level", "", "", "", true],
    ["the line is on another level", "1", "", "", false],
    ["the first end is on another level", "", "1", "", false],
    ["the second end is on another level", "", "", "1", false],
    ["both ends are on another level", "", "1", "1", false],
  ])("become one place on a line that passes by only if all are on one level: %s", (_, level, one, other, isPut) => {
    const by: Drawn = { places: [outer[0], outer[1]], level };
    const ends: Drawn[] = [
      { places: [outer[3], [0, 0.3]], level: one },
      {
        places: [
          [30, 50],
          [0.2, 0.4],
        ],
        level: other,
      },
    ];
    const [line, first, second] = joined(1, by, ...ends);
    expect(first[1]).toEqual(second[1]);
    expect([line.length, first[1][1]]).toEqual(isPut ? [3, 0] : [2, 0.4]);
  });

  it("are joined to an existing junction", () => {
    const lines = joined(1, ...outer.map((place, i) => ({ places: [place, i < 2 ? [0, 0] : arms[i]] as Place[] })));
    expect(lines.map((line) => line[1])).toEqual(Array(4).fill([0, 0]));
  });

  it("do not shorten a short line to nothing", () => {
    const [line, short, other] = joined(
      1,
      { places: [outer[0], [0, 0]] },
      {
        places: [
          [0, 0.1],
          [0.8, 0.1],
        ],
      },
      { places: [[0.8, 0], outer[1]] },
    );
    expect([short[0], short[1]]).toEqual([line[1], other[0]]);
    expect(short[0]).not.toEqual(short[1]);
  });
});

describe("an end that extends a little beyond a line that it crosses", () => {
  const by: Drawn = {
    places: [
      [-50, 0],
      [50, 0],
    ],
  };
  const met: Place[] = [
    [-50, 0],
    [0, 0],
    [50, 0],
  ];

  it("is cut off there, with any places beyond", () => {
    const drawn: Place[] = [
      [0, -50],
      [0, 0.3],
      [0.1, 0.6],
    ];
    const [line, up] = joined(1, by, { places: drawn });
    expect(line).toEqual(met);
    expect(up).toEqual([
      [0, -50],
      [0, 0],
      [0, 0],
    ]);
    expect(joined(1, by, { places: drawn.toReversed() })).toEqual([met, up.toReversed()]);
  });

  it("is cut off at a place that the line has there", () => {
    const up: Place[] = [
      [0, -50],
      [0, 0.3],
    ];
    expect(joined(1, { places: met }, { places: up })).toEqual([met, [up[0], [0, 0]]]);
  });

  it("is cut off even if others end there", () => {
    const [line, up, down] = joined(
      1,
      by,
      {
        places: [
          [0, -50],
          [0, 0.3],
        ],
      },
      {
        places: [
          [0, 50],
          [0, 0.5],
        ],
      },
    );
    expect(line).toEqual(met);
    expect([up, down]).toEqual([
      [
        [0, -50],
        [0, 0],
      ],
      [
        [0, 50],
        [0, 0],
      ],
    ]);
  });

  it("is left alone if it extends farther", () => {
    const [line, up] = joined(1, by, {
      places: [
        [0, -50],
        [0, 1.3],
      ],
    });
    expect(line).toEqual(met);
    expect(up).toEqual([
      [0, -50],
      [0, 0],
      [0, 1.3],
    ]);
  });
});

describe("lines in any direction, across any number of cells", () => {
  /** Metres, in thousandths. */
  const far = fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }));
  const within = (least: number, most: number) => fc.integer({ min: least * 1000, max: most * 1000 }).map((n) => n / 1000);

  it("have an end within the distance joined at the foot of the perpendicular, and no other end", () => {
    fc.assert(
      fc.property(
        far,
        far,
        within(0.1, 0.9),
        fc.constantFrom(1, 3, 20),
        within(0.05, 1.95),
        fc.boolean(),
        (a, b, share, metres, times, isLeft) => {
          const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
          const length = Math.hypot(dx, dy);
          fc.pre(length > 500 && Math.abs(times - 1) > 0.05);
          const foot: Place = [a[0] + share * dx, a[1] + share * dy];
          const away = (n: number): Place => [foot[0] - ((isLeft ? n : -n) * dy) / length, foot[1] + ((isLeft ? n : -n) * dx) / length];
          const end = away(times * metres);
          const [line, stub] = joined(metres, { places: [a, b] }, { places: [end, away(60)] });
          const near = (place: Place) => [expect.closeTo(place[0], 0), expect.closeTo(place[1], 0)];
          expect(line).toEqual(times < 1 ? [near(a), near(foot), near(b)] : [near(a), near(b)]);
          expect(stub).toEqual([times < 1 ? line[1] : near(end), near(away(60))]);
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it("share each place where two of the same level cross, and get no other places", () => {
    const lines = fc.array(fc.record({ places: fc.tuple(far, far), level: fc.constantFrom("", "1") }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(lines, (drawn) => {
        fc.pre(drawn.every(({ places: [a, b] }) => Math.hypot(b[0] - a[0], b[1] - a[1]) > 500));
        const found = joined(0, ...drawn);
        drawn.forEach(({ places: [a, b], level }, n) => {
          const others = drawn.filter((other, m) => m !== n && other.level === level).map(({ places }) => places);
          const crossed = others.flatMap(([c, d]) => {
            const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
            const share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross;
            const ofOther = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / cross;
            // Lines that overlap or only just touch are covered by other tests.
            fc.pre(Math.abs(cross) > 0.1 * Math.hypot(b[0] - a[0], b[1] - a[1]) * Math.hypot(d[0] - c[0], d[1] - c[1]));
            for (const one of [share, ofOther]) fc.pre(Math.min(Math.abs(one), Math.abs(one - 1)) > 0.001);
            return share > 0 && share < 1 && ofOther > 0 && ofOther < 1 ? [share] : [];
          });
          const places = [0, ...crossed.sort((x, y) => x - y), 1].map((share) => [
            a[0] + share * (b[0] - a[0]),
            a[1] + share * (b[1] - a[1]),
          ]);
          expect(found[n]).toEqual(places.map(([x, y]) => [expect.closeTo(x, 0), expect.closeTo(y, 0)]));
          for (const place of found[n].slice(1, -1))
            expect(found.flat().filter((one) => String(one) === String(place)).length).toBeGreaterThan(1);
        });
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("lines that cross", () => {
  it("get the new places in their order", () => {
    const across = (x: number): Drawn => ({
      places: [
        [x, -20],
        [x, 20],
      ],
    });
    const order = [3, 1, 4, 2, 5].map((n) => across(10 * n));
    const [line, ...others] = joined(
      0,
      {
        places: [
          [0, 0],
          [60, 0],
        ],
      },
      ...order,
    );
    expect(line).toEqual([0, 10, 20, 30, 40, 50, 60].map((x) => [x, 0]));
    expect(others[0]).toEqual([
      [30, -20],
      [30, 0],
      [30, 20],
    ]);
  });

  it("get a new place once, even if they run side by side for long", () => {
    const [line, other] = joined(
      0,
      {
        places: [
          [-300, -3],
          [300, 3],
        ],
      },
      {
        places: [
          [-300, 3],
          [300, -3],
        ],
      },
    );
    expect([line, other]).toEqual([
      [
        [-300, -3],
        [0, 0],
        [300, 3],
      ],
      [
        [-300, 3],
        [0, 0],
        [300, -3],
      ],
    ]);
  });

  it("get it once if one of them has it already", () => {
    const [line, other] = joined(
      0,
      {
        places: [
          [-100, 0],
          [100, 0],
        ],
      },
      {
        places: [
          [0, -100],
          [0, 0],
          [0, 100],
        ],
      },
    );
    expect([line, other]).toEqual([
      [
        [-100, 0],
        [0, 0],
        [100, 0],
      ],
      [
        [0, -100],
        [0, 0],
        [0, 100],
      ],
    ]);
  });
});
