// `roadsnap snap` as a user runs it, on files and on standard input.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE, DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, driveLine } from "../../helpers/village.js";
import { NAMELESS } from "../nameless.js";
import { DRIVES, villageFolder } from "../village-folder.js";

const at = villageFolder(DRIVES);
const snap = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  roadsnap(["snap", "--roads", at("village.roads"), ...argv], options);

describe("snap", () => {
  /** The streets of a GeoJSON result, in order. */
  const streets = (geojson: string) =>
    JSON.parse(geojson)
      .features.filter((feature: { properties: { kind: string } }) => feature.properties.kind === "line")
      .map((feature: { properties: { name: string } }) => feature.properties.name);

  it.each(["drive.gpx", "drive.csv", "drive.json", "drive.ndjson"])(
    "reads %s and prints GeoJSON: one answer for each point, on the right streets",
    async (name) => {
      const { code, stdout, stderr } = await snap([at(name)]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(streets(stdout)).toEqual(["High Street", "Mill Lane"]);
      expect(JSON.parse(stdout).features.filter((f: { properties: { kind: string } }) => f.properties.kind === "point")).toHaveLength(
        DRIVE.length,
      );
    },
  );

  it.each([
    ["out.gpx", /^<\?xml[^>]*>\s*<gpx/],
    ["out.csv", /snapped_lon,snapped_lat,confidence/],
    ["out.geojson", /"FeatureCollection"/],
    ["out.ndjson", /^\{"id":/],
    ["out.json", /^\{"results":\[\{"paramName":"output_snapped_points"/],
  ])("writes %s by the extension, and prints a summary of the file", async (name, content) => {
    const { code, stdout, stderr } = await snap([at("drive.csv"), "-o", at(name)]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readFileSync(at(name), "utf8")).toMatch(content);
    expect(stdout).toMatch(/drive\.csv +1 +7 +100\.0 %/);
  });

  it("does not name tracks without an id", async () => {
    expect(await snap([""])).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(NAMELESS) });
  });

  it("--to takes precedence over the extension", async () => {
    await snap([at("drive.csv"), "-o", at("odd.txt"), "--to", "gpx", "-q"]);
    expect(readFileSync(at("odd.txt"), "utf8")).toContain("<gpx");
  });

  it("--roads accepts an OSM file, which is built first", async () => {
    const { code, stdout } = await roadsnap(["snap", at("drive.gpx"), "--roads", at("village.osm")]);
    expect(code).toBe(0);
    expect(streets(stdout)).toEqual(["High Street", "Mill Lane"]);
  });

  it("needs at least one road: a PBF that is cut short between blobs has none, and gives no other warning", async () => {
    writeFileSync(at("nodes.osm"), '<osm version="0.6"><node id="1" lat="50" lon="8"/></osm>');
    const { code, stdout, stderr } = await roadsnap(["snap", at("drive.ndjson"), "-t", "ndjson", "-r", at("nodes.osm")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/nodes\.osm: it has no road; at least one is needed\.\n$/);
  });

  it.each([["drive.gpx"], ["drive.ndjson", "-t", "ndjson"]])(
    "refuses a road file with a changed byte before it snaps %s",
    async (name, ...argv) => {
      const bytes = readFileSync(at("village.roads"));
      bytes[bytes.length - 9] ^= 1;
      writeFileSync(at("changed.roads"), bytes);
      const { code, stdout, stderr } = await roadsnap(["snap", "--roads", at("changed.roads"), at(name), ...argv]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^roadsnap: .+changed\.roads: The road file's checksum is [^\n]+\.\n$/);
    },
  );

  it("says which form can have any size if a file has too many points to be read as a whole", async () => {
    const { code, stderr } = await snap([at("drive.csv"), at("drive.ndjson"), "--max-points", "2"]);
    const wayOut =
      "The input has more than 2 points, the most that --max-points allows. A file of any size can be snapped track by track: NDJSON with a track a line; with --stream a CSV";
    expect([code, stderr.split(wayOut).length]).toEqual([1, 3]);
    writeFileSync(at("deep.geojson"), `{"type":"FeatureCollection","features":${"[".repeat(200)}`);
    expect((await snap([at("deep.geojson")])).stderr).toMatch(/nested deeper than [^\n]* allows\.\n$/);
  });

  it("joins several files into one, with their tracks kept apart by name", async () => {
    await snap([at("drive.gpx"), at("drive.csv"), at("drive.ndjson"), "-o", at("all.ndjson"), "-q"]);
    const ids = readFileSync(at("all.ndjson"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(["drive", "drive-2", "drive-3/van"]);
  });

  it("writes several files into a folder, each in its own form", async () => {
    const { stdout } = await snap([at("drive.gpx"), at("drive.csv"), "-o", `${at("snapped")}/`]);
    expect(readdirSync(at("snapped")).sort()).toEqual(["drive.csv", "drive.gpx"]);
    expect(stdout).toMatch(/all +2 +14/);
  });

  it.each(["1", "3"])(
    "numbers outputs of the same name in a folder, whatever the case of the names, and says so (%s threads)",
    async (threads) => {
      for (const folder of ["d1", "d2", "d3"]) mkdirSync(at(folder), { recursive: true });
      for (const name of ["d1/trip.csv", "d2/trip.txt", "d3/TRIP.csv.gz"]) writeFileSync(at(name), DRIVE_CSV);
      for (const name of ["d1/trip.gpx", "d2/trip-2.gpx", "d2/Trip.gpx"]) writeFileSync(at(name), DRIVE_GPX);
      const files = ["d1/trip.csv", "d1/trip.gpx", "d2/trip.txt", "d3/TRIP.csv.gz", "d2/trip-2.gpx", "broken.gpx", "d2/Trip.gpx"];
      const folder = at(`named-by-${threads}`);
      const run = (...argv: string[]) => snap([...files.map((name) => at(name)), "-o", `${folder}/`, "--threads", threads, ...argv]);
      const told = (await run()).stderr.split("\n").filter((line) => line.includes("output"));
      expect(told).toEqual([
        `roadsnap: ${at("d2/trip.txt")}: its output is named trip-2.csv, because trip.csv is another file's.`,
        `roadsnap: ${at("d3/TRIP.csv.gz")}: its output is named TRIP-3.csv, because trip.csv is another file's.`,
        `roadsnap: ${at("d2/Trip.gpx")}: its output is named Trip-3.gpx, because trip.gpx is another file's.`,
      ]);
      expect(readdirSync(folder).sort()).toEqual(["TRIP-3.csv", "Trip-3.gpx", "trip-2.csv", "trip-2.gpx", "trip.csv", "trip.gpx"]);
      expect((await run("-q")).stderr).not.toContain("output");
      // In one form all have the same name.
      const { stderr } = await run("--to", "geojson");
      expect(stderr.match(/(?<=its output is named )[\w-]+\.geojson/g)).toEqual(
        ["trip-2", "trip-3", "TRIP-4", "trip-2-2", "Trip-5"].map((name) => `${name}.geojson`),
      );
    },
  );

  it.each([
    ["files into a folder", ["drive.gpx", "drive.csv"], "threads/"],
    ["a stream", ["drive.ndjson"], "threads.ndjson"],
  ])("leaves no thread behind: %s", async (_, files, output) => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on("worker", note);
    const { code } = await snap([...files.map((name) => at(name)), "-o", at(output), "--threads", "2"]);
    process.off("worker", note);
    expect([code, started.map(({ threadId }) => threadId)]).toEqual([0, [-1, -1]]);
  });

  it.each(["1", "2"])("numbers an output even if an earlier file of the same name failed (%s threads)", async (threads) => {
    for (const folder of ["f1", "f2"]) mkdirSync(at(folder), { recursive: true });
    writeFileSync(at("f1/trip.gpx"), "<gpx>");
    writeFileSync(at("f2/trip.gpx"), DRIVE_GPX);
    for (const [to, name] of [
      [[], "trip-2.gpx"],
      [["--to", "csv"], "trip-2.csv"],
    ] as const) {
      const folder = at(`failed-by-${threads}-${to.length}`);
      const { code } = await snap([at("f1/trip.gpx"), at("f2/trip.gpx"), "-o", `${folder}/`, "--threads", threads, ...to]);
      expect([code, readdirSync(folder)]).toEqual([1, [name]]);
    }
  });

  it("writes several files into a folder in parallel, with the same outputs and messages in order as one by one", async () => {
    writeFileSync(at("odd.csv"), readFileSync(at("drive.csv"), "utf8").replace("8.0005", "east"));
    writeFileSync(at("exit.csv"), readFileSync(at("drive.csv"), "utf8"));
    // Far from any road, about which an execute response has a message.
    writeFileSync(at("far.json"), readFileSync(at("drive.json"), "utf8").replace(/\b8\.0/g, "18.0"));
    const same = Array.from({ length: 9 }, (_, k) => at(`of-${k}/drive.ndjson`));
    for (const path of same) {
      mkdirSync(join(path, ".."));
      writeFileSync(path, readFileSync(at("drive.ndjson")));
    }
    const files = [at("drive.gpx"), at("broken.gpx"), at("odd.csv"), at("missing.gpx"), ...same, at("drive.json"), at("far.json")];
    const run = async (threads: string) => {
      const folder = `${at(`by-${threads}`)}/`;
      const { code, stdout, stderr } = await snap([...files, "-o", folder, "--threads", threads]);
      const written = readdirSync(folder).map((name) => [name, readFileSync(folder + name, "utf8")]);
      return { code, stderr, written, table: stdout.replace(/ +(?:time|[\d.]+ m?s)$/gm, "") };
    };
    const [one, three] = [await run("1"), await run("3")];
    expect(three).toEqual(one);
    expect([one.code, one.written.length]).toEqual([1, 13]);
    expect(one.written.find(([name]) => name === "far.json")?.[1]).toContain("No point could be snapped: the points lie within");
    expect(one.stderr.match(/broken\.gpx|odd\.csv|missing\.gpx|\d of \d+ files/g)).toEqual([
      "broken.gpx",
      "odd.csv",
      "odd.csv",
      "missing.gpx",
      "3 of 15 files",
    ]);
  });

  it("reports a worker that dies of a file, and continues with the others", async () => {
    const { code, stdout, stderr } = await snap([
      at("drive.gpx"),
      at("exit.csv"),
      at("drive.csv"),
      "-o",
      `${at("alive")}/`,
      "--threads",
      "2",
    ]);
    expect([code, readdirSync(at("alive")).sort(), stdout]).toEqual([1, ["drive.csv", "drive.gpx"], expect.stringMatching(/all +2 +14/)]);
    expect(stderr).toMatch(
      /^roadsnap: .+exit\.csv: The file was given up: the worker that had it died .*\nroadsnap: 1 of 3 files could not be snapped\.\n$/,
    );
  });

  it("reports a broken file among many, continues with the others, and exits 1", async () => {
    const { code, stdout, stderr } = await snap([
      at("drive.gpx"),
      at("broken.gpx"),
      at("missing.gpx"),
      at("drive.csv"),
      "-o",
      at("rest.geojson"),
    ]);
    expect(code).toBe(1);
    const lines = stderr.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`${at("broken.gpx")}: `);
    expect(lines[1]).toBe(`roadsnap: ${at("missing.gpx")}: there is no such file.`);
    expect(lines[2]).toBe("roadsnap: 2 of 4 files could not be snapped.");
    expect(stdout).toMatch(/all +2 +14/);
    expect(streets(readFileSync(at("rest.geojson"), "utf8"))).toEqual(["High Street", "Mill Lane", "High Street", "Mill Lane"]);
  });

  it.each([
    ["-o", "nowhere/out.gpx"],
    ["--html", "nowhere/page.html"],
  ])("%s %s: reports a missing folder before the work", async (option, path) => {
    const { code, stdout, stderr } = await snap([at("drive.gpx"), option, at(path)]);
    expect([code, stdout, stderr]).toEqual([1, "", `roadsnap: ${at(path)}: the folder to write it in does not exist.\n`]);
  });

  it.each(["-", "/dev/stdout", "/proc/self/fd/1"])("-o %s is standard output, which has nothing but the result", async (name) => {
    const { stdout } = await snap([at("drive.gpx")]);
    expect(await snap([at("drive.gpx"), "-o", name])).toEqual({ code: 0, stdout, stderr: "" });
    expect((await snap([at("drive.ndjson"), "-o", name, "--to", "ndjson"])).stdout.match(/\n/g)).toHaveLength(1);
  });

  it("writes nothing if every file is broken", async () => {
    const { code } = await snap([at("broken.gpx"), "-o", at("never.gpx")]);
    expect(code).toBe(1);
    expect(readdirSync(at())).not.toContain("never.gpx");
  });

  it.each([[[]], [["-q"]]])("returns a track far from the roads, says where both are, and exits 1: %j", async (quiet: string[]) => {
    writeFileSync(at("far.csv"), "lon,lat\n20,10\n20.001,10\n");
    const { code, stdout, stderr } = await snap([at("far.csv"), ...quiet]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: .*far\.csv: No point could be snapped: .*roads within[^\n]*\n$/);
    expect(JSON.parse(stdout).features.filter((f: { properties: { kind: string } }) => f.properties.kind === "point")).toHaveLength(2);
  });

  it.each(["1", "2"])(
    "counts files without a point on a road together with those that cannot be read, with %s threads",
    async (threads) => {
      writeFileSync(at("far.csv"), "lon,lat\n20,10\n20.001,10\n");
      writeFileSync(at("nowhere.csv"), "lon,lat\n200,10\n200,11\n");
      const files = ["drive.csv", "far.csv", "broken.gpx", "nowhere.csv"].map((name) => at(name));
      const { code, stdout, stderr } = await snap([...files, "-o", `${at("some-far")}/`, "-q", "--threads", threads]);
      expect([code, stdout, readdirSync(at("some-far")).sort()]).toEqual([1, "", ["drive.csv", "far.csv", "nowhere.csv"]]);
      expect(stderr.match(/\w+\.(?:csv|gpx): |\d of .*$/gm)).toEqual([
        "far.csv: ",
        "broken.gpx: ",
        "nowhere.csv: ",
        "3 of 4 files could not be snapped; 2 of them were written all the same, without a point on a road.",
      ]);
    },
  );

  it("reports tracks far from the roads line by line in a stream, with exit code 0", async () => {
    const far = JSON.stringify({
      id: "far",
      points: [
        [20, 10],
        [20.001, 10],
      ],
    });
    const { code, stdout, stderr } = await snap(["-", "--from", "ndjson"], { stdin: `${far}\n` });
    expect([code, JSON.parse(stdout).points.map(({ confidence }: { confidence: number }) => confidence)]).toEqual([0, [0, 0]]);
    expect(stderr).toMatch(/Line 1: No point could be snapped: /);
    expect((await snap(["-", "--from", "ndjson", "-q"], { stdin: `${far}\n` })).stderr).toBe("");
  });

  it("does not write over an input, or over the roads", async () => {
    for (const name of ["drive.gpx", "village.roads"]) {
      const { code, stderr } = await snap([at("drive.gpx"), "-o", at(name), "--to", "gpx"]);
      expect([code, stderr.includes("is an input of this command and is not overwritten")]).toEqual([2, true]);
    }
    mkdirSync(at("own"));
    writeFileSync(at("own/trip.gpx"), DRIVE_GPX);
    expect((await snap([at("own/trip.gpx"), "-o", at("own")])).code).toBe(1);
    expect(readFileSync(at("own/trip.gpx"), "utf8")).toBe(DRIVE_GPX);
  });

  it("--html writes a page into the folder of the results, which is created", async () => {
    const folder = at("new-results");
    const { code, stderr } = await snap([at("drive.gpx"), "-o", `${folder}/`, "--html", `${folder}/map.html`, "-q"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(readdirSync(folder).sort()).toEqual(["drive.gpx", "map.html"]);
  });

  it("--html writes a page next to the result, with an OpenStreetMap attribution by default", async () => {
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "--title", "Morning <round>", "-q"]);
    const page = readFileSync(at("page.html"), "utf8");
    expect(page).toContain("<title>Morning &lt;round&gt;</title>");
    expect(page).toContain("© OpenStreetMap contributors, ODbL");
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "--attribution", "", "-q"]);
    expect(readFileSync(at("page.html"), "utf8")).not.toContain("OpenStreetMap");
  });

  it("--why adds to that page what was weighed for each point, for all files", async () => {
    const dataOf = (page: string) => JSON.parse(page.match(/id="data">(.*?)<\/script>/s)?.[1] ?? "null");
    await snap([at("drive.gpx"), at("drive.ndjson"), "-o", at("both.geojson"), "--html", at("why.html"), "--why", "-q"]);
    const { weighed, points } = dataOf(readFileSync(at("why.html"), "utf8"));
    expect(weighed.stepOf).toHaveLength(points.x.length);
    expect(Math.max(...weighed.stepOf)).toBe(weighed.step.told.length - 1);
    await snap([at("drive.gpx"), "-o", at("out.gpx"), "--html", at("page.html"), "-q"]);
    expect(dataOf(readFileSync(at("page.html"), "utf8"))).not.toHaveProperty("weighed");
  });

  it("prints only a table, and no data, on a terminal if a page is written", async () => {
    const { stdout } = await snap([at("drive.gpx"), "--html", at("page.html")], { terminal: true });
    expect(stdout).toContain("on roads");
    expect(stdout).not.toContain("FeatureCollection");
  });
});

describe("snap -", () => {
  it("answers NDJSON line by line, with the line number of each broken line", async () => {
    const { code, stdout, stderr } = await snap(["-"], { stdin: [`${driveLine("a")}\n\n{"points"`, `:7}\n${driveLine("b")}`] });
    expect(code).toBe(1);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ id, line, error }) => (error === undefined ? id : [line, error])),
    ).toEqual(["a", [3, expect.stringMatching(/^Line 3 .*\.$/)], "b"]);
    expect(stderr).toMatch(/^roadsnap: standard input: .*line 3.*\nroadsnap: standard input: 1 of 3 lines could not be snapped\.\n$/i);
  });

  it("groups points into tracks if there is one a line", async () => {
    const stdin = DRIVE.map(([lon, lat, time]) => `${JSON.stringify({ lon, lat, time: 1_700_000_000 + time, track_id: "van" })}\n`).join(
      "",
    );
    const { stdout } = await snap(["-"], { stdin });
    const [track, ...others] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(others).toEqual([]);
    expect([track.id, track.points.length]).toEqual(["van", DRIVE.length]);
  });

  it.each<[string, string | Uint8Array]>([
    ["GPX", DRIVE_GPX],
    ["gzipped CSV", gzipSync(DRIVE_CSV)],
    ["indented execute JSON", JSON.stringify(JSON.parse(DRIVE_EXECUTE), null, 2)],
  ])("accepts %s too", async (_, stdin) => {
    const { code, stdout } = await snap(["-", "--to", "csv"], { stdin: [stdin] });
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(DRIVE.length + 1);
  });

  it("says that it got no input", async () => {
    const { code, stderr } = await snap(["-"], { stdin: "" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^roadsnap: standard input: .*\.\n$/);
  });
});
