// Folders of more files than a call takes arguments. Their listing is made up, since it takes long to write so many files.
import type { Dirent } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { requestSources } from "../../../src/cli/compare/sides.js";
import { filesOf } from "../../../src/cli/snap/input-folders.js";
import { Recorder } from "../../helpers/terminal.js";

const FILES = 200_000;

vi.mock("node:fs/promises", async (original) => ({
  ...(await original<object>()),
  readdir: async (_: string, options?: object) => {
    const names = Array.from({ length: FILES }, (_, i) => `${i}.gpx`);
    return options ? names.map((name) => ({ name, isDirectory: () => false }) as Dirent) : names;
  },
}));

const io = { stdin: Readable.from([]), stdout: new Recorder(), stderr: new Recorder() };

it("a folder of 200,000 files stands for all of them", async () => {
  expect(await filesOf([tmpdir()], { kind: "stdout", path: "-", format: "gpx" }, false, io)).toHaveLength(FILES);
});

it("a folder of 200,000 requests stands for all of them", async () => {
  expect(await requestSources([tmpdir()], io)).toHaveLength(FILES);
});
