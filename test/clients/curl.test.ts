// The curl lines in the README and on the pages about the server, run as printed, with the command that is printed before them.
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scratch } from "../helpers/terminal.js";

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The address of `roadsnap serve` without a port. */
const PRINTED = "http://127.0.0.1:8080";

/** A line with a curl request to this machine. */
interface Printed {
  /** Its purpose: its comment, or the operation that it calls. */
  name: string;
  line: string;
  /** The `roadsnap serve` line before it. */
  serve: string;
  /** The lines before it that set variables. */
  variables: string[];
}

function printedIn(markdown: string): Printed[] {
  const found: Printed[] = [];
  let serve = "";
  for (const [, block] of markdown.matchAll(/^```sh\n(.*?)^```$/gms)) {
    const variables: string[] = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("roadsnap serve ")) serve = line.replace(/\s+#.*$/, "");
      const name = /\s#\s+(.*)$/.exec(line)?.[1] ?? /\/(\w+) -d/.exec(line)?.[1] ?? line;
      if (/\bcurl\b/.test(line) && !line.includes("https://")) found.push({ name, line, serve, variables: [...variables] });
      if (/^\w+=/.test(line)) variables.push(line);
    }
  }
  return found;
}

const PAGES = ["README.md", "docs/server.md", "docs/portal.md"];
const printed = PAGES.flatMap((page) => printedIn(readFileSync(root(page), "utf8")));
const absent = ["bash", "curl", "jq"].filter(
  (command) => printed.some(({ line }) => line.includes(command)) && spawnSync(command, ["--version"]).error,
);
const missing = printed.length === 0 ? "the pages have no curl lines" : absent.length > 0 ? `${absent.join(", ")} not here` : undefined;
if (missing !== undefined) console.warn(`test/clients/curl.test.ts skipped: ${missing}.`);

const at = scratch();
const env = { ...process.env, PATH: [at("bin"), process.env.PATH].join(delimiter) };
const children: ChildProcess[] = [];
/** The address at which each command serves. */
const urls = new Map<string, string>();

/** Runs a command as printed, but on a free port. */
async function start(serve: string): Promise<void> {
  const child = spawn("bash", ["-c", `exec ${serve} --port 0`], { cwd: at(), env, stdio: ["ignore", "ignore", "pipe"] });
  children.push(child);
  const [greeting] = await once(createInterface(child.stderr), "line");
  urls.set(serve, /http:\/\/\S+/.exec(greeting)![0]);
}

/** What a line prints; if it sets a variable, the value of that. */
async function run({ line, variables, serve }: Printed): Promise<string> {
  const assigned = /^(\w+)=/.exec(line)?.[1];
  const script = ["set -e", ...variables, line, ...(assigned ? [`printf %s "$${assigned}"`] : [])].join("\n");
  const { stdout } = await promisify(execFile)("bash", ["-c", script.replaceAll(PRINTED, urls.get(serve)!)], { cwd: at(), env });
  return stdout;
}

describe("curl, as printed", () => {
  beforeAll(async () => {
    if (missing !== undefined) return;
    for (const folder of ["bin", "dist"]) mkdirSync(at(folder));
    for (const path of ["node_modules", "fixtures", "package.json"]) symlinkSync(root(path), at(path));
    const tsc = [root("node_modules/typescript/lib/tsc.js"), "-p", root("tsconfig.build.json"), "--outDir", at("dist")];
    spawnSync(process.execPath, tsc); // type errors are found elsewhere
    chmodSync(at("dist/cli/main.js"), 0o755);
    symlinkSync(at("dist/cli/main.js"), at("bin/roadsnap"));
    for (const serve of new Set(printed.map((one) => one.serve))) await start(serve);
  });
  afterAll(async () => {
    for (const child of children) {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    }
  });
  beforeEach(({ skip }) => skip(missing !== undefined, missing));

  const rows = printed.map((one): [string, Printed] => [one.name, one]);
  it.each(rows.length > 0 ? rows : [["what the pages print", {} as Printed] as const])("%s", async (_, one) => {
    const { line } = one;
    const text = await run(one);
    if (/^\w+=/.test(line)) return expect(text).toMatch(/^[\w-]{100,}$/); // a token
    if (line.includes("f=pjson")) expect(text).toMatch(/^\{\n {2}"/);
    const { results, ...answer } = JSON.parse(text);
    if (line.includes("points=")) {
      const names = results.map(({ paramName }: { paramName: string }) => paramName);
      expect(names.includes("output_lines")).toBe(line.includes("return_lines=true"));
      expect(results.at(-1)).toMatchObject({ paramName: "usage_cost", value: { numObjects: 2 } });
    } else {
      for (const result of results ?? [answer]) expect(result).toMatchObject({ success: true });
    }
  });
});
