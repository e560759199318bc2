// The reference of the present sources.
import { entryOf } from "./entry.js";
import { pagesOf } from "./page.js";
import { withSections } from "./program.js";

/** Its pages by their names in docs/reference/. */
export function readReference(): Map<string, string> {
  return withSections((sections, checker) => {
    const names = new Set(sections.flatMap((section) => section.names.map(({ name }) => name)));
    return pagesOf(
      sections.map(({ names: own, ...section }) => ({
        ...section,
        entries: own.map((name) => entryOf(name, (other) => names.has(other), checker)),
      })),
    );
  });
}
