// Every link between pages of the project leads to an existing file or heading.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { anchorsOf } from "../bench/reference/anchors.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", ...["docs", "bench", "examples", "fixtures"].flatMap(pagesIn)];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md") && !name.includes("node_modules")).map((name) => join(folder, name));
}

/** A page without its code blocks, in which nothing is a heading or a link. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replace(/^```.*?^```/gms, "");
}

/** The anchors of a page's headings. */
function anchorsIn(page: string): Set<string> {
  return new Set(anchorsOf([...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)));
}

it.each(pages)("%s has no broken links", (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^https?:/.test(link));
  const broken = links.filter((link) => {
    const [file, anchor] = link.split("#");
    const target = file ? join(root, dirname(page), file) : join(root, page);
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(relative(root, target)).has(anchor));
  });
  expect(broken).toEqual([]);
});
