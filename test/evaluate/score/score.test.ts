import { describe, expect, it, vi } from "vitest";
import type { EvaluationTrack } from "../../../src/evaluate/corpora.js";
import { overlapShare } from "../../../src/evaluate/overlap.js";
import { candidatesTables, fixesAt } from "../../../src/evaluate/page/panel-table.js";
import { closeUps, panelAround } from "../../../src/evaluate/page/panels.js";
import { worstPage } from "../../../src/evaluate/page/worst-page.js";
import { scoreSet, scoreTrack } from "../../../src/evaluate/score/score.js";
import { comesWithin, nearestOnLine, type Position } from "../../../src/geo/lines.js";
import { quantile } from "../../../src/geo/quantile.js";
import { Random } from "../../../src/geo/random.js";
import { SegmentIndex } from "../../../src/geo/segment-index.js";
import { explain } from "../../../src/match/explain.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { Match, MatchedPoint, Stretch } from "../../../src/match/result/result.js";
import { asciiMap } from "../../helpers/ascii-map.js";

/** Two parallel streets, with fixes near the first one. */
const map = asciiMap(
  `
c-------d
a1-2-3-4b
`,
  { metresPerCell: 100 },
);
const roads = map.graph({ ab: {}, cd: {} });
const track: EvaluationTrack = {
  id: "street <1>",
  roads: "town",
  track: map.track("1234"),
  truth: [[map.at("a"), map.at("b")]],
  trimMetres: 50,
  truthPoints: [map.at("1"), map.at("2"), map.at("3"), null],
  moved: [0, 200, 200, 200],
  offLines: [[map.at("3"), map.at("4")]],
  carriedAfter: [],
};

const point = (at: Position, more: Partial<MatchedPoint> = {}): MatchedPoint => ({
  lon: at[0],
  lat: at[1],
  confidence: 0.9,
  edge: 0,
  arc: 0,
  offset: 0,
  distance: 0,
  reason: "matched",
  stretch: 0,
  ...more,
});
const stretch = (type: Stretch["type"], ...coordinates: Position[]): Stretch => ({
  type,
  edge: type === "Road" ? 0 : -1,
  arc: type === "Road" ? 0 : -1,
  startOffset: 0,
  endOffset: 0,
  length: 400,
  coordinates,
});
const match: Match = {
  points: [
    point(map.at("1")),
    point([map.at("2")[0] + 4e-5, map.at("2")[1] + 1e-5]), // 3.2 m on, and 1.1 m off the line
    point([map.at("3")[0], map.at("c")[1]], { confidence: 0.4 }),
    point(map.at("4"), { edge: -1, confidence: 0, reason: "off-road" }),
  ],
  stretches: [stretch("Road", map.at("a"), map.at("3")), stretch("Off", map.at("3"), map.at("4"))],
  violations: [],
};

describe("a truth off the map", () => {
  it("is separated from what is missed", () => {
    // a to b on the street, then 100 m without a road.
    const beyond: Position = [map.at("b")[0] + (map.at("b")[0] - map.at("4")[0]), map.at("b")[1]];
    const driven = { ...track, truth: [[map.at("a"), map.at("b"), beyond]], trimMetres: 20 };
    const nothing: Match = { points: [], stretches: [], violations: [] };
    const { missed, roadless } = scoreTrack(driven, nothing, roads).route;
    expect([missed, roadless].map((metres) => Math.round(metres / 10))).toEqual([86, 8]);
    expect(scoreTrack(driven, nothing).route.roadless).toBe(0);
  });
});

describe("the scores of a track", () => {
  const score = scoreTrack(track, match);

  it("count points by the road driven", () => {
    expect(score.points).toMatchObject({ snapped: 3, correct: 2, unsnapped: 1 });
    expect(score.points.predictions.map(({ confidence, correct }) => [confidence, correct])).toEqual([
      [0.9, true],
      [0.9, true],
      [0.4, false],
    ]);
    expect(score.points.errors.map((metres) => Math.round(metres * 10) / 10)).toEqual([0, 3.2]);
  });

  it("count no point as right that was off the roads, however near the line driven it is", () => {
    const parked = { ...track, truthPoints: [map.at("1"), null, map.at("3"), null] };
    expect(scoreTrack(parked, match).points).toMatchObject({ snapped: 3, correct: 1 });
  });

  it("count such a point the same way if only that is known about it", () => {
    const { truthPoints: _, ...unplaced } = { ...track, wasOff: [false, true, false, true] };
    const { points, off } = scoreTrack(unplaced, match);
    expect(points).toMatchObject({ snapped: 3, correct: 1, errors: [] });
    expect(off).toMatchObject({ offMetres: 400, offFound: 200, roadMetres: 200, falselyOff: 0 });
  });

  it("have no right points if nothing was matched, although the ends do not count", () => {
    const { correctFraction, missed } = scoreSet([scoreTrack(track, { points: [], stretches: [], violations: [] })]);
    expect(correctFraction).toBe(0);
    expect(missed).toBeCloseTo(1 - 100 / 800, 1);
  });

  it.each<[string, truth: string, snapped: string, truly: string, metres: number]>([
    ["around a corner", "abd", "4", "d", 200],
    ["on the way back along the same road", "aba", "2", "3", 200],
    ["on the second round", "abdcab", "1", "a", 100],
    ["to the nearer of two passes of the true place", "13ac", "a", "2", 300],
    ["from the nearer of two passes of the snapped place", "13ac", "2", "a", 300],
    ["over a break in the truth", "a2|3b", "2", "3", 0],
    ["next to the line of the truth", "ab", "2", "c", 300],
  ])("measure distances along the truth from the true place of a point: %s", (_, letters, snapped, truly, metres) => {
    const truth = letters.split("|").map((part) => [...part].map((letter) => map.at(letter)));
    const one = scoreTrack(
      { ...track, truth, truthPoints: [map.at(truly)], trimMetres: 0 },
      { ...match, points: [point(map.at(snapped))] },
    );
    expect(one.points.errors).toEqual([expect.closeTo(metres, 0)]);
  });

  it("measure distances along a truth that passes one place a thousand times, as in a halt as it was recorded", () => {
    const [a, b] = [map.at("a"), map.at("b")];
    const halt = Array.from({ length: 2000 }, (_, i): Position => [map.at("2")[0] + (i % 2) * 3e-6, map.at("2")[1]]);
    const one = scoreTrack(
      { ...track, truth: [[a, ...halt, b]], truthPoints: [map.at("2")], trimMetres: 0 },
      { ...match, points: [point(map.at("2"))] },
    );
    expect(one.points.errors).toEqual([expect.closeTo(0, 0)]);
  });

  it("count road stretches only as route", () => {
    expect(score.route.added).toBe(0);
    expect(score.route.missed).toBeGreaterThan(200);
    expect(score.metres).toEqual({ Road: 400, Off: 400, "Road Gap": 0 });
  });

  it("judge off-road stretches by the fixes on them", () => {
    expect(score.off).toEqual({ offMetres: 200, offFound: 200, roadMetres: 400, falselyOff: 0, carried: 0, gaps: 0, gapsRight: 0 });
  });

  it("include the share of the way on roads that was taken for off-road", () => {
    const { truthPoints: _, ...onRoads } = { ...track, wasOff: [false, false, false, false] };
    expect(scoreTrack(onRoads, match).off).toMatchObject({ offMetres: 0, roadMetres: 600, falselyOff: 200 });
  });

  it("add up over a set, in which each metre and each point has the same weight", () => {
    const set = scoreSet([score, scoreTrack({ ...track, id: "2" }, { points: [], stretches: [], violations: [] })]);
    expect(set.tracks).toBe(2);
    expect(set.truthMetres).toBeCloseTo(2 * score.route.truthMetres, 6);
    expect(set.missed).toBeGreaterThan(score.route.missed / score.route.truthMetres);
    expect(set.correctFraction).toBeCloseTo(1 - (set.missed * set.truthMetres) / (2 * score.route.countedMetres), 12);
    expect(set.pointAccuracy).toBeCloseTo(2 / 3, 12);
    expect(set.offShare).toBe(0.5);
    expect(set.off?.offMetres).toBe(200);
  });

  it("are sums over the set, divided by the metres or points they are a share of", () => {
    const off = { offMetres: 100, offFound: 60, roadMetres: 900, falselyOff: 30, carried: 2, gaps: 3, gapsRight: 1 };
    const one = {
      ...score,
      fixes: 10,
      route: { ...score.route, truthMetres: 1000, countedMetres: 800, added: 30, missed: 50, beyondTrack: 7, roadless: 20 },
      points: { snapped: 8, unsnapped: 2, correct: 6, errors: [9, 1, 2], predictions: [] },
      metres: { Road: 700, Off: 200, "Road Gap": 100 },
      off,
    };
    const other = {
      ...score,
      id: "other",
      fixes: 30,
      route: { ...score.route, truthMetres: 3000, countedMetres: 2400, added: 10, missed: 110, beyondTrack: 1, roadless: 60 },
      points: { snapped: 24, unsnapped: 6, correct: 2, errors: [4, 3], predictions: [] },
      metres: { Road: 2500, Off: 200, "Road Gap": 300 },
      off: { offMetres: 300, offFound: 200, roadMetres: 100, falselyOff: 20, carried: 4, gaps: 5, gapsRight: 3 },
    };
    const unknown = { ...other, off: null };
    expect(scoreSet([one, other])).toMatchObject({
      tracks: 2,
      fixes: 40,
      truthMetres: 4000,
      mismatch: 200 / 4000,
      mismatchError: Math.sqrt(2 * (30 ** 2 + 30 ** 2)) / 4000, // 5 % of 1000 and of 3000 m are 50 and 150; 80 and 120 are wrong
      added: 40 / 4000,
      missed: 160 / 4000,
      beyondTrack: 8 / 4000,
      roadless: 80 / 4000,
      correctFraction: 1 - 160 / 3200,
      pointAccuracy: 8 / 32,
      snappedShare: 1 - 8 / 40,
      offShare: 400 / 4000,
      gapShare: 400 / 4000,
      errorMedian: 3,
      error95: quantile([1, 2, 3, 4, 9], 0.95),
      off: { offMetres: 400, offFound: 260, roadMetres: 1000, falselyOff: 50, carried: 6, gaps: 8, gapsRight: 4 },
    });
    expect(scoreSet([unknown, one, unknown]).off).toEqual(off);
    expect(scoreSet([unknown]).off).toBeNull();
    const another = { ...one, id: "another" };
    expect([[one, another], [one, one], []].map((scores) => scoreSet(scores).mismatchError)).toEqual([0, Number.NaN, Number.NaN]);
  });

  it("have a mismatch that is within twice its error of that of all tracks nineteen times of twenty, however long they are", () => {
    const random = new Random(1);
    const draw = (_: unknown, i: number) => {
      const truthMetres = 1000 + 9000 * random.next();
      const route = { ...score.route, truthMetres, added: truthMetres * 0.1 * random.next(), missed: 0 };
      return { ...score, id: `${i}`, route };
    };
    const sets = Array.from({ length: 400 }, () => scoreSet(Array.from({ length: 40 }, draw)));
    const within = sets.filter(({ mismatch, mismatchError }) => Math.abs(mismatch - 0.05) < 1.96 * mismatchError).length / sets.length;
    expect(within).toBeGreaterThan(0.91);
    expect(within).toBeLessThan(0.98);
  });

  it("recognise gaps that are at the right places", () => {
    const carried = { ...track, carriedAfter: [1] };
    const gaps = (from: string, to: string) =>
      scoreTrack(carried, { ...match, stretches: [stretch("Road Gap", map.at(from), map.at(to))] }).off;
    expect(gaps("2", "3")).toMatchObject({ carried: 1, gaps: 1, gapsRight: 1 });
    expect(gaps("1", "3")).toMatchObject({ carried: 1, gaps: 1, gapsRight: 0 });
  });

  it("have quantiles of the values there are", () => {
    expect(quantile([], 0.5)).toBeNaN();
    expect([0, 0.5, 0.95, 1].map((q) => quantile([1, 2, 3, 4], q))).toEqual([1, 3, 4, 4]);
  });
});

describe("the share of a truth that has roads under it", () => {
  it.each<[string, [string, string], number]>([
    ["on a road", ["a", "b"], 1],
    ["from the one road to the other", ["b", "c"], 0.3],
  ])("is as expected %s", (_, [from, to], share) => {
    expect(overlapShare([[map.at(from), map.at(to)]], roads)).toBeCloseTo(share, 1);
  });
  it("is 1 if the road and the truth cross the antimeridian", () => {
    const far = asciiMap("a----b", { origin: [179.999, 50], metresPerCell: 50 });
    expect(far.at("b")[0]).toBeLessThan(0);
    expect(overlapShare([[far.at("a"), far.at("b")]], far.graph({ ab: {} }))).toBe(1);
  });
  it("is 0 in another country, and undefined without a truth", () => {
    expect(
      overlapShare(
        [
          [
            [0, 0],
            [0.01, 0],
          ],
        ],
        roads,
      ),
    ).toBe(0);
    expect(overlapShare([], roads)).toBeNaN();
  });
});

describe("the place on a line", () => {
  // East, back west 5 m to the north, and east again.
  const line: Position[] = [
    [0, 0],
    [0.01, 0],
    [0.01, 0.00005],
    [0, 0.00005],
  ];
  it("is the nearest one", () => {
    expect(nearestOnLine([line], 0.002, 0.00006)).toMatchObject({ segment: 2, lat: 0.00005 });
    expect(nearestOnLine([line], 0.002, -0.00006)).toMatchObject({ segment: 0, lat: 0 });
  });
  it("is on the first pass if the others are hardly nearer", () => {
    expect(nearestOnLine([line], 0.002, 0.00006, 10)).toMatchObject({ segment: 0, lat: 0 });
  });
  it("is on the first pass of a line that turns back, too", () => {
    const out: Position[] = [
      [0, 0],
      [0.01, 0],
      [0, 0.00001],
    ];
    expect(nearestOnLine([out], 0.002, 0.00003, 10)).toMatchObject({ segment: 0 });
    expect(nearestOnLine([out.slice(0, 2), out.slice(1)], 0.002, 0.00003, 10)).toMatchObject({ segment: 0 });
  });
  it("does not exist without a line", () => {
    expect(nearestOnLine([], 0, 0)).toBeNull();
  });
});

describe("whether a line comes within reach", () => {
  it("is decided by its nearest place, also across the antimeridian and for lines without length", () => {
    const lines: Position[][] = [
      [
        [179.99, 50],
        [-179.99, 50.001],
        [-179.99, 50.001],
      ],
      [
        [-179.98, 50],
        [-179.98, 50],
      ],
    ];
    for (const [lon, lat] of [
      [180, 50],
      [-179.995, 50.003],
      [-179.98, 50.002],
      [179.98, 49.999],
    ]) {
      const { distance } = nearestOnLine(lines, lon, lat)!;
      expect([comesWithin(lines, lon, lat, distance - 0.01), comesWithin(lines, lon, lat, distance + 0.01)]).toEqual([false, true]);
    }
    expect(comesWithin([], 0, 0, 1e6)).toBe(false);
  });
});

describe("close-ups on the page of the worst tracks", () => {
  it("show nearby places together, the longest first", () => {
    const place = (x: number, metres: number): Position[] => [
      [x, 0],
      [x + metres / 111_320, 0],
    ];
    const panels = closeUps([place(0, 50), place(0.0008, 50), place(0.1, 300)]);
    expect(panels.map(({ metres }) => Math.round(metres / 10) * 10)).toEqual([300, 100]);
    expect(panels[1].parting).toEqual([0, 0]);
  });
  it("contain what they are drawn around", () => {
    const { lon, lat, half } = panelAround(
      [
        [
          [179.99, 10],
          [-179.99, 10.001],
        ],
      ],
      0,
    );
    expect(Math.abs(lon)).toBeCloseTo(180, 6);
    expect(lat).toBeCloseTo(10.0005, 9);
    expect(half).toBeCloseTo(1096, -1);
  });
});

describe("the page of the worst tracks", () => {
  const page = worstPage("Worst & best", [{ track, match, score: scoreTrack(track, match), matcher: new Matcher(roads) }]);
  it("needs no other files, and escapes text", () => {
    expect(page).toContain("Worst &amp; best");
    expect(page).toContain("street &lt;1&gt;");
    expect(page).not.toMatch(/(src|href)="[^#]/);
  });
  it("lists the tracks with their figures before it draws any, each linked to its drawing", () => {
    const [list] = page.match(/<div class="list">.*?<\/div>/s)!;
    expect(page.indexOf(list)).toBeLessThan(page.indexOf("<figure>"));
    const { route, fixes } = scoreTrack(track, match);
    const [heads, [name, ...cells]] = [...list.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      row.split(/<\/t[hd]>/).map((cell) => cell.slice(4)),
    );
    expect(heads).toEqual(["track", "mismatch %", "added m", "missed m", "truth km", "fixes", ""]);
    expect(cells.map(Number)).toEqual(
      [route.fraction * 100, route.added, route.missed, route.truthMetres / 1000, fixes, 0].map((figure, i) =>
        Number(figure.toFixed([2, 0, 0, 2, 0, 0][i])),
      ),
    );
    const [, anchor] = /<a href="#([^"]+)">street &lt;1&gt;<\/a>/.exec(name)!;
    expect(page).toContain(`<h2 id="${anchor}">street &lt;1&gt;: `);
  });
  it("uses not only colour: each kind of line has its own width and dashes, with a sample in the key", () => {
    const [key] = page.match(/<p class="key">.*?<\/p>/s)!;
    const looks = [...key.matchAll(/stroke="(#\w+)" stroke-width="([\d.]+)" stroke-opacity="[\d.]+"(?: stroke-dasharray="([\d ]+)")?/g)];
    const shapes = new Map(looks.map(([, colour, width, dashes = ""]) => [`${width} ${dashes}`, colour]));
    // One-way roads are recognised by their arrow heads.
    expect(shapes.size).toBe(new Set(looks.map(([, colour, width]) => colour + width)).size - 1);
    for (const word of ["truth", "match", "wrongly added", "missed", "Off, Road Gap", "not snapped", "one-way road"])
      expect(key).toContain(word);
    // What was missed is drawn as in its sample.
    expect(page.slice(page.indexOf("<figure>"))).toContain(
      'stroke="#b85c00" stroke-width="4.5" stroke-opacity="0.9" stroke-dasharray="3 3"',
    );
  });
  it("names its pictures for those who cannot see them", () => {
    expect(page.match(/<figure>.*?<\/figure>/gs)!.map((figure) => /<svg [^>]*role="img" aria-label="([^"]+)"/.exec(figure)?.[1])).toEqual([
      "Map of all of street &lt;1&gt;",
      "Close-up 1 of street &lt;1&gt;",
    ]);
  });
  it("draws truth, match, what was missed, and the candidates where match and truth part", () => {
    const drawn = page.slice(page.indexOf("<figure>"));
    for (const colour of ["#2a9d3a", "#1f5fd0", "#b85c00"]) expect(drawn).toContain(`stroke="${colour}"`);
    expect(page).toMatch(/<td>0<\/td><td>residential ab<\/td><td>0\.0 m<\/td>.*<td>truth chosen<\/td>/);
  });
  it("explains the columns of the candidates, with their unit", () => {
    const [, text] = /<p>(The table below a close-up.*?)<\/p>/s.exec(page)!;
    for (const word of ["course and speed", "nats", "left out", "probability"]) expect(text).toContain(word);
  });
  it("shows errors in the overview above the fixes, each with the number of its close-up", () => {
    const [overview, closeUp] = page.match(/<figure>.*?<\/figure>/gs)!;
    expect(overview.indexOf('stroke="#b85c00"')).toBeGreaterThan(overview.indexOf('stroke="#222"'));
    expect(overview).toContain(">1</text>");
    expect(closeUp).toMatch(/<figcaption>1: \d+ m at /);
  });
  it("stays small, however many fixes there are and however much of a line is out of sight", { tags: "long" }, () => {
    const [a, b] = [map.at("a"), map.at("b")];
    // Four thousand fixes, and a line of as many positions that is mostly outside the close-ups.
    const many = Array.from({ length: 4000 }, (_, i): Position => [a[0] + ((b[0] - a[0]) * i) / 4000, a[1]]);
    const drive = { ...track, track: many.map(([lon, lat], i) => ({ lon, lat, time: i })), truth: [many], truthPoints: undefined };
    const found = { ...match, points: many.map((place) => point(place)), stretches: [stretch("Road", ...many.slice(0, 3600))] };
    const score = scoreTrack({ ...drive, moved: undefined }, found);
    expect(worstPage("Worst", [{ track: drive, match: found, score, matcher: new Matcher(roads) }]).length).toBeLessThan(60_000);
  });
  it("shows the whole track, but not a fix that is far away from it", () => {
    const scaleOf = (html: string): string => /<svg.*?<text[^>]*>(\d+ m)<\/text><\/svg>/.exec(html)![1];
    for (const [lon, lat] of [
      [0, 0],
      [-31, 44],
    ]) {
      const fixes = track.track.toSpliced(2, 0, { lon, lat, time: track.track[1].time! + 5 });
      const astray = { ...track, track: fixes, truthPoints: undefined, moved: undefined };
      const matcher = new Matcher(roads);
      const found = matcher.match(fixes);
      expect(scaleOf(worstPage("Worst", [{ track: astray, match: found, score: scoreTrack(astray, found), matcher }]))).toBe(scaleOf(page));
    }
  });
  it("has tracks for which the matcher threw", () => {
    const broken = {
      match: () => {
        throw new Error("no room");
      },
    };
    const matcher = Object.assign(new Matcher(roads), broken);
    expect(worstPage("Worst", [{ track, match, score: scoreTrack(track, match), matcher }])).toContain("street &lt;1&gt;");
  });
});

describe("the candidates where match and truth part", () => {
  const streets = asciiMap(
    `
a-1-2-b-3-c
d---------e
f-----g   h
`,
    { metresPerCell: 10 },
  );
  const graph = streets.graph({ abc: {}, de: { oneway: true }, fg: { class: "footway" } });
  const drive: EvaluationTrack = {
    id: "east",
    roads: "town",
    track: streets.track("123", { interval: 2, accuracy: 10 }),
    truth: [[streets.at("a"), streets.at("c")]],
    trimMetres: 0,
  };
  /** The cells of the rows, by heading. */
  const rowsOf = (track: EvaluationTrack): string[][] => {
    const { steps } = explain(new Matcher(graph, { mode: track.mode }), track.track);
    const table = candidatesTables([1], track, steps, graph)[0];
    return [...table.matchAll(/<tr>(<td>.*?)<\/tr>/g)].map(([, row]) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell));
  };
  const roadsOf = (track: EvaluationTrack) => new Set(rowsOf(track).map(([, road]) => road));

  it("are those that the match weighed, the likeliest first, with their costs, and which was chosen", () => {
    const rows = rowsOf(drive);
    expect(rows[0]).toEqual(["0", "residential abc", "0.0 m", "0.0", "0.0", "0.0", rows[0][6], "truth chosen"]);
    expect(Number(rows[0][6])).toBeGreaterThan(0.8);
    const probabilities = rows.map(([, , , , , , probability]) => Number(probability));
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
    expect(rows.filter(([, , , , , , , verdict]) => verdict.includes("truth")).map(([arc]) => arc)).toEqual(["0"]);
  });

  it("are roads open to the traveller, and being off the road", () => {
    expect(roadsOf(drive)).toEqual(new Set(["residential abc", "residential de", "off the roads"]));
    expect(roadsOf({ ...drive, mode: "walking" })).toContain("footway fg");
  });

  it("are marked if the truth is none of them", () => {
    const elsewhere = { ...drive, truth: [[streets.at("g"), streets.at("h")]] };
    const { steps } = explain(new Matcher(graph), drive.track);
    expect(candidatesTables([1], elsewhere, steps, graph)[0]).toContain("None of the candidates is the truth.");
    expect(candidatesTables([1], drive, steps, graph)[0]).not.toContain("None of the candidates");
    expect(candidatesTables([1], drive, [], graph)[0]).toBe("");
  });

  it("are those of the fix at that time if a road is driven there and back", () => {
    const town = asciiMap(
      `
  e---------f
  |         |
a-b---------c-----d
`,
      { metresPerCell: 20 },
    );
    const graph = town.graph({ ab: {}, bc: {}, cd: {}, befc: {} });
    const matcher = new Matcher(graph);
    for (const [letters, truth, added] of [
      ["abcdcfeba", "abcdcba", true],
      ["abcdcba", "abcdcfeba", false],
      ["abefcdcba", "abcdcba", true],
      ["abcdcba", "abefcdcba", false],
    ] as const) {
      const fixes = town.drive(letters, { interval: 3 });
      const there: EvaluationTrack = { id: "there", roads: "town", track: fixes, truth: [[...truth].map(town.at)], trimMetres: 0 };
      const found = matcher.match(fixes);
      const { route } = scoreTrack(there, found);
      const [first] = closeUps([...route.addedPlaces, ...route.missedPlaces]).map((closeUp) => closeUp.first);
      expect(first < route.addedPlaces.length).toBe(added);
      // The turn at b or c where they part is 300 m on, or 900 m.
      const isBack = letters.length === 7 ? truth.startsWith("abcd") : letters.startsWith("abcd");
      const metres = fixesAt([first], route, there, found)[0] * 30;
      expect([metres, isBack]).toEqual([isBack ? expect.closeTo(480, -2) : expect.closeTo(60, -2), isBack]);
    }
  });

  it("are few enough to read, and marked as the truth only in the direction of the truth at that time", () => {
    const table = (at: number, track: EvaluationTrack): string[] => {
      const { steps } = explain(new Matcher(graph), track.track);
      return [...candidatesTables([at], track, steps, graph)[0].matchAll(/<td>(\d+)<\/td>[^\n]*?<td>[a-z ]*<\/td><\/tr>/g)].map(
        ([row]) => row,
      );
    };
    const [a, c] = [streets.at("a"), streets.at("c")];
    const there: EvaluationTrack = { ...drive, track: streets.track("123321", { interval: 2, accuracy: 10 }), truth: [[a, c, a]] };
    const marked = [1, 4].map((at) => table(at, there).filter((row) => row.includes("truth")));
    expect(marked.map((rows) => rows.map((row) => row.slice(4, 5)))).toEqual([["0"], ["1"]]);
  });

  it("of several fixes are computed for each, with one comparison of the track with its truth", () => {
    const there: EvaluationTrack = {
      ...drive,
      track: streets.track("123321", { interval: 2, accuracy: 10 }),
      truth: [["a", "c", "a"].map(streets.at)],
    };
    const { steps } = explain(new Matcher(graph), there.track);
    const near = vi.spyOn(SegmentIndex.prototype, "segmentsNear");
    const together = candidatesTables([4, 0, 1, 2, 4], there, steps, graph);
    // There and back, and once for each on its own.
    expect(near).toHaveBeenCalledTimes(2 * 6 + 5);
    near.mockRestore();
    expect(together).toEqual([4, 0, 1, 2, 4].map((fix) => candidatesTables([fix], there, steps, graph)[0]));
  });
});
