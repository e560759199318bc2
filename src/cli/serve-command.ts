// The command line of `roadsnap serve`: its options and its help.
import { type Command, Option } from "commander";
import { DEFAULTS } from "../server/options.js";
import { number, wholeNumber } from "./arguments.js";
import type { Io } from "./io.js";
import type { ServeOptions } from "./serve.js";

const MOST = Number.MAX_SAFE_INTEGER;

/** Adds the command to the program. */
export function addServe(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("serve")
    .summary("answer SnapToRoads, and a portal's reassign and shareItems, over HTTP")
    .description(
      "Answers SnapToRoads execute over HTTP as the hosted service does, so that its clients run against this machine; with a portal file, reassign and shareItems too. Prints its addresses, then one line of JSON for each request. Ends on SIGTERM, Ctrl-C or SIGHUP, after the requests in hand; at once on a second signal.",
    )
    .requiredOption("-r, --roads <file>", "road file; an OSM or GeoJSON file is built on the fly")
    .option("-p, --port <port>", "port to listen on; 0 for any free one", wholeNumber("port", 0, 65_535), DEFAULTS.port)
    .option("--host <host>", "address to listen on; 0.0.0.0 lets every machine that can reach this one connect", DEFAULTS.host)
    .addOption(new Option("--token <token>", "a fixed token that every request must have").env("ROADSNAP_SERVER_TOKEN"))
    .option("--open", "require no token (the default without --token and --portal); refused on a public address")
    .option("--portal <file>", "JSON file of members, groups and items; members sign in to get tokens")
    .option("--data <folder>", "where changes of the portal are kept (default: they are lost when the server ends)")
    .option(
      "--max-records <n>",
      "most points accepted, and most lines returned, in a request",
      wholeNumber("n", 1, MOST),
      DEFAULTS.maxRecords,
    )
    .option("--max-seconds <seconds>", "longest time that a request may compute", number("seconds", 0.001, 86_400), DEFAULTS.maxSeconds)
    .option("--max-bytes <n>", `largest body of a request (default: ${DEFAULTS.maxBodyBytes}, which is 64 MiB)`, wholeNumber("n", 1, MOST))
    .option(
      "--threads <n>",
      "worker threads (default: the machine's cores and two); one client may use all but one of them, and for long requests all but two",
      wholeNumber("n", 1, 1024),
    )
    .option(
      "--empty-lines",
      "when no lines are asked for, send output_lines with an empty value instead of leaving it out; some clients need it",
    )
    .option("--trust-proxy", "trust X-Forwarded-For, -Proto, -Host and -Prefix, as set by a proxy in front")
    .option("-q, --quiet", "print no line for each request, only failures of the server itself")
    .addHelpText(
      "after",
      `
Examples:
  roadsnap serve --roads berlin.roads
  roadsnap serve --roads berlin.roads --port 0 --empty-lines
  ROADSNAP_SERVER_TOKEN=secret roadsnap serve --roads berlin.roads --host 0.0.0.0
  roadsnap serve --roads berlin.roads --portal portal.json --data portal/ >> requests.ndjson`,
    )
    .action(async (options: ServeOptions) => finish(await (await import("./serve.js")).serve(options, io)));
}
