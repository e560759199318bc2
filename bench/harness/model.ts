// Other numbers of the model for one run: the program starts again with a loader that writes them into the module.
import { spawnSync } from "node:child_process";
import * as MODEL from "../../src/match/model.js";
import { changeNumbers } from "./names.js";
import { refuse } from "./options.js";

/** Set in the process that has the numbers. */
const DONE = "ROADSNAP_MODEL";

/** Returns only in a process whose model has the numbers of `changes` (NAME=VALUE); otherwise starts one, and ends with its exit code. */
export function withModel(changes: readonly string[]): void {
  if (changes.length === 0 || process.env[DONE] !== undefined) return;
  const numbers = { ...MODEL } as Record<string, number>;
  const wrong = changeNumbers("number of the model", numbers, changes);
  if (wrong !== null) refuse(wrong);
  const loader = new URL("model-loader.js", import.meta.url).href;
  const register = `import { register } from "node:module"; register(${JSON.stringify(loader)}, { data: ${JSON.stringify(numbers)} });`;
  const argv = ["--import", `data:text/javascript,${encodeURIComponent(register)}`, ...process.argv.slice(1)];
  const { status } = spawnSync(process.execPath, argv, { stdio: "inherit", env: { ...process.env, [DONE]: "1" } });
  process.exit(status ?? 1);
}
