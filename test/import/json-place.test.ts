// Where a text stops being JSON.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfJson } from "../../src/import/json-place.js";

describe("a text that is no JSON", () => {
  it.each([
    ['{"id":1,¦', "it is cut short"],
    ['{"id":1,¦}', "a comma with nothing after it"],
    ["[1 ¦2]", "a value after a value"],
    ["[1,¦,2]", "two commas"],
    ["¦<html>", "no JSON at all"],
    ['{"a":¦NaN}', "a number that is none"],
    ["[0¦1]", "a number with a zero before it"],
    ["[1¦.]", "a point with nothing after it"],
    ['{"a"¦,1}', "a comma for a colon"],
    ["{¦'a':1}", "single quotes"],
    ["{¦a:1}", "a name without quotes"],
    ["{¦1:1}", "a number for a name"],
    ['[¦"a\\x"]', "a text with an escape that is none"],
    ['[¦"a', "a text without an end"],
    ["[1¦}", "brackets that are no pair"],
    ["{} ¦{}", "two values"],
    ["{} ¦x", "something after the end"],
  ])("is none from there on: %s, %s", (marked) => {
    const at = marked.indexOf("¦");
    expect(endOfJson(marked.replace("¦", ""))).toBe(at);
  });

  it("is one for the engine if and only if it is for us", () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom("", ",", "}", "]", "{", "[", ":", '"', " ", "1", "-", "e", "\n", "\\", "null"))
      .map(([text, at, out, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + out));
    fc.assert(
      fc.property(broken, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const at = endOfJson(text);
        expect(at === -1).toBe(isJson);
        expect(at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
