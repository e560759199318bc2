// Program: the command line with its commands; turns trouble into one sentence and an exit code.
import { Command, CommanderError } from "commander";
import { SnapError } from "../errors.js";
import { refuseSecond } from "./arguments.js";
import { addBuild } from "./build-command.js";
import { addCompare } from "./compare/command.js";
import { addDemo } from "./demo/command.js";
import { addEvaluate } from "./evaluate/command.js";
import { EXIT } from "./exit.js";
import { addExtract } from "./extract-command.js";
import { fitted } from "./help.js";
import { addInspect } from "./inspect/command.js";
import type { Io, Output } from "./io.js";
import { addPortal } from "./portal-command.js";
import { errorName, tell } from "./report.js";
import { addServe } from "./serve-command.js";
import { addSnap } from "./snap/command.js";
import { version } from "./version.js";

/** Runs one command line and returns its exit code. It never throws for a mistake of the user. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.done;
  const program = describe(io, (result) => {
    code = result;
  });
  try {
    const asking = asked(argv, program);
    tellMisspelt(asking, program);
    await program.parseAsync(asking, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badUsage;
    const usage = error instanceof SnapError && error.code === "bad-option";
    tell(error, io);
    return usage ? EXIT.badUsage : EXIT.badInput;
  }
  return code;
}

/**
 * The arguments; but only the name if there is no such command, so that this is reported. With `help snip` or `snip --help` the parser would show the program's
 * own help instead.
 */
function asked(argv: readonly string[], program: Command): string[] {
  const [name = ""] = argv[0] === "help" ? argv.slice(1) : argv;
  const isKnown = name === "" || name.startsWith("-") || name === "help" || program.commands.some((command) => command.name() === name);
  return isKnown ? [...argv] : [name];
}

/** Reports an unknown option first: it may be a required one, misspelt, and then the parser would only report the required one as missing. */
function tellMisspelt([name, ...rest]: readonly string[], program: Command): void {
  const command = program.commands.find((one) => one.name() === name);
  if (command === undefined) return;
  const takesNext = (argument = "") =>
    command.options.some(({ long, short, required }) => required && (argument === long || argument === short));
  const known = ["--help", ...command.options.map(({ long }) => long)];
  const end = rest.indexOf("--");
  const options = (end < 0 ? rest : rest.slice(0, end)).filter((argument, i) => argument.startsWith("--") && !takesNext(rest[i - 1]));
  if (options.every((argument) => known.includes(argument.split("=")[0]))) return;
  for (const option of command.options) option.makeOptionMandatory(false);
}

const helpWidth = ({ columns = 100 }: Output): number => Math.min(columns, 110);

function describe(io: Io, finish: (code: number) => void): Command {
  const program = new Command("roadsnap")
    .description("Offline map matching: GPS tracks and a road file in, the roads driven out.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(fitted(text, helpWidth(io.stdout))),
      writeErr: (text) => io.stderr.write(fitted(text, helpWidth(io.stderr))),
      outputError: (text) => io.stderr.write(text.replace(/^error:/, errorName(io.stderr))),
      getOutHelpWidth: () => helpWidth(io.stdout),
      getErrHelpWidth: () => helpWidth(io.stderr),
    })
    .showHelpAfterError("See roadsnap --help, or --help after a command.")
    .addHelpText(
      "after",
      `
A first look, on a small town that comes with the package:
  roadsnap demo

Your own roads and tracks:
  roadsnap build berlin.osm.pbf -o berlin.roads       once: OpenStreetMap to a road file
  roadsnap snap trip.gpx --roads berlin.roads -o snapped.gpx --html trip.html

Exit codes: 0 done, 1 the input is wrong (one sentence says what), 2 the command is wrong.`,
    );

  addBuild(program, io, finish);
  addExtract(program, io, finish);
  addSnap(program, io, finish);
  addInspect(program, io, finish);
  addServe(program, io, finish);
  addPortal(program, io, finish);
  addEvaluate(program, io, finish);
  addCompare(program, io, finish);
  addDemo(program, io, finish);

  for (const command of program.commands) refuseSecond(command);
  return program;
}
