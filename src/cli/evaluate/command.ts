// The command line of `roadsnap evaluate`: its options, and the help that says what truth looks like.
import { type Command, Option } from "commander";
import { FAULTS } from "../../evaluate/devices/faults.js";
import { MAP_ERRORS } from "../../evaluate/maps/map-errors.js";
import { settleSimulation } from "../../evaluate/simulate/options.js";
import { MODES } from "../../roads/attributes.js";
import { number, outputPath, Repeatable, several, wholeNumber } from "../arguments.js";
import type { Io } from "../io.js";
import { withMatching } from "../matcher-options.js";
import { type EvaluateOptions, faultName, fieldList, intervals, mapErrorName, nameList, noiseLevel, simulationOptions } from "./options.js";

const MOST = Number.MAX_SAFE_INTEGER;

/** Adds the command to the program. */
export function addEvaluate(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("evaluate")
    .summary("measure the accuracy of matches, on tracks whose true route is known")
    .description(
      "Matches tracks whose true route is known and measures how accurate the matches are. Prints a table with a row for each set and interval between fixes.",
    )
    .argument("[truth...]", "files of tracks with their truth: NDJSON as described below, gzipped or not; - reads standard input")
    .option("-r, --roads <file>", "road file they were driven on; an OSM or GeoJSON file is built on the fly")
    .option("--kubicka <folder>", "the corpus of Kubička et al.: a folder of NAME/NAME.nodes, .arcs, .track and .route, roads included")
    .option("--drives <file>", "exact drives, second by second, to which noise is added: NDJSON as described below")
    .option(
      "--simulate <count>",
      "number of drives to simulate on the road file, with stops, turns, tunnels and outliers",
      wholeNumber("count", 1, 1_000_000),
    )
    .addOption(
      new Repeatable(
        "--simulation <name=value,…>",
        "what these drives are like, such as carParks=0.7,unmapped=0.5,carried=0.2; the names are below; repeatable",
        simulationOptions,
      ),
    )
    .option("--seed <n>", "seed of the simulated drives, the noise and the errors of the map", wholeNumber("seed", -MOST, MOST), 1)
    .option("--thin <seconds,…>", "seconds between fixes, with a row for each (default: all fixes)", intervals)
    .option(
      "--phases <n>",
      "how often each track is thinned, the second fix coming later each time, so that few tracks tell more; needs --thin (default: 1)",
      wholeNumber("n", 1, 1000),
    )
    .addOption(
      new Repeatable(
        "--noise <σ[,drift,seconds]>",
        "noise of exact and simulated drives, or added to other tracks: σ per axis in metres, σ of the part that drifts, and for how many seconds; own: as it is; repeatable",
        several(noiseLevel),
      ),
    )
    .addOption(
      new Repeatable(
        "--fields <list>",
        "fields to match with: some of accuracy, speed, course, or none, or all; repeatable",
        several(fieldList),
      ),
    )
    .addOption(
      new Repeatable(
        "--fault <name>",
        "a fault or habit of the device to simulate, such as course-stuck-at-0; the names are below; none: as it is; repeatable",
        several(faultName),
      ),
    )
    .addOption(
      new Repeatable(
        "--map-error <name>",
        "an error of the map to simulate, such as no-one-ways: the tracks are matched to roads that have it; the names are below; none: as it is; repeatable",
        several(mapErrorName),
      ),
    );
  withMatching(command, new Option("-m, --mode <mode>", "who travels (default: the mode of each track, or driving)"))
    .option(
      "--cover <metres>",
      "how near a line a place must be to count as on it; raise it if the truth was drawn on another map (default: 1.5)",
      number("metres", 0.1, 25),
    )
    .option("--only <ids>", "only the tracks with these ids, separated by commas", nameList)
    .option("--limit <n>", "only the first n tracks of each set", wholeNumber("n", 1, MOST))
    .option(
      "--worst <n>",
      "list and draw the n tracks with the most metres wrong (default: 0, or 10 with --html)",
      wholeNumber("n", 0, 10_000),
    )
    .option("--html <file>", "page on which to draw them (default: worst.html)", outputPath)
    .option("--reliability", "print for each range of confidence the share of points that were right")
    .option("--json <file>", "write all figures, down to each track; - prints them instead of the table", outputPath)
    .option("--timing", "show points per second in the table and the JSON, which then differ from run to run")
    .addHelpText("after", HELP)
    .action(async (truth: string[], options: EvaluateOptions) =>
      finish(await (await import("./evaluate.js")).evaluate(truth, options, io)),
    );
}

/** The names of a table, a line each. */
function linesOf(table: object): string {
  return Object.keys(table)
    .map((name) => `  ${name}`)
    .join("\n");
}

/** The defaults of a simulation. */
const USUAL = settleSimulation({});

const HELP = `
A truth file has one track a line, a JSON object with
  points        [[lon, lat, seconds, accuracy m, speed m/s, course °], …] in travel order; what comes
                after lat may be null or left out, and a time may be ISO 8601 text or, from 1e11 on,
                milliseconds. Objects may stand in place of the lists: {"lon": …, "lat": …, "time": …,
                "accuracy": …, "speed": …, "course": …}, or with the other names that snap knows
  truth_geom    [[lon, lat], …], the line truly driven, in the direction of travel, along the roads of
                the road file; a list of such lines where it has breaks, in their order; or either as
                GeoJSON (LineString, MultiLineString). Nothing is counted in a break, unless
                truth_points or off_geom says that it is off the roads
and, if known (else null or left out),
  id            name of the track
  mode          ${MODES.join(", ")}
  truth_points  [[lon, lat] or null, …], where each fix truly was; null while off the mapped roads
  off_geom      [[[lon, lat], …], …], lines driven off the mapped roads; without truth_points, a fix
                much nearer to one of them than to truth_geom was made there
  sigma_m       σ of the noise per axis: nothing is counted 3σ + 10 m around the ends of the truth,
                instead of 50 m
For example:
  {"id":"7","points":[[8.0005,50.00003,0],[8.0025,49.99998,15]],"truth_geom":[[8,50],[8.007,50]]}
A GPX or CSV track alone is not a truth: it does not say which road was driven.

A file of exact drives has one a line, or an array of them:
  {"id": …, "truth": [[lon, lat], …], "fcd": [[seconds, lon, lat, speed m/s], …]}
Speeds get the error of a receiver, unless --noise is 0; --fields none leaves them out.

The names of --simulation, with their defaults:
  minMetres=${USUAL.minMetres}, maxMetres=${USUAL.maxMetres}, interval=${USUAL.interval}
                shortest and longest route in metres; seconds between fixes. If no route of
                minMetres is found, the longest found is taken; a warning says how many
  stops=${USUAL.stops}    share of junctions with a halt
  uTurns=${USUAL.uTurns}, loops=${USUAL.loops}, rounds=${USUAL.rounds}
                shares of drives with a turn in the road, a loop around the block, a second round of
                a roundabout
  carParks=${USUAL.carParks}, unmapped=${USUAL.unmapped}, carried=${USUAL.carried}, ferries=${USUAL.ferries}
                shares of drives with, where there is room, a stop in a car park off the map, a stretch
                on an unmapped road, being carried to another place without fixes, a ferry that
                keeps less than 300 m from its line on the map
  side=${USUAL.side}    of the road on which traffic keeps; or left
  urban=${USUAL.urban}    share of the way between tall buildings: three times the noise, and outliers
  outliers=${USUAL.outliers}
                share of the fixes there that are 30 to 150 m off; elsewhere a twentieth of it
  tunnels=${USUAL.tunnels}  share of tunnels without a fix
  losses=${USUAL.losses}      losses of signal an hour, 10 to 120 s each
  missing=${USUAL.missing}, duplicates=${USUAL.duplicates}, late=${USUAL.late}
                shares of fixes that lack a field, are sent twice, or come after later ones

The names of --fault, in which a blank may be written as -:
${linesOf(FAULTS)}

The names of --map-error. A street is one way of the map, and is hit as a whole:
${linesOf(MAP_ERRORS)}

The columns:
  mismatch      metres wrongly added and metres missed, over the metres truly driven (Newson & Krumm
                2009). A place on one line is covered when the other line runs within 1.5 m, or as
                --cover says; direction and number of passes do not count. What lies
                around the ends of the truth is in none of the metres wrong, but in those driven
  ±             how far the mismatch of all such tracks may be from it, 19 times of 20, by how much
                these differ
  ends          of what is missed, the part before the first fix and after the last
  no road       of what is missed, the part along which no road runs: no matcher could find it
  correct       of the metres of truth that count, those covered; the ends are in neither
  points        of the snapped points, those on the road driven; a point truly off the roads never is
  snapped       of all points, those that were snapped
  along         metres along the road driven from true to snapped place, median/95 %, of points on it,
                where truth_points are known
  Off, Gap      of the metres of the result, those off the roads and in gaps
  ECE, Brier    how far the confidence stated is from the share that is right; 0 is perfect
  AUROC         how well confidence tells right from wrong; 1 is perfect, 0.5 is chance
  points/s      points matched in a second, on one thread

Below the table, if the truth or the simulation has ways off the roads:
  found         of the metres travelled off the roads, those whose fixes were left off the roads
  falsely off   of the metres travelled on roads, those whose fixes were left off the roads
  carried       how often the traveller was carried off (simulated drives only), how many gaps the
                matches have, and how many of these have both ends within 100 m of the true ones

A warning names the tracks that are left out (no road under their truth, or nothing to count), and
those that are scored but doubtful: truth beside the roads, on roads closed to the traveller or far
beyond the fixes, fixes far from their truth or not in order of time. What cannot be read is named,
the rest is evaluated, and the exit code is 1.

Examples:
  roadsnap evaluate truth.ndjson --roads berlin.roads --thin 1,10,30,60
  roadsnap evaluate truth.ndjson --roads berlin.roads --worst 10 --json figures.json
  roadsnap evaluate --simulate 200 --roads berlin.roads --thin 1,10 --fields none --fields all
  roadsnap evaluate --drives drives.jsonl.gz --roads berlin.roads --noise 5 --noise 1.5,3,60
  roadsnap evaluate --kubicka map-matching-dataset/ --thin 1,10,30,60`;
