// docs/matcher.md: its snippets run with the results it states, and it names all options and fields.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SnapErrorCode } from "../src/errors.js";
import * as roadsnap from "../src/index.js";
import { AVOIDABLE, type MatcherOptions, settle } from "../src/match/options.js";
import { settlePool } from "../src/node/pool/options.js";
import { Access, type Mode } from "../src/roads/attributes.js";
import { runCode, snippetsOf } from "./helpers/snippets.js";
import { caught } from "./import/caught.js";
import { scene } from "./match/scene.js";

const page = readFileSync(new URL("../docs/matcher.md", import.meta.url), "utf8");
const snippets = snippetsOf(page);
const rows = page.split("\n").filter((line) => line.startsWith("|"));
const { network, drive } = scene("a---------b---------c", { abc: {} });

/** Runs a snippet in which a comment after an expression is its expected value; returns the number of such comments. */
async function run(snippet: string, given: object): Promise<number> {
  let checks = 0;
  const check = (line: string, seen: unknown, value: unknown) => {
    checks++;
    expect(seen, line).toEqual(value);
  };
  const body = snippet
    .replace(/^import (\{.*\}) from "roadsnap";$/m, "const $1 = roadsnap;")
    .replace(/^(?!const )(\S.*); \/\/ (.*)$/gm, (line, expression, value) => `check(${JSON.stringify(line)}, ${expression}, ${value});`);
  await runCode(body, { roadsnap, check, ...given });
  return checks;
}

/** All names of members of an object, and of the objects in it. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

describe("docs/matcher.md", () => {
  it("has snippets that run, with the results that they state", async () => {
    const gpx = roadsnap.writeGpx(
      roadsnap.snapPoints(
        new roadsnap.Matcher(network),
        drive("ac").map((point) => ({ ...point, trackId: null, objectId: null, attributes: {} })),
      ),
      network,
    );
    expect(snippets).toHaveLength(2);
    expect(await run(snippets[0], {})).toBe(7);
    expect(await run(snippets[1], { gpx, roads: network })).toBe(1);
  });

  it("has a row for every option of Matcher, MatcherPool and LiveMatcher", () => {
    const { message } = caught(() => settlePool({ nope: 1 } as object, 0));
    const names = [...(/there are (.*)\.$/.exec(message)?.[1].split(", ") ?? []), "lag", "keep"];
    expect(names).toHaveLength(16);
    expect(names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
  });

  it("states the right defaults and ranges", () => {
    const settings = settle({});
    const row = (name: string) => rows.find((line) => line.startsWith(`| \`${name}\` `)) ?? "";
    for (const name of ["maxSpeed", "searchRadius", "defaultAccuracy", "maxCandidates", "routeMemory"] as const) {
      const { message } = caught(() => settle({ [name]: 0 } as MatcherOptions));
      const [, low, high] = /from (\S+) to (\S+)\.$/.exec(message) ?? [];
      expect(row(name)).toContain(`, ${low}–${high} `);
    }
    for (const mode of Object.keys(Access) as Mode[]) expect(row("maxSpeed")).toContain(`${mode} ${settle({ mode }).maxSpeed}`);
    expect(row("searchRadius")).toContain(` ${settings.searchRadius}, or ${settings.lastResort} if `);
    expect(row("maxCandidates")).toContain(` ${settings.maxCandidates} `);
    expect(row("mode")).toContain(`"${settings.mode}"`);
    expect(row("uTurns")).toContain(`"${settings.uTurns}"`);
    const fixes = drive("ac").map(({ lon, lat }) => ({ lon, lat }));
    const [asSaid, unsaid] = [{ defaultAccuracy: 7.55 }, {}].map((options) =>
      roadsnap.explain(new roadsnap.Matcher(network, options), fixes),
    );
    expect(row("defaultAccuracy")).toContain(" 7.55 ");
    expect(asSaid.steps[0].sigma).toBeCloseTo(unsaid.steps[0].sigma, 1);
  });

  it("names every value of an option, every kind of road, and every code of an error", () => {
    const codes: Record<SnapErrorCode, true> = {
      "bad-input": true,
      "bad-option": true,
      "bad-roads": true,
      limit: true,
      "not-found": true,
      aborted: true,
      internal: true,
    };
    const uTurns = /must be one of (.*)\.$/.exec(caught(() => settle({ uTurns: "" as never })).message)?.[1].split(", ") ?? [];
    const words = [...AVOIDABLE, ...Object.keys(codes), ...[...Object.keys(Access), ...uTurns].map((choice) => `"${choice}"`)];
    expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });

  it("names every field of explain and Weighing", () => {
    const track = drive("ac").map((point) => ({ ...point, trackId: null, objectId: null, attributes: {} }));
    const { match: _, ...explanation } = roadsnap.explain(new roadsnap.Matcher(network), track);
    const weighing = new roadsnap.Weighing(new roadsnap.Matcher(network));
    roadsnap.snapPoints(weighing, track, { matched: weighing.matched });
    const names = new Set([...namesIn(explanation), ...namesIn(weighing.of(track.length)), "match"]);
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
