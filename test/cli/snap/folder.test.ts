// `roadsnap snap --resume -o folder/`: what is answered is skipped, outputs keep their names, and the messages.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { loadRoads } from "../../../src/cli/roads.js";
import { type Outcome, oneByOne, type SnapFiles, sideBySide } from "../../../src/cli/snap/file-outcomes.js";
import { FolderList } from "../../../src/cli/snap/folder.js";
import { Room } from "../../../src/cli/snap/room.js";
import { Recorder, roadsnap } from "../../helpers/terminal.js";
import { DRIVE_CSV, driveLine } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

const LIST = ".roadsnap-outputs.ndjson";
const at = villageFolder();
let folder: string;
let folders = 0;
beforeEach(() => {
  folder = at(`out-${++folders}`);
  rmSync(at("in"), { recursive: true, force: true });
  // All have the same name, and differ in their ids.
  for (const van of ["a", "b", "c"]) put(`${van}/day.ndjson`, `${driveLine(van)}\n`);
});

function put(name: string, text: string): void {
  mkdirSync(join(at("in"), name, ".."), { recursive: true });
  writeFileSync(join(at("in"), name), text);
  age(join(at("in"), name), 100);
}

/** Makes a file this many seconds old. */
function age(path: string, seconds: number): void {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
}

const snap = (names: string[], ...argv: string[]) =>
  roadsnap(["snap", "--roads", at("village.roads"), ...names.map((name) => join(at("in"), name)), "-o", `${folder}/`, ...argv]);
const resume = (names: string[], ...argv: string[]) => snap(names, "--resume", ...argv);
const A = "a/day.ndjson";
const B = "b/day.ndjson";
const C = "c/day.ndjson";
const ids = () =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== LIST)
      .map((name) => [name, /^\{"id":"(.*?)"/.exec(readFileSync(join(folder, name), "utf8"))?.[1]]),
  );
/** The outputs that are written during some work. */
async function written(work: () => Promise<unknown>): Promise<string[]> {
  const names = Object.keys(ids());
  const inodes = new Map(names.map((name) => [name, statSync(join(folder, name)).ino]));
  await work();
  return Object.keys(ids()).filter((name) => statSync(join(folder, name)).ino !== inodes.get(name));
}
const passed = (stderr: string) => stderr.split("\n").filter((line) => / and skipped|snapped again/.test(line));

describe("snap --resume into a folder", () => {
  it.each(["1", "2"])("skips what is answered, says so, and snaps the others (%s threads)", async (threads) => {
    const first = await resume([A, B], "--threads", threads);
    expect([first.code, passed(first.stderr), ids()]).toEqual([0, [], { "day.ndjson": "a", "day-2.ndjson": "b" }]);
    expect(
      await written(async () => {
        const { code, stdout, stderr } = await resume([A, B, C], "--threads", threads);
        expect([code, passed(stderr)]).toEqual([0, [`roadsnap: 2 of 3 files are answered in ${folder}/ and skipped.`]]);
        expect(stdout).not.toContain("all");
      }),
    ).toEqual(["day-3.ndjson"]);
    expect(await written(() => resume([A, B, C]))).toEqual([]);
    expect(await resume([A, B, C], "-q")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("keeps the names of outputs: in another order, with additional files, in several calls, and for a file given twice", async () => {
    await resume([A, C]);
    expect(await written(() => resume([C, B, A, B]))).toEqual(["day-3.ndjson"]);
    expect(ids()).toEqual({ "day.ndjson": "a", "day-2.ndjson": "c", "day-3.ndjson": "b" });
    put("d/DAY.ndjson", `${driveLine("d")}\n`);
    expect((await resume(["d/DAY.ndjson"])).stderr).toContain("its output is named DAY-4.ndjson, because day.ndjson is another file's.");
    // Each in another form is a file of its own.
    await resume([B, A], "--to", "csv");
    expect(await written(() => resume([A, B], "--to", "csv"))).toEqual([]);
    expect(Object.keys(ids())).toEqual(expect.arrayContaining(["day.csv", "day-2.csv"]));
  });

  it("gives the same as a call that was never stopped, wherever it was stopped", async () => {
    for (let lines = 0; lines <= 6; lines++) {
      folder = at(`stopped-${lines}`);
      await resume([A, B, C], "--threads", "1");
      const whole = ids();
      // Each output has two lines in the list, the second when it is written. The last one is cut short.
      const list = readFileSync(join(folder, LIST), "utf8").split("\n");
      writeFileSync(join(folder, LIST), [...list.slice(0, lines), '{"output":"day'].join("\n"));
      if (lines < 5) rmSync(join(folder, "day-3.ndjson"));
      const { code, stderr } = await resume([A, B, C]);
      expect([code, ids()]).toEqual([0, whole]);
      expect(stderr.match(/(\d) of 3 files/)?.[1]).toBe([undefined, undefined, "1", "1", "2", "2", "3"][lines]);
    }
  });

  it("tries again what failed or is far from roads, and reports it each time, with exit code 1", async () => {
    put("a/broken.gpx", "<gpx>");
    put("a/far.csv", DRIVE_CSV.replace(/\b8\.0/g, "18.0"));
    const names = ["a/broken.gpx", A, "a/far.csv", B];
    for (const before of [0, 2, 2]) {
      const { code, stderr } = await resume(names);
      expect([code, passed(stderr).length]).toEqual([1, before > 0 ? 1 : 0]);
      expect(stderr).toContain("2 of 4 files could not be snapped; 1 of them was written all the same, without a point on a road.");
    }
    put("a/far.csv", DRIVE_CSV);
    put("a/broken.gpx", DRIVE_CSV);
    expect(await written(() => resume(names))).toEqual(["broken.csv", "far.csv"]);
    expect((await resume(names)).code).toBe(0);
  });

  it("snaps again a file that has changed, even to an older one, and one whose output is gone or was written by another call", async () => {
    await resume([A, B, C]);
    put(A, `${driveLine("new")}\n`);
    utimesSync(join(at("in"), A), 1e9, 1e9);
    rmSync(join(folder, "day-2.ndjson"));
    const { code, stderr } = await resume([A, B, C]);
    expect([code, passed(stderr)]).toEqual([
      0,
      [`roadsnap: 1 of 3 files is answered in ${folder}/ and skipped; 2 are snapped again, because the file or its output has changed.`],
    ]);
    expect(ids()).toEqual({ "day.ndjson": "new", "day-2.ndjson": "b", "day-3.ndjson": "c" });
    // Without --resume each call numbers from the beginning.
    const over = await snap([C]);
    expect([over.code, over.stderr]).toEqual([
      0,
      `roadsnap: 1 output that was in ${folder}/ before was overwritten; --resume skips the files answered there, and overwrites no other input's output.\n`,
    ]);
    age(join(folder, "day.ndjson"), 10);
    await resume([A, B, C]);
    expect(ids()).toEqual({ "day.ndjson": "new", "day-2.ndjson": "b", "day-3.ndjson": "c" });
  });

  it.each([
    ["size", "longer", 100],
    ["time", "b", 50],
  ])("snaps again a file of which only the %s has changed", async (_, id, seconds) => {
    const before = statSync(join(at("in"), A));
    await resume([A]);
    put(A, `${driveLine(id)}\n`);
    if (seconds === 100) utimesSync(join(at("in"), A), before.atime, before.mtime);
    else age(join(at("in"), A), seconds);
    expect((await resume([A])).code).toBe(0);
    expect(ids()).toEqual({ "day.ndjson": id });
  });

  it("reports a file that is not there once, and counts one that was given twice as one", async () => {
    const { code, stderr } = await resume([A, "a/none.csv", A]);
    expect([code, stderr.match(/none\.csv: there is no such file/g)?.length]).toEqual([1, 1]);
    expect(ids()).toEqual({ "day.ndjson": "a" });
    expect(passed((await resume([A, A])).stderr)).toEqual([`roadsnap: 1 of 1 files is answered in ${folder}/ and skipped.`]);
  });

  it("does not take an input that is in the folder of the results for its own output", async () => {
    folder = join(at("in"), "a");
    const sentence = `roadsnap: ${join(folder, "day.ndjson")} is an input of this command and is not overwritten; name another output.\n`;
    for (const run of [1, 2]) {
      const { code, stderr } = await resume([A]);
      expect([run, code, stderr, ids()]).toEqual([run, 1, sentence, { "day.ndjson": "a" }]);
    }
    expect(readFileSync(join(folder, "day.ndjson"), "utf8")).toBe(`${driveLine("a")}\n`);
  });

  it("notes nothing about an input that cannot be known again, such as a pipe", async () => {
    const list = await FolderList.open({ kind: "folder", path: `${folder}/`, format: null });
    const [pipe, output] = [join(at("in"), "a/pipe.csv"), "pipe.csv"];
    expect((await list.left([pipe])).inputs).toEqual([pipe]);
    await snap([A]);
    writeFileSync(join(folder, output), DRIVE_CSV);
    await list.claim({ path: pipe, output });
    await list.add({ path: pipe, output }, true);
    await list.close();
    expect(readdirSync(folder)).not.toContain(LIST);
  });

  it("accepts an output that was written without --resume by its name, if only one file can have it and it is not older", async () => {
    put("a/trip.csv", DRIVE_CSV);
    put("a/old.csv", DRIVE_CSV);
    await snap(["a/trip.csv", "a/old.csv", A, B]);
    age(join(folder, "old.csv"), 1000);
    await written(async () => {
      const { code, stderr } = await resume(["a/trip.csv", "a/old.csv", A, B]);
      expect([code, passed(stderr)]).toEqual([
        0,
        [
          `roadsnap: 1 of 4 files is answered in ${folder}/ and skipped; 1 of these by the name of the output alone, because it was not written with --resume.`,
        ],
      ]);
      expect(stderr).toContain(`roadsnap: 3 outputs that were in ${folder}/ before were overwritten.\n`);
    }).then((names) => expect(names).toEqual(["day-2.ndjson", "day.ndjson", "old.csv"]));
    expect(passed((await resume(["a/trip.csv", "a/old.csv", A, B])).stderr)).toEqual([
      `roadsnap: 4 of 4 files are answered in ${folder}/ and skipped.`,
    ]);
  });

  it.each([
    ["that it wrote", ["--resume"]],
    ["that it goes by the name of", []],
  ])("does not continue with other roads or options than those of an output %s", async (_, begun) => {
    put("a/trip.ndjson", `${driveLine("a")}\n`);
    await snap(["a/trip.ndjson"], ...begun);
    const { code, stderr } = await resume(["a/trip.ndjson", B], "--mode", "walking", "--search-radius", "1");
    expect([code, stderr.split("\n")[1]]).toEqual([
      1,
      `roadsnap: ${join(at("in"), "a/trip.ndjson")} has another answer in ${join(folder, "trip.ndjson")} than these roads and options give; --resume goes on only with those it was begun with; without it, all files are snapped again.`,
    ]);
    expect(ids()).toEqual({ "trip.ndjson": "a" });
  });

  it.each<[string, string[], RegExp]>([
    ["standard input", ["-"], /--resume with -o FOLDER\/ is for files: it cannot be known whether standard input/],
    ["a page", [A, "--html", "x.html"], /without --html/],
    ["a stream", [A, "--stream"], /--stream reads one CSV/],
  ])("is refused with %s", async (_, argv, sentence) => {
    const { code, stderr } = await roadsnap(["snap", "-r", at("village.roads"), "--resume", "-o", `${folder}/`, ...argv]);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  it("reports the line of its list that is damaged", async () => {
    await resume([A]);
    appendFileSync(join(folder, LIST), '{"output":"../day.ndjson","input":"x","read":[1,1],"written":null}\n');
    const { code, stderr } = await resume([A]);
    expect([code, stderr]).toEqual([
      1,
      `roadsnap: ${join(folder, LIST)}: Line 3 does not name an output and its input; delete the line, and its file is snapped again.\n`,
    ]);
  });

  it("stops the one of two simultaneous calls that notices the other", async () => {
    await resume([A]);
    const target = { kind: "folder", path: `${folder}/`, format: null } as const;
    const [one, other] = [await FolderList.open(target), await FolderList.open(target)];
    for (const [list, name] of [
      [one, B],
      [other, C],
    ] as const)
      await list.left([join(at("in"), name)]);
    await one.claim({ path: join(at("in"), B), output: "day-2.ndjson" });
    await expect(other.claim({ path: join(at("in"), C), output: "day-2.ndjson" })).rejects.toThrow(
      /Another process has written to it meanwhile/,
    );
    expect(other.isLost).toBe(true);
    await one.close();
    await resume([C, B]);
    expect(ids()).toEqual({ "day.ndjson": "a", "day-2.ndjson": "b", "day-3.ndjson": "c" });
  });

  const io = { stdin: Readable.from([]), stdout: new Recorder(), stderr: new Recorder() };
  it.each<[string, (work: SnapFiles) => AsyncIterable<Outcome>]>([
    ["one after the other", (work) => oneByOne(work, [], io)],
    ["side by side", (work) => sideBySide(work, io)],
  ])("stops at the first file that cannot be noted, as those behind it could not either: %s", async (_, outcomesOf) => {
    await resume([A]);
    const target = { kind: "folder", path: `${folder}/`, format: null } as const;
    const inputs = [B, C].map((name) => join(at("in"), name));
    const list = await FolderList.open(target);
    await list.left(inputs);
    appendFileSync(join(folder, LIST), "\n"); // as another call does
    const roads = at("village.roads");
    const room = new Room({}, null, 2 ** 30);
    const work = {
      inputs,
      target,
      file: await loadRoads(roads, io),
      matching: {},
      reading: {},
      room,
      options: { roads },
      begun: null,
      list,
    };
    const outcomes: Outcome[] = [];
    await expect(async () => {
      for await (const outcome of outcomesOf({ ...work, places: new Set() })) outcomes.push(outcome);
    }).rejects.toThrow(/Another process has written to it meanwhile/);
    expect([outcomes, ids()]).toEqual([[], { "day.ndjson": "a" }]);
  });
});
