// Numbers, coordinates and blanks, from any file.
import { describe, expect, it } from "vitest";
import { isBlank, parseCoordinate, parseNumber } from "../../../src/import/tracks/values.js";

describe("a number in a file", () => {
  it.each([
    ["12.5", 12.5],
    [" -0.5e1 ", -5],
    [".5", 0.5],
    ["+7", 7],
    [7, 7],
    ["", Number.NaN], // never 0
    ["12,5", Number.NaN],
    ["0x10", Number.NaN],
    ["1e", Number.NaN],
    [null, Number.NaN],
    [[1], Number.NaN],
    [true, Number.NaN],
  ])("%s is %s", (value, expected) => {
    expect(parseNumber(value)).toBe(expected);
  });

  it.each([
    ["7.42", "lon", 7.42],
    ["7.42°", "lon", 7.42],
    ["-7.5 °", "lon", -7.5],
    ["43.5 N", "lat", 43.5],
    ["43.5s", "lat", -43.5],
    ["W 7.5", "lon", -7.5],
    ["43°30.6'N", "lat", 43.51],
    ["43° 30' 36\" S", "lat", -43.51],
    ["43°30′36″N", "lat", 43.51],
    ["-43°30'", "lat", -43.5],
    ["43°30'36''N", "lat", 43.51],
  ] as const)("as a coordinate may be %s", (text, field, degrees) => {
    expect(parseCoordinate(text, field)).toBeCloseTo(degrees, 12);
  });

  it.each([
    ["43.5 N", "lon"],
    ["7.5 E", "lat"],
    ["-43.5 S", "lat"],
    ["N 43.5 N", "lat"],
    ["43.5°30'N", "lat"],
    ["43°30.5'36\"N", "lat"],
    ["43°60'N", "lat"],
    ["43 30.6", "lat"],
    ["43 30.6 N", "lat"],
    ["4330.6 N", "lat"], // degrees and minutes in one, as receivers write them
    ["43.5, 7.5", "lat"],
    ["°", "lat"],
    ["N", "lat"],
    ["", "lat"],
  ] as const)("as a coordinate may not be %s as %s", (text, field) => {
    expect(parseCoordinate(text, field)).toBeNaN();
  });

  it("may have a decimal comma if the format has it", () => {
    expect(parseNumber("45,25", true)).toBe(45.25);
    expect(parseNumber("1,045,25", true)).toBeNaN();
  });

  it.each([null, undefined, "", "  ", "NaN", "null", "N/A", "\\N", Number.NaN])("%s is blank", (value) => {
    expect(isBlank(value)).toBe(true);
  });
  it.each([0, "0", false, "x", []])("%s is not blank", (value) => {
    expect(isBlank(value)).toBe(false);
  });
});
