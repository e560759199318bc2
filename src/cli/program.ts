// The command line: what there is, what each command takes, and how trouble becomes one sentence and an exit code.
import { Command, CommanderError, Option } from "commander";
import { SnapError } from "../errors.js";
import { TRACK_FORMATS } from "../import/track-input.js";
import { gigabytes, MODES, modeList, number, outputPath, place, refuseSecond, wholeNumber } from "./arguments.js";
import { addCompare } from "./compare-command.js";
import { addEvaluate } from "./evaluate-command.js";
import { EXIT } from "./exit.js";
import { addExtract } from "./extract-command.js";
import type { Io } from "./io.js";
import { tell } from "./report.js";
import { addServe } from "./serve-command.js";
import { version } from "./version.js";

/** Runs one command line and gives its exit code; never throws for what a user did. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.done;
  const program = describe(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(asked(argv, program), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badUsage;
    const usage = error instanceof SnapError && error.code === "bad-option";
    tell(error, io);
    return usage ? EXIT.badUsage : EXIT.badInput;
  }
  return code;
}

/**
 * A command that there is not is told as such whatever is asked about it: of `help snip` and `snip --help` the parser would show the program's own help.
 */
function asked(argv: readonly string[], program: Command): string[] {
  const [name = ""] = argv[0] === "help" ? argv.slice(1) : argv;
  const isKnown = name === "" || name.startsWith("-") || name === "help" || program.commands.some((command) => command.name() === name);
  return isKnown ? [...argv] : [name];
}

function describe(io: Io, finish: (code: number) => void): Command {
  const program = new Command("roadsnap")
    .description("Offline map matching: GPS tracks and a road file in, the roads driven out.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "roadsnap: ")),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 110),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 110),
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

  program
    .command("build")
    .summary("make a road file from OpenStreetMap or GeoJSON")
    .description(
      "Makes a road file from OSM XML, OSM PBF (either may be gzipped) or GeoJSON lines, told apart by content. Prints a report of what went in and what was left out.",
    )
    .argument("<files...>", "OSM files; neighbouring extracts are joined. - reads standard input")
    .requiredOption("-o, --output <file>", "road file to write, usually named *.roads", outputPath)
    .option("-m, --modes <list>", `keep roads for these modes only, of ${MODES.join(", ")} (default: all)`, modeList)
    .option("--max-memory <GB>", "refuse roads that take more memory than this (default: what the system has to spare)", gigabytes)
    .option("--json", "print the report as JSON")
    .option("-q, --quiet", "print nothing but errors")
    .addHelpText(
      "after",
      `
A PBF may be of any size: it is read block by block, and building takes some three times the road file's size in memory.

Extracts of any place: https://download.geofabrik.de (take the .osm.pbf).

Examples:
  roadsnap build andorra.osm.pbf -o andorra.roads
  roadsnap build north.osm.gz south.osm.gz -o both.roads --modes driving,trucking`,
    )
    .action(async (files, options) => finish(await (await import("./build.js")).build(files, options, io)));

  addExtract(program, io, finish);

  program
    .command("snap")
    .summary("snap tracks to roads")
    .description(
      "Snaps tracks to the roads they were most likely driven on. Reads GPX, CSV, GeoJSON, NDJSON and execute JSON (of a request to SnapToRoads its points, not what else it asks for), gzipped or not, told apart by content.",
    )
    .argument("<tracks...>", "track files; - reads standard input")
    .requiredOption("-r, --roads <file>", "road file; an OSM or GeoJSON file is built on the fly")
    .option(
      "-o, --output <path>",
      "file to write, or a folder (end it with /) for one file per input (default: standard output)",
      outputPath,
    )
    .addOption(
      new Option(
        "-t, --to <format>",
        "form of the output (default: by the output's extension; into a folder, as each input; from standard input ndjson, else geojson)",
      ).choices(TRACK_FORMATS),
    )
    .addOption(new Option("-f, --from <format>", "form of the input (default: by content)").choices(TRACK_FORMATS))
    .addOption(new Option("-m, --mode <mode>", "who travels").choices(MODES).default("driving"))
    .option("--html <file>", "also draw everything on one self-contained page", outputPath)
    .option("--why", "say on that page what was weighed for each point: places, their costs, how likely each was")
    .option("--title <text>", "heading of that page")
    .option("--attribution <text>", 'credit for the roads on that page; "" for none (default: OpenStreetMap\'s, none for GeoJSON roads)')
    .option("--search-radius <metres>", "how far from a fix roads are looked for, at least", number("metres", 1, 2000))
    .option("--accuracy <metres>", "accuracy of fixes that report none, as a 68 % radius (default: estimated)", number("metres", 0.5, 500))
    .option(
      "--hdop-scale <factor>",
      "metres per unit of a field named hdop (default: such a field is in metres)",
      number("factor", 1e-6, 1000),
    )
    .option("--threads <n>", "threads of a stream (default: as many as the machine runs at once)", wholeNumber("threads", 1, 1024))
    .option("--resume", "line by line into -o FILE.ndjson: leave out what is answered there and go on behind it")
    .option("-q, --quiet", "print nothing but the result and errors")
    .addHelpText(
      "after",
      `
The extension says the form: .gpx .csv .geojson .ndjson, and .json for the execute response.
Several inputs into one file: each file's tracks keep apart by its name. A file that cannot be read is reported and the others go on.
NDJSON with a track a line, from - or one file to NDJSON, is a stream: answered line by line and in order on all cores, in constant memory. A line
that cannot be snapped is answered by {"id", "error", "line"} and the stream goes on (exit code 1 at its end). SIGTERM and SIGINT end it behind the
lines in hand, with exit code 143 or 130.

Examples:
  roadsnap snap trip.gpx --roads berlin.roads -o snapped.gpx
  roadsnap snap trip.gpx --roads berlin.osm.pbf --html trip.html > snapped.geojson
  roadsnap snap fleet/*.csv --roads berlin.roads -o snapped/ --mode trucking
  zcat tracks.ndjson.gz | roadsnap snap - --from ndjson --roads berlin.roads > snapped.ndjson
  roadsnap snap tracks.ndjson --roads berlin.roads -o snapped.ndjson --resume`,
    )
    .action(async (tracks, options) => finish(await (await import("./snap.js")).snap(tracks, options, io)));

  program
    .command("inspect")
    .summary("say what is in a road file, and what is near a place")
    .description(
      "Says what is in a road file. With --at, lists the roads near a place, nearest first: what they are and who may use them in which direction.",
    )
    .argument("<roads>", "road file; an OSM or GeoJSON file is built on the fly")
    .option("--at <lon,lat>", "place in degrees, longitude first", place)
    .option("--radius <metres>", "how far from the place to look (default: 50)", number("metres", 0.1, 100_000))
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      `
Examples:
  roadsnap inspect berlin.roads
  roadsnap inspect berlin.roads --at 13.3777,52.5163 --radius 30`,
    )
    .action(async (roads, options) => finish(await (await import("./inspect.js")).inspect(roads, options, io)));

  addServe(program, io, finish);
  addEvaluate(program, io, finish);
  addCompare(program, io, finish);

  program
    .command("demo")
    .summary("build and snap the bundled town, and draw it")
    .description(
      "Builds the small town that comes with the package, snaps its drives, prints which streets were driven and writes a page to look at.",
    )
    .option("-o, --output <file>", "page to write", outputPath, "demo.html")
    .action(async (options) => finish(await (await import("./demo.js")).demo(options, io)));

  for (const command of program.commands) refuseSecond(command);
  return program;
}
