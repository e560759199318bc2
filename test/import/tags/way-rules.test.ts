// Cached rules for ways with the same tags: the same as computing them each time.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readWayTags } from "../../../src/import/tags/tags.js";
import { UNREAD_KEYS, WayRuleBook } from "../../../src/import/tags/way-rules.js";
import { runs } from "../../helpers/runs.js";

const KEYS = [
  "highway",
  "oneway",
  "access",
  "maxspeed",
  "surface",
  "bicycle",
  "junction",
  "motor_vehicle:backward",
  "name",
  "lanes",
  "lit",
  "ref",
];
const VALUES = ["residential", "primary", "construction", "yes", "no", "50", "30 mph", "gravel", "-1", "roundabout", "Long Lane", ""];

it("the cached rules of a way are those of its tags, except for the name", () => {
  const book = new WayRuleBook();
  const tags = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES)).map((pairs) => new Map(Object.entries(pairs)));
  const nameless = (verdict: ReturnType<typeof readWayTags>) =>
    verdict.kind === "road" ? { ...verdict, rules: { ...verdict.rules, name: "" } } : verdict;
  fc.assert(
    fc.property(tags, (one) => {
      expect(nameless(book.read(one))).toEqual(nameless(readWayTags(one)));
    }),
    { numRuns: runs(1000) },
  );
});

const TAGS = fileURLToPath(new URL("../../../src/import/tags/", import.meta.url));
const rules = readdirSync(TAGS).filter((file) => file !== "way-rules.ts");
const sources = rules.map((file) => readFileSync(TAGS + file, "utf8")).join("\n");

it.each([...UNREAD_KEYS].filter((key) => key !== "name" && key !== "ref"))("%s says nothing about a road", (key) => {
  expect(sources).not.toContain(`"${key}"`);
  for (const value of ["yes", "no", "0", "-1", "private", "unpaved"]) {
    for (const highway of ["primary", "footway", "track", "service", "steps"]) {
      const plain = new Map([["highway", highway]]);
      expect(readWayTags(new Map([...plain, [key, value]]))).toEqual(readWayTags(plain));
    }
  }
});
