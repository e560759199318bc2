// `snap --gap`: a long silence divides a track into two, in every form that has times.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

const iso = (seconds: number) => new Date(1000 * seconds).toISOString();
/** The village's drive, and the same again 155 minutes later. */
const TWICE = [0, 9300].flatMap((later) => DRIVE.map(([lon, lat, s]) => ({ lon, lat, time: 1_700_000_000 + later + s })));
const feature = (properties: object, geometry: object) => ({ type: "Feature", properties, geometry });
const FILES: Record<string, string> = {
  "two.csv": `time,lat,lon\n${TWICE.map(({ lon, lat, time }) => `${iso(time)},${lat},${lon}\n`).join("")}`,
  "two.gpx": `<gpx version="1.1"><trk><name>Errand</name>${[0, 1]
    .map((k) => TWICE.slice(k * DRIVE.length, (k + 1) * DRIVE.length))
    .map((part) => part.map(({ lon, lat, time }) => `<trkpt lat="${lat}" lon="${lon}"><time>${iso(time)}</time></trkpt>`).join(""))
    .map((points) => `<trkseg>${points}</trkseg>`)
    .join("")}</trk></gpx>`,
  "two.geojson": JSON.stringify(
    feature(
      { coordTimes: TWICE.map(({ time }) => iso(time)) },
      { type: "LineString", coordinates: TWICE.map(({ lon, lat }) => [lon, lat]) },
    ),
    null,
    1,
  ),
  "two.json": JSON.stringify({
    features: TWICE.map(({ lon, lat, time }) => ({ geometry: { x: lon, y: lat }, attributes: { location_timestamp: 1000 * time } })),
  }),
  "two.ndjson": `${JSON.stringify({ id: "van 7", points: TWICE })}\n`,
  "unnamed.ndjson": `${JSON.stringify({ points: TWICE })}\n`.repeat(2),
  "vans.ndjson": ["van 7", "van 8"].map((id) => `${JSON.stringify({ id, points: TWICE })}\n`).join(""),
  "points.ndjson": TWICE.map((point) => `${JSON.stringify({ track_id: "van 7", ...point })}\n`).join(""),
};
const at = villageFolder(FILES);
const snap = (...argv: string[]) => roadsnap(["snap", "--roads", at("village.roads"), ...argv]);
/** The streets of each track of a GeoJSON result. */
const streets = (geojson: string) => {
  const byTrack: Record<string, string[]> = {};
  for (const { properties } of JSON.parse(geojson).features)
    if (properties.kind === "line") byTrack[properties.track_id] = [...(byTrack[properties.track_id] ?? []), properties.name];
  return byTrack;
};
const ONCE = ["High Street", "Mill Lane"];

describe("snap --gap", () => {
  it.each([
    ["two.csv", "track"],
    ["two.gpx", "Errand"],
    ["two.geojson", "track"],
    ["two.json", "track"],
    ["two.ndjson", "van 7"],
    ["points.ndjson", "van 7"],
  ])("divides %s, read as a whole, into two tracks that are matched independently", async (name, id) => {
    const { code, stdout, stderr } = await snap(at(name), "--to", "geojson", "--gap", "600");
    expect([code, stderr, streets(stdout)]).toEqual([0, "", { [id]: ONCE, [`${id} (2)`]: ONCE }]);
    const one = await snap(at(name), "--to", "geojson", "--gap", "10000");
    expect(Object.keys(streets(one.stdout))).toHaveLength(1);
  });

  it.each([
    ["two.csv", [null, null]],
    ["two.gpx", ["Errand", "Errand (2)"]],
    ["two.geojson", ["track", "track (2)"]],
    ["two.json", ["line 1", "line 1 (2)"]],
    ["unnamed.ndjson", ["line 1", "line 1 (2)", "line 2", "line 2 (2)"]],
    ["two.ndjson", ["van 7", "van 7 (2)"]],
    ["points.ndjson", ["van 7", "van 7"]],
  ])("gives for %s a line of NDJSON for each part", async (name, ids) => {
    const { stdout } = await snap(at(name), "--to", "ndjson", "--gap", "600");
    const lines = stdout.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line)).map(({ id, points }) => [id, points.length])).toEqual(ids.map((id) => [id, DRIVE.length]));
  });

  it.each(["two.csv", "vans.ndjson", "points.ndjson"])("continues %s where it was stopped", async (name) => {
    const { stdout } = await snap(at(name), "--to", "ndjson", "--gap", "600");
    writeFileSync(at("part.ndjson"), stdout.slice(0, 0.6 * stdout.length));
    const { code } = await snap(at(name), "-o", at("part.ndjson"), "--gap", "600", "--resume");
    expect([code, readFileSync(at("part.ndjson"), "utf8")]).toEqual([0, stdout]);
  });

  it("gives a GPX a trk for each part, and files in a folder each in its own form, in parallel or one by one", async () => {
    for (const threads of ["1", "2"]) {
      const folder = `${at(`by-${threads}`)}/`;
      const { code, stdout } = await snap(at("two.gpx"), at("two.csv"), "-o", folder, "--gap", "600", "--threads", threads);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/two\.gpx +2 .*\n +two\.csv +2 .*\n +all +4 /)]);
    }
    const read = (folder: string) => readdirSync(at(folder)).map((name) => readFileSync(at(`${folder}/${name}`), "utf8"));
    expect(read("by-2")).toEqual(read("by-1"));
    expect(readFileSync(at("by-1/two.gpx"), "utf8").match(/(?<=<trk>\s*)<name>.*<\/name>/g)).toEqual([
      "<name>Errand</name>",
      "<name>Errand (2)</name>",
    ]);
  });

  it("treats a CSV without ids as one traveller's, whose trips the stream separates", async () => {
    const { code, stdout } = await snap(at("two.csv"), "--to", "csv", "--gap", "600");
    const trips = stdout.match(/[^,\n]+$/gm);
    expect([code, trips]).toEqual([0, ["trip", ...DRIVE.map(() => "2"), ...DRIVE.map(() => "9")]]);
  });

  it("is suggested by a message about a long way by road in a silence, for a file and for a line of a stream", async () => {
    const road = feature(
      { highway: "residential" },
      {
        type: "LineString",
        coordinates: [
          [8, 50],
          [8.07, 50],
        ],
      },
    ); // 5 km
    writeFileSync(at("long.geojson"), JSON.stringify({ type: "FeatureCollection", features: [road] }));
    const points = [0, 10, 9310, 9320].map((time) => [time < 1000 ? 8.001 + time / 1e4 : 8.05 + time / 1e6, 50, 1_700_000_000 + time]);
    writeFileSync(at("far.ndjson"), `${JSON.stringify({ id: "van 7", points })}\n`);
    const told = async (...argv: string[]) => (await roadsnap(["snap", "--roads", at("long.geojson"), at("far.ndjson"), ...argv])).stderr;
    const sentence =
      'Track "van 7" is silent for 155 min, and the 4.1 km of road in between are guessed; --gap 1800 makes two tracks of it.';
    for (const [to, place] of [
      ["geojson", ""],
      ["ndjson", "Line 1: "],
    ]) {
      expect(await told("--to", to)).toBe(`roadsnap: ${at("far.ndjson")}: ${place}${sentence}\n`);
      for (const argv of [["-q"], ["--gap", "1800"], ["--gap", "20000"]]) expect(await told("--to", to, ...argv)).toBe("");
    }
  });

  it("needs times, or gives an error of one sentence", async () => {
    writeFileSync(at("timeless.gpx"), FILES["two.gpx"].replace(/<time>.*?<\/time>/g, ""));
    const { code, stdout, stderr } = await snap(at("timeless.gpx"), "--gap", "600");
    expect([code, stdout, stderr]).toEqual([
      1,
      "",
      `roadsnap: ${at("timeless.gpx")}: No point has a time that can be read, so silences cannot be found (--gap).\n`,
    ]);
  });

  it("needs times in each line of a stream, and answers the others", async () => {
    const timeless = { id: "van 8", points: DRIVE.map(([lon, lat]) => [lon, lat]) };
    const lone = { id: "van 9", points: [DRIVE[0].slice(0, 2)] };
    writeFileSync(at("some.ndjson"), `${[timeless, lone].map((line) => `${JSON.stringify(line)}\n`).join("")}${FILES["two.ndjson"]}`);
    const { code, stdout, stderr } = await snap(at("some.ndjson"), "--to", "ndjson", "--gap", "600");
    const answers = stdout.split("\n").slice(0, -1);
    const sentence = "Line 1: No point has a time that can be read, so silences cannot be found";
    expect([code, answers.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error])]).toEqual([
      1,
      [["van 8", `${sentence} (the option gap).`], ...["van 9", "van 7", "van 7 (2)"].map((id) => [id, undefined])],
    ]);
    expect(stderr).toContain(`roadsnap: ${at("some.ndjson")}: ${sentence} (--gap).\n`);
  });
});
