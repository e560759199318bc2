// README.md and docs/: every option in a command's help is on its pages, and every option on the pages exists.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TRACK_FORMATS } from "../src/import/tracks/track-input.js";
import { detectTrackFormat } from "../src/import/tracks/tracks.js";
import { MODES } from "../src/roads/attributes.js";
import { roadsnap } from "./helpers/terminal.js";
import { caught } from "./import/caught.js";

const at = new URL("../", import.meta.url);
const docs = readdirSync(new URL("docs", at), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
const names = ["README.md", "CHANGELOG.md", ...docs.map((name) => `docs/${name}`)];
const pages = new Map(names.map((name) => [name, readFileSync(new URL(name, at), "utf8")]));

/** The pages that explain the options of each command, besides the README. */
const PAGES: Record<string, string[]> = {
  build: ["roads"],
  extract: ["roads"],
  snap: ["tracks", "streams"],
  inspect: ["roads"],
  serve: ["server"],
  portal: ["portal"],
  evaluate: ["evaluate"],
  compare: ["compare"],
  record: ["compare"],
  replay: ["compare"],
  demo: [],
};

/** The options of a command by each of their names, with all their names, as its help lists them. */
async function optionsOf(command: string): Promise<Map<string, string[]>> {
  const { stdout } = await roadsnap([command, "--help"]);
  const listed = [...stdout.matchAll(/^ {2}(?:(-\w), )?(--[\w-]+)/gm)].map(([, short, long]) => (short ? [short, long] : [long]));
  return new Map(listed.flatMap((all) => all.map((name) => [name, all] as const)));
}
const options = new Map(await Promise.all(Object.keys(PAGES).map(async (command) => [command, await optionsOf(command)] as const)));
const NAME = /(?<=^|[\s(])--?[a-z][\w-]*(?![\w.*])/g;

/** The commands on a page: each line of a code block, each span of code. */
function written(page: string): string[] {
  const [blocks, spans]: string[][] = [[], []];
  const text = page.replaceAll(/^```(\w*)\n(.*?)^```/gms, (_, language: string, block: string) => {
    if (language === "sh") blocks.push(...block.replaceAll("\\\n", " ").split("\n"));
    return "";
  });
  for (const [, span] of text.matchAll(/`([^`]+)`/g)) spans.push(span.replace(/\s+/g, " "));
  return [...blocks, ...spans];
}

/** The roadsnap commands in a line, with the options given to each. */
function asked(line: string): [command: string, given: string[]][] {
  const calls = line.split(/\||>|<|(?:^|\s)#/).map((part) => part.trim());
  return calls.flatMap((call): [string, string[]][] => {
    const [, command, rest] =
      /(?:^|\s)(?:roadsnap|npm run (?=evaluate --))\s*(\w+)(?: --(?= ))?(.*)$/.exec(call) ?? /^(\w+)(?= )(.*)$/.exec(call) ?? [];
    return command in PAGES ? [[command, [...rest.matchAll(NAME)].map(([name]) => name)]] : [];
  });
}

describe("README.md and docs/", () => {
  it("know every command", async () => {
    const { stdout } = await roadsnap(["--help"]);
    const [, listed] = /^Commands:\n((?: .*\n)+)/m.exec(stdout) ?? [];
    const commands = [...(listed ?? "").matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    expect(new Set(commands)).toEqual(new Set([...Object.keys(PAGES), "help"]));
  });

  it.each(Object.keys(PAGES))("explain every option of %s", (command) => {
    const told = ["README.md", ...PAGES[command].map((name) => `docs/${name}.md`)].map((name) => pages.get(name)).join("\n");
    const named = new Set([...told.matchAll(/(?<![\w-])--?[a-z][\w-]*/g)].map(([name]) => name));
    const all = [...(options.get(command)?.values() ?? [])].filter((option) => !option.includes("--help"));
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((option) => !option.some((name) => named.has(name)))).toEqual([]);
  });

  it.each(names)("%s gives no command an option that it does not have", (name) => {
    const calls = written(pages.get(name) as string).flatMap(asked);
    expect(
      calls.flatMap(([command, given]) =>
        given.filter((option) => !options.get(command)?.has(option)).map((option) => `${command} ${option}`),
      ),
    ).toEqual([]);
  });

  it.each(names)("%s names no option that no command has", (name) => {
    const known = new Set([...options.values()].flatMap((own) => [...own.keys()]));
    const alone = written(pages.get(name) as string).filter((span) => /^--[a-z]/.test(span));
    expect(alone.flatMap((span) => span.match(NAME) ?? []).filter((option) => !known.has(option))).toEqual([]);
  });

  it("README.md names every mode", () => {
    expect(MODES.filter((mode) => !pages.get("README.md")?.includes(`\`${mode}\``))).toEqual([]);
  });

  it("name every format of tracks where they say what is read, as do the help and the error for another file", async () => {
    const { stdout } = await roadsnap(["snap", "--help"]);
    const said: [text: string, sentence: RegExp][] = [
      [pages.get("README.md") ?? "", /^- Reads .*/m],
      [pages.get("docs/tracks.md") ?? "", /\*\*Formats:\*\*.*?\. They are/s],
      [stdout, /Reads [^.]*\./],
      [caught(() => detectTrackFormat("\u0001\0\u0002")).message, /tracks are read from .*/],
    ];
    for (const [text, sentence] of said) {
      const words = sentence.exec(text)?.[0].toLowerCase() ?? "";
      expect(TRACK_FORMATS.filter((format) => !words.includes(format))).toEqual([]);
    }
  });

  it("are searched for commands correctly", () => {
    const lines = [...pages.values()].flatMap(written);
    expect(lines.flatMap(asked).filter(([, given]) => given.length > 0).length).toBeGreaterThan(30);
    expect(asked("zcat a | roadsnap snap - --from ndjson --nope | gzip > b --best")).toEqual([["snap", ["--from", "--nope"]]]);
    expect(asked("npm run evaluate -- --simulate 2 --thin 1")).toEqual([["evaluate", ["--simulate", "--thin"]]]);
    expect(asked("serve --open")).toEqual([["serve", ["--open"]]]);
    expect(asked("npx esbuild worker.js --bundle")).toEqual([]);
  });
});
