// Stdin: standard input as one of a command's files. It can be read only once.
import { SnapError } from "../errors.js";

/** @throws SnapError "bad-option" when several of the paths are standard input. `which`: the name of the paths, for the sentence. */
export function checkStdin(paths: readonly (string | undefined)[], which = "the files"): void {
  if (paths.filter((path) => path === "-").length > 1)
    throw new SnapError("bad-option", `Standard input can be read once: only one of ${which} may be -.`);
}
