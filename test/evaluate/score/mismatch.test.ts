import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { routeMismatch } from "../../../src/evaluate/score/mismatch.js";
import type { Line, Position } from "../../../src/geo/lines.js";
import { lineLength } from "../../../src/geo/lines.js";
import { latScale, lonScale } from "../../../src/geo/metres.js";
import { runs } from "../../helpers/runs.js";

const LAT = 48;
/** A line through places in metres east and north of an origin. */
function line(places: [number, number][], originLon = 11): Position[] {
  return places.map(([x, y]) => [originLon + x / lonScale(LAT), LAT + y / latScale(LAT)]);
}

const STRAIGHT: [number, number][] = [
  [0, 0],
  [1000, 0],
];

describe("route mismatch", () => {
  const cases: [name: string, match: [number, number][][], added: number, missed: number][] = [
    ["the same line", [STRAIGHT], 0, 0],
    ["the same line driven the other way", [STRAIGHT.toReversed()], 0, 0],
    ["nothing", [], 0, 900],
    ["a parallel road 10 m away", [line10(10)], 900, 900],
    ["a line within the tolerance", [line10(1.4)], 0, 0],
    ["a line just outside the tolerance", [line10(1.6)], 900, 900],
    [
      "the first half",
      [
        [
          [0, 0],
          [500, 0],
        ],
      ],
      0,
      450 - 1.5,
    ],
    [
      "two parts with a break of 100 m",
      [
        [
          [0, 0],
          [400, 0],
        ],
        [
          [500, 0],
          [1000, 0],
        ],
      ],
      0,
      100 - 3,
    ],
    [
      "a detour of 100 m up a side street and back",
      [
        [
          [0, 0],
          [500, 0],
          [500, 100],
          [500, 0],
          [1000, 0],
        ],
      ],
      200 - 3,
      0,
    ],
    [
      "40 m too far at the end",
      [
        [
          [0, 0],
          [1040, 0],
        ],
      ],
      0,
      0,
    ],
    [
      "140 m too far at the end",
      [
        [
          [0, 0],
          [1140, 0],
        ],
      ],
      90,
      0,
    ],
  ];
  function line10(y: number): [number, number][] {
    return [
      [0, y],
      [1000, y],
    ];
  }
  it.each(cases)("counts metres added and missed: %s", (_, match, added, missed) => {
    const result = routeMismatch(
      [line(STRAIGHT)],
      match.map((part) => line(part)),
    );
    expect(result.truthMetres).toBeCloseTo(1000, 0);
    expect(Math.abs(result.added - added)).toBeLessThan(6);
    expect(Math.abs(result.missed - missed)).toBeLessThan(6);
    expect(result.fraction).toBeCloseTo((result.added + result.missed) / result.truthMetres, 9);
  });

  it("has the places that differ as lines", () => {
    const result = routeMismatch(
      [line(STRAIGHT)],
      [
        line([
          [0, 0],
          [300, 0],
          [300, 30],
          [600, 30],
          [600, 0],
          [1000, 0],
        ]),
      ],
    );
    expect(result.addedPlaces).toHaveLength(1);
    expect(result.missedPlaces).toHaveLength(1);
    expect(lineLength(result.addedPlaces)).toBeCloseTo(result.added, 0);
    expect(lineLength(result.missedPlaces)).toBeCloseTo(result.missed, 0);
    expect(result.addedPlaces[0].length).toBeLessThan(8); // straight parts have two positions, not hundreds
  });

  it("says where on its line each place that differs begins, in metres along all of its parts", () => {
    const corner: [number, number] = [600, 800];
    const whole = [line([[0, 0], corner, [600, 1300]])];
    // Of it are left out 300 m in the middle of its first side, and the end of its second.
    const parts = [
      line([
        [0, 0],
        [240, 320],
      ]),
      line([[420, 560], corner, [600, 1000]]),
    ];
    const begins = [
      [400, line([[240, 320]])[0]],
      [1200, line([[600, 1000]])[0]],
    ] as const;
    const missed = routeMismatch(whole, parts, { trimMetres: 0 });
    const added = routeMismatch(parts, whole, { trimMetres: 0 });
    for (const [from, places] of [
      [missed.missedFrom, missed.missedPlaces],
      [added.addedFrom, added.addedPlaces],
    ] as const) {
      expect(from).toHaveLength(2);
      begins.forEach(([metres, place], k) => {
        expect(Math.abs(from[k] - metres)).toBeLessThan(3);
        expect(lineLength([[places[k][0], place]])).toBeLessThan(3);
      });
    }
    const third = line([
      [700, 1300],
      [800, 1300],
    ]);
    expect(routeMismatch([], [...parts, third], { trimMetres: 0 }).addedFrom.map(Math.round)).toEqual([0, 400, 900]);
    // Without fixes nothing is known to lie beyond them.
    expect(routeMismatch(whole, [], { trimMetres: 0 }).beyondTrack).toBe(0);
  });

  it("distinguishes truth before the first fix and after the last", () => {
    const at = (x: number) => ({ lon: line([[x, 3]])[0][0], lat: line([[x, 3]])[0][1] });
    const result = routeMismatch(
      [line(STRAIGHT)],
      [
        line([
          [200, 0],
          [900, 0],
        ]),
      ],
      { fixes: [at(200), at(500), at(850)] },
    );
    expect(Math.abs(result.missed - 200)).toBeLessThan(6); // 50–200 and 900–950
    expect(Math.abs(result.beyondTrack - 200)).toBeLessThan(6);
  });

  it("ignores for this a first or last fix without a place, or in another town", () => {
    const at = (x: number) => ({ lon: line([[x, 5]])[0][0], lat: line([[x, 5]])[0][1] });
    const fixes = [at(200), at(500), at(850)];
    const beyond = (more: { lon: number; lat: number }) =>
      routeMismatch(
        [line(STRAIGHT)],
        [
          line([
            [200, 0],
            [900, 0],
          ]),
        ],
        { fixes: [more, ...fixes, more] },
      ).beyondTrack;
    for (const more of [{ lon: Number.NaN, lat: 1 }, { lon: 0, lat: 0 }, at(3000)]) expect(Math.abs(beyond(more) - 200)).toBeLessThan(6);
    expect(routeMismatch([line(STRAIGHT)], [], { fixes: [at(3000)] }).beyondTrack).toBe(0);
  });

  it("counts a turn of the road that the match leaves out as missed between the fixes, not beyond them", () => {
    const at = (x: number, y: number) => ({ lon: line([[x, y]])[0][0], lat: line([[x, y]])[0][1] });
    const [out, short] = [500, 480].map((x) => [
      line([
        [0, 0],
        [x, 0],
        [100, 0],
      ]),
    ]);
    // The last fix is 3 m beyond the end of the truth: there the way out is nearer than the way back.
    const result = routeMismatch(out, short, { fixes: [at(0, 3), at(300, 3), at(97, 3)] });
    expect(result.missed).toBeGreaterThan(30);
    expect(result.beyondTrack).toBe(0);
  });

  it("includes the first 25 m if the trim says so", () => {
    expect(routeMismatch([line(STRAIGHT)], [], { trimMetres: 25 }).missed).toBeCloseTo(950, -1);
  });

  it("has no fraction without a truth", () => {
    expect(routeMismatch([], [line(STRAIGHT)]).fraction).toBeNaN();
  });

  it("works across the antimeridian", () => {
    const degrees: Line = line(STRAIGHT, 179.995).map(([lon, lat]) => [lon > 180 ? lon - 360 : lon, lat]);
    expect(degrees[1][0]).toBeLessThan(0);
    const result = routeMismatch([degrees], [degrees]);
    expect(result.truthMetres).toBeCloseTo(1000, 0);
    expect(result.fraction).toBe(0);
    expect(routeMismatch([degrees], []).missed).toBeCloseTo(900, -1);
  });

  it("agrees with comparing every sample with every segment", () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 6 }), fc.array(place, { minLength: 2, maxLength: 6 }), (truth, match) => {
        const result = routeMismatch([line(truth)], [line(match)], { trimMetres: 50 });
        expect(result.missed).toBeCloseTo(slowly(truth, match, [truth[0], truth[truth.length - 1]]), -1);
        expect(result.added).toBeCloseTo(slowly(match, truth, [truth[0], truth[truth.length - 1]]), -1);
      }),
      { numRuns: runs(60) },
    );
  });
});

/** The definition taken literally, in the plane. Samples near a threshold may be on either side, hence the tolerance above. */
function slowly(line: [number, number][], other: [number, number][], ends: [number, number][]): number {
  let metres = 0;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1];
    const [bx, by] = line[i];
    const length = Math.hypot(bx - ax, by - ay);
    for (let s = 0; s < length; s += 2) {
      const step = Math.min(2, length - s);
      const t = (s + step / 2) / length;
      const x = ax + t * (bx - ax);
      const y = ay + t * (by - ay);
      if (ends.some(([ex, ey]) => Math.hypot(x - ex, y - ey) <= 50)) continue;
      let covered = false;
      for (let k = 1; k < other.length; k++) covered ||= pointToSegment(x, y, other[k - 1], other[k]) <= 1.5;
      if (!covered) metres += step;
    }
  }
  return metres;
}

function pointToSegment(x: number, y: number, [ax, ay]: [number, number], [bx, by]: [number, number]): number {
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}
