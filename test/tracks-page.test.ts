// docs/tracks.md: every name it gives is known as what it says, and the sentences about values hold.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCsv } from "../src/import/csv.js";
import { type Field, recogniseField } from "../src/import/fields.js";

const page = readFileSync(new URL("../docs/tracks.md", import.meta.url), "utf8");
const FIELDS: Record<string, Field> = { track: "trackId", point: "objectId" };
const rows = [...page.matchAll(/^\| (\w+) +\| ([^|]+?) +\| ([^|]*`[^|]*?) +\|$/gm)].map(
  ([, field, , names]) => [FIELDS[field] ?? field, [...names.matchAll(/`(\w*[^`_])`/g)].map(([, name]) => name)] as const,
);

describe("docs/tracks.md", () => {
  it("has a row for each field", () => {
    expect(rows.map(([field]) => field)).toEqual(["lon", "lat", "time", "accuracy", "speed", "course", "trackId", "objectId"]);
  });

  it.each(rows)("names what is read as %s", (field, names) => {
    expect(names.filter((name) => recogniseField(name)?.field !== field)).toEqual([]);
    expect(names.length).toBeGreaterThan(2);
  });

  it.each(["location_", "gps_", "position_"])("has longitude and latitude behind %s", (prefix) => {
    const known = ["lon", "lng", "longitude", "lat", "latitude"].map((name) => recogniseField(prefix + name)?.field);
    expect(known).toEqual(["lon", "lon", "lon", "lat", "lat"]);
  });

  it("gives words of other languages that are known", () => {
    const [, words] = /Dutch: ([^.]+)\./.exec(page.replaceAll("\n", " ")) ?? [];
    const fields = [...(words ?? "").matchAll(/`([^`]+)`/g)].map(([, word]) => recogniseField(word)?.field);
    expect(fields).toEqual(["lon", "lat", "time", "speed", "trackId", "speed"]);
  });

  it("gives times that are read", () => {
    const given = ["2024-05-06 10:00:00", "31.12.2024 9:05", "31-Dec-2024"];
    for (const time of given) {
      expect(page).toContain(time);
      expect(readCsv(`lon,lat,time\n7,45,${time}\n`).points[0].time).toBeTypeOf("number");
    }
  });
});
