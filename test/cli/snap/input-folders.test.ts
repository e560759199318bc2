// A folder in place of a track file.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { roadsnap, scratch } from "../../helpers/terminal.js";
import { DRIVE_CSV, driveLine, VILLAGE_OSM } from "../../helpers/village.js";

const at = scratch();
const snap = (...argv: string[]) => roadsnap(["snap", "--roads", at("village.osm"), ...argv]);
const put = (name: string, bytes: string | Uint8Array) => writeFileSync(at(name), bytes);

beforeAll(() => {
  put("village.osm", VILLAGE_OSM);
  for (const folder of ["in", "in/old", "mixed", "mixed/old", "none"]) mkdirSync(at(folder));
  put("in/old/c.csv", DRIVE_CSV);
  for (const folder of ["in", "mixed"]) {
    put(`${folder}/b.csv`, DRIVE_CSV);
    put(`${folder}/A.ndjson.gz`, gzipSync(driveLine("a")));
    put(`${folder}/.hidden.csv`, DRIVE_CSV);
  }
  for (const name of ["notes.doc", "photo.jpg", "village.osm", "x.pbf"]) put(`mixed/${name}`, "");
  put("none/notes.doc", "");
});

describe("a file that is named more than once", () => {
  const other = `${at("in")}/../in/A.ndjson.gz`;
  const inputs = [at("in/b.csv"), at("in"), other, at("in/b.csv")];

  it("has one output in a folder, and says so", async () => {
    const { code, stdout, stderr } = await snap(...inputs, "-o", `${at("once")}/`);
    expect([code, readdirSync(at("once")).sort()]).toEqual([0, ["A.ndjson", "b.csv"]]);
    expect(stdout).toMatch(/all +2 +14/);
    expect(stderr).toContain(`roadsnap: named more than once, and snapped once: ${at("in/b.csv")}, ${other}.\n`);
    expect(stderr).not.toContain("another file's");
    expect((await snap(...inputs, "-o", `${at("once")}/`, "-q")).stderr).toBe("");
  });

  it("is once in the result of all files, which can then be a stream", async () => {
    const { stderr, stdout } = await snap(at("in/A.ndjson.gz"), at("in/A.ndjson.gz"), "--stream", "--to", "ndjson");
    expect(stderr).toBe(`roadsnap: named more than once, and snapped once: ${at("in/A.ndjson.gz")}.\n`);
    expect(stdout).toMatch(/^\{"id":"a",.*\n$/);
  });

  it("may have a link beside it, which is another file", async () => {
    symlinkSync(at("in/b.csv"), at("latest.csv"));
    expect((await snap(at("in/b.csv"), at("latest.csv"), "-o", `${at("two")}/`)).stderr).toBe("");
    expect(readdirSync(at("two")).sort()).toEqual(["b.csv", "latest.csv"]);
  });
});

describe("a folder of tracks", () => {
  it("stands for its files, in the order of their names", async () => {
    const { code, stderr } = await snap(at("in"), "-o", `${at("out")}/`);
    expect([code, readdirSync(at("out")).sort()]).toEqual([0, ["A.ndjson", "b.csv"]]);
    expect(stderr).toContain(`roadsnap: ${at("in")}: left out, because files of tracks have other extensions: old/.\n`);
  });

  it("can be combined with files, into one result", async () => {
    const { code, stdout } = await snap(at("in/old/c.csv"), at("in"), "--to", "ndjson", "-q");
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id);
    expect([code, ids]).toEqual([0, ["c", "A/a", "b"]]);
  });

  it("skips other files with a message, which --quiet suppresses", async () => {
    const told = `roadsnap: ${at("mixed")}: left out, because files of tracks have other extensions: notes.doc, old/, photo.jpg and 2 more.\n`;
    expect((await snap(at("mixed"), "-o", at("one.geojson"))).stderr).toContain(told);
    expect((await snap(at("mixed"), "-o", at("one.geojson"), "-q")).stderr).toBe("");
  });

  it("may have file names with terminal escapes", async () => {
    mkdirSync(at("odd"));
    put("odd/a.csv", DRIVE_CSV);
    put("odd/b\u001b[31m.doc", "");
    expect((await snap(at("odd"), "-o", at("odd.csv"))).stderr).toContain("other extensions: b [31m.doc.\n");
  });

  it("may be a link, and contain links", async () => {
    mkdirSync(at("links"));
    symlinkSync(at("in/b.csv"), at("links/b.csv"));
    symlinkSync(at("links"), at("linked"));
    expect((await snap(at("linked"), "-o", at("linked.csv"))).code).toBe(0);
  });

  it("works with --resume", async () => {
    const out = `${at("resumed")}/`;
    await snap(at("in"), "-o", out, "--resume");
    expect((await snap(at("in"), "-o", out, "--resume")).stderr).toMatch(/2 files .* and skipped/);
  });

  it.each<[string, () => string[], string]>([
    ["without tracks", () => [at("none"), "-o", at("x.csv")], `roadsnap: ${at("none")}: this folder has no file of tracks.\n`],
    [
      "that results go to",
      () => [at("in"), "-o", `${at("in")}/`],
      `roadsnap: -o ${at("in")}/ is a folder that tracks are read from; name another folder for the results.\n`,
    ],
  ])("is refused %s", async (_, argv, sentence) => {
    const { code, stderr } = await snap(...argv());
    expect([code, stderr]).toEqual([expect.any(Number), sentence]);
    expect(code).toBeGreaterThan(0);
  });
});
