// The same work in a browser's worker and in Node; see `npm run bench:browser -- --help`.
import { compareWithBrowser } from "./browser/compare.js";
import { runCommand } from "./harness/command.js";

await runCommand("npm run bench:browser --", [compareWithBrowser]);
