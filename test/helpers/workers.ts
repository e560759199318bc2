// Lets sources that start a worker thread run in tests: Node cannot run the TypeScript they name, so the worker is bundled once, where it is needed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";

/** The worker as tests start it: the real one, made mortal. */
const WORKER = fileURLToPath(new URL("./mortal-worker.ts", import.meta.url));
const NAMED = /new URL\("\.\/pool-worker\.js", import\.meta\.url\)/;

/** Puts the address of a bundled worker where a source names `./pool-worker.js`. */
export function bundledWorkers(): Plugin {
  let bundled: Promise<{ folder: string; file: string }> | undefined;
  const bundle = async () => {
    const folder = await mkdtemp(join(tmpdir(), "roadsnap-worker-"));
    const file = join(folder, "pool-worker.mjs");
    const build = await rolldown({ input: WORKER, platform: "node" });
    await build.write({ file, format: "esm", codeSplitting: false });
    await build.close();
    return { folder, file };
  };
  return {
    name: "bundled-workers",
    async transform(code) {
      if (!NAMED.test(code)) return null;
      bundled ??= bundle();
      const { file } = await bundled;
      return { code: code.replace(NAMED, `new URL("${pathToFileURL(file).href}")`), map: null };
    },
    async buildEnd() {
      const { folder } = (await bundled) ?? {};
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
