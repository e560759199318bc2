// What a pool keeps in memory: roads that are shared, memory that answers reuse, and nothing of an answer that was given.
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, it } from "vitest";
import { writeNdjson } from "../../../src/export/ndjson.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import { Matcher } from "../../../src/match/matcher.js";
import { MatcherPool } from "../../../src/node/index.js";
import { RoadGraph } from "../../../src/roads/graph.js";
import { snapPoints } from "../../../src/snap/points.js";
import { collect, lineOf, manyCuts, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("roads", () => {
  it("that are shared are used directly, and the caller's are not changed", async () => {
    const data = new SharedArrayBuffer(roads.data.byteLength);
    new Uint8Array(data).set(new Uint8Array(roads.data));
    const sharing = new MatcherPool(RoadGraph.from(data), { threads: 1 });
    expect(await sharing.match(drive)).toStrictEqual(new Matcher(roads).match(drive));
    await sharing.close();
  });
});

describe("the memory of answers", () => {
  it("is used again for tracks in several messages, which are matched as one thread does", async () => {
    const tracks = manyCuts(drive);
    const matcher = new Matcher(roads);
    expect(await collect(pool.matchAll(tracks))).toStrictEqual(tracks.map((track) => ({ match: matcher.match(track) })));
  });

  it("is never that of two messages at once", async () => {
    // Four tracks are a message, and soon matched, since there is no road near them.
    const tracks = Array.from({ length: 160 }, (_, i) => Array.from({ length: 700 }, () => ({ lon: -i / 10, lat: 0 })));
    const answers = await collect(pool.matchAll(tracks));
    expect(answers.map(({ match }) => [match?.points[0].lon, match?.points[699].lon])).toEqual(tracks.map(([{ lon }]) => [lon, lon]));
  });

  it("is used again for lines in several messages, which are answered as one thread does", async () => {
    const lines = manyCuts(drive).map((track, i) => lineOf(`${"ü".repeat(i % 5)}${i}`, track));
    const matcher = new Matcher(roads);
    const alone = (line: string) => writeNdjson(snapPoints(matcher, parseTrackLine(line, 1).points), roads).trimEnd();
    expect(await collect(pool.snapLines(stream(lines)))).toEqual(lines.map(alone));
  });

  it("is not overwritten by later ones if it was given away, so that a slow writer can still use it", async () => {
    const lines = manyCuts(drive).map((points) => JSON.stringify({ points }));
    const rows = manyCuts(drive).flatMap((track, i) => track.map(({ lon, lat, time }) => `${i},${lon},${lat},${time}\n`));
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

  it("is free once the caller has let go of the answer", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const bytes = new TextEncoder().encode("lon,lat\n7,47\n");
    const answers = await Promise.all([1, 2, 3].map(async () => new WeakRef(await pool.snapFile(bytes))));
    await sleep();
    collectGarbage();
    expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
  });
});
