import { defineConfig } from "vitest/config";
import { LONG } from "./test/helpers/runs.js";
import { oneSeed } from "./test/helpers/seeds.js";
import { bundledWorkers } from "./test/helpers/workers.js";

export default defineConfig({
  plugins: [bundledWorkers(), oneSeed()],
  test: {
    include: ["test/**/*.test.ts"],
    tags: [LONG],
    // They end what hangs, and are no measure of speed: a busy machine may take its time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
