// The command line of `roadsnap portal`: its options and its help.
import type { Command } from "commander";
import { outputPath } from "./arguments.js";
import type { Io } from "./io.js";

/** Adds the command to the program. */
export function addPortal(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("portal")
    .summary("write what a portal's data folder holds as a portal file")
    .description(
      "Writes the portal that serve --data keeps in a folder as a portal file: to look at it, to keep a copy, or to edit its members and roles and begin a new folder with it. Stop the server first. The file has password hashes, and only its owner may read it.",
    )
    .argument("<folder>", "the folder given to serve --data")
    .requiredOption("-o, --output <file>", "portal file to write", outputPath)
    .addHelpText(
      "after",
      `
Example, to let dave in and lock guest out:
  roadsnap portal ./portal-data -o portal.json     # then edit its members
  roadsnap serve --roads area.roads --portal portal.json --data ./portal-data-2`,
    )
    .action(async (folder: string, { output }: { output: string }) =>
      finish(await (await import("./portal.js")).portal(folder, output, io)),
    );
}
