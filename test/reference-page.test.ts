// docs/reference/: says what the sources say, has every public name, and every link on it leads somewhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readReference } from "../bench/reference/read.js";
import * as roadsnap from "../src/index.js";
import * as node from "../src/node/index.js";
import * as server from "../src/server/index.js";

const folder = new URL("../docs/reference/", import.meta.url);
const pages = readReference();
const written = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
      const plain = heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-");
      const times = seen.get(plain) ?? 0;
      seen.set(plain, times + 1);
      return times ? `${plain}-${times}` : plain;
    }),
  );
}

describe("docs/reference/", () => {
  it("is what `npm run reference` writes of the sources as they are", () => {
    expect([...written.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(written.get(name) === text, `${name} is stale: npm run reference`).toBe(true);
  });

  it("has every value that can be imported", () => {
    const all = [...pages.values()].join("\n");
    const names = [roadsnap, node, server].flatMap(Object.keys);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !all.includes(`\n## ${name}\n`))).toEqual([]);
  });

  it.each([...pages.keys()])("%s has no link that leads nowhere", (name) => {
    const links = [...(pages.get(name) as string).matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link.split("#"));
    expect(links.length).toBeGreaterThan(0);
    const broken = links.filter(([file, anchor]) => {
      if (file.startsWith("..")) return !existsSync(new URL(file, folder));
      const page = pages.get(file || name);
      return page === undefined || (anchor !== undefined && !anchorsOf(page).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("says of every name what it is", () => {
    const mute = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/^- \[(.*?)\]\(.*?\) – $/gm)].map(([, name]) => `${page}: ${name}`),
    );
    expect(mute).toEqual([]);
  });
});
