// docs/tracks.md: every name on it means what it says there, and what it says about values is true.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { writeCsv } from "../src/export/csv.js";
import { writeGeoJson } from "../src/export/geojson.js";
import { writeNdjson } from "../src/export/ndjson.js";
import { readOsm } from "../src/import/roads/osm.js";
import { readCsv } from "../src/import/tracks/csv.js";
import { type Field, recogniseField } from "../src/import/tracks/fields.js";
import { readGpx } from "../src/import/tracks/gpx.js";
import { Matcher } from "../src/match/matcher.js";
import { AVOIDABLE, CHOICES, settle } from "../src/match/options.js";
import { MODES } from "../src/roads/attributes.js";
import { buildRoads } from "../src/roads/build.js";
import { snapPoints } from "../src/snap/points.js";
import { USUAL_FACTORS } from "../src/snap/travel-mode-options.js";
import { input, sample, roads as streets } from "./export/sample.js";

const page = readFileSync(new URL("../docs/tracks.md", import.meta.url), "utf8");
const FIELDS: Record<string, Field> = { track: "trackId", point: "objectId" };
const rows = [...page.matchAll(/^\| (\w+) +\| ([^|]+?) +\| ([^|]*`[^|]*?) +\|$/gm)].map(
  ([, field, , names]) => [FIELDS[field] ?? field, [...names.matchAll(/`(\w*[^`_])`/g)].map(([, name]) => name)] as const,
);

describe("docs/tracks.md", () => {
  it("has a row for each field", () => {
    expect(rows.map(([field]) => field)).toEqual(["lon", "lat", "time", "accuracy", "speed", "course", "trackId", "objectId"]);
  });

  it.each(rows)("lists only names that are read as %s", (field, names) => {
    expect(names.filter((name) => recogniseField(name)?.field !== field)).toEqual([]);
    expect(names.length).toBeGreaterThan(2);
  });

  it.each(["location_", "gps_", "position_"])("says rightly that longitude and latitude may follow %s", (prefix) => {
    const known = ["lon", "lng", "longitude", "lat", "latitude"].map((name) => recogniseField(prefix + name)?.field);
    expect(known).toEqual(["lon", "lon", "lon", "lat", "lat"]);
  });

  it("has words of other languages that are recognised", () => {
    const [, words] = /Dutch words are known too: ([^.]+)\./.exec(page.replaceAll("\n", " ")) ?? [];
    const fields = [...(words ?? "").matchAll(/`([^`]+)`/g)].map(([, word]) => recogniseField(word)?.field);
    expect(fields).toEqual(["lon", "lat", "time", "speed", "trackId", "speed"]);
  });

  it("has times that are read", () => {
    const given = ["2024-05-06 10:00:00", "31.12.2024 9:05", "31-Dec-2024"];
    for (const time of given) {
      expect(page).toContain(time);
      expect(readCsv(`lon,lat,time\n7,45,${time}\n`).points[0].time).toBeTypeOf("number");
    }
  });
});

describe("docs/tracks.md, the options", () => {
  const row = (name: string) => page.split("\n").find((line) => line.startsWith(`| \`${name} `)) ?? "";
  const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
  /** The words in quotes of the point that begins so. */
  const said = (begins: string) => quoted(new RegExp(`^- ${begins} .*(?:\n  .*)*`, "m").exec(page)?.[0] ?? "");

  it("name every mode, with its highest speed, and every policy of U-turns", () => {
    expect(quoted(row("-m, --mode"))).toEqual(["-m, --mode <mode>", ...MODES, settle({}).mode]);
    expect(row("--max-speed")).toContain(MODES.map((mode) => `${mode} ${settle({ mode }).maxSpeed}`).join(", "));
    expect(quoted(row("--u-turns"))).toEqual(["--u-turns <where>", ...CHOICES.uTurns, settle({}).uTurns]);
  });

  it("name every kind of road to avoid, and the factors of kinds without one", () => {
    expect(said("The kinds are").filter((word) => !word.startsWith("--"))).toEqual(AVOIDABLE);
    const [, factor, others] = /Without a factor, .* have (\d+), the others (\d+)\./.exec(page) ?? [];
    const kinds = said("Without a factor,");
    for (const kind of AVOIDABLE) expect(`${kind} ${USUAL_FACTORS[kind]}`).toBe(`${kind} ${kinds.includes(kind) ? factor : others}`);
  });
});

describe("docs/tracks.md, the results", () => {
  const named = (title: string) => {
    const [, table] = new RegExp(`^\\| ${title} .*\\n((?:\\|.*\\n)+)`, "m").exec(page) ?? [];
    const cells = [...(table ?? "").matchAll(/^\| ([^|]*`[^|]*)\|/gm)];
    return new Set(cells.flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)));
  };
  const given = sample();
  const violations = [{ kind: "wrong-way" as const, arc: 0, stretch: 0, trackId: "x" }];
  // A fix without fields other than those in the tables.
  const inputs = given.inputs.map(({ lon, lat, trackId, attributes }) =>
    input(lon, lat, { trackId, objectId: 1, time: 1, accuracy: 1, speed: 1, course: 1, attributes }),
  );
  const result = { ...given, inputs, violations };
  const features = JSON.parse(writeGeoJson({ ...result, inputs: inputs.map(({ lon, lat }) => input(lon, lat)) }, streets)).features;
  const ofKind = (kind: string): string[] =>
    features.flatMap(({ properties }: { properties: { kind: string } }) => (properties.kind === kind ? Object.keys(properties) : []));
  const tracks = writeNdjson(result, streets, { driver: "Ann" })
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

  it("names every result field of a point, and nothing else", () => {
    const points = tracks.flatMap(({ points }) => points.flatMap(Object.keys));
    const [header] = writeCsv({ ...given, inputs: given.inputs.map(() => input(1, 1)) }, streets).split("\n");
    expect(named("of a point")).toEqual(new Set([...ofKind("point"), ...points, ...header.split(",")]));
  });

  it("names every member of a line, and nothing else", () => {
    const lines = tracks.flatMap(({ lines }) => lines.flatMap(Object.keys));
    expect(named("of a line")).toEqual(new Set([...ofKind("line"), ...lines]));
  });

  it("names the members of a track", () => {
    const [, text] = /\*\*NDJSON\*\* is a track a line: ([\s\S]*?) of the line/.exec(page) ?? [];
    expect([...(text ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(tracks[0]));
  });

  it.each(["length", "duration"])("has the %s of the drive by road", async (what) => {
    const file = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
    const town = buildRoads(await readOsm(file("town.osm")));
    const drive = snapPoints(new Matcher(town), readGpx(file("drives/errand.gpx")).points);
    const sums = new Map<string, number>();
    for (const { line_type, way_id, name, [what]: value } of JSON.parse(writeNdjson(drive, town)).lines)
      if (line_type === "Road") sums.set(`${way_id}\t${name}`, (sums.get(`${way_id}\t${name}`) ?? 0) + value);
    const longest = [...sums].sort(([, a], [, b]) => b - a).slice(0, 3);
    expect(page).toContain(`\n\`\`\`\n${longest.map(([road, sum]) => `${road}\t${Math.round(sum)}\n`).join("")}\`\`\`\n`);
  });
});
