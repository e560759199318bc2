// The names of output files.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { OutputNames, TRACK_EXTENSIONS, uniqueNames } from "../../src/cli/outputs.js";
import { roadsnap } from "../helpers/terminal.js";

describe("numbers for equal names", () => {
  const inputs = Array.from({ length: 20_000 }, (_, k) => `van-${k}/day.gpx`);

  // Counting from 2 for each of them took half a minute.
  it("are found without counting through earlier ones", () => {
    const names = new OutputNames();
    const last = inputs.map((input) => names.take(input, "gpx").name).at(-1);
    expect([last, uniqueNames(inputs).at(-1)]).toEqual(["day-20000.gpx", "day-20000"]);
  });

  it("skip those that are names of other files", () => {
    expect(uniqueNames(["a", "a-2", "a", "A", "a", "A", "a-2"])).toEqual(["a", "a-2", "a-3", "A", "a-4", "A-2", "a-2-2"]);
  });
});

describe("the extensions of files of tracks", () => {
  /** The extensions that follow such words, in any order. */
  const listed = (text: string, words: string) =>
    new RegExp(`${words}[^.]*?((?:\\.\\w+ ?)+)`).exec(text.replace(/\s+/g, " "))?.[1].trim().split(" ").sort();

  it("are all in the help and on the page", async () => {
    const { stdout } = await roadsnap(["snap", "--help"]);
    const page = readFileSync(new URL("../../docs/tracks.md", import.meta.url), "utf8");
    const all = [...TRACK_EXTENSIONS].sort();
    expect(listed(stdout, "A folder as input stands for its track files")).toEqual(all);
    expect(listed(page, "a folder stands for its track files")).toEqual(all);
  });
});
