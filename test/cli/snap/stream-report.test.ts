// What is told of a stream: where it was stopped and what is kept, how many answers there are, and what was wrong.
import { describe, expect, it } from "vitest";
import { StreamReport } from "../../../src/cli/snap/stream-report.js";
import type { StreamWork } from "../../../src/cli/snap/work.js";
import { Recorder } from "../../helpers/terminal.js";

type Change = Omit<Partial<StreamWork>, "target"> & { target?: Partial<StreamWork["target"]> };
const FILE = { kind: "file", path: "out.ndjson" } as const;

/** The report of a stream of NDJSON to standard output, with changes to that, and what it writes. */
function reporting({ target, ...change }: Change = {}) {
  const [stdout, stderr] = [new Recorder(), new Recorder()];
  const all = { kind: "stdout", path: "-", format: "ndjson", ...target } as StreamWork["target"];
  const work: StreamWork = { target: all, form: "lines", resume: false, quiet: false, reading: {}, ...change };
  const report = new StreamReport("-", work, { stdin: process.stdin, stdout, stderr });
  const told = () => stderr.text.split("\n").slice(0, -1);
  /** Lets so many lines be read, the last with this number, and be answered. */
  const read = async (lines: number, last = lines) => {
    const numbers = Array.from({ length: lines }, (_, i) => (i === lines - 1 ? last : i + 1));
    const tracks = (async function* () {
      for (const number of numbers) yield { number, line: "" };
    })();
    for await (const _ of report.counted(tracks)) report.add({ lines: 1, refusals: [], warnings: [] });
  };
  return { report, told, read, stdout };
}
const said = (text: string) => `roadsnap: standard input: ${text}`;

describe("a stream that is stopped", () => {
  const csv = { form: "csv", target: { format: "csv" } } as const;
  it.each<[string, Change, isWholeFile: boolean, string]>([
    ["lines", {}, false, "stopped by SIGTERM after line 7; all lines up to it are answered."],
    ["the tracks of a CSV", csv, false, "stopped by SIGTERM after the track at row 7; all tracks up to it are answered."],
    ["mixed points, whose trips end in any order", { gap: 60 }, false, "stopped by SIGTERM; all trips that had ended are answered."],
    [
      "a file written at its end",
      { target: FILE },
      true,
      "stopped by SIGTERM after line 7; nothing is written; --resume would keep what is done.",
    ],
    [
      "a CSV written at its end",
      { ...csv, target: { ...FILE, format: "csv" } },
      true,
      "stopped by SIGTERM after the track at row 7; nothing is written; --resume into -o FILE.ndjson would keep what is done.",
    ],
    [
      "trips written at its end",
      { gap: 60, target: FILE },
      true,
      "stopped by SIGTERM; nothing is written; --resume would keep what is done.",
    ],
  ])("tells where, and what is kept: %s", async (_, change, isWholeFile, sentence) => {
    const { report, told, read } = reporting(change);
    await read(3, 7);
    report.stopped("SIGTERM", isWholeFile);
    expect(told()).toEqual([said(sentence)]);
  });

  it("may have had no track", () => {
    const { report, told } = reporting();
    report.stoppedAtOnce("SIGINT");
    expect(told()).toEqual([said("stopped by SIGINT before its first track had arrived.")]);
  });
});

describe("a stream that has been read", () => {
  type Before = { lines: number; refused: number; strange?: number } | null;
  const belong = "of this input: was the file begun with another input, or other options?";
  it.each<[string, Change, lines: number, Before, stdout: string, told: string[], code: number]>([
    ["several lines", { target: FILE }, 2, null, "2 lines answered in T.", [], 0],
    ["one line", { target: FILE }, 1, null, "1 line answered in T.", [], 0],
    ["the tracks of a CSV", { target: FILE, form: "csv" }, 1, null, "1 track answered in T.", [], 0],
    ["trips", { target: FILE, gap: 60 }, 1200, null, "1,200 tracks answered in T.", [], 0],
    ["answers from before", { target: FILE }, 2, { lines: 1500, refused: 0 }, "2 lines answered in T; 1,500 were there before.", [], 0],
    [
      "errors from before",
      { target: FILE },
      0,
      { lines: 5, refused: 2 },
      "0 lines answered in T; 5 were there before, 2 of them could not be snapped.",
      [],
      1,
    ],
    ["nothing from before", { target: FILE }, 1, { lines: 0, refused: 0 }, "1 line answered in T.", [], 0],
    [
      "an answer to no track",
      { target: FILE },
      1,
      { lines: 3, refused: 0, strange: 1 },
      "1 line answered in T; 3 were there before.",
      [`1 answer in out.ndjson belongs to no track ${belong}`],
      1,
    ],
    [
      "answers to no track, quietly",
      { target: FILE, quiet: true },
      1,
      { lines: 3, refused: 0, strange: 3 },
      "",
      [`3 answers in out.ndjson belong to no track ${belong}`],
      1,
    ],
    ["lines to standard output, where the answers are", {}, 2, null, "", [], 0],
  ])("tells how many answers there are: %s", async (_, change, lines, before, summary, sentences, code) => {
    const { report, told, read, stdout } = reporting(change);
    await read(lines);
    const { strange = 0, ...rest } = before ?? { lines: 0, refused: 0 };
    expect(await report.finished(before && { ...rest, keys: { size: strange } })).toBe(code);
    expect(stdout.text.replace(/\d+ ms/, "T")).toBe(summary === "" ? "" : `out.ndjson: ${summary}\n`);
    expect(told()).toEqual(sentences.map(said));
  });

  const many = (what: string) => Array.from({ length: 25 }, (_, i) => `${what} ${i + 1}.`);
  it.each<[string, Change, refusals: string[], warnings: string[], told: string[], code: number]>([
    ["one error", {}, ["Line 2: no."], [], ["Line 2: no.", "1 of 30 lines could not be snapped."], 1],
    ["one error in a CSV", { form: "csv" }, ["Row 2: no."], [], ["Row 2: no.", "1 of 30 tracks could not be snapped."], 1],
    ["a warning", {}, [], ["Line 1: odd."], ["Line 1: odd."], 0],
    [
      "an option by its name",
      {},
      [],
      ["Line 1: more than 5 points, the most that maxPoints allows."],
      ["Line 1: more than 5 points, the most that --max-points allows."],
      0,
    ],
    ["no warning, quietly", { quiet: true }, ["Line 2: no."], ["Line 1: odd."], ["Line 2: no.", "1 of 30 lines could not be snapped."], 1],
    [
      "the first twenty of each kind",
      {},
      many("no"),
      many("odd"),
      [
        ...many("no").slice(0, 20),
        ...many("odd").slice(0, 20),
        "10 more warnings and errors are left out.",
        "25 of 30 lines could not be snapped.",
      ],
      1,
    ],
  ])("tells what was wrong: %s", async (_, change, refusals, warnings, sentences, code) => {
    const { report, told, read } = reporting(change);
    await read(30);
    report.add({ lines: 0, refusals, warnings });
    report.counts();
    expect(told()).toEqual(sentences.map(said));
    expect(await report.finished(null)).toBe(code);
  });
});
