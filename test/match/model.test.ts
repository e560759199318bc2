// The numbers of the model: each is used, and stands under a heading with the files that use it.
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codeOf } from "../helpers/source-text.js";

const MATCH = fileURLToPath(new URL("../../src/match/", import.meta.url));
const files = readdirSync(MATCH, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const used = new Map(
  files.map((path) => {
    const code = codeOf(readFileSync(`${MATCH}${path}`, "utf8"));
    return [basename(path), new Set([...code.matchAll(/\bMODEL\.(\w+)/g)].map(([, name]) => name))];
  }),
);
const sections = readFileSync(`${MATCH}model.ts`, "utf8")
  .split(/^\/\/ (?:——— |═.*)/m)
  .filter((text) => text.includes(" ———"));

describe("each heading of the model names the files that use its numbers", () => {
  it.each(sections.map((text) => [text.slice(0, text.indexOf(" ———")), text] as const))("%s", (heading, text) => {
    const numbers = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    const users = [...used].filter(([, names]) => numbers.some((name) => names.has(name))).map(([file]) => file);
    expect([...heading.matchAll(/[\w-]+\.ts/g)].map(([file]) => file).sort()).toEqual(users.sort());
    expect(numbers.filter((name) => ![...used.values()].some((names) => names.has(name)))).toEqual([]);
  });
});
