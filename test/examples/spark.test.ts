// The Spark job of examples/spark on real Spark: a row for each track, whatever is wrong with it, and each row once if processes are killed.
// Needs Java and PySpark, which examples/spark/test.sh installs; skipped with a message without them.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../helpers/terminal.js";

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const example = (path: string) => root(`examples/spark/${path}`);
const at = scratch();

const python = process.env.PYSPARK_PYTHON ?? [example(".venv/bin/python")].find((path) => existsSync(path)) ?? "python3";
const home = spawnSync(python, ["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"], { encoding: "utf8" });
const missing =
  process.platform === "win32" || spawnSync("java", ["-version"]).status !== 0
    ? "Java on Linux or macOS is missing"
    : home.status !== 0
      ? "PySpark is missing; examples/spark/test.sh installs it"
      : undefined;
if (missing !== undefined) console.warn(`test/examples/spark.test.ts skipped: ${missing}.`);

const TRACKS = 300;
/** What is wrong with some of the lines, and their rows; for an error the beginning of its sentence. */
const ODD: [what: string, line: string, row: Record<string, unknown>][] = [
  ["no JSON", "nonsense", { error: /not valid JSON/, input: "nonsense" }],
  ["a track cut short", `{"id":"cut","points":[[8`, { error: /is it cut short/, input: `{"id":"cut","points":[[8` }],
  ["no points", `{"id":"none"}`, { error: /it must have a list named points/, id: "none", input: `{"id":"none"}` }],
  ["an empty track", `{"id":"empty","points":[]}`, { id: "empty", points: 0, length: 0, stretches: [] }],
  [
    "impossible places",
    `{"id":"nowhere","points":[[500,2],[null,1]]}`,
    { id: "nowhere", points: 2, confidence_mean: 0, confidence_min: 0, length: 0, stretches: [] },
  ],
];

/** A wrapper for the roadsnap command: when it is started for the nth time, it is killed after some answers. */
const DEADLY = `
import os, signal, subprocess, sys
starts, victims, command = sys.argv[1], dict(one.split("=") for one in sys.argv[2].split(",")), sys.argv[3:]

def executor(pid=os.getppid()):
    parent, line = subprocess.run(["ps", "-o", "ppid=,command=", "-p", str(pid)], capture_output=True, text=True).stdout.split(None, 1)
    return pid if "CoarseGrainedExecutorBackend" in line else executor(int(parent))

def start(number=1):
    try: os.mkdir(f"{starts}/{number}")
    except FileExistsError: return start(number + 1)
    return str(number)

number = start()
child = subprocess.Popen(command, stdout=subprocess.PIPE)
for count, line in enumerate(child.stdout, 1):
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    if count == 10 and number in victims:
        victim = {"roadsnap": lambda: child.pid, "worker": os.getppid, "executor": executor}[victims[number]]()
        open(f"{starts}/{number}/killed", "w").close()
        os.kill(victim, signal.SIGKILL)
sys.exit(child.wait())
`;

/** One Spark session for several jobs: a line with a job's arguments in, a line with its outcome out. */
const SESSION = `
import json, os, sys
import snap_tracks
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.addPyFile(snap_tracks.__file__)
spark.read.schema(
    "id STRING, points ARRAY<STRUCT<lon: DOUBLE, lat: DOUBLE, time: DOUBLE, accuracy: DOUBLE, speed: DOUBLE, course: DOUBLE>>"
).json(sys.argv[1]).write.parquet(sys.argv[2])
for argv in json.loads(sys.argv[3]):
    options = snap_tracks.parse(argv)
    try:
        said = snap_tracks.run(spark, options)
        rows = [json.loads(row) for row in spark.read.format(options.output_form).load(options.output).toJSON().collect()]
    except Exception as error:
        said, rows = str(error), None
    print("DONE", json.dumps([said, rows]))
spark.stop()
`;

interface Row {
  id?: string;
  error?: string;
  points?: number;
  length?: number;
  [column: string]: unknown;
}
const roadsnap = `"${process.execPath}" "${at("dist/cli/main.js")}"`;
/** The command with such a wrapper. */
function deadly(name: string, victims: string): string {
  mkdirSync(at(name));
  return `"${python}" "${at("deadly.py")}" "${at(name)}" ${victims} ${roadsnap}`;
}
const killed = (name: string) =>
  readdirSync(at(name), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("killed")).length;

const outcomes: [said: string, rows: Row[] | null][] = [];
const plain = new Map<string, { points: number; confidence_mean: number; length: number }>();

describe("examples/spark", () => {
  const quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"; // these JVMs are soon gone
  const env = { ...process.env, PYSPARK_PYTHON: python, PYTHONPATH: example("."), SPARK_LOCAL_IP: "127.0.0.1", JAVA_TOOL_OPTIONS: quick };
  const [ndjson, parquet] = [at("tracks.ndjson"), at("tracks.parquet")];
  const roads = ["--roads", at("town.roads")];

  beforeAll(async () => {
    if (missing !== undefined) return;
    const run = promisify(execFile);
    for (const path of ["node_modules", "package.json", "fixtures"]) symlinkSync(root(path), at(path));
    cpSync(example("make-tracks.js"), at("examples/spark/make-tracks.js"));
    const tsc = root("node_modules/typescript/lib/tsc.js");
    spawnSync(process.execPath, [tsc, "-p", root("tsconfig.build.json"), "--outDir", at("dist"), "--declaration", "false"]);
    writeFileSync(at("deadly.py"), DEADLY);
    await run(process.execPath, [at("dist/cli/main.js"), "build", root("fixtures/town.osm"), "-o", at("town.roads"), "-q"]);
    const made = await run(process.execPath, [at("examples/spark/make-tracks.js"), `${TRACKS}`], { maxBuffer: 1 << 28 });
    writeFileSync(at("good.ndjson"), made.stdout);
    const lines = made.stdout.split("\n").slice(0, -1);
    ODD.forEach(([, line], i) => {
      lines.splice(50 * i, 0, line, "");
    });
    writeFileSync(ndjson, `${lines.join("\n")}\n`);
    await run(process.execPath, [at("dist/cli/main.js"), "snap", at("good.ndjson"), ...roads, "-o", at("plain.ndjson"), "-q"]);
    for (const line of readFileSync(at("plain.ndjson"), "utf8").split("\n").slice(0, -1)) {
      const { id, points, lines: driven } = JSON.parse(line);
      const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
      plain.set(id, {
        points: points.length,
        confidence_mean: sum(points.map((point: { confidence: number }) => point.confidence)) / points.length,
        length: sum(driven.map((one: { line_type: string; length: number }) => (one.line_type === "Road" ? one.length : 0))),
      });
    }
    const deaths = deadly("starts", "2=roadsnap,3=worker");
    const jobs = [
      [ndjson, at("from-ndjson.parquet"), ...roads, "--roadsnap", roadsnap, "--answers"],
      [parquet, at("killed.json"), "--roads", `local:${at("town.roads")}`, "--roadsnap", deaths, "--partitions", "4"],
      [parquet, at("never.json"), "--roads", `local:${at("no-such.roads")}`, "--roadsnap", roadsnap, "--partitions", "1"],
    ];
    writeFileSync(at("session.py"), SESSION);
    const argv = [at("session.py"), at("good.ndjson"), parquet, JSON.stringify(jobs)];
    const session = await run(python, argv, { env, maxBuffer: 1 << 28 });
    for (const line of session.stdout.split("\n")) if (line.startsWith("DONE ")) outcomes.push(JSON.parse(line.slice(5)));
  }, 600_000);
  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  /** Expects a row for every track, once, with what roadsnap answers without Spark. */
  function expectAll(rows: readonly Row[]): void {
    expect(rows.map(({ id }) => id).sort()).toEqual([...plain.keys()].sort());
    for (const { id, points, confidence_mean, length } of rows) {
      const one = plain.get(id!)!;
      expect([points, confidence_mean, length]).toEqual([
        one.points,
        expect.closeTo(one.confidence_mean, 9),
        expect.closeTo(one.length, 6),
      ]);
    }
  }

  it("makes a row of each track", () => {
    const [said, rows] = outcomes[0];
    expect(said).toMatch(/: 305 tracks, 3 of them errors, 6,002 points; roadsnap took [\d.]+ core-seconds, [\d.]+ for a million points\.$/);
    expectAll(rows!.filter(({ id }) => plain.has(id!)));
    for (const { id, answer } of rows!) if (answer !== undefined) expect(JSON.parse(String(answer)).id).toBe(id);
  });

  it.each(ODD)("does so for %s, too", (_, line, { error, ...expected }) => {
    const [row] = outcomes[0][1]!.filter(({ id, input }) => (input ?? `{"id":"${id}"`) === (expected.input ?? line.split(",")[0]));
    const { answer: _answer, ...seen } = row;
    expect(seen).toEqual(error === undefined ? expected : { ...expected, error: expect.stringMatching(error as RegExp) });
  });

  it("has every row once if roadsnap and a Python worker are killed during their partitions", () => {
    const [said, rows] = outcomes[1];
    expect([killed("starts"), said]).toEqual([2, expect.stringContaining(": 300 tracks, 0 of them errors, 6,000 points")]);
    expectAll(rows!);
  });

  it("fails with roadsnap's own sentence if there are no roads, and leaves nothing that looks like a result", () => {
    const [said, rows] = outcomes[2];
    expect(rows).toBe(null);
    expect(said).toMatch(/roadsnap ended with exit code 1 before all tracks were answered\. roadsnap: .*no-such\.roads: /);
    expect(existsSync(at("never.json/_SUCCESS"))).toBe(false);
  });

  it("has every row once if an executor of a cluster is killed", async () => {
    // Executors work in a folder next to Spark's own, which is here so that nothing stays behind.
    mkdirSync(at("spark"));
    const from = home.stdout.trim();
    for (const name of readdirSync(from)) if (name !== "work") symlinkSync(`${from}/${name}`, at(`spark/${name}`));
    const argv = [
      ...[
        "--master",
        "local-cluster[2,1,1024]",
        "--conf",
        "spark.ui.enabled=false",
        example("snap_tracks.py"),
        parquet,
        at("cluster.json"),
      ],
      ...[...roads, "--partitions", "4", "--roadsnap", deadly("cluster-starts", "3=executor")],
    ];
    const path = [at("spark/bin"), process.env.PATH].join(delimiter);
    const submitted = await promisify(execFile)("spark-submit", argv, {
      env: { ...env, SPARK_HOME: at("spark"), PATH: path },
      maxBuffer: 1 << 28,
    });
    expect(submitted.stderr).toMatch(/Lost executor \d/);
    expect([killed("cluster-starts"), submitted.stdout]).toEqual([
      1,
      expect.stringContaining(": 300 tracks, 0 of them errors, 6,000 points"),
    ]);
    const texts = readdirSync(at("cluster.json")).filter((name) => name.startsWith("part-"));
    const rows = texts.flatMap((name) =>
      readFileSync(at(`cluster.json/${name}`), "utf8")
        .split("\n")
        .slice(0, -1),
    );
    expectAll(rows.map((row) => JSON.parse(row)));
  }, 600_000);
});
