// Truth of a user's own: its optional members, its other forms, and hostile text.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SnapError } from "../../../src/errors.js";
import { thin } from "../../../src/evaluate/corpora.js";
import { readTruthNdjson } from "../../../src/evaluate/truth/ndjson.js";
import { readTruth } from "../../../src/evaluate/truth/truth.js";
import { runs } from "../../helpers/runs.js";
import { caught } from "../../import/caught.js";

/** Three pieces of a thousandth of a degree each, and a fix on each. */
const RECORD = {
  id: "t",
  points: [
    [8.0005, 50, 0],
    [8.0015, 50, 10],
    [8.0025, 50, 20],
  ],
  truth_geom: [
    [8, 50],
    [8.001, 50],
    [8.002, 50],
    [8.003, 50],
  ],
};
const read = (more: object) => readTruthNdjson(JSON.stringify({ ...RECORD, ...more }))[0];

describe("a track with truth", () => {
  it("may have breaks in its truth", () => {
    const [a, b, c, d] = RECORD.truth_geom;
    expect(
      read({
        truth_geom: [
          [a, b],
          [c, d],
        ],
      }).truth,
    ).toEqual([
      [a, b],
      [c, d],
    ]);
  });

  it("may have its lines as GeoJSON", () => {
    const { truth_geom: line } = RECORD;
    const lineString = { type: "LineString", coordinates: line };
    expect(read({ truth_geom: lineString })).toEqual(read({}));
    expect(read({ truth_geom: { type: "Feature", properties: {}, geometry: lineString } })).toEqual(read({}));
    const parts = [line.slice(0, 2), line.slice(2)];
    expect(read({ truth_geom: { type: "MultiLineString", coordinates: parts } }).truth).toEqual(parts);
    expect(read({ off_geom: lineString }).offLines).toEqual([line]);
  });

  it("may have times as text", () => {
    const times = ["1970-01-01T00:00:10Z", "1970-01-01T01:00:20+01:00", null];
    const points = RECORD.points.map(([lon, lat], i) => [lon, lat, times[i]]);
    expect(read({ points }).track.map(({ time }) => time)).toEqual([10, 20, undefined]);
  });

  it("may have times in milliseconds, from 1e11 on", () => {
    const times = [1_714_982_400_500, 1_714_982_410, 99_999_999_999];
    const points = RECORD.points.map(([lon, lat], i) => [lon, lat, times[i]]);
    expect(read({ points }).track.map(({ time }) => time)).toEqual([1_714_982_400.5, 1_714_982_410, 99_999_999_999]);
  });

  it("may have its fixes as objects, with the names and units that points of tracks may have", () => {
    const fix = { lon: 8.0005, lat: 50, time: 10, accuracy: 5, speed: 20, course: 90 };
    const fixOf = (given: object) => read({ points: [given] }).track[0];
    expect(read({ points: RECORD.points.map(([lon, lat, time]) => ({ lon, lat, time })) })).toEqual(read({}));
    expect(fixOf(fix)).toEqual(fix);
    expect(
      fixOf({ latitude: "50", longitude: "8.0005", timestamp: "1970-01-01T00:00:10Z", hacc: 5, speed_kmh: 72, heading: "90" }),
    ).toEqual(fix);
    expect(fixOf({ lon: 8.0005, lat: 50, speed_kmh: 36, accuracy: 5 })).toEqual({ lon: 8.0005, lat: 50, speed: 10, accuracy: 5 });
    expect(fixOf({ lon: 8.0005, lat: 50, speed_knots: 10 }).speed).toBeCloseTo(5.1444, 4);
    expect(fixOf({ time_ms: 10_000, coords: { latitude: 50, longitude: 8.0005, accuracy: 5, speed: 20, heading: 90 } })).toEqual(fix);
    expect(fixOf({ lon: 8.0005, lat: 50, time: 1_714_982_400_500 }).time).toBe(1_714_982_400.5);
    // Unknown values, and a member that is no field of a fix.
    expect(fixOf({ lon: 8.0005, lat: 50, time: null, speed: "", confidence: 0.98, line_id: 1 })).toEqual({ lon: 8.0005, lat: 50 });
    expect(read({ points: [fix, [8.0015, 50, 20]] }).track[1]).toEqual({ lon: 8.0015, lat: 50, time: 20 });
  });

  it("may have fixes without a place, if they are not most of them", () => {
    const points = RECORD.points.map(([lon, lat, time], i) => (i === 1 ? [200, 95, time] : [lon, lat, time]));
    expect(read({ points }).track).toHaveLength(3);
    expect(caught(() => read({ points: points.slice(0, 2) })).message).toMatch(/"points" row 2 is not a place on Earth: longitude 200/);
  });

  it("keeps all digits of its id", () => {
    const [first, second] = ["12345678901234567891", "12345678901234567892"].map((id) => JSON.stringify(RECORD).replace('"t"', id));
    expect(readTruthNdjson(`${first}\n${second}\n`).map(({ id }) => id)).toEqual(["12345678901234567891", "12345678901234567892"]);
  });

  it("has the mode of its traveller", () => {
    expect([read({}).mode, read({ mode: "cycling" }).mode]).toEqual([undefined, "cycling"]);
  });

  it("may have null for what is unknown, and an empty list if it was never off the roads", () => {
    const unknown = { mode: null, sigma_m: null, truth_points: null, truth_ways: null, point_seg: null, off_geom: null };
    expect(read(unknown)).toEqual(read({}));
    expect(read({ off_geom: [] })).toEqual(read({}));
  });

  it("has null for fixes that were off the roads; the metres between fixes are then known", () => {
    const track = read({
      truth_points: [[8.0005, 50], null, [8.0025, 50]],
      off_geom: [
        [8.001, 50],
        [8.002, 50],
      ],
    });
    expect(track.truthPoints).toEqual([[8.0005, 50], null, [8.0025, 50]]);
    expect(track.offLines).toEqual([
      [
        [8.001, 50],
        [8.002, 50],
      ],
    ]);
    expect(track.moved?.map(Math.round)).toEqual([0, 72, 72]);
    expect(track.carriedAfter).toEqual([]);
  });

  it("has null as the way of a piece of the line without a road", () => {
    const [a, b, c, d] = RECORD.truth_geom;
    const track = read({ truth_ways: [1, null, 2], point_seg: [0, 1, 2], truth_points: RECORD.points.map((p) => p.slice(0, 2)) });
    expect(track.truth).toEqual([
      [a, b],
      [c, d],
    ]);
    expect(track.offLines).toEqual([[b, c]]);
    expect(track.truthPoints?.map((place) => place !== null)).toEqual([true, false, true]);
  });

  it("finds fixes off the roads without true places, by their piece or their place", () => {
    const [a, b, c, d] = RECORD.truth_geom;
    const pieces = read({ truth_ways: [1, null, 2], point_seg: [0, 1, 2] });
    expect([pieces.wasOff, pieces.moved?.map(Math.round)]).toEqual([
      [false, true, false],
      [0, 72, 72],
    ]);
    // The piece counts, not the place: a fix on the line of the road was made off it, and one beside the road on it.
    const places = [
      [8.0005, 50.0004, 0],
      [8.0025, 50, 5],
      [8.0026, 50, 10],
    ];
    expect(read({ points: places, truth_ways: [1, null, 2], point_seg: [0, 1, 2] }).wasOff).toEqual([false, true, false]);
    // 56 m into a car park, 6 m from its entrance, and 89 m from it along the road.
    const points = [
      [8.0015, 50.0005, 0],
      [8.00158, 50.00003, 5],
      [8.00275, 50, 10],
    ];
    const off_geom = [
      [8.0015, 50],
      [8.0015, 50.001],
    ];
    const park = read({ points, truth_geom: [a, b, c, d], off_geom });
    expect(park.wasOff).toEqual([true, false, false]);
    expect(thin(park, 10).wasOff).toEqual([true, false]);
    // A parked vehicle does not move, however the fixes wander.
    const wander = points.flatMap((point) => [
      point,
      ...Array.from({ length: 50 }, (_, k) => [point[0], (point[1] as number) + (k % 2) * 1e-4]),
    ]);
    const metres = (given: unknown[]) => read({ points: given, truth_geom: [a, b, c, d], off_geom }).moved!.reduce((sum, m) => sum + m, 0);
    expect(Math.abs(metres(wander) - metres(points))).toBeLessThan(25);
    expect(read({ points, off_geom, sigma_m: 20 }).wasOff).toEqual([false, false, false]);
  });

  it("that never left the roads does not claim to know the ways off them", () => {
    const track = read({ truth_ways: [1, 1, 2], truth_points: RECORD.points.map((p) => p.slice(0, 2)) });
    expect([track.moved, track.offLines]).toEqual([undefined, undefined]);
  });

  it.each<[string, object, RegExp]>([
    ["no truth at all", { truth_geom: undefined }, /truth line 1: there is no "truth_geom"/],
    ["null for its truth", { truth_geom: null }, /truth line 1: there is no "truth_geom"/],
    ["no line of truth", { truth_geom: [] }, /"truth_geom" needs at least two positions, it has 0/],
    ["no points", { points: [] }, /"points" is empty/],
    [
      "time in microseconds",
      { points: [[8, 50, 1.7e15]] },
      /"points" row 1: the time 1700000000000000 is too large; it must be seconds or milli/,
    ],
    [
      "a fix without a place",
      {
        points: [
          { lon: 8, lat: 50 },
          { lon: 8, time: 1 },
        ],
      },
      /truth line 1: "points" row 2: this is \{"lon":8,"time":1\}; it must have a lon and a lat, in degrees\.$/,
    ],
    [
      "an ambiguous time",
      { points: [{ lon: 8, lat: 50, time: "03/04/2024 08:00" }] },
      /"points" row 1: time is "03\/04\/2024 08:00"; it must be seconds, milliseconds, ISO 8601 text or null/,
    ],
    [
      "an unknown form of time",
      { points: [[8, 50, "at noon"]] },
      /"points" row 1: time is "at noon"; it must be seconds, milliseconds, ISO 8601 text or null/,
    ],
    [
      "speed in words",
      { points: [[8, 50, 0, 5, "fast"]] },
      /"points" row 1: speed is "fast"; it must be a number of metres per second or null/,
    ],
    [
      "fixes under another name",
      { points: undefined, fixes: [] },
      /there is no "points" \(the fixes\) among its keys "id", "truth_geom", "fixes"/,
    ],
    [
      "truth under another name",
      { truth_geom: undefined, route: [] },
      /there is no "truth_geom" \(the line truly driven\) among its keys "id", "points", "route"; a track/,
    ],
    ["a truth of text", { truth_geom: "LINESTRING(8 50, 9 50)" }, /"truth_geom" is "LINESTRING\(8 50.*; it must be a line/],
    [
      "a truth that is a point",
      { truth_geom: { type: "Point", coordinates: [8, 50] } },
      /"truth_geom" is \{"type":"Point".*; it must be a line/,
    ],
    [
      "projected coordinates",
      { points: [[890555, 6446275, 0]] },
      /"points" row 1 is not a place on Earth: longitude 890555; coordinates are degrees \(WGS 84\), not metres of a projection/,
    ],
    ["an object as its id", { id: { car: 3 } }, /"id" is \{"car":3\}; it must be a text or a number/],
    [
      "a truth of latitude and longitude",
      {
        truth_geom: [
          [50, 100],
          [50, 101],
        ],
      },
      /"truth_geom" row 1 is not a place on Earth: latitude 100; longitude, .* comes before latitude/,
    ],
    [
      "a line of one position",
      {
        truth_geom: [
          [
            [8, 50],
            [8.1, 50],
          ],
          [[8, 50]],
        ],
      },
      /line 2 of 2: "truth_geom" needs at least two positions, it has 1/,
    ],
    [
      "a first line without positions",
      { truth_geom: [[], RECORD.truth_geom] },
      /^truth line 1, line 1 of 2: "truth_geom" needs at least two positions, it has 0\.$/,
    ],
    [
      "a last line without positions",
      { truth_geom: [RECORD.truth_geom, []] },
      /^truth line 1, line 2 of 2: "truth_geom" needs at least two positions, it has 0\.$/,
    ],
    ["an unknown mode", { mode: "flying" }, /"mode" is "flying"; it must be one of driving/],
    ["noise in words", { sigma_m: "5" }, /"sigma_m" is "5"; it must be a number of metres from 0/],
    ["negative noise", { sigma_m: -5 }, /"sigma_m" is -5; it must be a number of metres from 0/],
    ["fewer ways than pieces", { truth_ways: [1, null] }, /"truth_ways" has 2 entries/],
    ["no road at all", { truth_ways: [null, null, null] }, /every piece is off the roads/],
    ["invalid truth points", { truth_points: "all" }, /"truth_points" is "all"; it must be an array of positions/],
    [
      "a fix without its latitude",
      {
        points: [
          [8, 50],
          [8, null],
        ],
      },
      /"points" row 2 is \[8,null\]; it must begin with 2 numbers/,
    ],
    [
      "a fix with its longitude as text",
      {
        points: [
          [8, 50],
          ["8", 50],
        ],
      },
      /"points" row 2 is \["8",50\]; it must begin with 2 numbers/,
    ],
    ["fewer truth points than points", { truth_points: [null] }, /3 points, but 1 truth_points/],
    ["an invalid truth point", { truth_points: [null, [8], null] }, /"truth_points" row 2 is .*; it must begin with 2 numbers/],
  ])("gives an error of one sentence with %s", (_, more, sentence) => {
    expect(caught(() => read(more)).message).toMatch(sentence);
  });
});

describe("the form of a file with truth is recognised", () => {
  it.each<[string, string]>([
    ["a track a line", `${JSON.stringify(RECORD)}\n`],
    ["one track over several lines", JSON.stringify(RECORD, null, 2)],
    ["an array of tracks", JSON.stringify([RECORD], null, 2)],
    ["an array of sparse taxi tracks", JSON.stringify([{ set: "t", index: 0, points: RECORD.points, truth: RECORD.truth_geom }])],
  ])("as %s", (_, text) => {
    expect(readTruth(text).map(({ track, truth }) => [track.length, truth])).toEqual([[3, [RECORD.truth_geom]]]);
  });

  it.each<[string, (records: string[]) => string]>([
    ["a comma after each", (records) => records.map((record) => `${record},\n`).join("")],
    ["a comma after each but the last", (records) => records.join(",\n")],
    ["only carriage returns between them", (records) => records.join("\r")],
    ["carriage returns and line feeds between them", (records) => records.join("\r\n")],
  ])("as one track a line with %s", (_, text) => {
    const records = [1, 2, 3].map((id) => JSON.stringify({ ...RECORD, id }));
    expect(readTruth(text(records)).map(({ id }) => id)).toEqual(["1", "2", "3"]);
    const broken = [records[0].replace(":", ""), "[]", records[2]];
    const told: string[] = [];
    expect(readTruth(text(broken), { onBroken: ({ message }) => told.push(message) }).map(({ id }) => id)).toEqual(["3"]);
    expect(told).toEqual([expect.stringMatching(/^truth line 1: not JSON: ":" is expected/), expect.stringMatching(/^truth line 2\b/)]);
  });

  it.each<[string, string]>([
    ["line feeds", "\n"],
    ["carriage returns", "\r"],
  ])("as one track over several lines with %s between them, the first of which has an object", (_, end) => {
    const { truth_geom: coordinates, ...rest } = RECORD;
    const [first, second] = [{ truth_geom: { type: "LineString", coordinates } }, rest].map((part) => JSON.stringify(part));
    expect(readTruth(`${first.slice(0, -1)},${end}${second.slice(1)}`)).toEqual([read({})]);
  });

  it.each<[string, string, RegExp]>([
    ["XML", "<gpx/>", /mine: this is XML, such as GPX/],
    ["CSV", "lon,lat\n8,50\n", /mine: this is text that is not JSON/],
    ["nothing", " \n", /mine: this is nothing/],
    ["an empty array", "[]", /mine: there is no track in it/],
    ["half an array", "[{", /mine: not JSON: it ends with 2 unclosed brackets; is it cut short\?$/],
    ["half a number", "[{8.", /mine: not JSON: it ends with 2 unclosed brackets; is it cut short\?$/],
    ["half a text", '{"id":"7', /mine line 1: not JSON: it ends inside a string\.$/],
    ["an array with a comma too many", "[{},]", /mine: not JSON: a value is expected at character 5, where "\]" comes after "\[\{\},"\.$/],
    [
      "an unknown value",
      '{"id":1,\n"points":[[8,NaN]]}',
      /mine: not JSON: it has NaN at line 2, character 14; write null for an unknown value/,
    ],
    [
      "a name without its colon",
      `{"note":"${"-".repeat(80)}","id" 7,"points":[[8.0005,50,0],[8.0015,50,10]]}`,
      /mine line 1: not JSON: ":" is expected at character 97, where "7,"points":\[\[8\.0005,50,0\],\[8\.0…" comes after "…-{23}","id" "\.$/,
    ],
    [
      "a name without its quote",
      '{"id:1,"points":[]}',
      /":" is expected at character 9, where "points":\[\]\}" comes after "\{"id:1,""\.$/,
    ],
    ["a list closed as an object", '{"points":[[8,50}}', /"," or "\]" is expected at character 17, where "\}\}" comes after/],
    ["no value", '{"points":}', /a value is expected at character 11/],
    ["a name without quotes", '{"id":7,points:[]}', /a name in quotes is expected at character 9/],
    [
      "two records on a line",
      '{"id":1}{"id":2}',
      /mine line 1: not JSON: the end is expected at character 9, where .* comes after "\{"id":1\}"; write one record a line, with nothing between them\.$/,
    ],
    ["hostile nesting", `{"points":${"[".repeat(1e5)}${"]".repeat(1e5)}}`, /mine line 1: not JSON: it is nested deeper than 32 levels/],
    [
      "records over several lines",
      '{\n"id":1\n}\n{\n"id":2\n}\n',
      /mine: its records are spread over several lines each; write each on one line, or all of them as one array\.$/,
    ],
    [
      "GeoJSON with a feature a line",
      '{"type":"FeatureCollection",\n"features":[\n{"type":"Feature"},\n{"type":"Feature"}\n]}',
      /mine line 1: this is GeoJSON, .* "truth_geom": a line of it\}/,
    ],
    ["GeoJSON", '{"type":"FeatureCollection",\n"features":[]}', /mine line 1: this is GeoJSON, .* "truth_geom": a line of it\}/],
  ])("and anything else gives an error: %s", (_, text, sentence) => {
    expect(caught(() => readTruth(text, { name: "mine" })).message).toMatch(sentence);
  });

  it.each<[unknown, string]>([
    [new Uint8Array(3), "an object"],
    [undefined, "undefined"],
    [Promise.resolve(""), "a promise (is an await missing?)"],
  ])("and gives an error if it is not text: %j", (wrong, shown) => {
    const message = `mine: this is ${shown}; truth is read from text.`;
    expect(caught(() => readTruth(wrong as string, { name: "mine" }))).toMatchObject({ code: "bad-input", message });
  });

  it.each(["garbage", "lon,lat", "<gpx/>"])("as records a line, even if the first one is %s", (first) => {
    const told: string[] = [];
    const tracks = readTruth(`${first}\n${JSON.stringify(RECORD)}\n`, { onBroken: (error) => told.push(error.message) });
    expect([tracks.length, told.length]).toEqual([1, 1]);
    expect(told[0]).toContain("line 1: not JSON");
  });

  it("as records a line, even if the first one breaks off", () => {
    const told: string[] = [];
    const text = `{"id":1,"points":[\n${JSON.stringify(RECORD)}\n`;
    expect(readTruth(text, { onBroken: ({ message }) => told.push(message) })).toHaveLength(1);
    expect(told).toEqual(["truth line 1: not JSON: it ends with 2 unclosed brackets; is it cut short?"]);
  });

  it("and broken tracks are reported to onBroken, while the rest is read", () => {
    const told: string[] = [];
    const text = `{}\n${JSON.stringify(RECORD)}\n7\n`;
    expect(readTruth(text, { onBroken: ({ message }) => told.push(message) })).toHaveLength(1);
    expect(told).toEqual([expect.stringMatching(/^truth line 1: /), expect.stringMatching(/^truth line 3\b/)]);
  });

  it("and any content gives tracks or an error of one sentence", () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(RECORD)), fc.array(fc.constantFrom(null, 0, 1, 2)));
    const names = ["points", "truth_geom", "truth_points", "truth_ways", "point_seg", "off_geom", "mode", "sigma_m"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), member), (more) => {
        try {
          for (const { track, truth, truthPoints } of readTruth(JSON.stringify({ ...RECORD, ...more }))) {
            expect(track.length).toBeGreaterThan(0);
            expect(truth.every((part) => part.length >= 2)).toBe(true);
            if (truthPoints) expect(truthPoints).toHaveLength(track.length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SnapError);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
