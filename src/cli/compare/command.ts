// The command lines of `roadsnap compare`, `record` and `replay`: their options and their help.
import type { Command } from "commander";
import { number, outputPath, Repeatable, several, wholeNumber } from "../arguments.js";
import type { Io } from "../io.js";
import type { CompareCommandOptions } from "./compare.js";
import { parameterValue, toleranceHelp, toleranceList } from "./options.js";
import type { RecordCommandOptions } from "./record.js";
import type { ReplayCommandOptions } from "./replay.js";

/** Adds the commands to the program. */
export function addCompare(program: Command, io: Io, finish: (code: number) => void): void {
  const compare = program
    .command("compare")
    .summary("compare two responses, or the answers of two services")
    .description(
      "Compares two responses of SnapToRoads in files. Or sends requests to two sides, such as roads here and a service elsewhere, and compares their answers.",
    )
    .argument(
      "<inputs...>",
      "two response files; or, with --roads or --service, requests: execute JSON, forms as posted, tracks of any format, or folders of these",
    );
  withSides(compare);
  compare.option("--repeat <n>", "send each request so many times, to measure the latency", wholeNumber("n", 1, 100_000), 1);
  withParameters(compare);
  withVerdict(compare)
    .addHelpText("after", COMPARE_HELP)
    .action(async (inputs: string[], options: CompareCommandOptions) =>
      finish(await (await import("./compare.js")).compare(inputs, options, io)),
    );

  const record = program
    .command("record")
    .summary("save a service's answers as fixtures")
    .description(
      "Sends requests to a service and saves each with its answer, status and latency, one file per request, without tokens. A second run goes on where the first stopped.",
    )
    .argument(
      "<requests...>",
      "requests: execute JSON, forms as posted, tracks of any format, or folders of these; - reads standard input",
    );
  withSides(record);
  withParameters(record)
    .requiredOption("-o, --output <folder>", "folder to write name.recording.json into")
    .option("--again", "record again what is there already")
    .addHelpText("after", RECORD_HELP)
    .action(async (requests: string[], options: RecordCommandOptions) =>
      finish(await (await import("./record.js")).record(requests, options, io)),
    );

  const replay = program
    .command("replay")
    .summary("run recorded requests again and compare the answers")
    .description("Sends recorded requests to roads here or a service elsewhere and compares the answers with those recorded.")
    .argument("<folder>", "folder of *.recording.json");
  withSides(replay);
  withVerdict(replay)
    .option("--exact", "require the recorded bytes, without tolerances")
    .addHelpText("after", REPLAY_HELP)
    .action(async (folder: string, options: ReplayCommandOptions) =>
      finish(await (await import("./replay.js")).replay(folder, options, io)),
    );
}

function withSides(command: Command): Command {
  const text = several((value: string) => value);
  return command
    .addOption(new Repeatable("-r, --roads <file>", "road file to answer from here; an OSM or GeoJSON file is built on the fly", text))
    .addOption(new Repeatable("-s, --service <url>", "service to ask: …/GPServer, …/GPServer/SnapToRoads or …/execute", text))
    .addOption(
      new Repeatable(
        "--token <token>",
        "token for a service, once for each in their order (default: the environment's ROADSNAP_TOKEN)",
        text,
      ),
    )
    .option("--referer <url>", "referer to send, if the token is bound to one")
    .option("--timeout <seconds>", "how long to wait for an answer", number("seconds", 0.001, 300), 300);
}

function withParameters(command: Command): Command {
  return command.addOption(
    new Repeatable(
      "-p, --parameter <name=value>",
      "parameter to set in every request, for example return_lines=false; repeatable",
      parameterValue,
    ),
  );
}

function withVerdict(command: Command): Command {
  return command
    .addOption(new Repeatable("--tolerance <name=value,…>", "limits of the verdict, listed below; repeatable", toleranceList))
    .option(
      "--cover <metres>",
      "how near a line a place must be to count as on it; raise it where the maps differ",
      number("metres", 0.1, 25),
      1.5,
    )
    .option(
      "--worst <n>",
      "show each case in full, with this many of its points (default: 5 if there is one case)",
      wholeNumber("n", 0, 100_000),
    )
    .option("--json <file>", "write all findings, down to each point; - prints them instead of the table", outputPath);
}

const TOLERANCE_HELP = `
Tolerances, and what is allowed unless told; a share is 0 to 1:
${toleranceHelp()}

Exit codes: 0 within all of them, 1 beyond one or the input is wrong, 2 the command is wrong.`;

const COMPARE_HELP = `
With --roads and --service the first is A and the second is B; two --service, or two --roads, will do
as well. A token is best given in ROADSNAP_TOKEN; it is never printed.
${TOLERANCE_HELP}

Examples:
  roadsnap compare ours.json theirs.json
  roadsnap compare request.json --roads berlin.roads --service https://host/…/GPServer
  roadsnap compare trips/*.gpx --roads berlin.roads --service https://host/…/GPServer --cover 10 --repeat 20
  roadsnap compare requests/ --roads old.roads --roads new.roads --json compared.json`;

const RECORD_HELP = `
Tracks become requests with return_lines=true. Nothing that is called token is written.

Examples:
  roadsnap record requests/ --service https://host/…/GPServer -o recorded/
  roadsnap record trip.gpx --roads berlin.roads -o golden/ -p road_properties_on_lines=posted_speed_limit_kph`;

const REPLAY_HELP = `${TOLERANCE_HELP}

Examples:
  roadsnap replay recorded/ --roads berlin.roads
  roadsnap replay golden/ --roads berlin.roads --exact`;
