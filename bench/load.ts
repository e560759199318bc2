// The server under load: many connections with short and long requests mixed; see `npm run bench:load -- --help`.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeMachine, formatMachine } from "./harness/machine.js";
import { formatTable } from "./harness/table.js";
import { TOWN_FILE } from "./inputs/networks.js";
import { loadTables, runLoad } from "./load/run.js";

const COMMAND = "npm run bench:load --";
const HELP = `${COMMAND} [options]
  --roads FILE        what the server serves and the tracks drive on: road file or OSM file (default ${TOWN_FILE})
  --seconds S         how long new requests are sent (default 60)
  --connections N     connections kept alive, each with one request after the other (default 50)
  --long-share X      share of requests with 2,000 points, the others have 6 (default 0.2)
  --cli FILE          the built command (default dist/cli/main.js)
  --json FILE         write every figure, unrounded, and the machine's description`;

const args = readArguments();
if (args.help) {
  console.log(HELP);
} else {
  const { roads, cli } = args;
  const options = {
    cli,
    roads,
    seconds: number("seconds", args.seconds, (value) => value > 0, "a number above 0"),
    connections: number("connections", args.connections, (value) => value >= 1 && Number.isInteger(value), "a whole number from 1"),
    longShare: number("long-share", args["long-share"], (value) => value >= 0 && value <= 1, "a number from 0 to 1"),
  };
  const machine = describeMachine();
  console.log(formatMachine(machine));
  const result = await runLoad(options);
  const tables = loadTables(result);
  for (const table of tables) console.log(`\n${formatTable(table)}`);
  if (args.json !== undefined) writeFileSync(args.json, `${JSON.stringify({ machine, options, tables, ...result }, null, 1)}\n`);
  for (const error of result.errors.slice(0, 5)) console.error(error);
  if (result.errors.length > 0) process.exitCode = 1;
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        roads: { type: "string", default: TOWN_FILE },
        seconds: { type: "string", default: "60" },
        connections: { type: "string", default: "50" },
        "long-share": { type: "string", default: "0.2" },
        cli: { type: "string", default: "dist/cli/main.js" },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function number(option: string, text: string, allowed: (value: number) => boolean, what: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && allowed(value) ? value : refuse(`--${option} ${text}: expected ${what}.`);
}

function refuse(sentence: string): never {
  console.error(`${sentence} See ${COMMAND} --help.`);
  process.exit(2);
}
