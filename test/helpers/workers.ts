// Lets tests start worker threads from TypeScript sources, which Node cannot run: the worker is bundled once, when it is needed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";

/** The workers as tests start them: the real ones, with ways to die. */
const WORKERS: Record<string, string> = { "pool-worker": "./mortal-worker.ts", "pbf-worker": "./mortal-pbf-worker.ts" };
const NAMED = new RegExp(`new URL\\("\\./(${Object.keys(WORKERS).join("|")})\\.js", import\\.meta\\.url\\)`);

/** Replaces the name of a worker's program in a source by the address of the bundled worker. */
export function bundledWorkers(): Plugin {
  const bundled = new Map<string, Promise<{ folder: string; file: string }>>();
  const bundle = async (name: string) => {
    const folder = await mkdtemp(join(tmpdir(), "roadsnap-worker-"));
    const file = join(folder, `${name}.mjs`);
    // The package says that its modules do nothing by themselves, which is not true of a worker's program.
    const build = await rolldown({ input: fileURLToPath(new URL(WORKERS[name], import.meta.url)), platform: "node", treeshake: false });
    await build.write({ file, format: "esm", codeSplitting: false });
    await build.close();
    return { folder, file };
  };
  return {
    name: "bundled-workers",
    async transform(code) {
      const [, name] = NAMED.exec(code) ?? [];
      if (name === undefined) return null;
      if (!bundled.has(name)) bundled.set(name, bundle(name));
      const { file } = (await bundled.get(name)) as { file: string };
      return { code: code.replace(NAMED, `new URL("${pathToFileURL(file).href}")`), map: null };
    },
    async buildEnd() {
      for (const making of bundled.values()) await rm((await making).folder, { recursive: true, force: true });
    },
  };
}
