// README.md and docs/browser.md: their snippets for programs and pages run as they are.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import * as roadsnap from "../src/index.js";
import * as node from "../src/node/index.js";
import { runCode, snippetsOf } from "./helpers/snippets.js";
import { roadsnap as command } from "./helpers/terminal.js";

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), "utf8");
const page = await read("README.md");
const snippets = snippetsOf(page);
const [worker, main] = /```js\n(.*?)```/s.exec(await read("docs/browser.md"))?.[1].split("// page.js\n") ?? [];
const town = await readFile(new URL("../fixtures/town.osm", import.meta.url));
const drive = await readFile(new URL("../fixtures/drives/errand.gpx", import.meta.url));
const roads = roadsnap.buildRoads(await roadsnap.readOsm(town));
const fixes = roadsnap.readGpx(drive).points;
const folder = await mkdtemp(join(tmpdir(), "readme-"));
afterAll(() => rm(folder, { recursive: true }));

/** The files of the snippets, in a folder of their own. */
const files = {
  readFile: async (name: string) => (name === "trip.gpx" ? drive : readFile(join(folder, name))),
  writeFile: async (_: string, text: string) => expect(text.length).toBeGreaterThan(100),
};
const modules: Record<string, object> = {
  roadsnap,
  "roadsnap/node": {
    ...node,
    saveRoads: (name: string, saved: roadsnap.RoadGraph) => node.saveRoads(join(folder, name), saved),
    openRoads: async () => roads,
    readLines: () => [`{"id": "7", "points": [[8.0005, 50.00003, 0]]}`],
  },
  "node:fs/promises": files,
};

/** Runs a snippet; returns the values of the lines that are an expression, by their beginnings. */
async function run(snippet: string, given: object): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  const body = snippet
    .replace(
      /^import (\{.*\}) from "(.*?)";.*$/gm,
      (_, names: string, from: string) => `const ${names.replaceAll(" as ", ": ")} = modules["${from}"];`,
    )
    .replace(/^(?!const |for |import |\}| )(\S.*?);( \/\/.*)?$/gm, (_, line: string) => `seen.set(${JSON.stringify(line)}, ${line});`);
  await runCode(body, { modules, seen, ...given });
  return seen;
}

describe("README.md, its programs", () => {
  it("reads, matches, writes and answers requests", async () => {
    const { lon, lat, time, accuracy, speed, course } = fixes[0];
    const seen = await run(snippets[0], { bytes: town, lon, lat, time, accuracy, speed, course });
    expect([...seen.keys()].map((line) => line.split(/[.(]/)[0])).toEqual([
      "roads",
      "await saveRoads",
      "match",
      "match",
      "explain",
      "await writeFile",
      "service",
    ]);
    expect(seen.get("match.points[0]")).toMatchObject({ reason: "matched" });
    const answer = [...seen.values()].at(-1) as roadsnap.ExecuteResponse | roadsnap.ErrorEnvelope;
    expect(roadsnap.isErrorEnvelope(answer)).toBe(false);
  });

  it("matches a live track", async () => {
    const stored: unknown[] = [];
    const drawn: unknown[] = [];
    const { LiveMatcher } = roadsnap;
    const body = snippets[1]
      .replace("for (const point", "for (const fix of fixes) { for (const point")
      .replace("draw(live.stretches);", "draw(live.stretches); }");
    const seen = await run(body, {
      LiveMatcher,
      roads,
      fixes,
      store: (point: unknown) => stored.push(point),
      draw: (stretches: unknown[]) => drawn.push(...stretches),
      show: (point: unknown) => point,
    });
    expect(drawn.length).toBeGreaterThan(5);
    expect(stored.length).toBeGreaterThan(0.9 * fixes.length);
    expect([...seen.values()]).toEqual([expect.objectContaining({ index: fixes.length - 1 })]);
  });

  it("uses a pool", async () => {
    const { lon, lat } = fixes[0];
    const written: unknown[] = [];
    const seen = await run(snippets[2].replace("threads: 8", "threads: 1"), {
      track: fixes,
      tracks: [fixes],
      signal: undefined,
      features: [{ geometry: { x: lon, y: lat } }],
      readFile: files.readFile,
      createReadStream: () => Readable.from([Buffer.from("lon,lat,track_id\n8.0005,50.00003,a\n")]),
      out: { write: (bytes: Uint8Array) => written.push(bytes) },
      console: { log: (line: string) => written.push(line) },
      process: {},
    });
    expect(written.length).toBeGreaterThan(1);
    expect(JSON.parse([...seen.values()].find((value) => typeof value === "string") as string)).toHaveProperty("results");
  });
});

describe("README.md, its printed output", () => {
  const untimed = (text: string) => text.replaceAll(/(?<=, in | {2})[\d.]+ m?s$/gm, "…").replaceAll(/^ +|(?<= ) +/gm, "");
  /** The lines of the first output block that contains a text, without durations. */
  const shown = (text: string) => {
    const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, language]) => ["", "json"].includes(language));
    const block = blocks.find(([, , code]) => code.includes(text))?.[2] ?? "";
    return untimed(block).trim().split("\n");
  };

  it("is that of the demo", async () => {
    const { stdout } = await command(["demo", "-o", join(folder, "demo.html")]);
    const printed = untimed(stdout);
    expect(shown("tunnel.gpx")).toHaveLength(5);
    for (const line of shown("tunnel.gpx")) expect(printed).toContain(line);
  });

  it("is the report, rows of the first track, and a point of it", async () => {
    const path = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
    const [csv, report] = [join(folder, "errand.csv"), shown("errand.gpx")];
    const { stdout } = await command(["snap", path("drives/errand.gpx"), "--roads", path("town.osm"), "-o", csv]);
    expect(report.slice(0, 2)).toEqual(untimed(stdout).trim().split("\n"));
    const rows = (await readFile(csv, "utf8")).split("\n", 2).map((row) => row.split(","));
    expect(report.slice(3)).toEqual(rows.map((row) => [row[4], ...row.slice(8)].join(",")));
    expect(JSON.parse(shown('"edge"').join(""))).toEqual(new roadsnap.Matcher(roads).match(fixes).points[0]);
  });
});

describe("README.md and docs/evaluate.md, their evaluations", () => {
  const bundled = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
  /** The rows of an evaluation that prints no messages. */
  async function rows(argv: string[]) {
    const { code, stdout, stderr } = await command(["evaluate", ...argv, "--json", "-"]);
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout).runs as { mismatch: number }[];
  }

  it("contain a truth of the bundled town that can be evaluated", async () => {
    const [, line] = /of the bundled town:\n\n```json\n(.*?)```/s.exec(await read("docs/evaluate.md")) ?? [];
    await writeFile(join(folder, "truth.ndjson"), line);
    const [row] = await rows([join(folder, "truth.ndjson"), "--roads", bundled("fixtures/town.osm")]);
    expect(row).toMatchObject({ mismatch: 0, pointAccuracy: 1 });
  });

  it("begin with the drives of the town", async () => {
    const [, rest] = /npm run evaluate -- (fixtures.*?) +#/.exec(page) ?? [];
    const found = await rows(rest.split(" ").map((word) => (word.startsWith("fixtures/") ? bundled(word) : word)));
    expect(found).toHaveLength(2);
    for (const { mismatch } of found) expect(mismatch).toBeLessThan(0.05);
  });
});

describe("docs/browser.md", () => {
  const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => (...values: unknown[]) => Promise<void>;
  type Listener = (message: { data: unknown }) => void;
  /** Runs the page with its worker, with an answer of the server; returns what it prints, and its errors. */
  async function open(answer: Response) {
    const said: unknown[] = [];
    const troubles: unknown[] = [];
    const [body, names] = [worker.replace(/import (.*) from .*\n/, "const $1 = roadsnap;"), "roadsnap, postMessage"];
    class FakeWorker {
      onmessage: Listener = () => {};
      readonly #receive: Listener = new Function(names, `let onmessage;\n${body}\nreturn onmessage;`)(roadsnap, (data: unknown) =>
        this.onmessage({ data: structuredClone(data) }),
      );
      postMessage(data: unknown, transfer: ArrayBuffer[] = []) {
        this.#receive({ data: structuredClone(data, { transfer }) });
      }
    }
    const given = {
      Worker: FakeWorker,
      fetch: async () => answer,
      track: fixes,
      console: { log: (value: unknown) => said.push(value), error: (value: unknown) => troubles.push(value) },
    };
    await new AsyncFunction(...Object.keys(given), main.replace("import.meta.url", '"file:///page.js"'))(...Object.values(given));
    return { said, troubles };
  }

  it("matches a track in a worker", async () => {
    const { said, troubles } = await open(new Response(roads.data as ArrayBuffer));
    expect([said, troubles]).toEqual([[new roadsnap.Matcher(roads).match(fixes).stretches], []]);
  });

  it.each([
    ["cut short", (bytes: Uint8Array) => bytes.slice(0, -9), /^The road file's .*/],
    ["changed", (bytes: Uint8Array) => bytes.with(bytes.length - 9, bytes[bytes.length - 9] ^ 1), /checksum/],
  ])("reports a road file that was %s once, and stops", async (_, change, sentence) => {
    const { said, troubles } = await open(new Response(change(new Uint8Array(roads.data)) as Uint8Array<ArrayBuffer>));
    expect([said, troubles]).toEqual([[], [expect.stringMatching(sentence)]]);
  });

  it("does not take an error of the server for a road file", async () => {
    await expect(open(new Response("<h1>Not here</h1>", { status: 404, statusText: "Not Found" }))).rejects.toThrow(
      "area.roads: 404 Not Found",
    );
  });

  it.each([
    ["as it is", (bytes: Uint8Array) => gzipSync(bytes)],
    ["with Content-Encoding: gzip, which fetch has unpacked", (bytes: Uint8Array) => bytes],
  ])("needs what docs/roads.md shows to unpack a road file that is sent %s", async (_, sent) => {
    const [, code] = /```js\n(.*?)```/s.exec(await read("docs/roads.md")) ?? [];
    const unpack = new AsyncFunction("fetch", `${code}return roads;`);
    expect(await unpack(async () => new Response(sent(new Uint8Array(roads.data)) as Uint8Array<ArrayBuffer>))).toEqual(
      new Uint8Array(roads.data).buffer,
    );
  });
});
