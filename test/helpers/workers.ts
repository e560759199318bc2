// Lets tests start worker threads from TypeScript sources, which Node cannot run: the worker is bundled once, when it is needed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import type { Plugin } from "vitest/config";

/** The worker as tests start it: the real one, with the ways to die of mortal-worker.ts. */
const WORKER = fileURLToPath(new URL("./mortal-worker.ts", import.meta.url));
const NAMED = /new URL\("\.\/pool-worker\.js", import\.meta\.url\)/;

/** Replaces `./pool-worker.js` in a source by the address of the bundled worker. */
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
