// What the deterministic maths promises: small errors compared with exact arithmetic, the special cases, and the same bits on every engine.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atan2, cosDegrees, DEG, exp, log, sinDegrees } from "../../src/geo/maths.js";
import { Random } from "../../src/geo/random.js";
import { exactAtan2, exactCosDegrees, exactExp, exactLog, exactSinDegrees, ulpsOff } from "./exact.js";

const random = new Random(20090101);
const between = (low: number, high: number) => low + (high - low) * random.next();

/** A double of any sign and size, with all exponents equally likely. */
function anyDouble(): number {
  const view = new DataView(new ArrayBuffer(8));
  do {
    view.setInt32(0, random.bits());
    view.setInt32(4, random.bits());
  } while (!Number.isFinite(view.getFloat64(0)));
  return view.getFloat64(0);
}

describe("the error compared with exact arithmetic, in units of the last place", () => {
  it.each([
    { what: "exp of −40 … 0, where a matcher lives", f: exp, truth: exactExp, draw: () => between(-40, 0), bound: 0.9 },
    { what: "exp of its whole range", f: exp, truth: exactExp, draw: () => between(-708, 709.78), bound: 0.9 },
    { what: "exp of numbers of any size", f: exp, truth: exactExp, draw: () => anyDouble() % 700, bound: 0.9 },
    { what: "exp where it is subnormal", f: exp, truth: exactExp, draw: () => between(-745.1, -708), bound: 0.8 },
    { what: "log of 0 … 1", f: log, truth: exactLog, draw: () => 1 - random.next(), bound: 0.9 },
    { what: "log near 1", f: log, truth: exactLog, draw: () => between(0.98, 1.02), bound: 0.9 },
    { what: "log just below 1", f: log, truth: exactLog, draw: () => between(0.9951, 0.9961), bound: 0.9 },
    { what: "log of numbers of any size", f: log, truth: exactLog, draw: () => Math.abs(anyDouble()), bound: 0.9 },
    { what: "log of subnormals", f: log, truth: exactLog, draw: () => (1 - random.next()) * 2.2e-308, bound: 0.9 },
    {
      what: "cos of degrees near right angles",
      f: cosDegrees,
      truth: exactCosDegrees,
      draw: () => 90 + between(1, 2) * 2 ** -random.int(40),
      bound: 1.6,
    },
    {
      what: "sin of degrees of any size",
      f: sinDegrees,
      truth: exactSinDegrees,
      draw: () => between(1, 2) * 2 ** (random.int(1100) - 100),
      bound: 1.6,
    },
    {
      what: "cos of degrees of any size",
      f: cosDegrees,
      truth: exactCosDegrees,
      draw: () => between(1, 2) * 2 ** (random.int(1100) - 100),
      bound: 1.6,
    },
  ])("$what: is below $bound", ({ f, truth, draw, bound }) => {
    let worst = 0;
    for (let i = 0; i < 700; i++) {
      const x = draw();
      worst = Math.max(worst, ulpsOff(f(x), truth(x)));
    }
    expect(worst).toBeLessThan(bound);
  });

  it.each([
    { what: "all around", draw: () => [between(-1, 1), between(-1, 1)] },
    { what: "small angles", draw: () => [between(0, 0.06), between(0.5, 1)] },
    { what: "numbers of all sizes", draw: () => [between(-1, 1) * 2 ** (random.int(200) - 100), between(-1, 1)] },
    { what: "huge numbers", draw: () => [between(-1e300, 1e300), between(-1e300, 1e300)] },
    { what: "tiny numbers", draw: () => [between(-1e-290, 1e-290), between(-1e-290, 1e-290)] },
  ])("atan2, $what: is below 1.8", ({ draw }) => {
    let worst = 0;
    for (let i = 0; i < 400; i++) {
      const [y, x] = draw() as [number, number];
      worst = Math.max(worst, ulpsOff(atan2(y, x), exactAtan2(y, x)));
    }
    expect(worst).toBeLessThan(1.8);
  });
});

describe("special values", () => {
  const { MAX_VALUE, MIN_VALUE } = Number;

  it.each([
    [0, 1],
    [-0, 1],
    [1, Math.E],
    [MIN_VALUE, 1],
    [-1e-17, 1],
    [709.782712893384, 1.7976931348622732e308],
    [709.7827128933841, Infinity],
    [MAX_VALUE, Infinity],
    [Infinity, Infinity],
    [-745.1332191019411, MIN_VALUE],
    [-745.1332191019412, 0],
    [-MAX_VALUE, 0],
    [-Infinity, 0],
    [Number.NaN, Number.NaN],
  ])("exp(%d) is %d", (x, y) => expect(exp(x)).toBe(y));

  it.each([
    [1, 0],
    [0, -Infinity],
    [-0, -Infinity],
    [-MIN_VALUE, Number.NaN],
    [-Infinity, Number.NaN],
    [Infinity, Infinity],
    [MIN_VALUE, -744.4400719213812],
    [MAX_VALUE, 709.782712893384],
    [2, Math.LN2],
    [10, Math.LN10],
    [Number.NaN, Number.NaN],
  ])("log(%d) is %d", (x, y) => expect(log(x)).toBe(y));

  it.each([
    [0, 0, 1],
    [-0, 0, 1],
    [30, 0.49999999999999994, 0.8660254037844387],
    [90, 1, 0],
    [180, 0, -1],
    [-90, -1, 0],
    [450, 1, 0],
    [36e15, 0, 1],
    [Infinity, Number.NaN, Number.NaN],
    [Number.NaN, Number.NaN, Number.NaN],
  ])("at %d degrees sin is %d and cos is %d", (x, s, c) => {
    expect(sinDegrees(x)).toBe(s);
    expect(cosDegrees(x)).toBe(c);
  });

  it("atan2 at signed zeros follows the language's rules", () => {
    // Here the language's own result is exact, or a correctly rounded fraction of π.
    const corners = [0, -0, 1, -1, Number.NaN];
    for (const y of corners) for (const x of corners) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(Math.atan2(y, x));
  });

  it("one degree is π/180", () => expect(DEG).toBe(0.017453292519943295));
});

describe("the same bits everywhere", () => {
  /** FNV-1a over the 32-bit words of the results. */
  function checksum(results: Float64Array): number {
    const view = new DataView(results.buffer);
    let hash = 0x811c9dc5;
    for (let i = 0; i < results.length; i++) {
      const value = results[i]!;
      view.setFloat64(0, value);
      hash = Math.imul(hash ^ view.getInt32(0), 0x01000193);
      hash = Math.imul(hash ^ view.getInt32(4), 0x01000193);
    }
    return hash >>> 0;
  }

  // A change of these values changes every result downstream: never accept it as rounding.
  it.each([
    ["exp", 3934364934, (r: Random) => exp(r.next() * 1400 - 700)],
    ["log", 71222923, (r: Random) => log(exp(r.next() * 200 - 100))],
    ["sinDegrees", 1360236610, (r: Random) => sinDegrees(r.next() * 2e5 - 1e5)],
    ["cosDegrees", 4081716840, (r: Random) => cosDegrees(r.next() * 2e9 - 1e9)],
    ["atan2", 2073850722, (r: Random) => atan2(r.next() - 0.5, r.next() - 0.5)],
  ])("%s gives its recorded bits on 4000 arguments", (_, recorded, call) => {
    const r = new Random(3857);
    expect(checksum(Float64Array.from({ length: 4000 }, () => call(r)))).toBe(recorded);
  });
});

describe("identities", () => {
  const angle = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  const positive = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
  const finite = fc.double({ min: -1e300, max: 1e300, noNaN: true });

  it("exp is the inverse of log", () => {
    fc.assert(fc.property(positive, (x) => void expect(Math.abs(exp(log(x)) / x - 1)).toBeLessThan(1e-13)));
  });

  it("log turns products into sums", () => {
    const modest = fc.double({ min: 1e-100, max: 1e100, noNaN: true });
    fc.assert(fc.property(modest, modest, (a, b) => void expect(Math.abs(log(a * b) - log(a) - log(b))).toBeLessThan(2e-13)));
  });

  it("exp and log are monotonic", () => {
    fc.assert(fc.property(positive, positive, (a, b) => void expect(log(Math.min(a, b))).toBeLessThanOrEqual(log(Math.max(a, b)))));
    const power = fc.double({ min: -745, max: 709, noNaN: true });
    fc.assert(fc.property(power, power, (a, b) => void expect(exp(Math.min(a, b))).toBeLessThanOrEqual(exp(Math.max(a, b)))));
  });

  it("sin² + cos² = 1; sin is odd and cos even, to the bit", () => {
    fc.assert(
      fc.property(angle, (x) => {
        const [sine, cosine] = [sinDegrees(x), cosDegrees(x)];
        expect(Math.abs(sine * sine + cosine * cosine - 1)).toBeLessThan(4e-16);
        expect(sinDegrees(-x)).toBe(0 - sine);
        expect(cosDegrees(-x)).toBe(cosine);
      }),
    );
  });

  it("atan2 recovers an angle from its sine and cosine", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -179.9, max: 179.9, noNaN: true }),
        (x) => void expect(Math.abs(atan2(sinDegrees(x), cosDegrees(x)) - x * DEG)).toBeLessThan(1e-15),
      ),
    );
  });

  it("atan2 is odd in y, and unchanged if both arguments are scaled by a power of two, to the bit", () => {
    fc.assert(
      fc.property(finite, finite, (y, x) => {
        expect(atan2(-y, x)).toBe(-atan2(y, x));
        if (Math.abs(x) > 1e-250 && Math.abs(y) > 1e-250) expect(atan2(y * 1024, x * 1024)).toBe(atan2(y, x));
      }),
    );
  });
});
