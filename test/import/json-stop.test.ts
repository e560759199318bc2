// Where a text stops being JSON, compared with what the engine accepts as JSON.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonStop } from "../../src/import/json-stop.js";
import { parseJson } from "../../src/import/tracks/track-text.js";
import { runs } from "../helpers/runs.js";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("a text stops being JSON", () => {
  it.each<[string, number, string]>([
    ["", 0, ""],
    ["{'a':1}", 1, 'a name in quotes or "}"'],
    ['{"a":1,}', 7, "a name in quotes"],
    ['{"a" 1}', 5, '":"'],
    ['{"a":1 "b":2}', 7, '"," or "}"'],
    ["[;", 1, 'a value or "]"'],
    ["[1,\n]", 4, "a value"],
    ["[1 2]", 3, '"," or "]"'],
    ["[01]", 2, '"," or "]"'],
    ['["a\tb"]', 1, 'a value or "]"'],
    ['["\\x"]', 1, 'a value or "]"'],
    ["{} {}", 3, "the end"],
    ["1,", 1, "the end"],
  ])("%j at %d, where %s is expected", (text, at, due) => {
    expect(jsonStop(text)).toEqual(due === "" ? null : { at, due, isWhole: due === "the end" });
  });

  it("exactly where the engine no longer accepts it", () => {
    const signs = fc.constantFrom(...'[]{}:,"\\ \n0-.1eEtu');
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.string({ unit: signs, maxLength: 3 }),
        (json, place, gone, put) => {
          const from = place % (json.length + 1);
          const text = json.slice(0, from) + put + json.slice(from + gone);
          const stop = jsonStop(text);
          if (isJson(text)) expect(stop).toBeNull();
          else if (stop !== null) expect(jsonStop(text.slice(0, stop.at))).toBeNull();
          else if (text.trim() !== "") expect(() => parseJson(text, "it", 99)).toThrow(/^It ends/);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
