// The command line of `roadsnap build`: its options and its help.
import { type Command, Option } from "commander";
import { VEHICLES_BY_NAME } from "../import/tags/vehicles.js";
import { MODES } from "../roads/attributes.js";
import { gigabytes, modeList, number, outputPath, tagColumns, wholeNumber } from "./arguments.js";
import type { Io } from "./io.js";

/** What is said of the option `--threads` by the commands that read OSM files. */
export const THREADS = "threads that read an OSM PBF of 32 MB and more, up to 8 (default: as many as the machine runs at once)";

/** Adds the command to the program. */
export function addBuild(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("build")
    .summary("make a road file from OpenStreetMap or GeoJSON")
    .description(
      "Makes a road file from OSM XML, OSM PBF (either may be gzipped) or GeoJSON lines, recognised by content. Prints a report of what is in it and what was left out.",
    )
    .argument("<files...>", "OSM files (neighbouring extracts are joined), or one GeoJSON file; - reads standard input")
    .requiredOption("-o, --output <file>", "road file to write, usually named *.roads", outputPath)
    .option("-m, --modes <list>", `keep roads for these modes only, of ${MODES.join(", ")} (default: all)`, modeList)
    .addOption(
      new Option(
        "--vehicle <kind>",
        "vehicle meant by driving (default: car); with bus, roads open only to buses are open to driving",
      ).choices(VEHICLES_BY_NAME),
    )
    .option("--max-memory <GB>", "refuse roads that need more memory than this (default: what the system has free)", gigabytes)
    .option("--threads <n>", THREADS, wholeNumber("threads", 1, 1024))
    .option("--highway <class>", "for GeoJSON: class of lines without a highway, such as residential (default: they are left out)")
    .addOption(
      new Option(
        "--columns <tag=name,…>",
        "for GeoJSON: the properties that have the tags: name=FULLNAME,oneway=TRAFDIR,maxspeed_mph=POSTED",
      ).argParser(tagColumns),
    )
    .option(
      "--join <metres>",
      "for GeoJSON: connect lines that cross, or end this near to another (default: only those that share a coordinate)",
      number("metres", 0, 50),
    )
    .option("--json", "print the report as JSON")
    .option("-q, --quiet", "print nothing but errors")
    .addHelpText(
      "after",
      `
A PBF may be of any size: it is read block by block, on all cores, and building takes some three times the road file's size in memory.

Extracts of any place: https://download.geofabrik.de (take the .osm.pbf).

Examples:
  roadsnap build andorra.osm.pbf -o andorra.roads
  roadsnap build north.osm.gz south.osm.gz -o both.roads --modes driving,trucking
  roadsnap build streets.geojson -o streets.roads --highway residential --join 1
  roadsnap build centerlines.geojson -o city.roads --highway residential --columns name=FULLNAME,maxspeed_mph=POSTED`,
    )
    .action(async (files, options) => finish(await (await import("./build.js")).build(files, options, io)));
}
