// Runs the example's own suite with the sources in place of an installed package.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundledWorkers } from "../helpers/workers.js";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export default defineConfig({
  root: path("examples/oracle"),
  cacheDir: path("node_modules/.vite"), // the example has no folder of packages of its own here
  plugins: [bundledWorkers()],
  resolve: {
    alias: [
      { find: /^roadsnap$/, replacement: path("src/index.ts") },
      { find: /^roadsnap\/server$/, replacement: path("src/server/index.ts") },
    ],
  },
  test: { testTimeout: 120_000 },
});
