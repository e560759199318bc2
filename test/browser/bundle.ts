// Bundles the sources as an application for the browser does: tree-shaken, minified, one file.
import { fileURLToPath } from "node:url";
import { type OutputChunk, rolldown } from "rolldown";

/** The module that `import … from "roadsnap"` refers to here. */
export const ROADSNAP = file("src/index.ts");

/** A file of the project by its path from the root, wherever this file was compiled to. */
export function file(path: string): string {
  const root = import.meta.url.replace(/(\/out)?\/test\/browser\/[^/]*$/, "/");
  return fileURLToPath(new URL(path, root));
}

/**
 * Bundles the text of a module; it can import "roadsnap" and absolute paths. As a script (iife), its exports become `name`. With `treeshake` false, it
 * stands for a bundler that keeps unused code.
 */
export async function bundle(text: string, format: "esm" | "iife" = "esm", name = "roadsnap", treeshake = true): Promise<OutputChunk> {
  const entry = file("entry.js");
  const build = await rolldown({
    input: entry,
    platform: "browser",
    treeshake,
    resolve: { alias: { roadsnap: ROADSNAP }, extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [{ name: "entry", resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? text : null) }],
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  try {
    // Nothing is bundled after an application, so that comments for another bundler are removed.
    const { output } = await build.generate({ format, name, minify: true, comments: { annotation: false } });
    return output[0];
  } finally {
    await build.close();
  }
}
