// What a pool reads of lines and files: options, attributes, trips, silences, and what of it is unusable.
import { afterAll, describe, expect, it } from "vitest";
import type { TrackPoint } from "../../../src/match/track/track.js";
import { MatcherPool } from "../../../src/node/index.js";
import { collect, lineOf, rowsOf, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("snapLines", () => {
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
});

describe("snapFile", () => {
  it("divides a track at a longer silence than the option allows", async () => {
    const later = short.map((fix) => ({ ...fix, time: (fix.time ?? 0) + 86_400 }));
    const csv = new TextEncoder().encode(`track_id,lon,lat,time\n${rowsOf("a", [...short, ...later])}`);
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
});

describe("snapLines and snapCsv with a gap", () => {
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
});
