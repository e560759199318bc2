// The command line of `roadsnap snap`: its options and its help.
import { type Command, Option } from "commander";
import { TRACK_FORMATS } from "../import/track-input.js";
import { columns, number, outputPath, wholeNumber } from "./arguments.js";
import type { Io } from "./io.js";
import { withMatching } from "./matcher-options.js";

/** Adds the command to the program. */
export function addSnap(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("snap")
    .summary("snap tracks to roads")
    .description(
      "Snaps tracks to the roads they were most likely driven on. Reads GPX, CSV, GeoJSON, NDJSON and execute JSON (of a request to SnapToRoads its points, not its travel mode or what else it asks for), gzipped or not, told apart by content.",
    )
    .argument("<tracks...>", "track files, or folders of them; - reads standard input")
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
    .addOption(new Option("-f, --from <format>", "form of the input (default: by content)").choices(TRACK_FORMATS));
  withMatching(command, new Option("-m, --mode <mode>", "who travels").default("driving"))
    .option("--html <file>", "also draw everything on one self-contained page", outputPath)
    .option("--why", "say on that page what was weighed for each point: places, their costs, how likely each was")
    .option("--title <text>", "heading of that page")
    .option("--attribution <text>", 'credit for the roads on that page; "" for none (default: OpenStreetMap\'s, none for GeoJSON roads)')
    .option(
      "--hdop-scale <factor>",
      "metres per unit of a field named hdop (default: such a field is in metres)",
      number("factor", 1e-6, 1000),
    )
    .addOption(
      new Option(
        "--columns <field=name,…>",
        "columns of a CSV, properties of GeoJSON or members of NDJSON by what they say: lon=Este,time=Aika,speed_kmh=Tempo,track_id=auto",
      ).argParser(columns),
    )
    .addOption(
      new Option("--dates <order>", "how dates like 03/04/2024 are read (default: as the others in the file tell)").choices([
        "day-first",
        "month-first",
      ]),
    )
    .option(
      "--max-points <n>",
      "most points of a line of a stream, or of a file; what has more is not snapped (default: 10000000)",
      wholeNumber("n", 1, Number.MAX_SAFE_INTEGER),
    )
    .option("--stream", "snap a CSV of any size, rows of a track standing together, track by track on all cores; to CSV or NDJSON")
    .option(
      "--gap <seconds>",
      "a silence of so many seconds ends a trip: what comes behind it is a track of its own; rows of a CSV and NDJSON points of many travellers may be mixed then, in order of time",
      number("seconds", 1, 1e9),
    )
    .option(
      "--threads <n>",
      "threads of a stream, or of several files into a folder (default: as many as the machine runs at once)",
      wholeNumber("threads", 1, 1024),
    )
    .option("--resume", "into -o FILE.ndjson, line by line, or -o FOLDER/: leave out what is answered there and go on with the others")
    .option("-q, --quiet", "print nothing but the result and errors")
    .addHelpText(
      "after",
      `
The extension says the form: .gpx .csv .geojson .ndjson, and .json for the execute response.
Several inputs into one file: each file's tracks keep apart by its name. Into a folder each has its
own, and they are worked on side by side: trip.txt, a CSV, is trip.csv there, and a second trip.csv
from elsewhere trip-2.csv, which is told. With --resume files that are answered there and have not changed
are passed over, and a call keeps the names that calls before it gave; so a list of files may come in parts.
A folder stands for the files in it that are called as tracks are (.gpx .csv .tsv .txt .json .geojson
.ndjson .jsonl, gzipped or not), those in folders inside it not.
A file that cannot be read is reported and the others go on.
One of which no point is on a road is written all the same, and reported; either is exit code 1.
NDJSON with a track a line, from - or one file to NDJSON, is a stream: answered line by line and in
order on all cores, in constant memory. A line that cannot be snapped is answered by {"id", "error",
"line"} and the stream goes on (exit code 1 at its end). SIGTERM, SIGINT and SIGHUP end it behind the
lines in hand, with exit code 143, 130 or 129. With --stream a CSV is one as well, its tracks in place
of lines; with --gap one of points of many travellers, or of one, their trips in place of lines.
Columns are known by many names, and else said by --columns, in a CSV without a header by number.

Examples:
  roadsnap snap trip.gpx --roads berlin.roads -o snapped.gpx
  roadsnap snap trip.gpx --roads berlin.osm.pbf --html trip.html > snapped.geojson
  roadsnap snap gpx/ --roads berlin.roads -o snapped/
  roadsnap snap fleet/*.csv --roads berlin.roads -o snapped/ --mode trucking --u-turns never \\
    --avoid toll=5,truckRestricted --max-speed 90km/h
  find fleet -name '*.gpx' -print0 | xargs -0 roadsnap snap --roads berlin.roads -o snapped/ --resume
  zcat tracks.ndjson.gz | roadsnap snap - --from ndjson --roads berlin.roads > snapped.ndjson
  roadsnap snap tracks.ndjson --roads berlin.roads -o snapped.ndjson --resume
  roadsnap snap year.csv.gz --roads berlin.roads -o snapped.csv --stream --columns track_id=auto
  roadsnap snap taxi.txt --roads beijing.roads -o taxi.csv --columns track_id=1,time=2,lon=3,lat=4`,
    )
    .action(async (tracks, options) => finish(await (await import("./snap.js")).snap(tracks, options, io)));
}
