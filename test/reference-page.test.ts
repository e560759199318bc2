// docs/reference/: says what the sources say, and says it of every public name; every link on it leads somewhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readReference } from "../bench/reference/read.js";

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
    expect([...pages.values()].join("").match(/^## \w+$/gm)?.length).toBeGreaterThan(270);
    expect([...written.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(written.get(name) === text, `${name} is stale: npm run reference`).toBe(true);
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

  it("says of every name and every field what it is", () => {
    const names = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/^- \[(.*?)\]\(.*?\) – $/gm)].map(([, name]) => `${page}: ${name}`),
    );
    // The columns of a road file are told of together; who travels is a word that says it.
    const told = ["RoadColumns", "Access"];
    const fields = [...pages].flatMap(([page, text]) =>
      text
        .split(/^## /m)
        .filter((entry) => !told.includes(entry.slice(0, entry.indexOf("\n"))))
        .flatMap((entry) =>
          [...entry.matchAll(/^\| (.*?) \|.* \| {2}\|$/gm)].map(([, field]) => `${page}: ${entry.split("\n")[0]} ${field}`),
        ),
    );
    expect([...names, ...fields]).toEqual([]);
  });
});
