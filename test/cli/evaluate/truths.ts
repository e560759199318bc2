// Truth for `roadsnap evaluate`: a drive through the village with the line truly driven, and what is wrong in some way.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll } from "vitest";
import { roadsnap } from "../../helpers/terminal.js";
import { DRIVE } from "../../helpers/village.js";
import { villageFolder } from "../village-folder.js";

/** The village's drive with its truth, which extends beyond the fixes at both ends, so that the ends that do not count are there. */
export const TRUTH = {
  id: "van",
  points: DRIVE,
  truth_geom: [
    [8, 50],
    [8.007, 50],
    [8.007, 50.0045],
  ],
};
export const truth = (more: object = {}): string => `${JSON.stringify({ ...TRUTH, ...more })}\n`;
/** A drive straight on along High Street with a truth that went up Mill Lane: wrong from the junction on. */
export const WRONG = truth({
  id: "wrong",
  points: [0, 1, 2, 3, 4].map((i) => [8.001 + i * 0.003, 50, i * 20]),
});
export const EXACT = JSON.stringify({
  id: 9,
  truth: TRUTH.truth_geom,
  fcd: Array.from({ length: 60 }, (_, t) => [t, 8 + t * 0.0001, 50, 7]),
});

/** Writes into a folder what the corpus of Kubička et al. has of one track: 0 ── 1 ── 2, two-way, and a track along it. */
export function writeKubicka(folder: string, id: string, more: Record<string, string> = {}): void {
  mkdirSync(join(folder, id), { recursive: true });
  const texts = {
    nodes: "10\t50\n10.01\t50\n10.02\t50\n",
    arcs: "0\t1\n1\t0\n1\t2\n2\t1\n",
    track: [0, 1, 2, 3].map((i) => `${10.0004 + i * 0.0064}\t50.00002\t${i * 30}\n`).join(""),
    route: "0\n2\n",
    ...more,
  };
  for (const [extension, text] of Object.entries(texts)) writeFileSync(join(folder, id, `${id}.${extension}`), text);
}

/** A folder with the village, tracks with their truth on it, exact drives, and an empty folder. */
export function truthFolder(): (name?: string) => string {
  const at = villageFolder({ "truth.ndjson": truth() + WRONG, "good.ndjson": truth(), "drives.jsonl.gz": gzipSync(EXACT) });
  beforeAll(() => {
    mkdirSync(at("bare"));
  });
  return at;
}

export const evaluate = (argv: string[], options?: Parameters<typeof roadsnap>[1]) => roadsnap(["evaluate", ...argv], options);
/** The rows of the table as objects by heading; cells are separated by two spaces or more. */
export function rows(stdout: string): Record<string, string>[] {
  const [heading, ...lines] = stdout.split("\n\n")[0].trimEnd().split("\n");
  const cells = (line: string): string[] => line.trim().split(/ {2,}/);
  return lines.map((line) => Object.fromEntries(cells(heading).map((title, i) => [title, cells(line)[i]])));
}
