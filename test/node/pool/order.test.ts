// The answers of a stream come in the order of its items, one for each, up to where the stream ends or breaks.
import { afterAll, describe, expect, it } from "vitest";
import { cutTrack } from "../../../bench/inputs/walk.js";
import { Matcher } from "../../../src/match/matcher.js";
import { MatcherPool } from "../../../src/node/index.js";
import { collect, oddTracks, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("matchAll", () => {
  it("answers all tracks in order, with long and short ones mixed", async () => {
    const tracks = [drive, ...cutTrack(drive, 7), ...oddTracks(drive), ...cutTrack(drive, 100)];
    const matcher = new Matcher(roads);
    const answers = await collect(pool.matchAll(tracks));
    expect(answers).toStrictEqual(tracks.map((track) => ({ match: matcher.match(track) })));
  });

  it("gives no answers for no tracks", async () => {
    expect(await collect(pool.matchAll([]))).toEqual([]);
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
});

describe("snapLines", () => {
  it("answers a line of several tracks with a line for each", async () => {
    const feature = (track_id: string) => ({ attributes: { track_id }, geometry: { x: drive[0].lon, y: drive[0].lat } });
    const answers = await collect(pool.snapLines(stream([JSON.stringify({ features: [feature("a"), feature("b"), feature("a")] })])));
    expect(answers.map((text) => JSON.parse(text)).map(({ id, points }) => [id, points.length])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });
});
