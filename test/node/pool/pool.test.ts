// MatcherPool: the same answers as one thread from several, a bounded read-ahead, and calls that are aborted, refused or closed.
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Tinypool } from "tinypool";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { featureSet } from "../../../bench/inputs/formats.js";
import { townRoads } from "../../../bench/inputs/networks.js";
import { cutTrack, longDrive } from "../../../bench/inputs/walk.js";
import { writeCsv } from "../../../src/export/csv.js";
import { writeGpx } from "../../../src/export/gpx.js";
import { writeNdjson } from "../../../src/export/ndjson.js";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { InputPoint, TrackPoint } from "../../../src/match/track/track.js";
import { MatcherPool, type PoolOptions } from "../../../src/node/index.js";
import { RoadGraph } from "../../../src/roads/graph.js";
import { SnapToRoads } from "../../../src/snap/execute.js";
import type { ExecuteInput } from "../../../src/snap/parameters.js";
import { snapPoints } from "../../../src/snap/points.js";
import { stringifyResponse } from "../../../src/snap/response.js";
import type { SnapResult } from "../../../src/snap/result.js";
import { collect, DEFECT, FATAL, stream } from "./pools.js";

let roads: RoadGraph;
let drive: TrackPoint[];
let short: TrackPoint[];
let pool: MatcherPool;
beforeAll(async () => {
  roads = await townRoads();
  drive = longDrive(roads, 200);
  short = drive.slice(0, 20);
  pool = new MatcherPool(roads, { threads: 2 });
});
afterAll(() => pool.close());

/** Pieces of the drive, of increasing and decreasing lengths. */
function manyCuts(): TrackPoint[][] {
  return Array.from({ length: 1200 }, (_, i) => drive.slice(i % 40, (i % 40) + 1 + ((i * i) % 23)));
}

/** Tracks that are special when packed: no fixes, no place, no time, far from any road, a jump, a reversal. */
function oddTracks(): TrackPoint[][] {
  const [first, second, third] = drive;
  return [
    [],
    [first],
    [first, { lon: Number.NaN, lat: 91 }, second],
    drive.slice(0, 40).map(({ lon, lat }) => ({ lon, lat })),
    drive.slice(0, 40).map((fix) => ({ ...fix, accuracy: 10, speed: 10, course: null })),
    [
      { ...first, lon: first.lon + 5 },
      { ...second, lon: second.lon + 5 },
    ],
    [...drive.slice(0, 30), ...drive.slice(160, 190)],
    [...drive.slice(0, 60), ...drive.slice(0, 60).reverse()].map((fix, i) => ({ ...fix, time: (third.time ?? 0) + i })),
  ];
}

describe("match", () => {
  it("gives what one thread gives, to the bit, whatever is odd about the track", async () => {
    const matcher = new Matcher(roads);
    for (const track of oddTracks()) expect(await pool.match(track)).toStrictEqual(matcher.match(track));
  });

  it("accepts a track as columns", async () => {
    const lon = drive.map((fix) => fix.lon);
    const lat = drive.map((fix) => fix.lat);
    expect(await pool.match({ lon, lat })).toStrictEqual(new Matcher(roads).match({ lon, lat }));
    await expect(pool.match({ lon, lat, time: [1] })).rejects.toMatchObject({
      code: "bad-input",
      message: "The track's column time has 1 values where lon has 200.",
    });
  });

  it("gives an error for a defect in the matcher, and no empty match, as matchAll does", async () => {
    await expect(pool.match(DEFECT)).rejects.toMatchObject({ name: "Error", message: "Error: index -1 out of range" });
    const answers = await collect(pool.matchAll([DEFECT]));
    expect(answers.map(({ match, error }) => [match, error?.code, error?.message])).toEqual([
      [undefined, "internal", "Track 1 could not be matched because of a defect in the matcher: Error: index -1 out of range."],
    ]);
  });

  it("uses the options of the matcher", async () => {
    const walking = new MatcherPool(roads, { threads: 1, mode: "walking", searchRadius: 30 });
    expect(await walking.match(drive)).toStrictEqual(new Matcher(roads, { mode: "walking", searchRadius: 30 }).match(drive));
    await walking.close();
  });

  it("uses shared roads directly, and does not change the caller's", async () => {
    const data = new SharedArrayBuffer(roads.data.byteLength);
    new Uint8Array(data).set(new Uint8Array(roads.data));
    const sharing = new MatcherPool(RoadGraph.from(data), { threads: 1 });
    expect(await sharing.match(drive)).toStrictEqual(new Matcher(roads).match(drive));
    await sharing.close();
  });
});

describe("matchAll", () => {
  it.each([
    ["a number", 5, "5"],
    ["text, which iterates over characters", "[[8, 50]]", '"[[8, 50]]"'],
    ["nothing", undefined, "undefined"],
    ["a promise", Promise.resolve([]), "a promise (is an await missing?)"],
  ])("refuses anything that is not a stream or list of tracks, as snapLines does for lines: %s", async (_, given, shown) => {
    const tracks = { code: "bad-input", message: `The tracks are ${shown}; they must be an iterable or a stream of them.` };
    await expect(pool.matchAll(given as never).next()).rejects.toMatchObject(tracks);
    const lines = {
      code: "bad-input",
      message: `The lines are ${shown}; they must be a stream of lines, which readLines(stream) makes from bytes.`,
    };
    await expect(pool.snapLines(given as never).next()).rejects.toMatchObject(lines);
  });

  it("answers all tracks in order, with long and short ones mixed", async () => {
    const tracks = [drive, ...cutTrack(drive, 7), ...oddTracks(), ...cutTrack(drive, 100)];
    const matcher = new Matcher(roads);
    const answers = await collect(pool.matchAll(tracks));
    expect(answers).toStrictEqual(tracks.map((track) => ({ match: matcher.match(track) })));
  });

  it("answers tracks in several messages, whose matches reuse memory", async () => {
    const tracks = manyCuts();
    const matcher = new Matcher(roads);
    expect(await collect(pool.matchAll(tracks))).toStrictEqual(tracks.map((track) => ({ match: matcher.match(track) })));
  });

  it("answers an invalid track with its error", async () => {
    const answers = await collect(pool.matchAll([drive, { lon: [8], lat: [] }, drive]));
    expect(answers.map(({ match, error }) => match?.points.length ?? error?.message)).toEqual([
      200,
      "The track's column lat has 0 values where lon has 1.",
      200,
    ]);
  });

  it.each<[string, unknown, string]>([
    ["nothing", null, "is null; it must be a list of points, or columns named lon and lat."],
    ["a number", 7, "is 7; it must be a list of points, or columns named lon and lat."],
    ["columns that are numbers", { lon: 7, lat: 43 }, "is an object; it must be a list of points, or columns named lon and lat."],
    ["a list with null as a point", [null], "has null at place 1; it must be a point with lon and lat."],
    ["a list of pairs", [[8, 50]], "has a list of 2 at place 1; it must be a point with lon and lat."],
  ])("answers %s in place of a track with an error, as match does", async (_, wrong, sentence) => {
    const answers = await collect(pool.matchAll([short, wrong as TrackPoint[], short]));
    expect(answers.map(({ match, error }) => match?.points.length ?? [error?.code, error?.message])).toEqual([
      20,
      ["bad-input", `Track 2 ${sentence}`],
      20,
    ]);
    const refusal = { name: "SnapError", code: "bad-input", message: `The track ${sentence}` };
    await expect(pool.match(wrong as TrackPoint[])).rejects.toMatchObject(refusal);
  });

  it.each<[string, () => TrackPoint[]]>([
    ["empty", () => []],
    ["short", () => [short[0]]],
  ])("reads a bounded number of %s tracks ahead", async (_, track) => {
    let read = 0;
    const many = function* () {
      for (; read < 100_000; read++) yield track();
    };
    let taken = 0;
    for await (const _ of pool.matchAll(many())) {
      expect(read - ++taken).toBeLessThan(3000);
      if (taken === 20) break;
    }
  });

  it("answers at once if the stream waits for the answer", async () => {
    let answered = 0;
    const asking = async function* () {
      for (let i = 0; i < 5; i++) {
        yield drive.slice(0, 10);
        while (answered <= i) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    for await (const { match } of pool.matchAll(asking())) {
      expect(match?.points).toHaveLength(10);
      answered++;
    }
    expect(answered).toBe(5);
  });

  it("reads only a few long tracks for each thread ahead", async () => {
    let read = 0;
    // Long enough for a message of its own, and soon matched, since there is no road near it.
    const long = Array.from({ length: 2800 }, () => ({ lon: 0, lat: 0 }));
    const endless = async function* () {
      for (;;) {
        read++;
        yield long;
      }
    };
    let taken = 0;
    for await (const _ of pool.matchAll(endless())) {
      taken++;
      expect(read - taken).toBeLessThanOrEqual(5 * pool.threads);
      if (taken === 20) break;
    }
  });

  it("answers what came before an error of the stream, then throws that error", async () => {
    const breaking = async function* () {
      yield drive;
      yield drive;
      throw new Error("the disk is gone");
    };
    let answered = 0;
    await expect(async () => {
      for await (const { match } of pool.matchAll(breaking())) if (match) answered++;
    }).rejects.toThrow("the disk is gone");
    expect(answered).toBe(2);
  });

  it("gives no answers for no tracks", async () => {
    expect(await collect(pool.matchAll([]))).toEqual([]);
  });
});

describe("snapLines", () => {
  const lineOf = (id: string, track: readonly TrackPoint[]) =>
    JSON.stringify({ id, points: track.map(({ lon, lat, time }) => [lon, lat, time]) });
  const alone = (line: string) => {
    const result = snapPoints(new Matcher(roads), parseTrackLine(line, 1).points);
    return writeNdjson(result, roads).trimEnd().split("\n");
  };

  it("gives the same bytes as one thread, a line for a line", async () => {
    const lines = [drive, ...cutTrack(drive, 20)].map((track, i) => lineOf(`é ${i}`, track));
    expect(await collect(pool.snapLines(stream(lines)))).toEqual(lines.flatMap(alone));
  });

  it("gives the same for several messages, whose answers reuse memory", async () => {
    const lines = manyCuts().map((track, i) => lineOf(`${"ü".repeat(i % 5)}${i}`, track));
    const matcher = new Matcher(roads);
    const alone = (line: string) => writeNdjson(snapPoints(matcher, parseTrackLine(line, 1).points), roads).trimEnd();
    expect(await collect(pool.snapLines(stream(lines)))).toEqual(lines.map(alone));
  });

  it.each<[string, string, unknown]>([
    ["no JSON", "{", { id: null, error: "Line 3 ends with 1 unclosed bracket; is it cut short?", line: 3 }],
    [
      "no track",
      `{"speed":1}`,
      { id: null, error: expect.stringMatching(/^Line 3 is an object whose members are "speed"; it must have/), line: 3 },
    ],
    [
      "an id, but no track",
      `{"id":"x","speed":1}`,
      { id: "x", error: expect.stringMatching(/^Line 3 is an object whose members are "id", "speed"/), line: 3 },
    ],
    ["a broken request", `{"id":7,"points":"{}"}`, { id: "7", error: expect.stringMatching(/^Line 3: The points must be/), line: 3 }],
    [
      "a request and an id",
      `{"id":"x","points":{"features":[{"geometry":{"x":8,"y":50}}]}}`,
      { id: "x", points: [expect.objectContaining({ input: [8, 50] })], lines: expect.any(Array), violations: [] },
    ],
    ["no points", `{"id":"x","points":[]}`, { id: "x", points: [], lines: [], violations: [] }],
    [
      "no id",
      `{"points":[[8,50]]}`,
      { id: null, points: [expect.objectContaining({ input: [8, 50] })], lines: expect.any(Array), violations: [] },
    ],
  ])("answers a line with %s; blank lines before it count", async (_, line, answer) => {
    const answers = await collect(pool.snapLines(stream(["", " ", line, lineOf("next", short)])));
    expect(answers.map((text) => JSON.parse(text))).toEqual([answer, expect.objectContaining({ id: "next" })]);
  });

  it("answers a line that was too long to be kept", async () => {
    const answers = await collect(pool.snapLines(stream([{ maxLength: 9 }, lineOf("next", short)])));
    expect(JSON.parse(answers[0])).toEqual({
      id: null,
      error: "Line 1 has more than 9 characters, the most that are read of one line.",
      line: 1,
    });
    expect(answers).toHaveLength(2);
  });

  it("returns what a line contains besides its points, and only once if the answer is snapped again", async () => {
    const { points } = JSON.parse(lineOf("a", short));
    const said = { driver: "Ann", shift: { begin: 8, breaks: [1, 2] } };
    const given = [
      { id: "a", ...said, points },
      { id: "a", ...said, points: [] },
      { id: "a", track_id: "b", points },
    ].map((line) => JSON.stringify(line));
    const answer = async (texts: string[]): Promise<Record<string, unknown>[]> =>
      (await collect(pool.snapLines(stream(texts)))).map((line) => JSON.parse(line));
    const first = await answer(given);
    expect(first.map(({ attributes }) => attributes)).toEqual([said, said, undefined]);
    const again = await answer(first.map((line: unknown) => JSON.stringify(line)));
    expect(again.map(({ attributes }) => attributes)).toEqual([said, said, undefined]);
  });

  it("answers a line of several tracks with a line for each", async () => {
    const feature = (track_id: string) => ({ attributes: { track_id }, geometry: { x: drive[0].lon, y: drive[0].lat } });
    const answers = await collect(pool.snapLines(stream([JSON.stringify({ features: [feature("a"), feature("b"), feature("a")] })])));
    expect(answers.map((text) => JSON.parse(text)).map(({ id, points }) => [id, points.length])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  it("throws for invalid reading options, and for bytes in place of lines, which no single line is to blame for", async () => {
    const first = (lines: AsyncIterable<unknown>, options = {}) => pool.snapLines(lines as AsyncIterable<string>, options).next();
    await expect(first(stream(["{}"]), { hdopScale: -3 })).rejects.toMatchObject({ code: "bad-option" });
    await expect(first(stream(["{}"]), { hdopscale: 3 })).rejects.toMatchObject({ code: "bad-option" });
    await expect(first(stream([Buffer.from("{}")]))).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringMatching(/^Line 1 is .*; it must be a string, which readLines\(stream\) makes from bytes\.$/),
    });
  });

  it("has the reading options, and reports unusable values", async () => {
    const line = JSON.stringify({ id: "a", points: [{ lon: 8, lat: 50, hdop: 2, speed: -1 }] });
    const parts = await collect(pool.snapBytes(stream([line]), { hdopScale: 5 }));
    expect(JSON.parse(new TextDecoder().decode(parts[0].bytes)).points[0]).toMatchObject({ accuracy: 10 });
    expect(parts.map(({ lines, refusals, warnings }) => [lines, refusals, warnings])).toEqual([
      [
        1,
        [],
        [
          expect.stringContaining("speed"),
          expect.stringMatching(/^Line 1: No point could be snapped: the points lie within longitude 8\.000 /),
        ],
      ],
    ]);
  });
});

describe("snapFile and snapCsv", () => {
  const rows = (id: string, track: TrackPoint[]) => track.map(({ lon, lat, time }) => `${id},${lon},${lat},${time}\n`).join("");
  const text = () => `track_id,lon,lat,time\n${rows("a", short)}${rows("b", drive)}`;
  const snapped = (points: InputPoint[]) => snapPoints(new Matcher(roads), points);

  it.each<["csv" | "gpx" | "ndjson", (result: SnapResult, roads: RoadGraph) => string]>([
    ["csv", writeCsv],
    ["gpx", writeGpx],
    ["ndjson", writeNdjson],
  ])("give the same as one thread for a file, here %s, with its summary", async (to, written) => {
    const answer = await pool.snapFile(new TextEncoder().encode(text()), { to });
    expect(new TextDecoder().decode(answer.bytes)).toBe(written(snapped(readCsv(text()).points), roads));
    expect(answer).toMatchObject({ format: to, summary: { tracks: 2, points: 220, snapped: 220 }, warnings: [], unread: [] });
  });

  it("divide a track at a longer silence than the option allows", async () => {
    const later = short.map((fix) => ({ ...fix, time: (fix.time ?? 0) + 86_400 }));
    const csv = new TextEncoder().encode(`track_id,lon,lat,time\n${rows("a", [...short, ...later])}`);
    const answer = await pool.snapFile(csv, { to: "ndjson", gap: 3600 });
    const tracks = new TextDecoder().decode(answer.bytes).trim().split("\n");
    expect(tracks.map((line) => JSON.parse(line)).map(({ id, points }) => [id, points.length])).toEqual([
      ["a", short.length],
      ["a (2)", short.length],
    ]);
    await expect(pool.snapFile(csv, { gap: 0 })).rejects.toThrow("The option gap is 0; it must be a number of seconds above 0.");
    await expect(pool.snapFile(new TextEncoder().encode("lon,lat\n8,50\n"), { gap: 60 })).rejects.toThrow(
      /^No point has a time that can be read/,
    );
  });

  it("throw the errors of reading, and for unknown options", async () => {
    const bytes = new TextEncoder().encode("name,height\n");
    await expect(pool.snapFile(bytes)).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining("no longitude") });
    await expect(pool.snapFile(bytes, { to: "kml" as "gpx" })).rejects.toThrow('The option to is "kml"; it must be one of gpx, csv,');
    await expect(pool.snapFile(bytes, { form: "gpx" } as object)).rejects.toMatchObject({ code: "bad-option" });
    await expect(pool.snapCsv(stream([text()]), { to: "gpx" as "csv" }).next()).rejects.toThrow("it must be ndjson or csv");
    await expect(pool.snapCsv("fleet.csv" as never).next()).rejects.toThrow("they must be a stream of bytes or text");
  });

  it("group the points of several travellers into trips, for lines and rows", async () => {
    const [a, b] = [short, drive.slice(100, 130)];
    const mixed = [...a.map((fix) => ({ track_id: "a", ...fix })), ...b.map((fix) => ({ track_id: "b", ...fix }))].sort(
      (one, other) => (one.time ?? 0) - (other.time ?? 0),
    );
    const lines = await collect(pool.snapLines(stream(mixed.map((point) => JSON.stringify(point))), { gap: 60 }));
    expect(lines.map((line) => JSON.parse(line)).map(({ id, points }) => [id, points.length])).toEqual([
      ["a", a.length],
      ["b", b.length],
    ]);
    const csv = `track_id,lon,lat,time\n${mixed.map(({ track_id, lon, lat, time }) => `${track_id},${lon},${lat},${time}\n`).join("")}`;
    const rows = await collect(pool.snapCsv(stream([csv]), { gap: 60 }));
    const places = (text: string) => JSON.parse(text).points.map(({ lon, lat }: TrackPoint) => [lon, lat]);
    const answers = rows.flatMap(({ bytes }) => new TextDecoder().decode(bytes.slice()).split("\n").filter(Boolean));
    expect(answers.map(places)).toEqual(lines.map(places));
    await expect(pool.snapLines(stream([]), { gap: -1 }).next()).rejects.toThrow(
      "The option gap is -1; it must be a number of seconds above 0.",
    );
    await expect(pool.snapCsv(stream([csv]), { gap: "60" as never }).next()).rejects.toMatchObject({ code: "bad-option" });
  });

  it.each(["ndjson", "csv"] as const)("answer a CSV track by track as %s, as for each track alone", async (to) => {
    const parts = await collect(pool.snapCsv(stream([text()]), { to }));
    const answer = parts.map(({ bytes }) => new TextDecoder().decode(bytes.slice())).join("");
    const alone = [short, drive].map((track, i) => snapped(readCsv(`track_id,lon,lat,time\n${rows("ab"[i], track)}`).points));
    if (to === "ndjson") expect(answer).toBe(alone.map((result) => writeNdjson(result, roads)).join(""));
    else {
      const [first, second] = alone.map((result) => writeCsv(result, roads));
      expect(answer).toBe(first + second.slice(second.indexOf("\n") + 1));
    }
    expect(parts.reduce((sum, { lines }) => sum + lines, 0)).toBe(2);
  });
});

describe("the bytes of a stream's answers", () => {
  it("are not overwritten by later ones, so that a slow writer can still use them", async () => {
    const lines = manyCuts().map((points) => JSON.stringify({ points }));
    const rows = manyCuts().flatMap((track, i) => track.map(({ lon, lat, time }) => `${i},${lon},${lat},${time}\n`));
    for (const answers of [
      () => pool.snapBytes(stream(lines)),
      () => pool.snapCsv(stream(["track_id,lon,lat,time\n", ...rows]), { to: "csv" }),
    ]) {
      const [kept, written]: [Uint8Array[], string[]] = [[], []];
      for await (const { bytes } of answers()) {
        kept.push(bytes);
        written.push(Buffer.from(bytes).toString());
      }
      expect(kept.length).toBeGreaterThan(4 * pool.threads);
      expect(kept.map((bytes) => Buffer.from(bytes).toString())).toEqual(written);
    }
  });
});

describe("execute", () => {
  const parameters = () => ({ points: JSON.stringify(featureSet(drive.slice(0, 50))), f: "json", return_lines: "true" });

  it.each([
    [false, "json"],
    [true, "pjson"],
  ] as const)("gives the text of SnapToRoads; pretty: %s", async (pretty, f) => {
    const answer = await pool.execute(parameters(), { pretty });
    expect(answer).toBe(stringifyResponse(new SnapToRoads(roads).execute(parameters()), f));
  });

  it.each<[string, (entries: Record<string, string>) => ExecuteInput]>([
    ["a form body", (entries) => new URLSearchParams(entries)],
    ["its text", (entries) => String(new URLSearchParams(entries))],
    ["a map", (entries) => new Map(Object.entries(entries))],
  ])("accepts all forms that SnapToRoads accepts: %s", async (_, requestOf) => {
    expect(await pool.execute(requestOf(parameters()))).toBe(await pool.execute(parameters()));
  });

  it("gives error envelopes as text", async () => {
    expect(await pool.execute({ points: "{" })).toMatch(/^\{"error":\{"code":400,"message":"Unable to complete operation\.","details":\["/);
  });

  it("has the options of the service, including the clock", async () => {
    const strict = new MatcherPool(roads, { threads: 1, maxRecords: 49, emptyLines: true });
    expect(await strict.execute(parameters())).toContain("49");
    expect(await strict.execute({ ...parameters(), points: featureSet(drive.slice(0, 2)), return_lines: false })).toContain(
      `{"paramName":"output_lines","dataType":"GPFeatureRecordSetLayer","value":{}}`,
    );
    await strict.close();
    const hasty = new MatcherPool(roads, { threads: 1, maxSeconds: 1e-9 });
    expect(await hasty.execute(parameters())).toContain("The request took longer than");
    await hasty.close();
  });

  it("refuses what cannot be sent to a worker", async () => {
    await expect(pool.execute({ points: () => {} })).rejects.toMatchObject({ code: "bad-input" });
  });
});

describe("the options of a pool", () => {
  it.each<[PoolOptions, RegExp]>([
    [{ threads: 0 }, /^The option threads is 0; it must be a whole number, 1 to 1024\.$/],
    [{ threads: 1.5 }, /^The option threads is 1\.5/],
    [{ maxQueue: -1 }, /^The option maxQueue is -1; it must be a whole number, 0 or more\.$/],
    [{ maxMemory: 1 }, /^The option maxMemory is 1; it must be a whole number, 16 or more\.$/],
    [{ maxRecords: 0 }, /^The option maxRecords is 0/],
    [{ maxSpeed: 1e9 }, /maxSpeed/],
    [{ thread: 2 } as PoolOptions, /^There is no option "thread" of MatcherPool; there are threads, .*maxCandidates.*\.$/],
  ])("are refused before a worker starts: %j", (options, sentence) => {
    expect(() => new MatcherPool(roads, options)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringMatching(sentence) }),
    );
  });

  it("and a request are taken as they are at the call, even if the caller changes the request while it waits", async () => {
    const request = { points: { features: [{ attributes: {}, geometry: { x: short[0].lon, y: short[0].lat } }] } };
    const expected = await pool.execute(request);
    const answers = Array.from({ length: 20 }, () => pool.execute(request));
    request.points.features[0].geometry = { x: 0, y: 0 };
    expect(new Set(await Promise.all(answers))).toEqual(new Set([expected]));
  });

  it.each([
    [null, "null"],
    [5, "5"],
    [[], "a list of 0"],
  ])("are refused with one sentence as %j", async (wrong, shown) => {
    const options = wrong as object;
    const refusal = (of: string) => ({ code: "bad-option", message: `The options of ${of} are ${shown}; they must be an object.` });
    expect(() => new MatcherPool(roads, options)).toThrow(expect.objectContaining(refusal("MatcherPool")));
    await expect(pool.match(short, options)).rejects.toMatchObject(refusal("the call"));
    await expect(pool.matchAll([short], options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapLines(stream([]), options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapCsv(stream([]), options).next()).rejects.toMatchObject(refusal("the call"));
    await expect(pool.snapFile(new Uint8Array(), options)).rejects.toMatchObject(refusal("the call"));
    await expect(pool.execute({}, options)).rejects.toMatchObject(refusal("the call"));
  });

  it("of a call are refused with one sentence if the signal is none, and no worker dies", async () => {
    const options = { signal: 5 as unknown as AbortSignal };
    const refusal = { code: "bad-option", message: "The option signal is 5; it must be an AbortSignal." };
    await expect(pool.match(short, options)).rejects.toMatchObject(refusal);
    await expect(pool.matchAll([short], options).next()).rejects.toMatchObject(refusal);
    await expect(pool.execute({}, options)).rejects.toMatchObject(refusal);
  });

  it("of a call are refused if they are unknown, or a signal in their place, since neither would have an effect", async () => {
    const wrong = { singal: AbortSignal.abort() } as object;
    const refusal = (names: string) => ({
      code: "bad-option",
      message: `There is no option "singal" of the call; there are ${names}.`,
    });
    await expect(pool.match(short, wrong)).rejects.toMatchObject(refusal("signal"));
    await expect(pool.matchAll([short], wrong).next()).rejects.toMatchObject(refusal("signal"));
    await expect(pool.execute({}, wrong)).rejects.toMatchObject(refusal("signal, pretty"));
    const bare = { code: "bad-option", message: "The options of the call are an AbortSignal; they must be an object: { signal }." };
    await expect(pool.match(short, AbortSignal.abort() as object)).rejects.toMatchObject(bare);
    await expect(pool.snapLines(stream([]), AbortSignal.abort() as object).next()).rejects.toMatchObject(bare);
  });

  it.each([null, undefined, {}])("give one sentence for %j in place of the roads", (wrong) => {
    expect(() => new MatcherPool(wrong as unknown as RoadGraph)).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(/^The pool's roads are \w[\w ]*; they must be a RoadGraph\.$/),
      }),
    );
  });

  it("give one sentence for a promise of roads, which names it as such", () => {
    expect(() => new MatcherPool(Promise.resolve(roads) as unknown as RoadGraph)).toThrow(
      "The pool's roads are a promise (is an await missing?); they must be a RoadGraph.",
    );
  });
});

/** Each of the pool's calls, with a signal. */
const CALLS: [string, (signal: AbortSignal) => Promise<unknown>][] = [
  ["match", (signal) => pool.match(drive, { signal })],
  ["matchAll", (signal) => collect(pool.matchAll([drive, drive], { signal }))],
  ["snapLines", (signal) => collect(pool.snapLines(stream(['{"points":[[7,47]]}']), { signal }))],
  ["snapCsv", (signal) => collect(pool.snapCsv(stream(["track_id,lon,lat\na,7,47\n"]), { signal }))],
  ["snapFile", (signal) => pool.snapFile(new TextEncoder().encode("lon,lat\n7,47\n"), { signal })],
  ["execute", (signal) => pool.execute({ points: "{}" }, { signal })],
];

describe("a pool after a call", () => {
  it.each(CALLS)("has removed its listener from the signal, which may serve any number of calls: %s", async (_, call) => {
    const { signal } = new AbortController();
    await call(signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("keeps nothing of the answer in memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const bytes = new TextEncoder().encode("lon,lat\n7,47\n");
    const answers = await Promise.all([1, 2, 3].map(async () => new WeakRef(await pool.snapFile(bytes))));
    await sleep();
    collectGarbage();
    expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
  });
});

describe("calls that are aborted or refused", () => {
  it.each(CALLS)("have the reason of the abort as the cause of the error: %s", async (_, call) => {
    const reason = new Error("the user has left");
    const controller = new AbortController();
    const running = call(controller.signal);
    controller.abort(reason);
    const stopped = { code: "aborted", message: "The work was stopped by its caller.", cause: reason };
    await expect(running).rejects.toMatchObject(stopped);
    await expect(call(controller.signal)).rejects.toMatchObject(stopped);
    await expect(call(AbortSignal.abort())).rejects.toMatchObject({ cause: { name: "AbortError" } });
  });

  it("free the only thread at once", async () => {
    const single = new MatcherPool(roads, { threads: 1 });
    const controller = new AbortController();
    const endless = single.match(FATAL.endless, { signal: controller.signal });
    const waiting = single.match(short, { signal: controller.signal });
    const other = single.match(short);
    controller.abort();
    await expect(endless).rejects.toMatchObject({ code: "aborted" });
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    expect((await other).points).toHaveLength(20);
    await expect(single.match(short, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
    await single.close();
  });

  it("stop a long computation, after which the same thread does the next job", async () => {
    // A thread that does not stop in time is replaced. Here it has all the time: on a busy machine it may need more than it is given.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const jobs = vi.spyOn(Tinypool.prototype, "run");
    onTestFinished(() => jobs.mockRestore());
    const single = new MatcherPool(roads, { threads: 1, maxRecords: 1e6 });
    const long = Array.from({ length: 400 }, () => drive).flat();
    const lines = [JSON.stringify({ id: "long", points: long.map(({ lon, lat }) => [lon, lat]) })];
    const features = featureSet(long);
    const threadOf = async () => {
      const controller = new AbortController();
      const thread = new Int32Array(new SharedArrayBuffer(4));
      const call = single.execute({ thread }, { signal: controller.signal });
      while (Atomics.load(thread, 0) === 0) await sleep(1);
      controller.abort();
      await expect(call).rejects.toMatchObject({ code: "aborted" });
      return thread[0];
    };
    const thread = await threadOf();
    for (const run of [
      (signal: AbortSignal) => single.match(long, { signal }),
      (signal: AbortSignal) => collect(single.snapLines(stream(lines), { signal })),
      (signal: AbortSignal) => single.execute({ points: features }, { signal }),
    ]) {
      const controller = new AbortController();
      const before = jobs.mock.results.length;
      const call = run(controller.signal);
      while (jobs.mock.results.length === before) await sleep(1);
      const job: Promise<unknown> = jobs.mock.results[before].value;
      await sleep(150); // until it is at it
      controller.abort();
      await expect(call).rejects.toMatchObject({ code: "aborted" });
      // What the thread made of it, which nobody hears.
      expect(inspect(await job.catch(String), { depth: 9 })).toContain("nobody waits");
      expect(await threadOf()).toBe(thread);
    }
    await single.close();
  });

  it("end a stream of tracks, and of lines", async () => {
    for (const run of [
      (signal: AbortSignal) => collect(pool.matchAll([FATAL.endless, short], { signal })),
      (signal: AbortSignal) => collect(pool.snapLines(stream([`{"id":"endless"}`]), { signal })),
    ]) {
      const controller = new AbortController();
      const running = run(controller.signal);
      setImmediate(() => controller.abort());
      await expect(running).rejects.toMatchObject({ code: "aborted", name: "SnapError" });
    }
    expect((await pool.match(short)).points).toHaveLength(20);
  });

  describe.each([
    ["tracks", (of: MatcherPool, signal: AbortSignal) => of.matchAll(Array(50).fill(short), { signal })],
    ["lines", (of: MatcherPool, signal: AbortSignal) => of.snapLines(stream(Array(50).fill('{"points":[[7,47]]}')), { signal })],
  ])("of the answers to %s that were made together", (_, answersOf) => {
    it("give those before the abort, and no more", async () => {
      const controller = new AbortController();
      let given = 0;
      const taken = (async () => {
        for await (const _ of answersOf(pool, controller.signal)) if (++given === 10) controller.abort();
      })();
      await expect(taken).rejects.toMatchObject({ code: "aborted", message: "The work was stopped by its caller." });
      expect(given).toBe(10);
    });

    it("give those before the pool is closed, and no more; later calls get the same error", async () => {
      const closing = new MatcherPool(roads, { threads: 1 });
      const { signal } = new AbortController();
      const closed = { code: "aborted", message: "The pool is closed." };
      let given = 0;
      const taken = (async () => {
        for await (const _ of answersOf(closing, signal)) if (++given === 10) closing.close();
      })();
      await expect(taken).rejects.toMatchObject(closed);
      expect(given).toBe(10);
      await expect(answersOf(closing, signal).next()).rejects.toMatchObject(closed);
      await expect(closing.match(short)).rejects.toMatchObject(closed);
    });
  });

  it("end a stream that waits for its source", async () => {
    const controller = new AbortController();
    const never = async function* () {
      yield short;
      await new Promise(() => {});
    };
    const answers = pool.matchAll(never(), { signal: controller.signal });
    expect((await answers.next()).value).toMatchObject({ match: { points: { length: 20 } } });
    const next = answers.next();
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: "aborted" });
  });

  it.each<[string, () => AsyncIterable<string>]>([
    [
      "before its first bytes",
      async function* () {
        await new Promise(() => {});
      },
    ],
    [
      "after its header",
      async function* () {
        yield "track_id,lon,lat\n";
        await new Promise(() => {});
      },
    ],
  ])("end a CSV %s, also if aborted before the call", async (_, pieces) => {
    const controller = new AbortController();
    const running = collect(pool.snapCsv(pieces(), { signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    await expect(collect(pool.snapCsv(pieces(), { signal: controller.signal }))).rejects.toMatchObject({ code: "aborted" });
  });

  it("end streams that wait for their source when the pool is closed", async () => {
    const closing = new MatcherPool(roads, { threads: 1 });
    const never = async function* <T>(first: T) {
      yield first;
      await new Promise(() => {});
    };
    const ends = Promise.allSettled([
      collect(closing.matchAll(never(short))),
      collect(closing.snapLines(never("{}"))),
      collect(closing.snapCsv(never("track_id,lon,lat\n"))),
    ]);
    setTimeout(() => closing.close(), 20);
    const closed = { status: "rejected", reason: { code: "aborted", message: "The pool is closed." } };
    expect(await ends).toMatchObject([closed, closed, closed]);
  });

  it.each<[string, string[], (answers: AsyncGenerator<unknown>) => Promise<unknown>]>([
    ["without track ids", ["lon,lat\n1,2\n"], (answers) => answers.next().catch(() => {})],
    ["that is left after its header", ["track_id,lon,lat\n", "a,1,2\n"], (answers) => answers.next().then(() => answers.return(undefined))],
  ])("leave the source of a CSV %s", async (_, pieces, leave) => {
    let isLeft = false;
    const source = async function* () {
      try {
        yield* pieces;
        yield* Array.from({ length: 1e5 }, () => "a,1,2\n".repeat(1000));
      } finally {
        isLeft = true;
      }
    };
    await leave(pool.snapCsv(source(), { to: "csv" }));
    await expect.poll(() => isLeft).toBe(true);
  });

  it("may be many streams on one signal, without a warning of a leak from Node", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    const waiting = Array.from({ length: 12 }, () => pool.matchAll([drive, drive], { signal }));
    await Promise.all(waiting.map((stream) => stream.next()));
    for (const stream of waiting) await stream.return();
    // Node emits the warning in a later turn.
    await sleep(1);
    process.off("warning", note);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("stop the work of a stream that is left", async () => {
    const tracks = async function* () {
      yield short;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield FATAL.endless;
      }
    };
    for await (const { match } of pool.matchAll(tracks())) {
      expect(match?.points).toHaveLength(20);
      break;
    }
    const all = await Promise.all([1, 2, 3].map(() => pool.match(short)));
    expect(all.map(({ points }) => points.length)).toEqual([20, 20, 20]);
  });

  it("are refused beyond maxQueue, until there is room again", async () => {
    const small = new MatcherPool(roads, { threads: 1, maxQueue: 1 });
    const [first, second, third] = [small.match(short), small.execute({}), small.match(short)];
    await expect(third).rejects.toMatchObject({
      code: "limit",
      message: "The pool is busy, and as many calls are waiting as maxQueue allows (1).",
    });
    await Promise.all([first, second]);
    expect((await small.match(short)).points).toHaveLength(20);
    await small.close();
  });

  it("are all of those under way or later, once the pool is closed", async () => {
    const closing = new MatcherPool(roads, { threads: 1 });
    const calls = Promise.allSettled([closing.match(FATAL.endless), closing.execute({})]);
    await closing.close();
    const closed = { status: "rejected", reason: { code: "aborted", message: "The pool is closed." } };
    expect(await calls).toMatchObject([closed, closed]);
    await expect(closing.match(short)).rejects.toMatchObject({ code: "aborted" });
    await closing.close();
  });
});
