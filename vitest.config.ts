import { defineConfig } from "vitest/config";
import { bundledWorkers } from "./test/helpers/workers.js";

export default defineConfig({
  plugins: [bundledWorkers()],
  test: { include: ["test/**/*.test.ts"], testTimeout: 20_000 },
});
