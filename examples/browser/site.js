// Builds the page as a folder of files, and serves that folder on this machine.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve as listen } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { rolldown } from "rolldown";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Writes the page into the folder: the worker bundled with its imports, other files unchanged. `roads` are the bytes of the sample's road file;
 * `roadsnap` is the entry of the library in this repository. A project that has installed it does not need `resolve`.
 */
export async function build(folder, roads, roadsnap) {
  await mkdir(folder, { recursive: true });
  const bundle = await rolldown({
    input: here("worker.js"),
    platform: "browser",
    resolve: { alias: { roadsnap }, extensionAlias: { ".js": [".ts", ".js"] } },
  });
  await bundle.write({ dir: folder, format: "esm", minify: true });
  await bundle.close();
  for (const path of ["index.html", "page.js", "style.css", "../../fixtures/drives/errand.gpx"]) {
    await copyFile(here(path), join(folder, path.split("/").at(-1)));
  }
  await writeFile(join(folder, "town.roads"), new Uint8Array(roads));
}

/** Serves the folder to this machine only; port 0 is any free port. Resolves to the server once it listens. */
export function serve(folder, port) {
  const app = new Hono().use("*", serveStatic({ root: folder }));
  return new Promise((resolve, reject) => {
    const server = listen({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => resolve(server));
    server.on("error", reject);
  });
}
