// A pool gives, from several threads, the bytes and the numbers that one thread gives.
import { afterAll, describe, expect, it } from "vitest";
import { cutTrack } from "../../../bench/inputs/walk.js";
import { writeCsv } from "../../../src/export/csv.js";
import { writeGpx } from "../../../src/export/gpx.js";
import { writeNdjson } from "../../../src/export/ndjson.js";
import { readCsv } from "../../../src/import/tracks/csv.js";
import { parseTrackLine } from "../../../src/import/tracks/track-line.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { InputPoint, TrackPoint } from "../../../src/match/track/track.js";
import { type DocumentKind, MatcherPool } from "../../../src/node/index.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { snapPoints } from "../../../src/snap/points.js";
import type { SnapResult } from "../../../src/snap/result.js";
import { collect, lineOf, oddTracks, rowsOf, stream, townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("match gives what one thread gives", () => {
  it("to the bit, whatever is odd about the track", async () => {
    const matcher = new Matcher(roads);
    for (const track of oddTracks(drive)) expect(await pool.match(track)).toStrictEqual(matcher.match(track));
  });

  it("for a track as columns", async () => {
    const lon = drive.map((fix) => fix.lon);
    const lat = drive.map((fix) => fix.lat);
    expect(await pool.match({ lon, lat })).toStrictEqual(new Matcher(roads).match({ lon, lat }));
    await expect(pool.match({ lon, lat, time: [1] })).rejects.toMatchObject({
      code: "bad-input",
      message: "The track's column time has 1 values where lon has 200.",
    });
  });

  it("with the options of the matcher", async () => {
    const walking = new MatcherPool(roads, { threads: 1, mode: "walking", searchRadius: 30 });
    expect(await walking.match(drive)).toStrictEqual(new Matcher(roads, { mode: "walking", searchRadius: 30 }).match(drive));
    await walking.close();
  });
});

/** The answer to a line from one thread. */
const alone = (line: string) => {
  const result = snapPoints(new Matcher(roads), parseTrackLine(line, 1).points);
  return writeNdjson(result, roads).trimEnd().split("\n");
};

describe("snapLines", () => {
  it("gives the same bytes as one thread, a line for a line", async () => {
    const lines = [drive, ...cutTrack(drive, 20)].map((track, i) => lineOf(`é ${i}`, track));
    expect(await collect(pool.snapLines(stream(lines)))).toEqual(lines.flatMap(alone));
  });
});

/** A track's name and the places of its answer, as far as they do not depend on how it was written. */
const placesOf = (line: string) => {
  const { id, points } = JSON.parse(line);
  return { id, places: points.map(({ lon, lat, confidence, line_id }: Record<string, number>) => [lon, lat, confidence, line_id]) };
};
const isoOf = ({ time }: TrackPoint) => new Date((time as number) * 1000).toISOString();

describe("snapFile, snapCsv and snapDocument", () => {
  const text = () => `track_id,lon,lat,time\n${rowsOf("a", short)}${rowsOf("b", drive)}`;
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

  it.each(["ndjson", "csv"] as const)("answer a CSV track by track as %s, as for each track alone", async (to) => {
    const parts = await collect(pool.snapCsv(stream([text()]), { to }));
    const answer = parts.map(({ bytes }) => new TextDecoder().decode(bytes.slice())).join("");
    const results = [short, drive].map((track, i) => snapped(readCsv(`track_id,lon,lat,time\n${rowsOf("ab"[i], track)}`).points));
    if (to === "ndjson") expect(answer).toBe(results.map((result) => writeNdjson(result, roads)).join(""));
    else {
      const [first, second] = results.map((result) => writeCsv(result, roads));
      expect(answer).toBe(first + second.slice(second.indexOf("\n") + 1));
    }
    expect(parts.reduce((sum, { lines }) => sum + lines, 0)).toBe(2);
  });

  it.each<[DocumentKind, string, (track: readonly TrackPoint[], name: string) => string, string]>([
    [
      "gpx",
      "<gpx><wpt lat='1' lon='2'/>",
      (track, name) => {
        const points = track.map((fix) => `<trkpt lat="${fix.lat}" lon="${fix.lon}"><time>${isoOf(fix)}</time></trkpt>`);
        return `<trk><name>${name}</name><trkseg>${points.join("")}</trkseg></trk>`;
      },
      "</gpx>",
    ],
    [
      "geojson",
      '{"features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}',
      (track, name) => {
        const geometry = { type: "LineString", coordinates: track.map(({ lon, lat }) => [lon, lat]) };
        return `,${JSON.stringify({ type: "Feature", properties: { name, coordTimes: track.map(isoOf) }, geometry })}`;
      },
      "]}",
    ],
  ])("answer a %s track by track, as each track alone", async (format, begin, text, end) => {
    const parts = await collect(pool.snapDocument(stream([begin, text(short, "a"), text(drive, "b"), end]), { format }));
    const lines = parts.flatMap(({ bytes }) => new TextDecoder().decode(bytes.slice()).split("\n").slice(0, -1));
    const answers = [lineOf("a", short), lineOf("b", drive)].flatMap(alone);
    expect(lines.map(placesOf)).toEqual(answers.map(placesOf));
    expect(parts.flatMap(({ warnings }) => warnings)).toEqual([expect.stringMatching(/^1 (?:route or waypoint|feature) is ignored/)]);
  });
});
