// Node and a worker in headless Chromium: the same work in the same run, in turns, and whether both give the same answers.
import { file } from "../../test/browser/bundle.js";
import { launchChromium, missingChromium, type Read, startWorker } from "../../test/browser/chromium.js";
import { spread, timeInTurns, timeLongAsync } from "../harness/measure.js";
import type { BenchContext, Subject } from "../harness/subject.js";
import type { Cell, Table } from "../harness/table.js";
import { nameOfClass, trackClasses } from "../inputs/classes.js";
import { featureSet } from "../inputs/formats.js";
import { townRoads } from "../inputs/networks.js";
import { cutTrack, longDrive } from "../inputs/walk.js";
import { answer, type Job, type Question } from "./work.js";

/** How many times slower than Node a worker may be. */
const LIMIT = 1.3;
/** The number of execute requests, and the fixes of each. */
const REQUESTS = 20;
const FIXES = 1000;

export const compareWithBrowser: Subject = {
  name: "browser",
  about: "match and execute in a worker in headless Chromium and in Node, in turns; points/s and their ratio",
  run,
};

/** A piece of work by its name, with its number of fixes. */
interface Case {
  name: string;
  fixes: number;
  job: Job;
}

async function run(context: BenchContext): Promise<Table[]> {
  if (missingChromium("the comparison with Node")) {
    process.exitCode = 1;
    return [];
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const read: Read = async (path) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error(`There is no file ${path}.`);
    return bytes;
  };
  const cases = await casesOf(context, files);
  const browser = await launchChromium();
  try {
    const inNode = (question: Question) => answer(question, read);
    const inWorker = await startWorker<Question>(browser, file("bench/browser/work.ts"), read);
    const rows: Table["rows"] = [];
    const total = { fixes: 0, node: 0, worker: 0 };
    for (const { name, fixes, job } of cases) {
      files.set("job", new TextEncoder().encode(JSON.stringify(job)));
      for (const engine of [inNode, inWorker]) await engine({ ask: "load", job: "job" });
      const { median } = await timeLongAsync(() => inNode({ ask: "pass", times: 1 }), 1);
      // Shorter turns would depend too much on what else the machine does.
      const times = Math.ceil((context.seconds * 1000) / median);
      const timings = await timeInTurns(
        [inNode, inWorker].map((engine) => () => engine({ ask: "pass", times })),
        context.rounds,
      );
      const [node, worker] = timings.map((timing) => timing.median / times);
      const same = (await inNode({ ask: "answers" })) === (await inWorker({ ask: "answers" }));
      rows.push({ ...figures(name, fixes, node, worker), "± %": Math.max(...timings.map(spread)), "same answers": same });
      total.fixes += fixes;
      total.node += node;
      total.worker += worker;
    }
    rows.push({
      ...figures("all of it", total.fixes, total.node, total.worker),
      "± %": Number.NaN,
      "same answers": rows.every((row) => row["same answers"]),
    });
    const title = `Node ${process.versions.node} and a worker in Chromium ${browser.version()}, in turns, median of ${context.rounds}`;
    return [
      { title, rows, notes: ["Tracks are matched from objects to objects; execute goes from JSON text to JSON text, lines included."] },
    ];
  } finally {
    await browser.close();
  }
}

/** Milliseconds for a pass as points a second, and their ratio. */
function figures(work: string, fixes: number, node: number, worker: number): Record<string, Cell> {
  return {
    work,
    fixes,
    "Node points/s": fixes / (node / 1000),
    "worker points/s": fixes / (worker / 1000),
    "worker/Node time": worker / node,
    [`within ${LIMIT}`]: worker <= LIMIT * node,
  };
}

/** Every class of tracks except recorded ones, and execute; their road files go into `files`. */
async function casesOf(context: BenchContext, files: Map<string, Uint8Array<ArrayBuffer>>): Promise<Case[]> {
  const roadFile = (name: string, data: ArrayBuffer | SharedArrayBuffer): string => {
    if (!files.has(name)) files.set(name, new Uint8Array(data as ArrayBuffer));
    return name;
  };
  const cases: Case[] = [];
  for (const one of await trackClasses(context)) {
    if (one.sigma === null) continue;
    const job = one.groups.map(({ roads, tracks }, k) => ({
      roads: roadFile(`${one.set}-${k}.roads`, roads.data),
      tracks: tracks.map(({ track }) => track),
    }));
    const fixes = job.reduce((sum, { tracks }) => sum + tracks.reduce((inner, track) => inner + track.length, 0), 0);
    cases.push({ name: `match, ${one.set} ${nameOfClass(one)}`, fixes, job });
  }
  const town = await townRoads();
  const requests = cutTrack(longDrive(town, REQUESTS * FIXES), FIXES).map((fixes) =>
    JSON.stringify({ points: featureSet(fixes), return_lines: true }),
  );
  cases.push({ name: "execute, town", fixes: REQUESTS * FIXES, job: [{ roads: roadFile("execute.roads", town.data), requests }] });
  return cases;
}
