// The package as users get it: packs the project, installs the tarball in a temporary folder, imports every subpath, runs the command.
// Run by `npm run pack:check`, after the build.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { name, version, exports: subpaths, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "packed-"));
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const node = (args) => spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });

const PROGRAM = `
import { Area, buildRoads, compareResponses, extractRoads, type InputPoint, LiveMatcher, type Match, Matcher, nearestRoad, readArea, readGeoJsonRoads, readOsm, readTracks, RoadGraph, SnapToRoads, simulateDrives, snapPoints, type TrackPoint, writeGpx, writeHtml } from "roadsnap";
import { MatcherPool, openRoads, saveRoads } from "roadsnap/node";
import { createServer } from "roadsnap/server";
export async function main(bytes: Uint8Array, track: TrackPoint[]): Promise<Match> {
  const roads: RoadGraph = RoadGraph.from(buildRoads(await readOsm(bytes)).data);
  await saveRoads("area.roads", await openRoads("area.roads"));
  new SnapToRoads(roads, { maxRecords: 10 }).execute({ points: {}, return_lines: true });
  void writeHtml;
  readGeoJsonRoads({ type: "Feature", properties: { highway: "service" }, geometry: { type: "LineString", coordinates: [[8, 50], [8, 51]] } });
  readArea({ type: "Polygon", coordinates: [[[8, 50], [9, 50], [8, 51], [8, 50]]] });
  await createServer({ roads, log: ({ status }) => console.log(status) }).fetch(new Request("http://localhost/healthz"));
  return new Matcher(roads, { mode: "driving" }).match(track);
}
// Unknown values are left out or undefined, and a request may have a type of its own.
export async function pass(roads: RoadGraph, lag: number | undefined, signal: AbortSignal | undefined, request: Request_): Promise<void> {
  const fix: TrackPoint = { lon: 8, lat: 50, speed: lag };
  new LiveMatcher(roads, { lag, searchRadius: lag }).push(fix);
  new SnapToRoads(roads, { maxSeconds: lag }).execute(request);
  const pool = new MatcherPool(roads, { threads: lag });
  await pool.match([fix], { signal });
  await pool.execute(request, { pretty: lag === 1 ? true : undefined });
  nearestRoad(roads, 8, 50, { maxDistance: lag });
  const points: readonly InputPoint[] = (await readTracks("lon,lat", {})).points;
  writeGpx(snapPoints(new Matcher(roads), points, { check: undefined }), roads, { name: undefined });
  compareResponses({}, {}, { tolerances: undefined, coverMetres: lag });
  extractRoads(roads, Area.box([8, 50, 9, 51]), { sharedMemory: undefined });
  simulateDrives(roads, { seed: lag, fields: undefined });
  await readTracks("lon,lat", { maxPoints: lag });
  createServer({ roads, port: lag });
}
interface Request_ { points: unknown; return_lines: boolean }
`;

// A library built on this one: the inferred types of its functions can be named in declarations.
const LIBRARY = `
import { type ExecuteResponse, Matcher, readTruth, type RoadGraph, snapPoints, type SnapErrorCode, type TrackPoint, writeExecuteJson } from "roadsnap";
import type { PortalFile, RequestRecord } from "roadsnap/server";
export function found(a: ExecuteResponse) {
  return a.results.find(({ paramName }) => paramName === "output_snapped_points")?.value;
}
export function told({ messages }: ExecuteResponse) {
  return messages;
}
export function columns(roads: RoadGraph) {
  return roads.columns;
}
export function members(portal: PortalFile) {
  return [portal.members, portal.groups, portal.items] as const;
}
export function snapped(roads: RoadGraph, track: TrackPoint[]) {
  return snapPoints(new Matcher(roads), track);
}
export const { log }: { log?: (record: RequestRecord) => void } = {};
export const write = writeExecuteJson;
export const truth = readTruth;
export const code: SnapErrorCode = "limit";
`;

let failures = 0;
function check(what, ok, seen = "") {
  console.log(`${ok ? "ok  " : "FAIL"} ${what}`);
  if (!ok) {
    failures++;
    if (seen) console.log(seen);
  }
}

try {
  const [{ filename, files }] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root));
  const paths = files.map((file) => file.path);
  check(
    "the tarball has the licence, the readme and the bundled town",
    ["LICENSE", "README.md", "fixtures/town.osm"].every((path) => paths.includes(path)),
  );
  check("the tarball has no sources, tests or scratch", !paths.some((path) => /^(src|test|bench|out)\//.test(path)), paths.join("\n"));

  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "installer", private: true, type: "module" }));
  npm(["install", "--prefer-offline", "--no-audit", "--no-fund", "--omit=dev", join(folder, filename)], folder);

  for (const [subpath, target] of Object.entries(subpaths)) {
    const specifier = subpath.replace(/^\./, name);
    if (typeof target === "string") {
      const seen = node(["--input-type=module", "-e", `import it from "${specifier}" with { type: "json" }; console.log(it.version);`]);
      check(`import ${specifier}`, seen.stdout.trim() === version, seen.stderr);
      continue;
    }
    const types = join(folder, "node_modules", name, target.types);
    check(`types of ${specifier}`, existsSync(types) && Object.keys(target)[0] === "types");
    const seen = node(["--input-type=module", "-e", `console.log(Object.keys(await import("${specifier}")).length);`]);
    check(`import ${specifier}`, seen.status === 0 && Number(seen.stdout) > 0, seen.stderr);
  }

  // A TypeScript program, checked with the library of a browser, without Node's types, and including the types of dependencies.
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const tsc = join(root, "node_modules/typescript/lib/tsc.js");
  const strict = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom",
    "--types",
    "",
    "--exactOptionalPropertyTypes",
  ];
  const typed = node([tsc, ...strict, "program.ts"]);
  check("a strict program has the right types", typed.status === 0, typed.stdout);
  writeFileSync(join(folder, "library.ts"), LIBRARY);
  const declared = node([tsc, ...strict.slice(1), "--declaration", "--emitDeclarationOnly", "library.ts"]);
  check("inferred types can be named in declarations", declared.status === 0, declared.stdout);

  for (const command of Object.keys(bin)) {
    // Installing sets the permissions of the tarball's files; a link (npm link) leads to the file as the build leaves it.
    const runnable = process.platform === "win32" || (statSync(join(root, bin[command])).mode & 0o111) === 0o111;
    check(`${command} is executable where the build puts it`, runnable);
    const path = join(folder, "node_modules", ".bin", command);
    const run = (...args) => spawnSync(path, args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" });
    const help = run("--help");
    check(`${command} --help`, help.status === 0 && help.stdout.includes("Usage:"), help.stderr);
    check(`${command} --version`, run("--version").stdout.trim() === version);
    const demo = run("demo");
    const page = join(folder, "demo.html");
    check(`${command} demo`, demo.status === 0 && existsSync(page) && statSync(page).size > 10_000, demo.stderr);
    const wrong = run("snap", "no-such.gpx", "--roads", "no-such.osm");
    check(
      `${command} says a missing file in one sentence`,
      wrong.status === 1 && wrong.stderr.trim().split("\n").length === 1,
      wrong.stderr,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? "The packed tarball works." : `The packed tarball fails ${failures} checks.`);
process.exitCode = failures === 0 ? 0 : 1;
