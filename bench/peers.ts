// Benches against other map matchers; see `npm run bench:peers -- --help`.
import { runCommand } from "./harness/command.js";
import { compareWithValhalla } from "./peers/compare.js";

await runCommand("npm run bench:peers --", [compareWithValhalla]);
