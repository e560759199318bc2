// `npm run test:unit`: the tests that need nothing but the language and files, neither processes, workers, browsers, servers nor the network. A
// test of the architecture holds them to it.
import { defineConfig } from "vitest/config";
import { oneSeed } from "./test/helpers/seeds.js";

/** The folders of test/ that they are in. */
export const UNIT_FOLDERS = ["compare", "evaluate", "export", "geo", "import", "match", "portal", "roads", "snap"];
/** What of these folders is none. */
export const NO_UNIT = ["-browser.test.ts", "roads/memory.test.ts", "snap/memory.test.ts"];

export default defineConfig({
  plugins: [oneSeed()],
  test: {
    include: [`test/{${UNIT_FOLDERS.join()}}/**/*.test.ts`],
    exclude: NO_UNIT.map((end) => `**/*${end}`),
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A test in which nothing is expected, such as a loop over an empty list, fails.
    expect: { requireAssertions: true },
    // One process for each core, in which each module is read once: none of them keeps anything from test to test.
    maxWorkers: "100%",
    isolate: false,
  },
});
