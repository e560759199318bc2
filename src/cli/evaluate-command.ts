// The command line of `roadsnap evaluate`: its options, and the help that says what truth looks like.
import { type Command, Option } from "commander";
import { FAULTS } from "../evaluate/simulate/fields.js";
import { settleSimulation } from "../evaluate/simulate/options.js";
import { MODES } from "../roads/attributes.js";
import { number, outputPath, Repeatable, several, wholeNumber } from "./arguments.js";
import { type EvaluateOptions, faultName, fieldList, intervals, nameList, noiseLevel, simulationOptions } from "./evaluate-options.js";
import type { Io } from "./io.js";
import { withMatching } from "./matcher-options.js";

const MOST = Number.MAX_SAFE_INTEGER;

/** Adds the command to the program. */
export function addEvaluate(program: Command, io: Io, finish: (code: number) => void): void {
  const command = program
    .command("evaluate")
    .summary("measure how right the matches are, on tracks whose truth is known")
    .description(
      "Matches tracks whose true route is known and says how right the matches are: one table, by set and by the seconds between fixes.",
    )
    .argument("[truth...]", "files of tracks with their truth, NDJSON as below, gzipped or not; - reads standard input")
    .option("-r, --roads <file>", "road file they were driven on; an OSM or GeoJSON file is built on the fly")
    .option("--kubicka <folder>", "folders of the corpus of Kubička et al. (NAME/NAME.nodes .arcs .track .route), which bring their roads")
    .option("--drives <file>", "exact drives, second by second, to which noise is added: NDJSON, as below")
    .option(
      "--simulate <count>",
      "drives made up on the road file, with stops, turns, tunnels, outliers",
      wholeNumber("count", 1, 1_000_000),
    )
    .addOption(
      new Repeatable(
        "--simulation <name=value,…>",
        "what these drives are like, for example carParks=0.7,unmapped=0.5,carried=0.2: the names are below; repeatable",
        simulationOptions,
      ),
    )
    .option("--seed <n>", "what simulated drives and noise follow from", wholeNumber("seed", -MOST, MOST), 1)
    .option("--thin <seconds,…>", "seconds between fixes, a row each (default: as they come)", intervals)
    .addOption(
      new Repeatable(
        "--noise <σ[,drift,seconds]>",
        "noise of exact and simulated drives, and on top of what other tracks have: σ per axis in metres, the part that drifts, for how long; own leaves it; repeatable",
        several(noiseLevel),
      ),
    )
    .addOption(
      new Repeatable("--fields <list>", "fields to match with, of accuracy, speed, course; none, all; repeatable", several(fieldList)),
    )
    .addOption(
      new Repeatable("--fault <name>", `a fault of the device: ${Object.keys(FAULTS).join("; ")}; none; repeatable`, several(faultName)),
    );
  withMatching(command, new Option("-m, --mode <mode>", "who travels (default: as each track says, else driving)"))
    .option(
      "--cover <metres>",
      "how near a line a place counts as on it; more where the truth was drawn on another map than the roads (default: 1.5)",
      number("metres", 0.1, 25),
    )
    .option("--only <ids>", "only the tracks of these names, with commas between", nameList)
    .option("--limit <n>", "only the first so many tracks of each set", wholeNumber("n", 1, MOST))
    .option("--worst <n>", "list and draw the tracks with the most metres wrong (10 with --html)", wholeNumber("n", 0, 10_000))
    .option("--html <file>", "page to draw them on (default: worst.html)", outputPath)
    .option("--reliability", "print, by confidence stated, the share that was right")
    .option("--json <file>", "write every figure, down to each track; - prints it instead of the table", outputPath)
    .option("--timing", "with points per second, in the table and in the JSON, which are the same every time without")
    .addHelpText("after", HELP)
    .action(async (truth: string[], options: EvaluateOptions) =>
      finish(await (await import("./evaluate.js")).evaluate(truth, options, io)),
    );
}

/** The defaults of a simulation. */
const USUAL = settleSimulation({});

const HELP = `
The form of truth: one track a line, a JSON object with
  points        [[lon, lat, seconds, accuracy m, speed m/s, course °], …] in travel order; what comes
                after lat may be null or left out, and a time may be ISO 8601 text or, from 1e11 on,
                milliseconds. Or objects, {"lon": …, "lat": …, "time": …, "accuracy": …, "speed": …,
                "course": …}, with the other names that snap reads, too
  truth_geom    [[lon, lat], …], the line truly driven, in the direction of travel, along the roads of
                the road file; a list of such lines where it has breaks, in their order; or these as
                GeoJSON (LineString, MultiLineString). In a break nothing is counted, unless
                truth_points or off_geom put it off the roads
and, where known (null or left out where not),
  id            what the track is called
  mode          ${MODES.join(", ")}
  truth_points  [[lon, lat] or null, …], where each fix truly was; null while off the mapped roads
  off_geom      [[[lon, lat], …], …], lines driven off the mapped roads; without truth_points, a fix
                much nearer to one of them than to truth_geom was made there
  sigma_m       σ of the noise per axis: nothing is counted 3σ + 10 m around the ends of the truth,
                instead of 50 m
For example
  {"id":"7","points":[[8.0005,50.00003,0],[8.0025,49.99998,15]],"truth_geom":[[8,50],[8.007,50]]}
GPX and CSV tracks alone are no truth: they do not say which road was driven.

The form of exact drives: one a line, or an array of them,
  {"id": …, "truth": [[lon, lat], …], "fcd": [[seconds, lon, lat, speed m/s], …]}
Speeds, where there are any, get the error of a receiver's unless --noise is 0; --fields none leaves
them out.

The names of --simulation, with what they are unless told:
  minMetres=${USUAL.minMetres}, maxMetres=${USUAL.maxMetres}, interval=${USUAL.interval}
                shortest and longest route; seconds between fixes. Where no route as long as the
                shortest is found, the longest found is taken, and how many these are is said
  stops=${USUAL.stops}    share of junctions with a halt
  uTurns=${USUAL.uTurns}, loops=${USUAL.loops}, rounds=${USUAL.rounds}
                shares of drives with a turn in the road, a round of the block, a second round of a
                roundabout
  carParks=${USUAL.carParks}, unmapped=${USUAL.unmapped}, carried=${USUAL.carried}
                shares of drives with, where there is room for one, a stop in a car park off the map,
                a way on an unmapped road, being carried off to another place without fixes
  side=${USUAL.side}    of the line, on which the traffic keeps; or left
  urban=${USUAL.urban}    share of the way between tall buildings: three times the noise, and outliers
  outliers=${USUAL.outliers}
                share of the fixes there that are 30 to 150 m off; a twentieth of it elsewhere
  tunnels=${USUAL.tunnels}  share of tunnels without a fix
  losses=${USUAL.losses}      losses of signal of 10 to 120 s in an hour
  missing=${USUAL.missing}, duplicates=${USUAL.duplicates}, late=${USUAL.late}
                shares of fixes without a field that others have, sent twice, behind later ones

The columns:
  mismatch      metres wrongly added and metres missed, over the metres truly driven (Newson & Krumm
                2009). A place on one line is covered when the other line runs within 1.5 m, or as
                --cover says; in which direction, and how often, does not count. What lies
                around the ends of the truth is in none of the metres wrong, but in those driven
  ends          of what is missed, the part before the first fix and after the last
  no road       of what is missed, the part along which no road runs: no matcher could find it
  correct       of all metres of truth that are counted, those that are covered: the ends are in neither
  points        of the snapped points, those on the road driven; none that was truly off the roads is
  snapped       of all points, those that were snapped
  along         metres along the road driven from true to snapped place, median/95 %, of points on it,
                where truth_points are known
  Off, Gap      of the metres put out, those off the roads and in gaps
  ECE, Brier    how far stated confidence is from the share that is right; 0 is perfect
  AUROC         how well confidence tells right from wrong; 1 is perfect, 0.5 is chance
  points/s      points matched in a second, on one thread

Off the roads, below the table, where the truth knows of ways there or the simulation made some:
  found         of the metres travelled off the roads, those whose fixes were left off them
  falsely off   of the metres travelled on roads, the same
  carried       times the traveller was carried off (simulated drives only), how many gaps the matches
                have, and how many of them have both ends within 100 m of where that was

A track whose truth has no road under it, or of whose truth nothing is counted, is left out and
named. Scored, but named: truth beside the roads, on roads closed to the traveller or running on far
beyond the fixes, fixes far from their truth or not in the order of their times. What cannot be read
is named, the rest is evaluated, and the exit code is 1.

Examples:
  roadsnap evaluate truth.ndjson --roads berlin.roads --thin 1,10,30,60
  roadsnap evaluate truth.ndjson --roads berlin.roads --worst 10 --json figures.json
  roadsnap evaluate --simulate 200 --roads berlin.roads --thin 1,10 --fields none --fields all
  roadsnap evaluate --drives drives.jsonl.gz --roads berlin.roads --noise 5 --noise 1.5,3,60
  roadsnap evaluate --kubicka map-matching-dataset/ --thin 1,10,30,60`;
