// An item that has no result is answered by its error, in its place; those beside it are answered as ever.
import { afterAll, describe, expect, it } from "vitest";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { MatcherPool } from "../../../src/node/index.js";
import { collect, DEFECT, lineOf, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("match and matchAll", () => {
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

  it("gives an error for a defect in the matcher, and no empty match, as matchAll does", async () => {
    await expect(pool.match(DEFECT)).rejects.toMatchObject({ name: "Error", message: "Error: index -1 out of range" });
    const answers = await collect(pool.matchAll([DEFECT]));
    expect(answers.map(({ match, error }) => [match, error?.code, error?.message])).toEqual([
      [undefined, "internal", "Track 1 could not be matched because of a defect in the matcher: Error: index -1 out of range."],
    ]);
  });
});

describe("snapLines", () => {
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
});
