// The command line of `roadsnap serve`: its options and its help.
import { type Command, Option } from "commander";
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
      "Answers SnapToRoads execute over HTTP as the hosted service does, so that its clients run against this machine; with a portal file, reassign and shareItems too. Prints where, then one line of JSON for each request. Ends on SIGTERM, Ctrl-C or SIGHUP when the requests in hand are done; a second one ends it at once.",
    )
    .requiredOption("-r, --roads <file>", "road file; an OSM or GeoJSON file is built on the fly")
    .option("-p, --port <port>", "port to listen at; 0 for any that is free", wholeNumber("port", 0, 65_535), 8080)
    .option("--host <host>", "address to listen at; 0.0.0.0 for every machine that can reach this one", "127.0.0.1")
    .addOption(new Option("--token <token>", "a fixed token that every request has to bring").env("ROADSNAP_SERVER_TOKEN"))
    .option("--open", "ask for no token (default: so, without --token and --portal); never on a public address")
    .option("--portal <file>", "members, groups and items: JSON; members sign in for their tokens")
    .option("--data <folder>", "where the portal's changes are kept (default: they end with the server)")
    .option("--max-records <n>", "most points taken and lines returned in one request", wholeNumber("n", 1, MOST), 100_000)
    .option("--max-seconds <seconds>", "longest a request may compute", number("seconds", 0.001, 86_400), 600)
    .option("--max-bytes <n>", "largest body of a request (default: 67108864, which is 64 MiB)", wholeNumber("n", 1, MOST))
    .option(
      "--threads <n>",
      "worker threads; one client takes all but one of them, its long requests all but two (default: the machine's cores and two)",
      wholeNumber("n", 1, 1024),
    )
    .option("--empty-lines", "without lines: send output_lines with an empty value instead of leaving it out, for clients that look for it")
    .option("--trust-proxy", "behind a proxy: believe its X-Forwarded-For, -Proto, -Host and -Prefix")
    .option("-q, --quiet", "no line for each request; only what the server itself could not do")
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
