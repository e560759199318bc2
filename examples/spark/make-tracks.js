// Makes tracks to try the job with: `node make-tracks.js 100000 > tracks.ndjson`. Simulated drives in the bundled town, each cut into minutes of
// 20 fixes, as a vehicle sends them. The same number gives the same bytes.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { buildRoads, readOsm, simulateDrives } from "roadsnap";

const FIXES = 20;
const DRIVES = 500;

const count = Number(process.argv[2] ?? 100_000);
if (!Number.isSafeInteger(count) || count < 0) {
  console.error(`make-tracks: ${process.argv[2]} is no number of tracks.`);
  process.exit(2);
}
const roads = buildRoads(await readOsm(await readFile(new URL("../../fixtures/town.osm", import.meta.url))));
let made = 0;
for (let seed = 1; made < count; seed++) {
  let text = "";
  for (const { id, track } of simulateDrives(roads, { seed, drives: DRIVES, interval: 3 })) {
    for (let start = 0; start + FIXES <= track.length && made < count; start += FIXES) {
      text += `${JSON.stringify({ id: `${seed}-${id}-${start / FIXES}`, points: track.slice(start, start + FIXES) })}\n`;
      made++;
    }
  }
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
