// NDJSON: what a line may be, and what happens to other lines.
import { describe, expect, it } from "vitest";
import { readNdjson } from "../../../src/import/tracks/ndjson.js";
import { parseTrackLine, trackIdInHead } from "../../../src/import/tracks/track-line.js";
import { readTracks } from "../../../src/import/tracks/tracks.js";
import { caught } from "../caught.js";

const lines = (...values: unknown[]) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
const summary = (text: string) => readNdjson(text).points.map(({ lon, lat, time, trackId }) => [lon, lat, time, trackId]);

describe("a line of NDJSON", () => {
  it.each([
    [
      "positions",
      {
        id: 7,
        points: [
          [1, 2, 10],
          [3, 4],
        ],
      },
      [
        [1, 2, 10, "7"],
        [3, 4, null, "7"],
      ],
    ],
    [
      "point objects",
      {
        id: "a",
        points: [
          { lon: 1, lat: 2, time: 10 },
          { lng: 3, latitude: 4 },
        ],
      },
      [
        [1, 2, 10, "a"],
        [3, 4, null, "a"],
      ],
    ],
    ["an id named track_id", { track_id: "van 7", points: [[1, 2]] }, [[1, 2, null, "van 7"]]],
    ["a track_id and an id", { track_id: "trip", id: "a", points: [[1, 2]] }, [[1, 2, null, "a"]]],
    ["a track_id and an empty id", { id: null, track_id: 7, points: [[1, 2]] }, [[1, 2, null, "7"]]],
    ["a request with a track_id", { track_id: "a", points: { features: [{ geometry: { x: 1, y: 2 } }] } }, [[1, 2, null, "a"]]],
    ["points with their own track ids", { id: "a", points: [{ lon: 1, lat: 2, track_id: "b" }] }, [[1, 2, null, "b"]]],
    [
      "features of the wire",
      { id: "a", points: [{ attributes: { location_timestamp: 10_000 }, geometry: { x: 1, y: 2 } }] },
      [[1, 2, 10, "a"]],
    ],
    ["a feature set", { features: [{ attributes: { track_id: "a" }, geometry: { x: 1, y: 2 } }] }, [[1, 2, null, "a"]]],
    ["a request", { points: { features: [{ geometry: { x: 1, y: 2 } }] } }, [[1, 2, null, null]]],
    [
      "a request with an id, some of its features with a track id of their own",
      { id: "a", points: { features: [{ geometry: { x: 1, y: 2 } }, { attributes: { track_id: "b" }, geometry: { x: 3, y: 4 } }] } },
      [
        [1, 2, null, "a"],
        [3, 4, null, "b"],
      ],
    ],
    ["a request as text with an id", { id: 7, points: '{"features":[{"geometry":{"x":1,"y":2}}]}' }, [[1, 2, null, "7"]]],
    [
      "a GeoJSON feature",
      {
        type: "Feature",
        geometry: {
          type: "LineString",
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
        properties: { coordTimes: [5, 6] },
      },
      [
        [1, 2, 5, null],
        [3, 4, 6, null],
      ],
    ],
    ["a single point", { lon: 1, lat: 2, time: "2024-01-06T06:15:59Z", track_id: 5 }, [[1, 2, 1704521759, "5"]]],
    ["a single point whose place is in a member", { time: 10, coords: { latitude: 2, longitude: 1, speed: null } }, [[1, 2, 10, null]]],
    [
      "a single point whose place is a geometry in a member",
      { bus: 1, device: "a", t: 10, loc: { type: "Point", coordinates: [1, 2] } },
      [[1, 2, 10, "a"]],
    ],
    ["a message that has its own time around it", { timestamp: 99, key: "k", value: { ts: 10, lat: 2, lon: 1 } }, [[1, 2, 10, null]]],
    [
      "points whose places are in members",
      { id: "a", points: [{ timestamp: 10, coords: { latitude: 2, longitude: 1 } }] },
      [[1, 2, 10, "a"]],
    ],
    ["a date of MongoDB", { time: { $date: "2024-01-06T06:15:59Z" }, lon: 1, lat: 2 }, [[1, 2, 1704521759, null]]],
    ["such a date as a number", { time: { $date: { $numberLong: "1704521759000" } }, lon: 1, lat: 2 }, [[1, 2, 1704521759, null]]],
    ["a record of a text sequence", '\u001e{"lon":1,"lat":2}', [[1, 2, null, null]]],
    [
      "points that are null",
      { id: "a", points: [null, "x", [], {}, [1, 2]] },
      [...Array.from({ length: 4 }, () => [NaN, NaN, null, "a"]), [1, 2, null, "a"]],
    ],
  ])("may contain %s", (_, value, expected) => {
    expect(summary(lines(value))).toEqual(expected);
  });

  it.each([
    ["two members with coordinates", { from: { lat: 2, lon: 1 }, to: { lat: 4, lon: 3 } }],
    ["a member with an x and a y", { t: 10, acceleration: { x: 1, y: 2, z: 9.8 } }],
    ["coordinates two levels down", { message: { position: { lat: 2, lon: 1 } } }],
  ])("is no point if it has %s", (_, value) => {
    expect(caught(() => readNdjson(lines(value))).message).toMatch(/^Line 1 is an object whose members are .*; it must have/);
  });

  it.each([
    [
      "columns",
      '{"lat":[45,46],"lon":[7,8]}',
      "its one point has no numbers as longitude and latitude (the first: lon is a list of 2 at line 1).",
    ],
    [
      "points with unknown names",
      '[{"p":[7,45]},{"p":[7,46]}]',
      "none of its 2 points has numbers as longitude and latitude (the first: lon is missing at item 1).",
    ],
  ])("gives an error in a file that has only %s", (_, text, message) => {
    expect(caught(() => readNdjson(text)).message).toBe(`The file has no position: ${message}`);
  });

  it("may be a point with an unknown place", () => {
    expect(summary('{"lon":null,"lat":null}')).toEqual([[NaN, NaN, null, null]]);
  });

  it.each([
    ["of the line", (id: string) => `{"id":${id},"points":[[1,2]]}`],
    ["of a point", (id: string) => `{"points":[{"lon":1, "lat":2, "track_id": ${id}}]}`],
    ["of a feature", (id: string) => `{"features":[{"attributes":{"track_id":${id}},"geometry":{"x":1,"y":2}}]}`],
    ["after a text that looks like it", (id: string) => `{"note":"\\":1234567890123456789","id":${id},"points":[[1,2]]}`],
  ])("keeps all digits of an id that is a large number: %s", (_, line) => {
    const idOf = (id: string) => parseTrackLine(line(id), 1).points[0].trackId;
    for (const id of ["1234567890123456789", "1234567890123456790", "-9007199254740993", "9007199254740991", "7"])
      expect(idOf(id)).toBe(id);
  });

  it("may have a track id made of a trip and a vehicle", () => {
    expect(summary(lines(...["v1", "v2"].map((vehicle_id) => ({ vehicle_id, trip_id: 1, lon: 1, lat: 2 }))))).toEqual([
      [1, 2, null, "v1 1"],
      [1, 2, null, "v2 1"],
    ]);
    expect(summary(lines({ vehicle_id: "v1", position: { trip_id: 1, lon: 1, lat: 2 } }))).toEqual([[1, 2, null, "v1 1"]]);
  });

  describe("that is a point, with an id,", () => {
    const points = (...ids: unknown[]) => ids.map((id) => ({ id, lon: 1, lat: 2 }));
    const ids = (text: string, columns = {}) => readNdjson(text, { columns }).points.map(({ trackId, objectId }) => [trackId, objectId]);
    const vans = [
      ["7", null],
      ["7", null],
      ["8", null],
      ["8", null],
    ];

    it("belongs to the track of that id if the ids repeat, which a warning tells", () => {
      expect(ids(lines(...points(7, 7, 8, 8)))).toEqual(vans);
      expect(ids(JSON.stringify(points(7, 7, 8, 8)))).toEqual(vans);
      const vanOrNone = [...Array(4).fill("van 7"), null, null];
      expect(ids(lines(...points(...vanOrNone)))).toEqual(vanOrNone.map((id) => [id, null]));
      expect(readNdjson(lines(...points(7, 7, 8, 8))).warnings).toEqual([
        'The member "id" repeats its values, so it is read as the track id.',
      ]);
    });

    it.each<[string, unknown[], Record<string, string>?]>([
      ["if the ids do not repeat", points(7, 8, 9, 9)],
      ["if there are too few to tell", points(7, 7, 7)],
      ["if too few points have one to tell, repeated or not", points(7, 8, 8, ...Array(4).fill(null))],
      ["if the option says so", points(7, 7, 8, 8), { objectid: "id" }],
    ])("has that id itself %s", (_, values, columns) => {
      expect(ids(lines(...values), columns)).toEqual(values.map((value) => [null, (value as { id: unknown }).id]));
    });

    it("has none if all ids are blank, which is no repetition", () => {
      expect(readNdjson(lines(...points(null, null, "", "")))).toMatchObject({ warnings: [], points: Array(4).fill({ trackId: null }) });
    });

    it("may be the second: the first may lack its id", () => {
      expect(ids(lines({ lon: 1, lat: 2 }, ...points(7, 7, 8, 8)))).toEqual([[null, null], ...vans]);
    });

    it("belongs to the track of its track id", () => {
      expect(ids(lines(...points(7, 7, 8, 8).map((point) => ({ ...point, track_id: "a" })))).map(([trackId]) => trackId)).toEqual(
        Array(4).fill("a"),
      );
    });
  });

  it("may have the accuracy, speed and course of a GeolocationPosition", () => {
    const { points } = readNdjson("[[7, 45, 1704520800, 5, 7.5, 90], [7.1, 45, 1704520810, null, null, null]]\n");
    expect(points.map(({ accuracy, speed, course }) => [accuracy, speed, course])).toEqual([
      [5, 7.5, 90],
      [null, null, null],
    ]);
  });

  it("may have times in nanoseconds", () => {
    expect(parseTrackLine('{"id":1,"points":[[1,2,1704521759000000000]]}', 1).points[0].time).toBe(1704521759);
  });

  it("has its times in one unit", () => {
    const text = lines({ id: 1, points: [[1, 2, 1704521759000]] }, { id: 2, points: [[1, 2, 5]] });
    expect(readNdjson(text).points.map(({ time }) => time)).toEqual([1704521759, 5]);
  });

  it("of GeoJSON has its times in one unit, independent of other lines", () => {
    const place = { type: "Point", coordinates: [1, 2] };
    const feature = (time: number) => ({ type: "Feature", geometry: place, properties: { time } });
    const text = lines(feature(1_704_521_759), feature(1_704_521_760_000), {
      type: "FeatureCollection",
      features: [feature(1_704_521_761)],
    });
    expect(summary(text).map(([, , time]) => time)).toEqual([1_704_521_759, 1_704_521_760, 1_704_521_761]);
  });

  it("that is a point has its day and month where other points show them", () => {
    const times = ["03/04/2024 10:00", "03/13/2024 10:00"];
    const march = [Date.UTC(2024, 2, 4, 10) / 1000, Date.UTC(2024, 2, 13, 10) / 1000];
    const points = times.map((time) => ({ lon: 1, lat: 2, time }));
    const features = times.map((time) => ({ type: "Feature", geometry: { type: "Point", coordinates: [1, 2] }, properties: { time } }));
    for (const text of [lines(...points), lines(...features), JSON.stringify(points)]) {
      const { points, warnings } = readNdjson(text);
      expect(points.map(({ time }) => time)).toEqual(march);
      expect(warnings).toEqual([]);
    }
    // A track between the points is a column of its own.
    const track = { id: "a", points: [{ lon: 1, lat: 2, time: "13/04/2024 10:00" }] };
    expect(readNdjson(lines(points[0], track, points[1])).points.map(({ time }) => time)).toEqual([
      march[0],
      Date.UTC(2024, 3, 13, 10) / 1000,
      march[1],
    ]);
  });

  it("takes fields from the member with its place, and others from next to it", () => {
    const coords = { latitude: 2, longitude: 1, accuracy: null, speed: 3 };
    const [point] = readNdjson(lines({ time: 10, accuracy: 7, speed: 5, coords })).points;
    expect(point).toMatchObject({ lon: 1, lat: 2, time: 10, accuracy: 7, speed: 3 });
  });

  it("keeps its other members out of the points", () => {
    const { points } = readNdjson(lines({ id: 1, points: [[1, 2, 3]], truth_nodes: [4], truth_geom: [[5, 6]] }));
    expect(points[0].attributes).toEqual({ lon: 1, lat: 2, time: 3 });
  });

  it.each([
    ["UTF-16 without a byte-order mark", "{\0}\0", "zero bytes in it, as in UTF-16 without its byte order mark; save it as UTF-8."],
    ["lines that end with a carriage return", "{}\r{}", "carriage returns in it; a line of NDJSON ends with a line feed."],
  ])("of %s gives an error about the characters that cannot be seen in it", (_, text, reason) => {
    expect(() => parseTrackLine(text, 3)).toThrow(`Line 3 is not valid JSON: there are ${reason}`);
  });

  it("can be read alone, for streams", () => {
    expect(parseTrackLine('{"id":7,"points":[[1,2,10]]}', 12)).toMatchObject({
      trackId: "7",
      points: [{ lon: 1, lat: 2, trackId: "7" }],
      warnings: [],
    });
    expect(parseTrackLine('{"points":[[1,2,10]]}', 12)).toMatchObject({ trackId: null, points: [{ trackId: null }] });
    const line = '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2]]},"properties":{"name":"run"}';
    expect(parseTrackLine(`${line}}`, 12)).toMatchObject({ trackId: "run", points: [{ trackId: "run", objectId: null }] });
    expect(parseTrackLine(`${line},"id":7}`, 12)).toMatchObject({ trackId: "7", points: [{ trackId: "7", objectId: null }] });
    expect(parseTrackLine('{"points":[{"lon":1,"lat":2,"course":500}]}', 12).warnings).toEqual([
      "course: 1 value is outside 0 to 360 and treated as unknown (500 at line 12).",
    ]);
    expect(caught(() => parseTrackLine('{"id":7,', 12)).message).toBe("Line 12 ends with 1 unclosed bracket; is it cut short?");
    expect(caught(() => parseTrackLine('{"id":7,"points":[[1,2],[3,4]]}', 12, { maxPoints: 1 })).code).toBe("limit");
  });

  it.each(["\uFEFF", "\u001e", "\uFEFF\u001e"])("may begin with %j, as in joined files", (mark) => {
    expect(parseTrackLine(`${mark}{"id":7,"points":[[1,2,10]]}`, 12)).toMatchObject({ trackId: "7", points: [{ lon: 1, lat: 2 }] });
  });

  it.each([
    ["points", (id: unknown) => ({ id, points: [[1, 2]] })],
    ["a request", (track_id: unknown) => ({ track_id, points: { features: [{ geometry: { x: 1, y: 2 } }] } })],
  ])("of %s with an unusable id gives a warning, and has none", (_, of) => {
    const { points, warnings } = readNdjson(lines(of({ $oid: "7" }), of({ $oid: "8" }), of(null), of("")));
    expect(warnings).toEqual(["id: 2 values are neither text nor a number and treated as unknown (the first: an object at line 1)."]);
    expect(points).toHaveLength(4);
    expect(parseTrackLine(lines(of(["a"])), 12)).toMatchObject({ trackId: null, points: [{ trackId: null }] });
  });

  it("of one point may have any id", () => {
    expect(parseTrackLine('{"id":{},"lon":1,"lat":2}', 12).warnings).toEqual([]);
  });

  it("with an id that was not UTF-8 gives a warning, since two ids may have become one", () => {
    const text = new TextDecoder().decode(Buffer.from('{"id":"M\xfcller","points":[[1,2]]}', "latin1"));
    expect(parseTrackLine(text, 1).warnings).toEqual([
      '1 track id was not UTF-8 and lost characters, so two different ids may have become the same (the first: "M\ufffdller"); save the file as UTF-8.',
    ]);
  });

  it.each([
    ["5", null, "Line 12 is 5; it must have"],
    ['{"id":7,"speed":1}', "7", 'Line 12 is an object whose members are "id", "speed"; it must have'],
    ["{}", null, "Line 12 is an object without members; it must have"],
    ['{"points":{"url":"http://x"}}', null, "Line 12: The points are given by url or itemID, which cannot be fetched here"],
    ['{"id":"a","points":"{}"}', "a", "Line 12: The points must be a feature set"],
    ['{"id":"a","points":"{"}', "a", "Line 12: The points parameter ends with 1 unclosed bracket"],
    ['{"id":"a","features":[],"spatialReference":2154}', "a", "Line 12: The spatial reference of the points is wkid 2154"],
    ['{"id":"a","type":"FeatureCollection"}', "a", "Line 12: The GeoJSON FeatureCollection has no list"],
    ['{"track_id":"a","points":"{}"}', "a", "Line 12: The points must be a feature set"],
    ['{"id":{},"points":"{}"}', null, "Line 12: The points must be a feature set"],
  ])("that cannot be read gives an error with its number and its id: %s", (line, trackId, sentence) => {
    const { message, details } = caught(() => parseTrackLine(line, 12));
    expect(message).toContain(sentence);
    expect(details).toMatchObject({ line: 12, trackId });
  });
});

describe("the id found at the beginning of a line that cannot be read", () => {
  it.each([
    ['{"id":"van 7","points":[[1,2],', "van 7"],
    ['\uFEFF { "id" : 7 , "points"', "7"],
    ['{"id":1234567890123456789,"points"', "1234567890123456789"],
    ['{"note":"\\",\\"id\\":\\"no\\"","speed":-1.5e3,"ok":true,"id":"\\u00e9\\"","points"', 'é"'],
    [`{"note":"${"x".repeat(1000)}","id":"a"}`, "a"],
    ['{"track_id":"trip","id":"a","points"', "a"],
    ['{"id":null,"track_id":"trip","points"', "trip"],
    ['{"id":null,"points"', null],
    ['{"id":{"a":1},"points"', null],
    ['{"id":"a\tb","points"', null],
    ['{"id":"cut sho', null],
    ['{"points":[{"id":1}],"id":"too late"}', null],
    [`{"note":"${"x".repeat(5000)}","id":"too late"}`, null],
    ['["id",7]', null],
    ["", null],
  ])("%s", (line, id) => {
    expect(trackIdInHead(line)).toBe(id);
  });
});

describe("a file of NDJSON", () => {
  it("names tracks without an id by their lines, if there are several", () => {
    expect(summary(lines({ points: [[1, 2]] }))).toEqual([[1, 2, null, null]]);
    expect(summary(lines({ points: [[1, 2]] }, "", { points: [[3, 4]] }, { id: "a", points: [[5, 6]] }))).toEqual([
      [1, 2, null, "line 1"],
      [3, 4, null, "line 3"],
      [5, 6, null, "a"],
    ]);
    expect(summary(lines({ points: [[1, 2]] }, { id: "a", points: { features: [{ geometry: { x: 5, y: 6 } }] } }))).toEqual([
      [1, 2, null, "line 1"],
      [5, 6, null, "a"],
    ]);
    expect(summary(lines({ id: {}, points: [[1, 2]] }, { id: {}, points: [[3, 4]] }))).toEqual([
      [1, 2, null, "line 1"],
      [3, 4, null, "line 2"],
    ]);
    expect(summary(lines({ id: null, points: [[1, 2]] }, { id: "a", points: [[5, 6]] }))).toEqual([
      [1, 2, null, null],
      [5, 6, null, "a"],
    ]);
  });

  it("makes a track of each GeoJSON line: by id, track id, name, or line number", () => {
    const feature = (more: object, properties: object) => {
      const coordinates = [[1, 2]];
      return { type: "Feature", ...more, geometry: { type: "LineString", coordinates }, properties };
    };
    const of = (...values: object[]) => readNdjson(lines(...values)).points.map(({ trackId }) => trackId);
    expect(of(feature({ id: 7 }, { name: "run" }), feature({}, { track_id: "b", name: "run" }))).toEqual(["7", "b"]);
    expect(of(feature({}, { name: "run" }), feature({ id: null }, { name: "run" }), feature({}, {}))).toEqual(["run", "run (2)", "line 3"]);
    expect(of(feature({}, {}))).toEqual([null]);

    const point = { type: "Feature", id: 1, geometry: { type: "Point", coordinates: [1, 2] }, properties: {} };
    const all = { type: "FeatureCollection", features: [point, point] };
    expect(of(point, point)).toEqual([null, null]);
    expect(of({ id: "a", ...all }, { id: "b", ...all })).toEqual(["a", "a", "b", "b"]);
  });

  it("is read on after a broken line", () => {
    const { points, warnings } = readNdjson(lines({ lon: 1, lat: 2 }, '{"lon":', "5", { lon: 3, lat: 4 }, { route: [], fcd: [] }));
    expect(points.map(({ lon }) => lon)).toEqual([1, 3]);
    expect(warnings).toEqual(["3 lines are not read. Line 2 ends with 1 unclosed bracket; is it cut short?"]);
  });

  it("loses the points of a line that turns out to be unreadable", () => {
    const bad = { features: [{ geometry: { x: 1, y: 2 } }, { geometry: { x: 1, y: 2, spatialReference: { wkid: 2154 } } }] };
    const { points, warnings } = readNdjson(lines(bad, { lon: 3, lat: 4, time: 5 }));
    expect(points).toMatchObject([{ lon: 3, time: 5 }]);
    expect(warnings[0]).toMatch(/^1 line is not read\. Line 1: The spatial reference of the points is wkid 2154/);
  });

  it("may be a text sequence, with records over several lines", () => {
    const records = (...values: object[]) => values.map((value) => `\u001e${JSON.stringify(value, null, 2)}\r\n`).join("");
    const text = records({ id: "a", points: [[1, 2]] }, { lon: 3, lat: 4 }, { a: 1 });
    expect(summary(text)).toEqual([
      [1, 2, null, "a"],
      [3, 4, null, null],
    ]);
    expect(readNdjson(`${text}\u001e\u001e{"a":`).unread[0]).toMatch(
      /^2 records are not read\. Record 3 is an object whose members are "a";/,
    );
    expect(caught(() => readNdjson('\u001e{\n"lon": 1')).message).toBe("Record 1 ends with 1 unclosed bracket; is it cut short?");
  });

  it("may be one list", () => {
    expect(summary('[\n {"lon":1,"lat":2,"time":1704521759000},\n {"lon":3,"lat":4,"time":1704521760000}\n]')).toEqual([
      [1, 2, 1704521759, null],
      [3, 4, 1704521760, null],
    ]);
    expect(summary("[[1,2],[3,4]]")).toEqual([
      [1, 2, null, null],
      [3, 4, null, null],
    ]);
    expect(summary('[{"id":"a","points":[[1,2]]},{"points":[[3,4]]}]')).toEqual([
      [1, 2, null, "a"],
      [3, 4, null, "item 2"],
    ]);
    expect(summary('[{"id":"a","points":[[1,2]]},{"lon":3,"lat":4}]')).toEqual([
      [1, 2, null, "a"],
      [3, 4, null, null],
    ]);
  });

  it.each([
    ["empty", "", "The input is empty: it has 0 bytes and no text."],
    [
      "without a readable line",
      '{"a":1}\n{"b":2}',
      'Line 1 is an object whose members are "a"; it must have a list named points or features, or a lon and a lat.',
    ],
    ["without a point", '{"id":1,"points":[]}', "The file has no points: none of its lines holds any."],
    ["an empty list", "[]", "The file has no points: none of its items holds any."],
  ])("gives an error if it is %s", (_, text, message) => {
    const error = caught(() => readNdjson(text));
    expect([error.code, error.message]).toEqual(["bad-input", message]);
  });

  it("gives an error if it has too many points", () => {
    expect(caught(() => readNdjson(lines({ points: [[1, 2]] }, { points: [[1, 2]] }), { maxPoints: 1 })).code).toBe("limit");
  });
});

it.each([
  [
    "NDJSON",
    '{"lat":45,"lon":8,"start_time":"2024-05-14T08:13:47Z"}\n',
    ['No field is named as times usually are, but "start_time" looks like one; to have it read, rename it to time.'],
  ],
  [
    "a list",
    '[{"lat":45,"lon":8,"startTime":1715674427}]',
    ['No field is named as times usually are, but "startTime" looks like one; to have it read, rename it to time.'],
  ],
  [
    "GeoJSON",
    '{"type":"Feature","properties":{"started":"14.05.2024 08:13:47"},"geometry":{"type":"Point","coordinates":[8,45]}}',
    ['No field is named as times usually are, but "started" looks like one; to have it read, rename it to time.'],
  ],
  ["points that have a time too", '{"lat":45,"lon":8,"time":5,"start_time":"2024-05-14T08:13:47Z"}\n', []],
  ["points with another number", '{"lat":45,"lon":8,"phone":1715674427,"timeout":30}\n', []],
])("a time with an unknown name gives a warning in %s", async (_, text, warnings) => {
  expect((await readTracks(text)).warnings).toEqual(warnings);
});

it("what a request asks for besides its points gives a warning", () => {
  const request = { points: { features: [{ geometry: { x: 1, y: 2 } }] }, travel_mode: "Walking Time", return_lines: true };
  expect(parseTrackLine(JSON.stringify(request), 3).warnings).toEqual([
    "Only the points of the request are read; not used: travel_mode, return_lines.",
  ]);
});
