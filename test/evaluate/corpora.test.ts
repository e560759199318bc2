import { describe, expect, it } from "vitest";
import { type EvaluationTrack, thin } from "../../src/evaluate/corpora.js";
import { noisyDrive, readDrives } from "../../src/evaluate/truth/drives.js";
import { readTruthNdjson } from "../../src/evaluate/truth/ndjson.js";
import { readSparseTaxi } from "../../src/evaluate/truth/sparse-taxi.js";
import { distance } from "../../src/geo/metres.js";

describe("thinning", () => {
  const at = (...times: (number | null)[]): EvaluationTrack => ({
    id: "t",
    roads: "r",
    track: times.map((time) => ({ lon: 0, lat: 0, time })),
    truth: [],
    trimMetres: 50,
    truthPoints: times.map((time) => [time ?? -1, 0]),
  });
  it.each<[seconds: number, times: (number | null)[], kept: (number | null)[]]>([
    [10, [0, 1, 5, 10, 11, 20, 25], [0, 10, 20, 25]],
    [10, [0, 9, 18, 27], [0, 18, 27]],
    [1, [0, 1, 2, 3], [0, 1, 2, 3]],
    [0, [0, 0, 1], [0, 0, 1]],
    [30, [5], [5]],
    [30, [], []],
    [10, [0, 1, null, 2, 12], [0, null, 12]],
    [1, [0.1, 1.1, 2.0999, 3.1], [0.1, 1.1, 2.0999, 3.1]],
    // One or two times far ahead or behind, with or without unknown ones between: the fixes around them have a good clock.
    [2, [0, 1, 86402, 3, 4, 5, 6], [0, 86402, 4, 6]],
    [1, [0, 1, 86402, 3, 4], [0, 1, 86402, 3, 4]],
    [2, [10, 11, -500, 13, 14, 15, 16], [10, -500, 14, 16]],
    [3, [0, 1, 86402, null, 4, 5, 6, 7], [0, null, 4, 7]],
    [3, [0, 1, null, 86402, 4, 5, 6, 7], [0, null, 4, 7]],
    [2, [0, 1, 86402, 86403, 4, 5, 6, 7], [0, 86402, 4, 6, 7]],
    // Two fixes swapped, a clock that is set back, one that is set back every four seconds, one that runs backwards.
    [2, [0, 1, 3, 2, 4, 5, 6], [0, 2, 4, 6]],
    [4, [100, 102, 104, 50, 52, 54, 56, 58], [100, 104, 50, 54, 58]],
    [4, [0, 2, 4, 0, 2, 4, 0, 2, 4], [0, 4, 0, 4, 0, 4]],
    [4, [60, 58, 56, 54, 52, 50], [60, 56, 52, 50]],
    // Milliseconds, which the matcher accepts too.
    [10, [0, 1, 5, 10, 11].map((seconds) => 1e3 * (1.7e9 + seconds)), [0, 10, 11].map((seconds) => 1e3 * (1.7e9 + seconds))],
  ])("to %d s keeps the first fix, the last one, and those that are far enough apart: %j", (seconds, times, kept) => {
    const thinned = thin(at(...times), seconds);
    expect(thinned.track.map((p) => p.time)).toEqual(kept);
    expect(thinned.truthPoints).toEqual(kept.map((time) => [time ?? -1, 0]));
  });

  it.each<[first: number, kept: number[]]>([
    [10, [0, 10, 20, 25]],
    [5, [0, 5, 15, 25]],
    [1, [0, 1, 11, 21, 25]],
    [0, [0, 1, 11, 21, 25]],
    [12, [0, 12, 22, 25]],
  ])("to 10 s may have a second fix after %d s instead: %j", (first, kept) => {
    const all = at(...Array.from({ length: 26 }, (_, second) => second));
    expect(thin(all, 10, undefined, first).track.map(({ time }) => time)).toEqual(kept);
  });

  it("keeps the last fix before the traveller was carried off, or the last one left before it", () => {
    const carried = { ...at(0, 1, 2, 3, 4, 5, 6), carriedAfter: [0, 3, 4] };
    expect(thin(carried, 2).carriedAfter).toEqual([0, 1, 2]);
  });
});

describe("tracks with truth as NDJSON", () => {
  const line = (more: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: 7,
      points: [
        [7.4, 43.7, 100],
        [7.41, 43.7, 110, 5, null, 90],
      ],
      truth_geom: [
        [7.4, 43.7],
        [7.41, 43.7],
      ],
      ...more,
    });

  it("have points, fields and truth", () => {
    const [track] = readTruthNdjson(`\n${line()}\n`);
    expect(track.id).toBe("7");
    expect(track.track).toEqual([
      { lon: 7.4, lat: 43.7, time: 100 },
      { lon: 7.41, lat: 43.7, time: 110, accuracy: 5, course: 90 },
    ]);
    expect(track.truth[0]).toHaveLength(2);
    expect(track.trimMetres).toBe(50);
  });

  it("leave out the ends for 3σ + 10 m if σ is known", () => {
    expect(readTruthNdjson(line({ sigma_m: 5 }))[0].trimMetres).toBe(25);
  });

  it.each([
    ["text", "hello", /truth line 1: not JSON/],
    ["an array", "[1]", /truth line 1 is "\[1\]"; it must be a JSON object/],
    ["no points", line({ points: undefined }), /truth line 1: there is no "points" \(the fixes\) among its keys "id"/],
    ["text in place of a row", line({ points: [["a", "b"]] }), /truth line 1: "points" row 1 is .*; it must begin with 2 numbers/],
    ["a truth of one position", line({ truth_geom: [[1, 2]] }), /needs at least two positions, it has 1/],
    ["fewer truth points than points", line({ truth_points: [[1, 2]] }), /2 points, but 1 truth_points/],
  ])("give an error for %s", (_, text, sentence) => {
    expect(() => readTruthNdjson(text)).toThrow(sentence);
  });
});

describe("the roads of tracks with truth", () => {
  it("are called as the options say, or as the text is", () => {
    const text = JSON.stringify({
      points: [[7.4, 43.7]],
      truth_geom: [
        [7.4, 43.7],
        [7.42, 43.7],
      ],
    });
    const called = [{}, { name: "nice" }, { name: "nice", roads: "riviera" }].map((options) => readTruthNdjson(text, options)[0].roads);
    expect(called).toEqual(["truth", "nice", "riviera"]);
  });
});

describe("exact drives as NDJSON", () => {
  const drive = {
    id: "9",
    truth: [
      [13.2, 53.5],
      [13.22, 53.5],
    ],
    fcd: Array.from({ length: 120 }, (_, t) => [t, 13.2 + t * 1e-4, 53.499985, 6.6, 0]),
  };
  const [exact] = readDrives(JSON.stringify(drive));

  it("become tracks with noise that depends only on seed and id", () => {
    const track = (seed: number, id = "9") => noisyDrive({ ...exact, id }, { roads: "r", seed });
    expect(track(1)).toEqual(track(1));
    expect(track(1).track).not.toEqual(track(2).track);
    expect(track(1).track).not.toEqual(track(1, "10").track);
  });

  it("have the true place of each fix, on the line of the road", () => {
    const { truthPoints } = noisyDrive(exact, { roads: "r", seed: 1 });
    truthPoints!.forEach((place, i) => {
      expect(distance(place![0], place![1], exact.fixes[i].lon, 53.5)).toBeLessThan(0.01);
    });
  });

  it("have the true place on the way out to a turn and on the way back", () => {
    // Out to the north-east past bends of the line and back over it, in the right lane each way.
    const out = Array.from({ length: 61 }, (_, t) => t * 1e-4);
    const lane = (metre: number) => (along: number) => [13.2 + along + metre * 1.2e-5, 53.5 + along * 0.7 - metre * 7e-6];
    const fcd = [...out.map(lane(1)), ...out.toReversed().map(lane(-1))].map(([lon, lat], t) => [t, lon, lat, 6.6]);
    const truth = [0, 0.0011, 0.0023, 0.0037, 0.006, 0.0037, 0.0023, 0.0011, 0].map(lane(0));
    const [turning] = readDrives(JSON.stringify({ truth, fcd }));
    noisyDrive(turning, { roads: "r", seed: 1 }).truthPoints!.forEach((place, i) => {
      expect(distance(place![0], place![1], fcd[i][1], fcd[i][2])).toBeLessThan(2);
    });
  });

  it("have the true place on a line with a position every metre", () => {
    const truth = Array.from({ length: 1500 }, (_, i) => [13.2 + i * 1.5e-5, 53.5]);
    const fcd = Array.from({ length: 60 }, (_, t) => [t, 13.2 + t * 3.6e-4, 53.5, 24]);
    const [fine] = readDrives(JSON.stringify({ truth, fcd }));
    noisyDrive(fine, { roads: "r", seed: 1 }).truthPoints!.forEach((place, i) => {
      expect(distance(place![0], place![1], fcd[i][1], fcd[i][2])).toBeLessThan(0.01);
    });
  });

  it("have the true place however many seconds and metres apart the fixes are", () => {
    const truth = Array.from({ length: 3000 }, (_, i) => [13.2 + i * 1.5e-5, 53.5]);
    // 600 m in 20 s, then 90 m in 3 s, and so on; one fix is a second earlier than the one before.
    const fcd = [0, 20, 23, 43, 42, 46, 66].map((t) => [t, 13.2 + t * 4.5e-4, 53.5, 30]);
    const [far] = readDrives(JSON.stringify({ truth, fcd }));
    noisyDrive(far, { roads: "r", seed: 1 }).truthPoints!.forEach((place, i) => {
      expect(distance(place![0], place![1], fcd[i][1], fcd[i][2])).toBeLessThan(i === 4 ? 31 : 0.01);
    });
  });

  it("have the true place on the carriageway whose turn it is, though the one back is nearer", () => {
    const [out, back] = [53.5, 53.50009]; // 10 m apart
    const truth = [
      [13.2, out],
      [13.22, out],
      [13.22, back],
      [13.2, back],
    ];
    const fcd = Array.from({ length: 60 }, (_, t) => [t, 13.2 + t * 1e-4, t === 0 ? out : 53.50006, 6.6]);
    const [divided] = readDrives(JSON.stringify({ truth, fcd }));
    const { truthPoints } = noisyDrive(divided, { roads: "r", seed: 1 });
    expect(truthPoints!.map((place) => place![1])).toEqual(fcd.map(() => out));
  });

  it("are exact with noise of size 0", () => {
    const { track } = noisyDrive(exact, { roads: "r", seed: 1, noise: { independent: 0, drift: 0, driftSeconds: 60 } });
    expect(track.map(({ lon, lat }) => [lon, lat])).toEqual(exact.fixes.map(({ lon, lat }) => [lon, lat]));
  });

  it("have the true place if the line begins long before the first fix", () => {
    const [late] = readDrives(JSON.stringify({ ...drive, fcd: drive.fcd.slice(100) }));
    noisyDrive(late, { roads: "r", seed: 1 }).truthPoints!.forEach((place, i) => {
      expect(distance(place![0], place![1], late.fixes[i].lon, 53.5)).toBeLessThan(0.01);
    });
  });

  it("have speeds with the errors of a receiver, and exact ones without noise", () => {
    const none = { independent: 0, drift: 0, driftSeconds: 60 };
    const speeds = (noise?: typeof none) => noisyDrive(exact, { roads: "r", seed: 1, noise }).track.map(({ speed }) => speed!);
    expect(speeds(none)).toEqual(exact.fixes.map(() => 6.6));
    expect(new Set(speeds()).size).toBeGreaterThan(60);
    expect(speeds().reduce((sum, speed) => sum + speed, 0) / 120).toBeCloseTo(6.6, 0);
    const places = (one: typeof exact) => noisyDrive(one, { roads: "r", seed: 1 }).track.map(({ lon, lat }) => [lon, lat]);
    expect(places({ ...exact, fixes: exact.fixes.map(({ time, lon, lat }) => ({ time, lon, lat })) })).toEqual(places(exact));
  });

  it("may have no speeds", () => {
    const fcd = [
      [0, 13.2, 53.5],
      [1, 13.2001, 53.5, null],
      [2, 13.2002, 53.5, 7],
      [3, 13.2002, 53.5, 0],
    ];
    const [unknown] = readDrives(JSON.stringify({ ...drive, fcd }));
    expect(unknown.fixes.map(({ speed }) => speed)).toEqual([undefined, undefined, 7, 0]);
    expect(noisyDrive(unknown, { roads: "r", seed: 1 }).track.map(({ speed }) => speed !== undefined)).toEqual([false, false, true, true]);
  });

  it.each<[string, unknown[], RegExp]>([
    ["a row that stops early", [0, 1], /x line 1: "fcd" row 1 is .*; it must begin with 3 numbers/],
    ["a missing place", [0, 91, 181], /x line 1: "fcd" row 1 is not a place on Earth: latitude 181/],
    ["a speed in words", [0, 1, 2, "fast"], /x line 1: "fcd" row 1: speed is "fast"; it must be m\/s from 0, or null/],
    [
      "microseconds",
      [1.7e15, 1, 2],
      /x line 1: "fcd" row 1: the time 1700000000000000 is too large; it must be seconds or milliseconds since 1970/,
    ],
    ["a negative speed", [0, 1, 2, -3], /speed is -3; it must be m\/s from 0, or null/],
  ])("give an error for %s", (_, row, sentence) => {
    expect(() => readDrives(JSON.stringify({ id: 1, truth: drive.truth, fcd: [row] }), "x")).toThrow(sentence);
  });

  it("have the id given as text or a number, or that of their line", () => {
    const called = (id: unknown) => readDrives(JSON.stringify({ ...drive, id }), "x")[0].id;
    expect([called("9a"), called(9), called(null)]).toEqual(["9a", "9", "1"]);
    expect(() => called({ car: 3 })).toThrow(/^x line 1: "id" is \{"car":3\}; it must be a text or a number\.$/);
  });

  it("may be in an array, and one of them may be spread over several lines", () => {
    expect(readDrives(JSON.stringify([drive, drive]))).toEqual([exact, exact]);
    expect(readDrives(JSON.stringify([drive], null, 2))).toEqual([exact]);
    expect(readDrives(`\n  ${JSON.stringify([drive])}`)).toEqual([exact]);
    expect(readDrives(JSON.stringify(drive, null, 2))).toEqual([exact]);
  });

  it.each<[string, string, RegExp]>([
    ["an empty array", "[]", /^x: there is no drive in it\.$/],
    ["without a fix", JSON.stringify({ ...drive, fcd: [] }), /^x line 1: the drive has no truth or no fixes\.$/],
    ["without a line", JSON.stringify({ ...drive, truth: [[13.2, 53.5]] }), /^x line 1: the drive has no truth or no fixes\.$/],
    ["an array of something else", "[7]", /^x drive 1 is "7"; it must be a JSON object\.$/],
    ["half an array", '[{"id": 1', /^x: not JSON: it ends with 2 unclosed brackets; is it cut short\?$/],
    [
      "drives over several lines each",
      '{\n"id": 1\n}\n{\n"id": 2\n}\n',
      /^x: its records are spread over several lines each; write each on one line, or all of them as one array\.$/,
    ],
  ])("may not be %s", (_, text, sentence) => {
    expect(() => readDrives(text, "x")).toThrow(sentence);
  });

  it("in an array are read, except for those that are broken", () => {
    const told: string[] = [];
    expect(readDrives(JSON.stringify([{}, drive]), "x", ({ message }) => told.push(message))).toEqual([exact]);
    expect(told).toEqual([expect.stringMatching(/^x drive 1: there is no "fcd"/)]);
  });
});

describe("sparse taxi tracks", () => {
  it("are read", () => {
    const text = JSON.stringify([
      {
        set: "set120",
        index: 3,
        points: [[116, 39, 5]],
        truth: [
          [116, 39],
          [116.1, 39],
        ],
      },
    ]);
    expect([{}, { name: "beijing" }, { name: "x", roads: "city" }].map((options) => readSparseTaxi(text, options)[0].roads)).toEqual([
      "tracks.json",
      "beijing",
      "city",
    ]);
    expect(readSparseTaxi(text)[0]).toMatchObject({ id: "set120-3", track: [{ lon: 116, lat: 39, time: 5 }], trimMetres: 50 });
  });
  it("give an error if they are wrong", () => {
    expect(() => readSparseTaxi("{}")).toThrow(/^tracks\.json must be an array of tracks\.$/);
    const [points, truth] = [
      [[116, 39, 5]],
      [
        [116, 39],
        [116.1, 39],
      ],
    ];
    for (const wrong of [
      { points: [], truth },
      { points, truth: truth.slice(1) },
    ])
      expect(() => readSparseTaxi(JSON.stringify([wrong]))).toThrow(/^tracks\.json track 1: the track has no points or no truth\.$/);
    expect(() => readSparseTaxi("[{}]")).toThrow(
      /track 1: there is no "truth_geom" \(the line truly driven\) among its keys: it has none; a track/,
    );
  });
});
