// Streams through the command as a process: signals, readers that leave, full disks, a closed standard input.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildCli, cliIn } from "../../helpers/built-cli.js";
import { scratch } from "../../helpers/terminal.js";
import { driveLine, VILLAGE_OSM } from "../../helpers/village.js";

const at = scratch();
const main = cliIn(at(""));
const snap = ["snap", "-", "--roads", at("village.osm"), "--threads", "2"];
const linesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${driveLine(`van ${from + i}`)}\n`).join("");
const idsOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);
const vans = (count: number) => Array.from({ length: count }, (_, i) => `van ${i}`);

/** A process whose standard input stays open. */
class Run {
  stdout = "";
  stderr = "";
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  constructor(argv: string[], script = [main]) {
    this.child = spawn(process.execPath, [...script, ...argv]);
    this.child.stdout?.on("data", (piece) => {
      this.stdout += piece;
      this.#look();
    });
    this.child.stderr?.on("data", (piece) => (this.stderr += piece));
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }
  #look = () => {};
  /** Waits for this many complete lines on standard output. */
  lines(count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#look = () => this.stdout.split("\n").length > count && resolve();
      this.#look();
      this.ended.then((code) => reject(new Error(`It ended with ${code} before ${count} lines were there: ${this.stderr}`)));
    });
  }
}

describe.skipIf(process.platform === "win32")("snap - as a process", () => {
  beforeAll(() => {
    buildCli(at(""));
    writeFileSync(at("village.osm"), VILLAGE_OSM);
    writeFileSync(at("tracks.ndjson"), linesOf(0, 600));
  });

  it("answers each line as it comes, while standard input stays open", async () => {
    const run = new Run(snap);
    for (let i = 0; i < 3; i++) {
      run.child.stdin?.write(linesOf(i, i + 1));
      await run.lines(i + 1);
    }
    run.child.stdin?.end();
    expect([await run.ended, run.stderr, idsOf(run.stdout)]).toEqual([0, "", vans(3)]);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ] as const)("ends on %s after the lines it has read; an incomplete line is ignored", async (signal, exit) => {
    const run = new Run(snap);
    run.child.stdin?.write(linesOf(0, 500) + driveLine("van 500").slice(0, 50));
    await run.lines(1);
    run.child.kill(signal);
    expect(await run.ended).toBe(exit);
    const ids = idsOf(run.stdout);
    expect(ids).toEqual(vans(ids.length));
    expect(run.stderr).toBe(`roadsnap: standard input: stopped by ${signal} after line ${ids.length}; all lines up to it are answered.\n`);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("leaves no incomplete file on %s", async (signal, exit) => {
    const cut = `cut-${signal}.ndjson`;
    const run = new Run([...snap, "-o", at(cut)]);
    run.child.stdin?.write(linesOf(0, 500));
    await waitFor(() => readdirSync(at()).some((name) => name.startsWith(`.${cut}`)));
    run.child.kill(signal);
    expect(await run.ended).toBe(exit);
    expect(readdirSync(at()).filter((name) => name.includes(cut))).toEqual([]);
    expect(run.stderr).toContain("nothing is written; --resume would keep what is done");
  });

  it("keeps what is done on SIGTERM with --resume, and says so", async () => {
    const run = new Run([...snap, "-o", at("kept.ndjson"), "--resume"]);
    run.child.stdin?.write(linesOf(0, 500));
    await waitFor(() => sizeOf(at("kept.ndjson")) > 0);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(143);
    const ids = idsOf(readFileSync(at("kept.ndjson"), "utf8"));
    expect(ids).toEqual(vans(ids.length));
    expect(run.stderr).toBe(`roadsnap: standard input: stopped by SIGTERM after line ${ids.length}; all lines up to it are answered.\n`);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "leaves the first %s to its handlers, and removes incomplete files on the second",
    async (signal) => {
      const script = `
      import { newFile, tidyAtEnd } from ${JSON.stringify(pathToFileURL(at("dist/node/atomic.js")))};
      tidyAtEnd();
      process.once("${signal}", () => console.log("in order"));
      await newFile(${JSON.stringify(at("part.roads"))});
      setInterval(() => {}, 1000);
      console.log("begun");`;
      const run = new Run(["--input-type=module", "-e", script], []);
      const parts = () => readdirSync(at()).filter((name) => name.includes("part.roads"));
      for (const lines of [1, 2]) {
        await run.lines(lines);
        expect(parts()).toHaveLength(1);
        run.child.kill(signal);
      }
      await run.ended;
      expect([run.stdout, run.child.signalCode, parts()]).toEqual(["begun\nin order\n", signal, []]);
    },
  );

  it("does not take a document that is stopped between two tracks for one that breaks off", async () => {
    const run = new Run([...snap, "--stream", "--to", "ndjson"]);
    const track = '<trk><name>a</name><trkseg><trkpt lat="50" lon="8.001"/></trkseg></trk>';
    run.child.stdin?.write(`<gpx>\n${track}${" ".repeat(1 << 20)}`);
    await run.lines(1);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(143);
    expect(run.stderr).toBe("roadsnap: standard input: stopped by SIGTERM after track 1; all tracks up to it are answered.\n");
  });

  it.each([
    ["with rows", "track_id,lon,lat\na,8.001,46\n"],
    ["without rows", "track_id,lon,lat\n"],
  ])("ends on a signal while the beginning of a CSV is still incomplete, %s", async (_, begun) => {
    // It says when it listens to the signal and has read what there is.
    const told = `const look = setInterval(() => {
        if (process.listenerCount("SIGTERM") === 0 || process.stdin.bytesRead < ${begun.length}) return;
        clearInterval(look);
        process.stderr.write("reads\\n");
      }, 5);`;
    const run = new Run([...snap, "--stream", "--to", "csv"], ["--import", `data:text/javascript,${encodeURIComponent(told)}`, main]);
    run.child.stdin?.write(begun);
    await waitFor(() => run.stderr !== "");
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(143);
    expect([run.stdout, run.stderr]).toEqual([
      "",
      "reads\nroadsnap: standard input: stopped by SIGTERM before its first track had arrived.\n",
    ]);
  });

  it("with --resume ends with the same bytes after any number of kills", async () => {
    const whole = spawnSync(process.execPath, [main, ...snap], { input: linesOf(0, 600), maxBuffer: 1 << 28 }).stdout;
    const out = at("resumed.ndjson");
    const again = ["snap", at("tracks.ndjson"), "--roads", at("village.osm"), "--resume", "-o", out, "-q"];
    for (const signal of ["SIGKILL", "SIGTERM", "SIGKILL"] as const) {
      const before = sizeOf(out);
      const run = new Run(again);
      await waitFor(() => sizeOf(out) > before || run.child.exitCode !== null);
      run.child.kill(signal);
      await run.ended;
    }
    expect(spawnSync(process.execPath, [main, ...again]).status).toBe(0);
    expect(readFileSync(out).equals(whole)).toBe(true);
  });

  // Root may write anywhere.
  it.skipIf(process.getuid?.() === 0)("with --resume needs write permission for the file, not for its folder", () => {
    mkdirSync(at("folder"));
    for (const name of ["writable", "not"]) writeFileSync(at(`folder/${name}.ndjson`), "");
    chmodSync(at("folder/not.ndjson"), 0o444);
    chmodSync(at("folder"), 0o555);
    const resume = (name: string) => shell(`"$NODE" "$MAIN" snap "$TRACKS" -r "$VILLAGE" --resume -q -o "${at(`folder/${name}.ndjson`)}"`);
    expect(resume("writable")).toMatchObject({ status: 0, stderr: "" });
    expect(idsOf(readFileSync(at("folder/writable.ndjson"), "utf8"))).toEqual(vans(600));
    expect(resume("not")).toMatchObject({ status: 1, stderr: `roadsnap: ${at("folder/not.ndjson")}: permission denied.\n` });
    expect(resume("new")).toMatchObject({ status: 1, stderr: `roadsnap: ${at("folder/new.ndjson")}: permission denied.\n` });
    chmodSync(at("folder"), 0o755);
  });

  it("ends quietly if its reader leaves", () => {
    const seen = shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" < "$TRACKS" | head -n 1 | wc -l`);
    expect([seen.stdout.trim(), seen.stderr]).toEqual(["1", ""]);
  });

  it("continues if nobody reads its messages any more", async () => {
    const run = new Run([...snap, "-o", at("unheard.ndjson")]);
    run.child.stderr?.destroy();
    run.child.stdin?.end(`${linesOf(0, 1)}{}\n${linesOf(1, 2)}`);
    expect(await run.ended).toBe(1);
    expect(idsOf(readFileSync(at("unheard.ndjson"), "utf8"))).toEqual(["van 0", null, "van 1"]);
  });

  it("waits for a slow reader", () => {
    expect(shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" < "$TRACKS" | (sleep 0.5; wc -l)`).stdout.trim()).toBe("600");
  });

  it("treats a closed standard input as empty", () => {
    expect(shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" --from ndjson <&-`)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("says that standard input is a folder", () => {
    const seen = shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" --from ndjson < "${at("")}"`);
    expect(seen).toMatchObject({ status: 1, stdout: "", stderr: "roadsnap: standard input: this is a folder, not a file.\n" });
  });

  it.each([
    ["answered line by line", "- --from ndjson"],
    ["answered as a whole", '"$TRACKS" "$TRACKS"'],
  ])("says that the reader of a pipe has left: %s", (_, inputs) => {
    const pipe = at(`pipe-${inputs.length}.ndjson`);
    const seen = shell(
      `mkfifo "${pipe}"; head -n 1 "${pipe}" | wc -l & "$NODE" "$MAIN" snap ${inputs} -r "$VILLAGE" -q -o "${pipe}" < "$TRACKS"`,
    );
    expect(seen).toMatchObject({
      status: 1,
      stderr: `roadsnap: ${pipe}: the program that reads it ended before everything was written.\n`,
    });
    expect(seen.stdout.trim()).toBe("1");
  });

  it.skipIf(!existsSync("/dev/full")).each([
    ["standard output", "> /dev/full", "standard output"],
    ["a file", "-o /dev/full --to ndjson", "/dev/full"],
  ])("says in one sentence that the disk under %s is full", (_, redirection, name) => {
    const seen = shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" < "$TRACKS" ${redirection}`);
    expect([seen.status, seen.stderr]).toEqual([1, `roadsnap: ${name}: no space left on the device.\n`]);
  });

  it.each([
    ["answered line by line", '- --from ndjson < "$TRACKS"'],
    ["answered as a whole", '"$TRACKS" --to csv'],
  ])("says that there is no more space for > file if the last write is cut short: %s", (_, argv) => {
    const all = shell(
      `"$NODE" "$MAIN" snap ${argv.replace(/^- /, '- -r "$VILLAGE" ')} ${argv.startsWith("-") ? "" : '-r "$VILLAGE"'}`,
    ).stdout;
    // In blocks of 512 bytes, so that only the end is missing.
    const blocks = Math.floor((Buffer.byteLength(all) - 1) / 512);
    const command = `trap "" XFSZ; ulimit -f ${blocks}; "$NODE" "$MAIN" snap -r "$VILLAGE" ${argv} > "${at("cut")}"`;
    const seen = shell(command);
    expect([seen.status, seen.stderr]).toEqual([
      1,
      "roadsnap: standard output: the file becomes larger than the system or its limit allows.\n",
    ]);
  });

  it("gives no warning with more threads than Node's ten listeners", () => {
    const seen = shell(`"$NODE" "$MAIN" snap - -r "$VILLAGE" --threads 4 < "$TRACKS"`);
    expect([seen.status, seen.stderr, seen.stdout.trim().split("\n").length]).toEqual([0, "", 600]);
  });

  it("with --resume on something other than NDJSON ends at once, though standard input stays open", async () => {
    const run = new Run([...snap, "--resume", "-o", at("no.ndjson")]);
    run.child.stdin?.write("lon,lat\n8,50\n");
    expect([await run.ended, run.stderr]).toEqual([1, "roadsnap: standard input: --resume needs NDJSON with a track a line.\n"]);
  });

  it("leaves a file of complete lines that can be resumed, and no new file at all, if there is no more space", () => {
    // A limit for the size of files stands for a full disk: the write that exceeds it is cut short.
    const limited = (argv: string) => shell(`trap "" XFSZ; ulimit -f 1000; "$NODE" "$MAIN" snap - -r "$VILLAGE" < "$TRACKS" ${argv}`);
    const grown = limited(`--resume -o "${at("grown.ndjson")}"`);
    expect(grown.status).toBe(1);
    expect(grown.stderr).toBe(`roadsnap: ${at("grown.ndjson")}: the file becomes larger than the system or its limit allows.\n`);
    const ids = idsOf(readFileSync(at("grown.ndjson"), "utf8"));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual(vans(ids.length));
    expect(limited(`-o "${at("never.ndjson")}"`).status).toBe(1);
    expect(readdirSync(at()).filter((name) => name.includes("never"))).toEqual([]);
  });

  it.each(["--disallow-code-generation-from-strings", "--frozen-intrinsics"])("answers under node %s", (flag) => {
    const options = { encoding: "utf8", input: linesOf(0, 9), timeout: 50_000, killSignal: "SIGKILL" } as const;
    const seen = spawnSync(process.execPath, ["--no-warnings", flag, main, ...snap], options);
    expect([seen.status, seen.stderr, idsOf(seen.stdout)]).toEqual([0, "", vans(9)]);
  });

  for (const [program, ...argv] of [["deno", "run", "-A"], ["bun"]]) {
    const isThere = spawnSync(program, ["--version"]).status === 0;
    it.skipIf(!isThere)(`answers the same under ${program} (skipped if it is not installed)`, () => {
      const options = { encoding: "utf8", input: linesOf(0, 300), timeout: 50_000, killSignal: "SIGKILL" } as const;
      const seen = spawnSync(program, [...argv, main, ...snap], options);
      expect([seen.status, seen.stderr]).toEqual([0, ""]);
      expect(seen.stdout).toBe(spawnSync(process.execPath, [main, ...snap], options).stdout);
    });
  }
});

function shell(command: string) {
  const env = { ...process.env, NODE: process.execPath, MAIN: main, VILLAGE: at("village.osm"), TRACKS: at("tracks.ndjson") };
  return spawnSync("sh", ["-c", command], { encoding: "utf8", env, maxBuffer: 1 << 28 });
}

function sizeOf(path: string): number {
  return existsSync(path) ? readFileSync(path).length : 0;
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
