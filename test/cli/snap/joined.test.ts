// Several files whose answers are written one behind the other, as they come, into one CSV or NDJSON.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { MatcherPool, openRoads } from "../../../src/node/index.js";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE_CSV } from "../../helpers/village.js";
import { DRIVES, villageFolder } from "../village-folder.js";

const at = villageFolder(DRIVES);
const snap = (argv: string[], options?: Parameters<typeof roadsnap>[1]) =>
  roadsnap(["snap", "--roads", at("village.roads"), ...argv], options);
const read = (name: string) => readFileSync(at(name), "utf8");

/** The drive by two vans in turn, with a column of its own. */
const VANS = DRIVE_CSV.replace(/^.*/, "$&,track_id,fuel")
  .split("\n")
  .map((row, i) => (i > 0 && row !== "" ? `${row},van ${1 + (i % 2)},${i}` : row))
  .join("\n");
const FILES = ["drive.gpx", "vans.csv", "broken.gpx", "drive.ndjson", "missing.csv"];
const files = FILES.map((name) => at(name));

beforeAll(() => writeFileSync(at("vans.csv"), VANS));

/** What does not depend on how long it took. */
const told = ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
  code,
  stderr,
  table: stdout.replace(/ +(?:time|[\d.]+ m?s)$/gm, ""),
});

describe.each(["csv", "ndjson"])("several files into one %s", (format) => {
  it("give the same text and messages for any number of threads, and with a page beside it, for which all is kept in memory", async () => {
    const runs = [];
    for (const [k, more] of [
      ["--threads", "1"],
      ["--threads", "3"],
      ["--html", at("page.html")],
    ].entries()) {
      const run = await snap([...files, "-o", at(`all-${k}.${format}`), ...more]);
      runs.push({ ...told(run), text: read(`all-${k}.${format}`) });
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
    expect(runs[0].code).toBe(1);
    expect(runs[0].stderr.match(/\w+\.\w+(?=: )|2 of 5 files/g)).toEqual(["broken.gpx", "missing.csv", "2 of 5 files"]);
    expect(runs[0].table).toMatch(/all +4 +21 +100\.0 %/);
  });

  it("print the same text", async () => {
    await snap([...files, "-o", at(`file.${format}`)]);
    expect((await snap([...files, "--to", format])).stdout).toBe(read(`file.${format}`));
  });

  it("leave the old file, and nothing beside it, if none of them can be answered", async () => {
    mkdirSync(at(`old-${format}`));
    writeFileSync(at(`old-${format}/all.${format}`), "old");
    const { code } = await snap([at("broken.gpx"), at("missing.csv"), "-o", at(`old-${format}/all.${format}`)]);
    expect([code, readdirSync(at(`old-${format}`)), read(`old-${format}/all.${format}`)]).toEqual([1, [`all.${format}`], "old"]);
  });

  it("are named by their files even if only one of them can be answered", async () => {
    const { stdout } = await snap([at("vans.csv"), at("broken.gpx"), "--to", format, "-q"]);
    expect(stdout).toContain("vans/van 1");
  });

  it("end in an error at once if the output cannot be written", async () => {
    const output = at(`nowhere/all.${format}`);
    const { code, stdout, stderr } = await snap([at("drive.gpx"), at("drive.csv"), "-o", output]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/^roadsnap: .+nowhere.+\n$/)]);
  });

  it("may be standard input and a pipe among them, which can be read once only", async () => {
    const inputs = ["-", at("drive.ndjson"), at("pipe")];
    if (!existsSync(at("pipe"))) execFileSync("mkfifo", [at("pipe")]);
    spawn("sh", ["-c", 'cat "$0" > "$1"', at("vans.csv"), at("pipe")], { stdio: "ignore" });
    const { code, stdout, stderr } = await snap([...inputs, "--to", format], { stdin: read("drive.gpx") });
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of ["stdin", "drive/van", "pipe/van 1", "pipe/van 2"]) expect(stdout).toContain(name);
  });
});

describe("several files into one CSV", () => {
  it("have the columns of all of them, each row those of its file", async () => {
    const { stdout } = await snap([...files, "--to", "csv", "-q"]);
    const [header, ...rows] = stdout.trim().split("\n");
    const columns = header.split(",");
    expect(columns).toEqual(expect.arrayContaining(["track_id", "lon", "lat", "time", "fuel", "snapped_lon", "line_id"]));
    expect(new Set(columns).size).toBe(columns.length);
    const cells = rows.map((row) => row.split(","));
    expect(cells.every((row) => row.length === columns.length)).toBe(true);
    const of = (name: string) => cells.map((row) => row[columns.indexOf(name)]);
    expect([...new Set(of("track_id"))]).toEqual(["drive", "vans/van 2", "vans/van 1", "drive-2/van"]);
    expect(of("fuel").filter((fuel) => fuel !== "")).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    // Lines are numbered from 1 for each file, so that the answer to a file does not depend on those before it.
    expect(cells.findIndex((row) => row[columns.indexOf("track_id")] === "drive-2/van" && row[columns.indexOf("line_id")] === "1")).toBe(
      14,
    );
  });

  it("are read twice; one that has other columns by then is refused, as they would be lost", async () => {
    const pool = new MatcherPool(await openRoads(at("village.roads"), { sharedMemory: true }), { threads: 1 });
    try {
      const file = { name: "drive.csv", as: "drive", reading: {}, gap: undefined };
      const plan = await pool.planJoined({ ...file, bytes: Buffer.from(DRIVE_CSV) });
      const answer = (text: string) => pool.snapJoined({ ...file, bytes: Buffer.from(text), to: "csv", plan });
      expect((await answer(DRIVE_CSV)).summary.points).toBe(7);
      await expect(answer(VANS)).rejects.toThrow("The file was changed while it was read: it has other columns than before.");
    } finally {
      await pool.close();
    }
  });

  it("are split at silences like one file", async () => {
    const { stdout } = await snap([at("drive.ndjson"), at("drive.csv"), "--to", "csv", "-q", "--gap", "10"]);
    expect(stdout.match(/^drive[^,]*/gm)?.slice(5, 9)).toEqual(["drive/van (6)", "drive/van (7)", "drive-2/track", "drive-2/track (2)"]);
  });
});

it("a full disk ends several files into one with an error, and leaves no part of it", async ({ skip }) => {
  if (!existsSync("/dev/full")) return skip("there is no device that is always full");
  const { code, stderr } = await snap([at("drive.gpx"), at("drive.csv"), "-o", "/dev/full", "--to", "csv"]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^roadsnap: \/dev\/full: .*space/)]);
});
