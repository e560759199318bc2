// How one value of a request is read: parsed, as text, or as JSON text.

import { describe, expect, it } from "vitest";
import { shown } from "../../src/errors.js";
import { isBlank, readBoolean, readJson, readList, readNumber, readText } from "../../src/snap/values.js";

describe("a blank value means the default", () => {
  it.each([undefined, null, "", "  ", "null", " null ", '""', ' " " '])("%j", (value) => {
    expect(isBlank(value)).toBe(true);
    expect(readBoolean("return_lines", value, true)).toBe(true);
    expect(readBoolean("return_lines", value, false)).toBe(false);
    expect(readList("list", value)).toEqual([]);
  });
  it.each([0, false, "0", "nullx", [], {}])("%j is not blank", (value) => {
    expect(isBlank(value)).toBe(false);
  });
});

it("JSON may begin with a byte order mark, as text from a file does", () => {
  expect(readJson("points", '\uFEFF{"features":[]}', "a feature set")).toEqual({ features: [] });
});

describe("booleans", () => {
  it.each([
    [true, true],
    ["true", true],
    ["TRUE", true],
    [" True ", true],
    [false, false],
    ["false", false],
    ["FALSE", false],
  ])("of %j are read as %s", (value, expected) => {
    expect(readBoolean("return_lines", value, !expected)).toBe(expected);
  });
  it.each(["yes", "1", 1, 0, {}, []])("of %j are refused", (value) => {
    expect(() => readBoolean("return_lines", value, false)).toThrow(/^return_lines is .*; it must be true or false\.$/);
  });
});

describe("lists", () => {
  it.each<[string, unknown, string[]]>([
    ["a list", ["a", "b"], ["a", "b"]],
    ["a JSON array", '["a","b"]', ["a", "b"]],
    ["words with commas", "a,b", ["a", "b"]],
    ["words with commas and blanks", " a , b ,", ["a", "b"]],
    ["one bare word", "a", ["a"]],
    ["one JSON string", '"a"', ["a"]],
    ["an empty list", [], []],
    ["an empty JSON array", "[]", []],
    ["a list with a null in it", ["a", null], ["a"]],
  ])("are read from %s", (_, value, expected) => {
    expect(readList("list", value)).toEqual(expected);
  });
  it.each<[unknown, RegExp]>([
    [7, /^list is 7; it must be a list of words\.$/],
    ['{"a":1}', /^list is an object; it must be a list of words\.$/],
    ["[a", /^list is not valid JSON: "\[a"; it must be a list of words\.$/],
    [[1], /^list holds 1; every item must be a word\.$/],
    [[["a"]], /^list holds a list of 1; every item must be a word\.$/],
  ])("of %j are refused", (value, message) => {
    expect(() => readList("list", value)).toThrow(message);
  });
});

describe("JSON", () => {
  it("is taken as it is if it is already parsed", () => {
    const value = { a: 1 };
    expect(readJson("context", value, "an object")).toBe(value);
  });
  it("that is wrong gives no message of the engine, and hints at NaN", () => {
    expect(() => readJson("points", "{bad", "an object")).toThrow(/^points is not valid JSON: "\{bad"; it must be an object\.$/);
    expect(() => readJson("points", '{"x":NaN}', "an object")).toThrow(
      /^points is not valid JSON \(NaN and Infinity are not JSON; null says unknown\)/,
    );
  });
  it("of a hundred thousand open brackets does no harm", () => {
    const deep = "[".repeat(100_000);
    expect(() => readJson("points", deep, "an object")).toThrow(/^points is not valid JSON: "\[{60}…"; it must be an object\.$/);
  });
});

describe("numbers", () => {
  it.each<[unknown, number]>([
    [1.5, 1.5],
    ["1.5", 1.5],
    [" -2e3 ", -2000],
    [".5", 0.5],
  ])("of %j are read as %s", (value, expected) => {
    expect(readNumber(value)).toBe(expected);
  });
  it.each(["", "abc", "0x10", "1,5", "Infinity", "1e999", null, undefined, true, [], [5], {}, Number.NaN, Number.POSITIVE_INFINITY])(
    "of %j are refused",
    (value) => {
      expect(readNumber(value)).toBeNaN();
    },
  );
});

describe("text", () => {
  it.each<[unknown, string]>([
    [" a ", "a"],
    [5, "5"],
    [null, ""],
    [undefined, ""],
    [true, ""],
    [{ toString: 1 }, ""],
    [["a"], ""],
  ])("of %j is read as %j", (value, expected) => {
    expect(readText(value)).toBe(expected);
  });
});

describe("a value quoted in a sentence", () => {
  it.each([
    ["text", '"text"'],
    [`${"x".repeat(100)}`, `"${"x".repeat(60)}…"`],
    ['a "quote"', '"a \\"quote\\""'],
    [[1, 2], "a list of 2"],
    [{ a: 1 }, "an object"],
    [null, "null"],
    [5, "5"],
  ])("%j", (value, expected) => {
    expect(shown(value)).toBe(expected);
  });
});
