// The HTML report: one page with all its data, true to the result, and safe for any name of a road.
import { describe, expect, it } from "vitest";
import type { ReportData } from "../../../src/export/html/data.js";
import { OSM_ATTRIBUTION, writeHtml } from "../../../src/export/html/html.js";
import type { ExplainedCandidate, ExplainedStep } from "../../../src/match/explain.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { InputPoint, TrackPoint } from "../../../src/match/track/track.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { snapPoints } from "../../../src/snap/points.js";
import { Weighing } from "../../../src/snap/weighed.js";
import { type AsciiMap, asciiMap } from "../../helpers/ascii-map.js";
import { sample, roads as sampleRoads } from "../sample.js";

const inputs = (track: TrackPoint[], trackId: string | null = null): InputPoint[] =>
  track.map((point) => ({ ...point, trackId, objectId: null, attributes: {} }));

const map = asciiMap(
  `
  a--------b--------c
           |
           d        e--f
`,
  { metresPerCell: 30 },
);
const roads = map.graph({
  abc: { name: "High </script><b>Street", speed: 50 },
  bd: { name: "Mill Lane", oneway: true, speed: "20 mph", truckSpeed: 15, flags: ["tunnel"] },
  ef: { class: "footway" },
});
const points = inputs(map.drive("abd", { accuracy: 5, speed: 10 }));
const page = writeHtml(snapPoints(new Matcher(roads), points), roads, { title: "A & <B>" });

function dataOf(html: string): ReportData {
  return JSON.parse(html.match(/<script type="application\/json" id="data">(.*?)<\/script>/s)?.[1] ?? "null");
}
function report(drawn: AsciiMap, graph: RoadGraph, letters: string, options = {}): ReportData {
  return dataOf(writeHtml(snapPoints(new Matcher(graph), inputs(drawn.drive(letters))), graph, options));
}

/** Positions from columns of differences. */
function decode(data: ReportData, { x, y }: { x: number[]; y: number[] }): [number, number][] {
  let [lon, lat] = [0, 0];
  return x.map((dx, i) => {
    lon += dx;
    lat += y[i];
    return [data.origin[0] + lon * data.step, data.origin[1] + lat * data.step];
  });
}

describe("the HTML report", () => {
  it("loads nothing: it has no addresses but that of the attribution, and a policy that forbids loading", () => {
    const addresses = [...page.matchAll(/(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}[^\s"'<]*/g)].map((m) => m[0]);
    expect([...new Set(addresses)].sort()).toEqual(["https://www.openstreetmap.org/copyright", "https://www.openstreetmap.org/way/"]);
    expect(page).not.toMatch(/<link|<img|<iframe|@import|url\(|\bfetch\(|XMLHttpRequest|\bsrc=/);
    expect(page).toContain("default-src 'none'");
  });

  it("has scripts that parse", () => {
    const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((m) => m[1]);
    expect(scripts).toHaveLength(1);
    expect(() => new Function(scripts[0])).not.toThrow();
  });

  it.each([
    [99.94, "99.9 m"],
    [99.95, "100 m"],
    [999.4, "999 m"],
    [999.5, "1.00 km"],
    [9995, "10.0 km"],
    [99_950, "100 km"],
  ])("formats %d metres in the unit displayed", (metres, shown) => {
    const [numbers] = page.match(/const whole = .*\nconst km = .*\nconst metres = .*/)!;
    expect(new Function("m", `${numbers}; return metres(m);`)(metres)).toBe(shown);
  });

  it("cannot be broken by a name", () => {
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(dataOf(page).names).toContain("High </script><b>Street");
    expect(page).toContain("<title>A &amp; &lt;B&gt;</title>");
  });

  it.each([
    [undefined, OSM_ATTRIBUTION, true],
    ["Roads: City of Ys", "Roads: City of Ys", false],
    [null, null, false],
  ])("has the attribution %j", (attribution, shown, linksWays) => {
    const html = writeHtml(snapPoints(new Matcher(roads), points), roads, attribution === undefined ? {} : { attribution });
    expect(html.includes('id="credit"')).toBe(shown !== null);
    expect(dataOf(html)).toMatchObject({ attribution: shown, osm: linksWays });
  });

  it("is the same bytes for the same result", () => {
    expect(writeHtml(snapPoints(new Matcher(roads), points), roads, { title: "A & <B>" })).toBe(page);
  });

  it("is a valid page without any points", () => {
    const data = dataOf(writeHtml(snapPoints(new Matcher(roads), []), roads));
    expect(data.points.x).toEqual([]);
    expect(data.lines.n).toEqual([]);
  });
});

describe("the data of the HTML report", () => {
  const data = dataOf(page);

  it("has every point at its place, to 1e-6°", () => {
    for (const [i, [lon, lat]] of decode(data, data.points).entries()) {
      expect(lon).toBeCloseTo(points[i].lon, 5.9);
      expect(lat).toBeCloseTo(points[i].lat, 5.9);
    }
    expect(data.points.accuracy).toEqual(points.map(() => 5));
    expect(data.points).not.toHaveProperty("course");
  });

  it("has of every point and line what the result says of it", () => {
    const result = sample();
    // The second street is driven backwards.
    for (const place of [result.lines[2].stretch, result.points[2]]) place.arc = 3;
    const told = dataOf(writeHtml(result, sampleRoads));
    const { points, lines, tracks } = told;
    const wayOf = (road: number) => (road < 0 ? null : told.roads.way[road]);
    const place = ([lon, lat]: [number, number]) => `${lon.toFixed(6)} ${lat.toFixed(6)}`;
    const raw = decode(told, points);
    const snapped = raw.map(([lon, lat], i): [number, number] => [lon + points.dx[i] * told.step, lat + points.dy[i] * told.step]);
    expect(points.id.map((id, i) => [id, place(raw[i]), place(snapped[i]), points.moved[i]])).toEqual([
      [11, "-30.000000 45.000000", "-29.996800 45.000000", 46],
      [2, "-29.999000 45.000000", "-29.999000 45.000000", 0],
      [3, "-29.990000 45.000000", "-29.996800 45.000000", 46],
      [5, "-29.500000 45.500000", "-29.500000 45.500000", 0],
    ]);
    const { confidence, reason, road, against, line, track, time, accuracy, speed, course } = points;
    expect(
      points.id.map((_, i) => [
        ...[told.reasons[reason[i]], confidence[i], wayOf(road[i]), against[i], lines.id[line[i]] ?? null, tracks[track[i]] ?? null],
      ]),
    ).toEqual([
      ["matched", 988, 501, 0, 1, "x"],
      ["off-road", -1, null, 0, 4, "y"],
      ["interpolated", 1000, 502, 1, 3, "x"],
      ["unlocated", -1, null, 0, null, null],
    ]);
    expect({ time, accuracy, speed, course }).toEqual({
      time: [1704522159.5, null, 1704522169.5, null],
      accuracy: [5, null, null, null],
      speed: [10.25, null, null, null],
      course: [90, null, null, null],
    });
    const ends = decode(told, lines).map(place);
    expect(lines.n).toEqual([2, 2, 2, 2]);
    expect(
      lines.id.map((id, i) => [
        ...[id, tracks[lines.track[i]], told.lineTypes[lines.type[i]], wayOf(lines.road[i]), lines.against[i]],
        ...[lines.length[i], lines.confidence[i], `${ends[2 * i]} → ${ends[2 * i + 1]}`],
      ]),
    ).toEqual([
      [1, "x", "Road", 501, 0, 2500, 988, "-30.000000 45.000000 → -29.996829 45.000000"],
      [2, "x", "Road Gap", null, 0, 123, -1, "-29.996829 45.000000 → -29.993659 45.000000"],
      [3, "x", "Road", 502, 1, 2500, 1000, "-29.996829 45.000000 → -29.993659 45.000000"],
      [4, "y", "Off", null, 0, 123, -1, "-29.999000 45.000000 → -29.998500 45.000000"],
    ]);
    expect(told).toMatchObject({ violations: [[2, "u-turn"]], unplaced: 1, tracks: ["x", "y"], confidence: [1.9877, 0] });
  });

  it("has every road with its attributes", () => {
    const mill = data.roads.name.findIndex((name) => data.names[name] === "Mill Lane");
    expect(data.roads.way[mill]).toBe(2);
    expect(data.roads.limits.map((column) => data.names[column[mill]])).toEqual(["20 mph", "20 mph", "15 km/h", "15 km/h"]);
    expect(data.flags.filter((_, bit) => (data.roads.flags[mill] >> bit) & 1)).toEqual(["tunnel"]);
    const open = (bits: number) => data.modes.filter((_, bit) => (bits >> bit) & 1);
    expect(open(data.roads.forward[mill])).toContain("driving");
    expect(open(data.roads.backward[mill])).toEqual(["walking"]);
  });

  it("has every line and road at its place", () => {
    const { lines } = snapPoints(new Matcher(roads), points);
    const all = Array.from({ length: roads.edgeCount }, (_, edge) => roads.arcCoordinates(2 * edge));
    const inPlace = (places: [number, number][]) => places.map((place) => place.map((degrees) => expect.closeTo(degrees, 5.9)));
    expect(decode(data, data.lines)).toEqual(inPlace(lines.flatMap(({ stretch }) => stretch.coordinates)));
    expect(decode(data, data.roads)).toEqual(inPlace(all.flat()));
  });

  it("gives Road lines the confidence of their points, or of the nearest ones before and after, as far as the track is on roads", () => {
    const result = sample();
    const [road, gap] = result.lines;
    const tracks = ["x", "x", "x", "x", "gap", "x", "x", "y"];
    result.lines = tracks.map((track, i) => ({ ...(track === "gap" ? gap : road), trackId: track === "y" ? "y" : "x", objectId: i + 1 }));
    result.violations = [];
    const on = (line: number | null, confidence: number, edge = 0) => ({ line, point: { ...result.points[0], confidence, edge } });
    const points = [on(2, 0.4), on(2, 0.6), on(4, 1), on(8, 0.8), on(null, 0), on(5, 0.1, -1)];
    result.points = points.map(({ point }) => point);
    result.inputs = points.map(({ line }) => ({ ...result.inputs[0], trackId: line === 8 ? "y" : "x" }));
    result.objectIds = points.map((_, i) => i + 1);
    result.lineIds = points.map(({ line }) => line);
    expect(dataOf(writeHtml(result, sampleRoads)).lines.confidence).toEqual([500, 500, 750, 1000, -1, -1, -1, 800]);
  });

  it("has a track that has no line", () => {
    const lost = snapPoints(new Matcher(roads), [...inputs([{ lon: 9, lat: 51 }], "lost"), ...inputs(map.drive("ab"), "driven")]);
    const { tracks, points } = dataOf(writeHtml(lost, roads));
    expect([tracks, points.track.slice(0, 2)]).toEqual([
      ["lost", "driven"],
      [0, 1],
    ]);
  });

  it("has the sum of each track's confidence, so that a mean of 0.9949 is not shown as 1.00", () => {
    const half = points.length >> 1;
    const two = points.map((point, i) => ({ ...point, trackId: i < half ? "a" : "b" }));
    const result = snapPoints(new Matcher(roads), two);
    const sums = [result.points.slice(0, half), result.points.slice(half)].map((own) =>
      own.reduce((sum, { confidence }) => sum + confidence, 0),
    );
    const told = dataOf(writeHtml(result, roads));
    expect(told.tracks).toEqual(["a", "b"]);
    for (const [t, sum] of told.confidence.entries()) expect(sum).toBeCloseTo(sums[t], 3);
  });

  it("has what was weighed, if that is known: the places of each step, the likeliest first, and the error assumed", () => {
    expect(data).not.toHaveProperty("weighed");
    const weighing = new Weighing(new Matcher(roads));
    const bad = inputs([{ lon: Number.NaN, lat: 50 }]);
    const result = snapPoints(weighing, [...bad, ...points], { matched: weighing.matched });
    const told = dataOf(writeHtml(result, roads, { weighed: weighing.of(points.length + 1) }));
    const { stepOf, step, place } = told.weighed!;
    expect(stepOf).toEqual(points.map((_, i) => step.point.indexOf(i)));
    expect(step.radius.every((radius) => radius > 50)).toBe(true);
    const placed = decode(told, place);
    let first = 0;
    for (const [k, count] of step.told.entries()) {
      const rows = Array.from({ length: count }, (_, n) => first + n);
      first += count;
      const likely = rows.map((n) => place.posterior[n]);
      expect(likely).toEqual([...likely].sort((a, b) => b - a));
      const chosen = rows.find((n) => place.chosen[n] === 1) as number;
      expect(told.roads.name[place.road[chosen]]).toBe(told.roads.name[told.points.road[step.point[k]]]);
      const [lon, lat] = placed[chosen];
      const point = result.points[step.point[k] + 1];
      expect([lon, lat]).toEqual([expect.closeTo(point.lon, 4), expect.closeTo(point.lat, 4)]);
    }
    expect(place.towards.slice(0, step.told[0]).filter((eighth) => eighth >= 0)).toContain(2);
  });

  it("has the eight likeliest places of a step, and the chosen one", () => {
    const place = { edge: 0, arc: 1, offset: 2, distance: 1.26, emission: 0.456, emissionOfDistance: 0, extent: 0, ways: [], way: null };
    const candidates = [
      { ...place, behind: null, posterior: 0.0001, chosen: true },
      { ...place, edge: -1, arc: -1, distance: 0, behind: 0, posterior: 0.3, chosen: false },
      { ...place, behind: null, posterior: 0.1, chosen: false },
      { ...place, behind: 1.234, posterior: 0.1, emission: 2, chosen: false },
      { ...place, behind: 1.234, posterior: 0.1, emission: 1, chosen: false },
      ...Array.from({ length: 6 }, (_, i) => ({ ...place, behind: 9, posterior: 0.01 - i / 1000, chosen: false })),
    ] as unknown as ExplainedCandidate[];
    const step = { fix: 2, last: 2, lon: 0, lat: 0, sigma: 10, weight: 0.25, straight: 0, seconds: null, candidates };
    const result = sample();
    const told = dataOf(writeHtml(result, sampleRoads, { weighed: { steps: [step], stepOf: [-1, -1, 0, 0, -1] } }));
    expect(told.weighed).toMatchObject({
      stepOf: [-1, -1, 0, -1],
      step: { point: [2], told: [9], all: [11], radius: [151], weight: [250] },
    });
    const { road, towards, distance, emission, behind, posterior, chosen } = told.weighed!.place;
    expect(posterior.map((_, i) => [road[i], towards[i], distance[i], emission[i], behind[i], posterior[i], chosen[i]])).toEqual([
      [-1, -1, -1, 46, 0, 300, 0],
      [0, 6, 13, 100, 123, 100, 0],
      [0, 6, 13, 200, 123, 100, 0],
      [0, 6, 13, 46, -1, 100, 0],
      ...[10, 9, 8, 7].map((thousandths) => [0, 6, 13, 46, 900, thousandths, 0]),
      [0, 6, 13, 46, -1, 0, 1],
    ]);
    const [off, on] = decode(told, told.weighed!.place);
    expect(off).toEqual([result.inputs[2].lon, result.inputs[2].lat].map((degrees) => expect.closeTo(degrees, 5.9)));
    expect(on).toEqual(sampleRoads.arcPointAt(1, 2).map((degrees) => expect.closeTo(degrees, 5.9)));
  });

  it.each([
    { lon: Number.NaN, lat: 50 },
    { lon: 8, lat: Number.NaN },
    { lon: 181, lat: 91 },
    { lon: 8, lat: Number.POSITIVE_INFINITY },
  ])("leaves out points off the map, and counts them: %j", (place) => {
    const bad = dataOf(writeHtml(snapPoints(new Matcher(roads), [...points, ...inputs([place])]), roads));
    expect(bad.points.x).toHaveLength(points.length);
    expect(bad.unplaced).toBe(1);
    expect(bad.roads).toEqual(data.roads);
  });

  it("is in one piece across the antimeridian", () => {
    const far = asciiMap("a----------b", { metresPerCell: 100, origin: [179.995, -17] });
    const across = report(far, far.graph({ ab: {} }), "ab");
    expect(Math.max(...across.points.x.map(Math.abs))).toBeLessThan(20_000);
    expect(Math.max(...across.lines.x.map(Math.abs))).toBeLessThan(20_000);
  });

  it.each([
    ["", 19.995, 20.001],
    [", also across the antimeridian", 179.995, -179.999],
  ])("is centred on the roads without any place of its own%s", (_, west, middle) => {
    const far = asciiMap("a----------b", { metresPerCell: 100, origin: [west, -17] });
    const nowhere = snapPoints(new Matcher(far.graph({ ab: {} })), inputs([{ lon: Number.NaN, lat: -17 }]));
    const [lon, lat] = dataOf(writeHtml(nowhere, far.graph({ ab: {} }))).origin;
    expect([lon, lat]).toEqual([expect.closeTo(middle, 2), expect.closeTo(-17, 2)]);
  });
});

describe("the roads drawn in the report", () => {
  const wide = asciiMap("a-----b-----c     g-----h\n      |                 \n      d          e-----f", { metresPerCell: 100 });
  const graph = wide.graph({ abc: { class: "primary" }, bd: { class: "footway" }, ef: { class: "service" }, gh: { class: "motorway" } });

  it.each([
    [0, ["primary", "primary", "footway"]],
    [250, ["primary", "primary", "footway"]],
    [700, ["primary", "primary", "footway", "service", "motorway"]],
  ])("are those within about %i m of the track", (margin, classes) => {
    const data = report(wide, graph, "abc", { margin });
    expect(data.roads.class.map((c) => data.classes[c])).toEqual(classes);
  });

  it("are those of the places weighed, too, however far from it", () => {
    const place = { edge: 4, arc: 8, offset: 0, distance: 600, emission: 9, behind: null, posterior: 0, chosen: false };
    const steps = [{ fix: 0, last: 0, sigma: 5, weight: 1, candidates: [place] }] as unknown as ExplainedStep[];
    const data = report(wide, graph, "ab", { margin: 50, weighed: { steps, stepOf: [] } });
    expect(data.roads.class.map((c) => data.classes[c])).toContain("motorway");
  });

  it("are those near its lines, too, far from its points", () => {
    const ends = ["a", "c"].map((mark) => wide.at(mark)).map(([lon, lat]) => ({ lon, lat, accuracy: 5 }));
    const data = dataOf(writeHtml(snapPoints(new Matcher(graph), inputs(ends)), graph, { margin: 50 }));
    expect(data.roads.class.map((c) => data.classes[c])).toContain("footway");
  });

  it.each(["ab", "cd"])("are on both sides of the antimeridian if %s is near it", (track) => {
    const far = asciiMap("a----b--c----d", { metresPerCell: 100, origin: [179.9945, -17] });
    const graph = far.graph({ ab: { class: "primary" }, cd: { class: "service" } });
    const fixes = [...track].map((mark) => ({ lon: far.at(mark)[0], lat: far.at(mark)[1] }));
    const { roads, classes } = dataOf(writeHtml(snapPoints(new Matcher(graph), inputs(fixes)), graph));
    expect(roads.class.map((c) => classes[c])).toEqual(["primary", "service"]);
  });

  it("are reduced from the least important on if there are too many, but never those driven", () => {
    const data = report(wide, graph, "abc", { margin: 1500, maxRoads: 3 });
    expect(data.roads.class.map((c) => data.classes[c])).toEqual(["primary", "primary", "motorway"]);
    expect(data.roadsLeftOut).toBe(2);
    expect(report(wide, graph, "abc", { maxRoads: 1 }).roads.class.map((c) => data.classes[c])).toEqual(["primary", "primary"]);
  });
});
