// The unit part of the tests: which files, and how they run.
import type { TestProjectInlineConfiguration } from "vitest/config";
import { LONG } from "./runs.js";
import { oneSeed } from "./seeds.js";

/** The folders of test/ that it is in. */
export const UNIT_FOLDERS = ["compare", "evaluate", "export", "geo", "import", "match", "portal", "roads", "snap"];
/** What of these folders is none of it. */
export const NO_UNIT = ["-browser.test.ts", "roads/memory.test.ts", "snap/memory.test.ts"];

/** Limits that end what hangs. They are no measure of speed: a busy machine may take its time. */
export const LIMITS = { testTimeout: 120_000, hookTimeout: 180_000 };

/** The unit part as a project of vitest's. */
export const UNIT = {
  plugins: [oneSeed()],
  test: {
    include: [`test/{${UNIT_FOLDERS.join()}}/**/*.test.ts`],
    exclude: NO_UNIT.map((end) => `**/*${end}`),
    tags: [LONG],
    ...LIMITS,
    // A test in which nothing is expected, such as a loop over an empty list, fails.
    expect: { requireAssertions: true },
    // One process for each core, in which each module is read once: none of them keeps anything from test to test.
    maxWorkers: "100%",
    isolate: false,
  },
} satisfies TestProjectInlineConfiguration;
