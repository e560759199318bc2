// What all commands have in common: help, usage, a full disk, a terminal.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { roadsnap } from "../helpers/terminal.js";
import { DRIVE_CSV } from "../helpers/village.js";
import { NAMELESS } from "./nameless.js";
import { DRIVES, villageFolder } from "./village-folder.js";

const at = villageFolder(DRIVES);

describe("help and usage", () => {
  it.each([[[]], [["build"]], [["snap"]], [["inspect"]], [["demo"]]])(
    "%j --help prints its help and exits 0",
    async (command: string[]) => {
      const { code, stdout, stderr } = await roadsnap([...command, "--help"]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("Usage: roadsnap");
      if (command.length > 0 && command[0] !== "demo") expect(stdout).toContain("Example");
    },
  );

  it("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await roadsnap(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it.each<[string, string[], RegExp]>([
    ["no command", [], /Usage: roadsnap/],
    ["an unknown command", ["snip"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["the help of an unknown command", ["help", "snip"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["the help of an unknown command", ["snip", "--help"], /unknown command 'snip'.*\n.*Did you mean snap/],
    ["an unknown option", ["demo", "--fast"], /unknown option '--fast'/],
    [
      "roads given twice",
      ["snap", "a.gpx", "-r", "a.roads", "--roads", "b.roads"],
      /'-r, --roads <file>' is given twice; it takes one value/,
    ],
    ["an output given twice", ["build", "a.osm", "-o", "a.roads", "-o", "b.roads"], /'-o, --output <file>' is given twice/],
    ["a place given twice", ["inspect", "a.roads", "--at", "8,50", "--at", "9,50"], /'--at <lon,lat>' is given twice/],
    ["build without -o", ["build", "a.osm"], /required option '-o, --output <file>' not specified/],
    ["snap without --roads", ["snap", "a.gpx"], /required option '-r, --roads <file>' not specified/],
    ["--roads misspelt", ["snap", "a.gpx", "--road", "a.roads"], /unknown option '--road'\n\(Did you mean --roads\?\)/],
    ["--output misspelt, with =", ["build", "a.osm", "--outptu=a.roads"], /unknown option '--outptu=a.roads'/],
    ["a value that looks like an option", ["snap", "a.gpx", "--html", "--road"], /required option '-r, --roads <file>' not specified/],
    ["an operand that looks like an option", ["snap", "--", "--road"], /required option '-r, --roads <file>' not specified/],
    ["snap without tracks", ["snap", "-r", "a.roads"], /missing required argument 'tracks'/],
    ["an unknown mode", ["snap", "a.gpx", "-r", "a.roads", "-m", "flying"], /'flying' is invalid.*driving, trucking, walking, cycling/],
    ["an unknown mode", ["build", "a.osm", "-o", "a.roads", "-m", "driving,flying"], /"flying" is not one of driving, trucking/],
    ["an invalid place", ["inspect", "a.roads", "--at", "200,0"], /longitude,latitude in degrees, -180 to 180 and -90 to 90, for example/],
    ["a place with one number", ["inspect", "a.roads", "--at", "8"], /longitude,latitude in degrees/],
    ["an invalid radius", ["inspect", "a.roads", "--at", "8,50", "--radius", "wide"], /metres must be a number from 0.1/],
    ["a radius without a place", ["inspect", "a.roads", "--radius", "20"], /--radius needs --at, the place around which to look\./],
    [
      "an output of an unknown form",
      ["snap", "a.gpx", "-r", "a.roads", "-o", "out.doc"],
      /-o out.doc: the extension must be one of .gpx .csv/,
    ],
    ["a page to standard output", ["demo", "-o", "/dev/stdout"], /This command does not write to standard output; name a file\./],
    [
      "a road file to standard output",
      ["build", "a.osm", "-o", "/dev/fd/1"],
      /A road file cannot be written to standard output; name a file\./,
    ],
    ["a page to standard output", ["demo", "-o", "-"], /This command does not write to standard output; name a file\./],
    [
      "a page to standard output",
      ["snap", "a.gpx", "-r", "a.roads", "--html", "-"],
      /This command does not write to standard output; name a file\./,
    ],
    ["an output without a name", ["build", "a.osm", "-o", ""], /The name of the file to write is ""; it must not be empty\./],
    [
      "an output with the name of a compressed file",
      ["snap", "a.gpx", "--roads", "a.osm", "-o", "a.ndjson.gz", "--to", "ndjson"],
      /a\.ndjson\.gz: the output cannot be gzipped; leave out the \.gz, and gzip the file afterwards\./,
    ],
    [
      "an output with the name of a folder",
      ["build", "a.osm", "-o", "none/"],
      /^roadsnap: none\/ names a folder; name a file to write\.\n$/,
    ],
    ["a page with the name of a folder", ["snap", "a.gpx", "-r", "a.roads", "--html", "none/"], /^roadsnap: none\/ names a folder;/],
    ["JSON with the name of a folder", ["compare", "a.json", "b.json", "--json", "none/"], /^roadsnap: none\/ names a folder;/],
    ["an output without a name", ["demo", "-o", ""], /The name of the file to write is ""; it must not be empty\./],
    [
      "one file for two outputs",
      ["snap", "a.gpx", "-r", "a.roads", "-o", "out.gpx", "--html", "./out.gpx"],
      /is named for both the page and the .*; name two files\./,
    ],
    [
      "an option for the heading without a page",
      ["snap", "a.gpx", "-r", "a.roads", "--title", "T"],
      /--title is about the page; name the page with --html\./,
    ],
    [
      "no credit for the roads, without a page",
      ["snap", "a.gpx", "-r", "a.roads", "--attribution", ""],
      /--attribution is about the page; name the page with --html\./,
    ],
    ["--why without a page", ["snap", "a.gpx", "-r", "a.roads", "--why"], /--why is about the page; name the page with --html\./],
    [
      "a page with the name of a track file",
      ["snap", "a.gpx", "-r", "a.roads", "--html", "e.gpx"],
      /^roadsnap: --html e\.gpx: the extension must be \.html or \.htm\.\n$/,
    ],
    ["a page as the output", ["snap", "a.gpx", "-r", "a.roads", "-o", "out.html"], /a page is written with --html/],
    ["a file to build without a name", ["build", "", "-o", "a.roads"], NAMELESS],
    ["a file to inspect without a name", ["inspect", ""], NAMELESS],
    ["a file to extract from without a name", ["extract", "", "--bbox", "1,2,3,4", "-o", "a.roads"], NAMELESS],
    ["roads without a name", ["snap", "a.gpx", "--roads", ""], NAMELESS],
  ])("%s exits 2 and says why", async (_, argv, reason) => {
    const { code, stdout, stderr } = await roadsnap(argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(reason);
  });
});

describe.skipIf(!existsSync("/dev/full"))("on a full disk", () => {
  it.each(["1", "2"])(
    "snap says so once, begins no further files, and does not suggest another way of reading (%s threads)",
    async (threads) => {
      const folder = at(`full-${threads}/`);
      mkdirSync(folder);
      const files = Array.from({ length: 40 }, (_, i) => at(`full-${i}.csv`));
      for (const [i, file] of files.entries()) {
        writeFileSync(file, "lon,lat\n8.001,50\n");
        if (i === 1) symlinkSync("/dev/full", join(folder, "full-1.csv"));
      }
      const argv = ["snap", ...files, "--roads", at("village.osm"), "-o", folder, "-q", "--threads", threads];
      const { code, stderr } = await roadsnap(argv);
      expect([code, stderr]).toEqual([
        1,
        `roadsnap: ${join(folder, "full-1.csv")}: no space left on the device.\nroadsnap: 1 of 40 files could not be snapped; the 38 after it were left out, as no answer can be written.\n`,
      ]);
      expect(readdirSync(folder)).toContain("full-0.csv");
      expect(readdirSync(folder)).not.toContain("full-39.csv");
    },
  );
});

describe("on a terminal", () => {
  // The terminal in which the tests run may be TERM=dumb.
  beforeEach(() => void vi.stubEnv("TERM", "xterm"));
  afterEach(() => void vi.unstubAllEnvs());

  it("progress is printed to standard error and removed again; in a pipe there is none", async () => {
    const { stdout, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")], { terminal: true });
    expect(stderr).toContain("reading village.osm");
    expect(stdout).not.toContain("reading");
    expect((await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")])).stderr).toBe("");
  });

  it.each<[string, number, string[]]>([
    ["build", 0, ["build", "village.osm", "-o", "tty.roads"]],
    ["build of what is no map", 1, ["build", "tty-1.csv", "-o", "tty-none.roads"]],
    ["extract", 0, ["extract", "village.osm", "--bbox", "7,45,9,51", "-o", "tty-part.roads"]],
    ["extract of nothing", 1, ["extract", "village.osm", "--bbox", "1,1,2,2", "-o", "tty-none.roads"]],
    ["snap", 0, ["snap", "tty-1.csv", "--roads", "village.osm", "-o", "tty.geojson"]],
    ["snap of what is no track", 1, ["snap", "village.osm", "--roads", "village.osm", "-o", "tty.geojson"]],
    ["snap on two threads", 0, ["snap", "tty-1.csv", "tty-2.csv", "--roads", "village.osm", "-o", "tty/", "--threads", "2"]],
  ])("progress of %s is taken away when it ends, and nothing of it goes on", async (_, exit, argv) => {
    for (const name of ["tty-1.csv", "tty-2.csv"]) writeFileSync(at(name), DRIVE_CSV);
    const files = argv.map((part) => (/\.\w+$|\/$/.test(part) ? at(part) : part));
    const { code, stderr } = await roadsnap(files, { terminal: true });
    // Each line begins where the cursor is noted, and is taken away at that place.
    const begun = stderr.split("\u001b7").length - 1;
    const removed = stderr.split("\u001b8\u001b[1G\u001b[2K").length - 1;
    expect(begun).toBeGreaterThan(0);
    expect([code, removed]).toEqual([exit, begun]);
  });

  it("with TERM=dumb there is no progress, since it could not be removed", async () => {
    vi.stubEnv("TERM", "dumb");
    const { stderr } = await roadsnap(["build", at("village.osm"), "-o", at("tty.roads")], { terminal: true });
    expect(stderr).toBe("");
  });

  it("the progress of parallel files is removed while a message is printed", async () => {
    const files = ["a.csv", "none.csv", "b.csv"].map((name) => at(`tty-${name}`));
    for (const file of [files[0], files[2]]) writeFileSync(file, "lon,lat\n8.001,46\n");
    const argv = ["snap", ...files, "--roads", at("village.osm"), "-o", at("tty/"), "--threads", "2"];
    const { stderr } = await roadsnap(argv, { terminal: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the line is taken away by one
    expect(stderr).toMatch(/\u001b\[2K\u001b\[31mroadsnap:\u001b\[39m [^\u001b]*tty-none\.csv: there is no such file\.\n/);
  });
});
