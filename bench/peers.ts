// Benches beside other map matchers; `npm run bench:peers -- --help` says how.
import { runCommand } from "./harness/command.js";
import { compareWithValhalla } from "./peers/compare.js";

await runCommand("npm run bench:peers --", [compareWithValhalla]);
