// The published clients with a running server: `npm run test:clients`. Those that must be installed first are in *.client.ts, which the main suite does
// not run; it runs the others too.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundledWorkers } from "../helpers/workers.js";

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [bundledWorkers()],
  test: {
    include: ["test/clients/**/*.{test,client}.ts", "test/server/sharing/rest-js.test.ts"],
    reporters: ["default", fileURLToPath(new URL("table.ts", import.meta.url))],
    fileParallelism: false, // installing is enough work for one machine
    testTimeout: 120_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
