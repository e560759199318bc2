// The command line of `roadsnap snap`: its options and its help.
import { type Command, Option } from "commander";
import { TRACK_FORMATS } from "../../import/tracks/track-input.js";
import { columns, number, outputPath, wholeNumber } from "../arguments.js";
import type { Io } from "../io.js";
import { withMatching } from "../matcher-options.js";

/** Adds the command to the program. */
export function addSnap(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("snap")
    .summary("snap tracks to roads")
    .description(
      "Snaps tracks to the roads they were most likely driven on. Reads GPX, CSV, GeoJSON, NDJSON and execute JSON, gzipped or not, recognised by content. Of an execute request only the points are read, not its travel mode or other parameters.",
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
        "format of the output (default: by its extension; in a folder, that of each input; on standard output geojson, or ndjson if the input is -)",
      ).choices(TRACK_FORMATS),
    )
    .addOption(new Option("-f, --from <format>", "format of the input (default: by content)").choices(TRACK_FORMATS));
  withMatching(command, new Option("-m, --mode <mode>", "who travels").default("driving"))
    .option("--html <file>", "also draw everything on one self-contained page", outputPath)
    .option("--why", "show on that page what was weighed for each point: the places, their costs and probabilities")
    .option("--title <text>", "heading of that page")
    .option("--attribution <text>", 'credit for the roads on that page; "" for none (default: OpenStreetMap\'s, none for GeoJSON roads)')
    .option("--hdop-scale <factor>", "metres per unit of a field named hdop (default: 1)", number("factor", 1e-6, 1000))
    .addOption(
      new Option(
        "--columns <field=name,…>",
        "names of the columns of a CSV, properties of GeoJSON or members of NDJSON: lon=Este,time=Aika,speed_kmh=Tempo,track_id=auto",
      ).argParser(columns),
    )
    .addOption(
      new Option("--dates <order>", "how dates like 03/04/2024 are read (default: as other dates in the file show)").choices([
        "day-first",
        "month-first",
      ]),
    )
    .option(
      "--max-points <n>",
      "most points in a line of a stream, or in a file; one that has more is not snapped (default: 10000000)",
      wholeNumber("n", 1, Number.MAX_SAFE_INTEGER),
    )
    .option(
      "--stream",
      "snap a file of any size track by track, on all cores: a CSV, in which the rows of a track must stand together, to CSV or NDJSON; a GPX or the lines of a GeoJSON to NDJSON",
    )
    .option(
      "--gap <seconds>",
      "end a trip after so many seconds without a point; what follows is a track of its own. With it, rows of a CSV or NDJSON points of many travellers may be mixed, in order of time",
      number("seconds", 1, 1e9),
    )
    .option(
      "--threads <n>",
      "threads for a stream, or for several files into a folder, a CSV or an NDJSON (default: as many as the machine runs at once)",
      wholeNumber("threads", 1, 1024),
    )
    .option("--resume", "go on where an earlier run stopped: skip what is answered already in -o FILE.ndjson or -o FOLDER/")
    .option("-q, --quiet", "print nothing but the result and errors")
    .addHelpText("after", HELP)
    .action(async (tracks, options) => finish(await (await import("./snap.js")).snap(tracks, options, io)));
}

const HELP = `
Output files:
  format       by the extension: .gpx .csv .geojson .ndjson, and .json for the execute response
  one file     for all inputs: their tracks stay apart, named after their files
  a folder     has one file for each input: trip.csv for trip.txt, a CSV, and trip-2.csv for a second
               trip.csv from elsewhere (a warning says so)
  resuming     into a folder skips the inputs that have their answer there and have not changed, and
               keeps the names given before; so a list of files may come in parts
A folder as input stands for its track files (.gpx .csv .tsv .txt .json .geojson .ndjson .jsonl,
gzipped or not), without those in its subfolders. A file that is named more than once is snapped once.
A file that cannot be read is reported, and the others go on. A file without any point on a road is
written and reported. Either gives exit code 1.

Streams, answered in order, on all cores and in constant memory:
  NDJSON       with a track a line, from - or one file, to NDJSON. The answer to a line that cannot be
               snapped is {"id", "error", "line"}; the stream goes on, and its exit code is 1
  a CSV        with --stream, track by track
  a GPX        with --stream, its tracks, to NDJSON; likewise the lines of a GeoJSON
  points       with --gap: NDJSON points, or rows of a CSV, of one or many travellers, trip by trip
SIGTERM, SIGINT and SIGHUP end a stream after the lines in hand, with exit code 143, 130 or 129.

Columns are recognised by many names; others are given with --columns, by number if the CSV has no
header.

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
  roadsnap snap taxi.txt --roads beijing.roads -o taxi.csv --columns track_id=1,time=2,lon=3,lat=4`;
