// `snap --stream` of documents: a GPX, or the lines of a GeoJSON collection, of any size, with the same answers as reading them whole gives.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

const time = (s: number) => new Date((1_700_000_000 + s) * 1000).toISOString();
const trk = (name: string) =>
  `<trk>${name && `<name>${name}</name>`}<trkseg>${DRIVE.map(
    ([lon, lat, s]) => `<trkpt lat="${lat}" lon="${lon}"><ele>3.5</ele><time>${time(s)}</time><hdop>2</hdop></trkpt>`,
  ).join("\n")}</trkseg></trk>`;
const gpx = (...tracks: string[]) => `<?xml version="1.0"?>\n<gpx version="1.1">${tracks.join("\n")}</gpx>\n`;
const feature = (id: string) => ({
  type: "Feature",
  properties: { track_id: id, driver: "Ann", coordTimes: DRIVE.map(([, , s]) => time(s)) },
  geometry: { type: "LineString", coordinates: DRIVE.map(([lon, lat]) => [lon, lat]) },
});
const collection = (...features: unknown[]) => JSON.stringify({ type: "FeatureCollection", features }, null, 1);
const MANY = Array.from({ length: 50 }, (_, i) => `van ${i} &amp; co`);

const at = villageFolder({
  "fleet.gpx": gpx(...MANY.map(trk), trk("")),
  "fleet.geojson": collection(...MANY.map(feature)),
});
const snap = (argv: string[], stdin: string | (string | Uint8Array)[] = "", threads = 2) =>
  roadsnap(["snap", "--roads", at("village.roads"), "--threads", String(threads), ...argv], { stdin });
const answers = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
interface Written {
  properties: { kind: string; track_id: string };
}
/** The answers without the numbers of lines, which are counted within each track or through the file. */
const unnumbered = (text: string) => text.replace(/"line_id":\d+/g, '"line_id"');

describe.each([
  ["gpx", "track 51"],
  ["geojson", "van 49 &amp; co"],
])("snap --stream of a document: %s", (format, last) => {
  it("gives the same answers as reading it whole, in order, with lines numbered within each track, for any number of threads", async () => {
    await snap([at(`fleet.${format}`), "-o", at("whole.ndjson"), "-q"]);
    const { code, stdout } = await snap([at(`fleet.${format}`), "-o", at("stream.ndjson"), "--stream"], "", 3);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/stream\.ndjson: 5[01] tracks answered in /)]);
    const stream = readFileSync(at("stream.ndjson"), "utf8");
    expect(unnumbered(stream)).toBe(unnumbered(readFileSync(at("whole.ndjson"), "utf8")));
    expect(answers(stream).at(-1)).toMatchObject({ id: last, lines: [{ line_id: 1 }, { line_id: 2 }] });
    const packed = gzipSync(readFileSync(at(`fleet.${format}`)));
    const one = await snap(["-", "--stream"], [packed.subarray(0, 99), packed.subarray(99)], 1);
    expect(one.stdout === stream).toBe(true);
  });

  it("goes on with --resume where it was stopped", async () => {
    await snap([at(`fleet.${format}`), "-o", at("all.ndjson"), "--stream", "-q"]);
    const all = readFileSync(at("all.ndjson"), "utf8");
    writeFileSync(at("part.ndjson"), all.slice(0, all.length / 2));
    const { code, stdout } = await snap([at(`fleet.${format}`), "-o", at("part.ndjson"), "--stream", "--resume"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/2[56] tracks answered in .*; 25 were there before\.\n$/)]);
    expect(readFileSync(at("part.ndjson"), "utf8") === all).toBe(true);
  });

  it("parts tracks at silences, as reading it whole does", async () => {
    const gap = ["--gap", "5"];
    const whole = await snap([at(`fleet.${format}`), "--to", "geojson", ...gap]);
    const stream = await snap([at(`fleet.${format}`), "--to", "ndjson", "--stream", ...gap]);
    const lines = JSON.parse(whole.stdout).features.filter(({ properties }: Written) => properties.kind === "line");
    expect(answers(stream.stdout).map(({ id }) => id)).toEqual([...new Set(lines.map(({ properties }: Written) => properties.track_id))]);
  });
});

describe("snap --stream of a document", () => {
  it("answers a broken track by an error in its place, and goes on", async () => {
    const { code, stdout, stderr } = await snap(
      ["-", "--stream"],
      gpx(trk("a"), "<trk><name>b</nam></trk>", "<trk><name>c</name></trk>", trk("d")),
    );
    expect([code, answers(stdout).map(({ id, error, line, points }) => [id, error, line, points?.length])]).toEqual([
      1,
      [
        ["a", undefined, undefined, DRIVE.length],
        [
          null,
          expect.stringMatching(
            /^Track 2: The track is broken XML at line 1, column \d+: there is another closing tag where <\/name> is expected\.$/,
          ),
          2,
          undefined,
        ],
        ["c", undefined, undefined, 0],
        ["d", undefined, undefined, DRIVE.length],
      ],
    ]);
    expect(stderr).toContain("1 of 4 tracks could not be snapped.");
  });

  it("reads the last track as far as it goes if the file breaks off, and says so", async () => {
    const text = gpx(trk("a"), trk("b"));
    const { code, stdout, stderr } = await snap(["-", "--stream"], text.slice(0, text.lastIndexOf("<trkpt")));
    expect([code, answers(stdout).map(({ id, points }) => [id, points.length])]).toEqual([
      0,
      [
        ["a", DRIVE.length],
        ["b", DRIVE.length - 1],
      ],
    ]);
    expect(stderr).toContain("The GPX breaks off in this track; the points up to there are read.");
  });

  it("names the feature that is no GeoJSON, and the property that the first has not", async () => {
    const broken = JSON.stringify(feature("a")).replace("8", "8..");
    const { code, stdout } = await snap(["-", "--stream", "--from", "geojson"], `{"features":[${broken},${JSON.stringify(feature("b"))}]}`);
    expect([code, answers(stdout).map(({ id, error }) => [id, error])]).toEqual([
      1,
      [
        [null, expect.stringMatching(/^Feature 1: The feature is not valid JSON/)],
        ["b", undefined],
      ],
    ]);
    const { code: none, stderr } = await snap([at("fleet.geojson"), "--to", "ndjson", "--stream", "--columns", "track_id=car"]);
    expect([none, stderr]).toEqual([1, expect.stringContaining('No property of feature 1 is called "car"; there are "track_id"')]);
  });

  it.each([
    [
      ["fleet.gpx", "--to", "csv"],
      1,
      /fleet\.gpx: --stream needs a CSV; or, with NDJSON as the output, NDJSON with a track a line, GPX or a GeoJSON collection\./,
    ],
    [["fleet.gpx", "--to", "gpx"], 2, /--stream reads one CSV, NDJSON, GPX or GeoJSON and writes NDJSON/],
    [["fleet.gpx", "--to", "ndjson", "--from", "execute"], 2, /--stream reads one CSV, NDJSON, GPX or GeoJSON/],
    [["village.osm", "--to", "ndjson"], 1, /village\.osm: The XML is not GPX: it has the root element <osm>/],
  ])("says what it cannot do: %j", async ([file, ...argv], exit, message) => {
    const { code, stderr } = await snap([at(file), "--stream", ...argv]);
    expect([code, stderr]).toEqual([exit, expect.stringMatching(message)]);
  });
});
