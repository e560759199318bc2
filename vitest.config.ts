// `npm test`: the unit part, then the tests that need processes, workers, browsers or servers.
import { defineConfig } from "vitest/config";
import { LONG } from "./test/helpers/runs.js";
import { oneSeed } from "./test/helpers/seeds.js";
import { LIMITS, NO_UNIT, UNIT, UNIT_FOLDERS } from "./test/helpers/unit-part.js";
import { bundledWorkers } from "./test/helpers/workers.js";

export default defineConfig({
  test: {
    tags: [LONG],
    projects: [
      { ...UNIT, test: { ...UNIT.test, name: "unit" } },
      {
        plugins: [bundledWorkers(), oneSeed()],
        test: {
          name: "rest",
          include: ["test/*.test.ts", `test/!(${UNIT_FOLDERS.join("|")})/**/*.test.ts`, ...NO_UNIT.map((end) => `test/**/*${end}`)],
          ...LIMITS,
          expect: { ...UNIT.test.expect, poll: { timeout: 30_000 } },
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
