// The command line of `roadsnap inspect`: its options and its help.
import type { Command } from "commander";
import { number, outputPath, place } from "../arguments.js";
import type { Io } from "../io.js";

/** Adds the command to the program. */
export function addInspect(program: Command, io: Io, finish: (code: number) => void): void {
  program
    .command("inspect")
    .summary("show what is in a road file, or near a place")
    .description(
      "Shows what is in a road file. With --at, lists the roads near a place, nearest first: what they are, and who may use them in which direction.",
    )
    .argument("<roads>", "road file; an OSM or GeoJSON file is built on the fly")
    .option("--at <lon,lat>", "place in degrees, longitude first", place)
    .option("--radius <metres>", "how far from the place to look (default: 50)", number("metres", 0.1, 100_000))
    .option("--geojson <file>", "write every segment as a GeoJSON line, to look at on a map", outputPath)
    .option("--json", "print the answer as JSON")
    .addHelpText(
      "after",
      `
Examples:
  roadsnap inspect berlin.roads
  roadsnap inspect berlin.roads --at 13.3777,52.5163 --radius 30
  roadsnap inspect city.roads --geojson segments.geojson`,
    )
    .action(async (roads, options) => finish(await (await import("./inspect.js")).inspect(roads, options, io)));
}
