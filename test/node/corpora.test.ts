// Corpora in files: what the files of a corpus give, and errors that name the file.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { SnapError } from "../../src/errors.js";
import { listKubicka, readDrivesFile, readKubickaFolder, readTruthFile } from "../../src/node/index.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
const LINE = JSON.stringify({ id: 1, points: [[8, 50, 0]], truth_geom: [8, 8.1].map((lon) => [lon, 50]) });
const EXACT = JSON.stringify({ id: 1, truth: [8, 8.1].map((lon) => [lon, 50]), fcd: [[0, 8, 50, 7]] });

describe("files of tracks", () => {
  it.each<[string, string | Uint8Array]>([
    ["plain", LINE],
    ["gzipped", gzipSync(LINE)],
    ["with a byte order mark", `\uFEFF${LINE}\r\n`],
  ])("are read %s", async (name, content) => {
    writeFileSync(at(name), content);
    expect((await readTruthFile(at(name))).map(({ id, track }) => [id, track.length])).toEqual([["1", 1]]);
  });

  it("may contain exact drives", async () => {
    writeFileSync(at("drives"), gzipSync(EXACT));
    expect((await readDrivesFile(at("drives"))).map(({ id, fixes }) => [id, fixes.length])).toEqual([["1", 1]]);
  });

  it.each([["truth"], ["drives"]])("give an error with the place of a broken line of %s, or report it and continue", async (kind) => {
    const [read, line] = kind === "truth" ? [readTruthFile, LINE] : [readDrivesFile, EXACT];
    writeFileSync(at("some"), `${line}\n{"half\n${line}`);
    await expect(read(at("some"))).rejects.toThrow(`${at("some")} line 2: not JSON`);
    const told: SnapError[] = [];
    expect(await read(at("some"), { onBroken: (error) => told.push(error) })).toHaveLength(2);
    expect(told.map(({ code }) => code)).toEqual(["bad-input"]);
  });

  it.each([[""], ["\0\0\0\0x"]])("give an error with their name if they contain no text (%j)", async (content) => {
    writeFileSync(at("void"), content);
    await expect(readTruthFile(at("void"))).rejects.toThrow(new RegExp(`^${at("void")}: `));
  });
});

describe("Kubička folders", () => {
  const FILES = { nodes: "10\t50\n10.01\t50\n", arcs: "0\t1\n1\t0\n", track: "10.001\t50\t0\n", route: "0\n" };
  const write = (folder: string, files: Record<string, string>): void => {
    mkdirSync(at(`corpus/${folder}`), { recursive: true });
    for (const [extension, text] of Object.entries(files)) writeFileSync(at(`corpus/${folder}/${folder}.${extension}`), text);
  };
  write("b", FILES);
  write("a", FILES);
  write("broken", { ...FILES, arcs: "7\t8\n" });
  write(".hidden", FILES);
  writeFileSync(at("corpus/list.txt"), "");

  it("are listed by name, without hidden ones and files", async () => {
    expect(await listKubicka(at("corpus"))).toEqual([at("corpus/a"), at("corpus/b"), at("corpus/broken")]);
    expect(await listKubicka(at("corpus/a"))).toEqual([at("corpus/a")]);
  });

  it("have their own roads, which are built", async () => {
    const { roads, tracks } = await readKubickaFolder(at("corpus/a"));
    expect([roads.edgeCount, tracks.map(({ id }) => id)]).toEqual([1, ["a"]]);
  });

  it("give an error with their name if they are broken", async () => {
    await expect(readKubickaFolder(at("corpus/broken"))).rejects.toThrow(`${at("corpus/broken")}: broken.arcs line 1: node 7 is not`);
    await expect(readKubickaFolder(at("corpus/none"))).rejects.toThrow(`${at("corpus/none/none.nodes")}: there is no such file.`);
    await expect(listKubicka(at("nowhere"))).rejects.toThrow(`${at("nowhere")}: there is no such folder.`);
  });

  const data = "../shared/data/kubicka";
  it.skipIf(!existsSync(data))("can all be read in reality (skipped without ../shared/data)", async () => {
    const folders = await listKubicka(data);
    expect(folders.length).toBeGreaterThan(0);
    const { tracks } = await readKubickaFolder(folders[0]);
    expect(tracks[0].track.length).toBeGreaterThan(100);
  });
});
