// How numbers and times are written.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, isoTime, jsonText, toDecimals } from "../../src/export/numbers.js";

describe("a written number", () => {
  it.each([
    [1.23456789, 7, 1.2345679, "1.2345679"],
    [-1.5, 7, -1.5, "-1.5"],
    [100, 3, 100, "100"],
    [100, 0, 100, "100"],
    [1e-7, 7, 1e-7, "0.0000001"], // XML knows no exponents here
    [-1e-9, 7, 0, "0"],
    [0, 3, 0, "0"],
  ])("%s at %i decimals is %s", (value, decimals, number, text) => {
    expect(Object.is(toDecimals(value, decimals), number)).toBe(true);
    expect(decimalText(value, decimals)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("is null for %s", (value) => {
    expect(toDecimals(value, 3)).toBeNull();
  });

  it("is the nearest one with this many decimals, by its digits", () => {
    const decimals = fc.integer({ min: 0, max: 7 });
    const exactly = fc
      .tuple(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), fc.constantFrom(0, 0.5))
      .map(([n, half]) => (n + half) / 1e7);
    fc.assert(
      fc.property(fc.oneof(exactly, fc.double({ min: -1e9, max: 1e9, noNaN: true })), decimals, (value, places) => {
        expect(toDecimals(value, places)).toBe(Number(value.toFixed(places)) + 0);
        const digits = value
          .toFixed(places)
          .replace(/(\.\d*?)0*$/, "$1")
          .replace(/\.$|^-(?=0$)/g, "");
        expect(decimalText(value, places)).toBe(digits.replace(/^-0$/, "0"));
      }),
    );
  });

  it("with more than 53 bits is text in JSON", () => {
    expect(jsonText({ id: 12345678901234567890n })).toBe('{"id":"12345678901234567890"}');
  });
});

describe("a written time", () => {
  it.each([
    [0, "1970-01-01T00:00:00Z"],
    [1704522159.5, "2024-01-06T06:22:39.500Z"],
    [-62_167_219_200, "0000-01-01T00:00:00Z"],
    [-1e12, null],
    [1e12, null],
    [Number.NaN, null],
    [null, null],
    [undefined, null],
  ])("%s is %s", (seconds, text) => {
    expect(isoTime(seconds)).toBe(text);
  });
});
