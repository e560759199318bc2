// docs/reference/: it is generated from the sources, and describes every public name.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readReference } from "../bench/reference/read.js";

const folder = new URL("../docs/reference/", import.meta.url);
const pages = readReference();
const written = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

describe("docs/reference/", () => {
  it("is what `npm run reference` writes of the present sources", () => {
    expect([...pages.values()].join("").match(/^## \w+$/gm)?.length).toBeGreaterThan(270);
    expect([...written.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(written.get(name) === text, `${name} is stale: npm run reference`).toBe(true);
  });

  it("describes every name and every field", () => {
    const names = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/^- \[(.*?)\]\(.*?\) – $/gm)].map(([, name]) => `${page}: ${name}`),
    );
    // The columns of a road file are described together; the names of modes need no description.
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
