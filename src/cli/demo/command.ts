// The command line of `roadsnap demo`: its options and its help.
import type { Command } from "commander";
import { outputPath } from "../arguments.js";
import type { Io } from "../io.js";

/** Adds the command to the program. */
export function addDemo(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("demo")
    .summary("build and snap the bundled town, and draw it")
    .description(
      "Builds the small town that comes with the package, snaps its drives, prints the streets driven and writes a page that shows them.",
    )
    .option("-o, --output <file>", "page to write", outputPath, "demo.html")
    .action(async (options) => finish(await (await import("./demo.js")).demo(options, io)));
}
