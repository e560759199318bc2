// A folder with the village as a road file, for tests of the commands.
import { writeFileSync } from "node:fs";
import { beforeAll, expect } from "vitest";
import { roadsnap, scratch } from "../helpers/terminal.js";
import { DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, driveLine, VILLAGE_OSM } from "../helpers/village.js";

/** The drive in every form, and a file that is none. */
export const DRIVES = {
  "drive.gpx": DRIVE_GPX,
  "drive.csv": DRIVE_CSV,
  "drive.json": DRIVE_EXECUTE,
  "drive.ndjson": `${driveLine("van")}\n`,
  "broken.gpx": "<gpx></gpx>",
};

/** A temporary folder with village.osm, village.roads built from it, and these files; returns the paths of names in it. */
export function villageFolder(files: Record<string, string | Uint8Array> = {}): (name?: string) => string {
  const at = scratch();
  beforeAll(async () => {
    writeFileSync(at("village.osm"), VILLAGE_OSM);
    const { code, stderr } = await roadsnap(["build", at("village.osm"), "-o", at("village.roads"), "-q"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
  });
  return at;
}
