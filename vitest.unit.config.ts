// `npm run test:unit`, for every save: the tests that need nothing but the language and files, neither processes, workers, browsers, servers nor
// the network, which a test of the architecture holds them to, nor much time.
import { defineConfig } from "vitest/config";
import { LONG } from "./test/helpers/runs.js";
import { oneSeed } from "./test/helpers/seeds.js";

/** The folders of test/ that they are in. */
export const UNIT_FOLDERS = ["compare", "evaluate", "export", "geo", "import", "match", "portal", "roads", "snap"];
/** What of these folders is none. */
export const NO_UNIT = ["-browser.test.ts", "roads/memory.test.ts", "snap/memory.test.ts"];

// The configuration's process and those of the tests, which inherit it, count with the same share.
process.env.PROPERTY_SHARE ??= "0.2";

export default defineConfig({
  plugins: [oneSeed()],
  test: {
    include: [`test/{${UNIT_FOLDERS.join()}}/**/*.test.ts`],
    exclude: NO_UNIT.map((end) => `**/*${end}`),
    tags: [LONG],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A test in which nothing is expected, such as a loop over an empty list, fails.
    expect: { requireAssertions: true },
    // One process for each core, in which each module is read once: none of them keeps anything from test to test.
    maxWorkers: "100%",
    isolate: false,
  },
});
