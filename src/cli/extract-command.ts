// The command line of `roadsnap extract`: its options and its help.
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Box } from "../geo/box.js";
import { VEHICLES_BY_NAME } from "../import/tags/vehicles.js";
import { modeList, numbers, outputPath, wholeNumber } from "./arguments.js";
import { THREADS } from "./build-command.js";
import type { ExtractOptions } from "./extract.js";
import type { Io } from "./io.js";

/** Adds the command to the program. */
export function addExtract(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("extract")
    .summary("cut a smaller road file out of a larger one")
    .description(
      "Cuts the roads that touch a box or polygons out of a road file, for an app to ship, or out of an extract that is too large to be built: whole segments with everything that belongs to them. Of a road file, which is checked first, no more is kept than they take, nor of an OSM PBF. Way ids stay; segments are numbered anew.",
    )
    .argument("<roads>", "road file, or an OSM PBF of any size; other OSM and GeoJSON files are built as a whole first")
    .option("--bbox <w,s,e,n>", "the area: west, south, east, north in degrees; west above east crosses the antimeridian", box)
    .option("--polygon <file>", "the area: polygons as GeoJSON")
    .requiredOption("-o, --output <file>", "road file to write, usually named *.roads", outputPath)
    .option("-m, --modes <list>", "if the input is not a road file: as for build", modeList)
    .addOption(new Option("--vehicle <kind>", "if the input is not a road file: as for build").choices(VEHICLES_BY_NAME))
    .option("--threads <n>", THREADS, wholeNumber("threads", 1, 1024))
    .option("--json", "print the report as JSON")
    .option("-q, --quiet", "print nothing but errors")
    .addHelpText(
      "after",
      `
Inside the area tracks are matched as on the whole file. At its rim roads are missing, so take it some kilometres larger than the tracks.

Examples:
  roadsnap extract germany.roads --bbox 13.1,52.3,13.8,52.7 -o berlin.roads
  roadsnap extract planet.osm.pbf --bbox 13.1,52.3,13.8,52.7 -o berlin.roads
  roadsnap extract fiji.roads --bbox 176,-20,-178,-15 -o islands.roads
  roadsnap extract europe.roads --polygon delivery-area.geojson -o app.roads`,
    )
    .action(async (roads: string, options: ExtractOptions) => finish(await (await import("./extract.js")).extract(roads, options, io)));
}

/** West, south, east and north. */
function box(text: string): Box {
  const parts = numbers(text);
  const [west, south, east, north] = parts;
  if (parts.length === 4 && Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && south <= north && north <= 90) {
    return [west, south, east, north];
  }
  throw new InvalidArgumentError(
    "A box must be west,south,east,north in degrees, longitudes -180 to 180, latitudes -90 to 90, south below north, for example 13.1,52.3,13.8,52.7.",
  );
}
