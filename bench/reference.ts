// Writes docs/reference/: every public name, from the doc comments of the sources. `npm run reference`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readReference } from "./reference/read.js";

const pages = readReference();
rmSync("docs/reference", { recursive: true, force: true });
mkdirSync("docs/reference");
for (const [name, text] of pages) writeFileSync(`docs/reference/${name}`, text);
