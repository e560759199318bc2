// Elementary functions in whole-number arithmetic to about 250 bits: the exact values that src/geo is compared with. They are slow and simple on purpose,
// and use other formulas than src/geo.

/** The number m · 2^e. */
export interface Exact {
  m: bigint;
  e: number;
}

const PLACES = 300;

/** A finite double, exactly. */
export function exactly(x: number): Exact {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const m = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { m: bits >> 63n ? -m : m, e: Math.max(exponent, 1) - 1075 };
}

/** How far `actual` is from the truth, in units of the last place of a double at the truth. */
export function ulpsOff(actual: number, truth: Exact): number {
  if (!Number.isFinite(actual)) return Number.POSITIVE_INFINITY;
  const a = exactly(actual);
  const e = Math.min(a.e, truth.e);
  const diff = size((a.m << BigInt(a.e - e)) - (truth.m << BigInt(truth.e - e)));
  const lastPlace = Math.max(size(truth.m).toString(2).length + truth.e - 53, -1074);
  return Number((diff << 64n) >> BigInt(lastPlace - e)) / 2 ** 64;
}

/** e^x */
export function exactExp(x: number): Exact {
  const fixed = toPlaces(exactly(x), PLACES);
  const k = (2n * fixed + LN2) / (2n * LN2) - (fixed < 0n ? 1n : 0n);
  const r = fixed - k * LN2;
  let sum = 0n;
  for (let n = 1n, term = 1n << BigInt(PLACES); term !== 0n && term !== -1n; n++) {
    sum += term;
    term = ((term * r) >> BigInt(PLACES)) / n;
  }
  return { m: sum, e: Number(k) - PLACES };
}

/** ln x, as y + ln(1 + d) with x e^-y = 1 + d and y a double next to it. */
export function exactLog(x: number): Exact {
  const y = Math.log(x);
  const { m, e } = exactly(x);
  const back = exactExp(-y);
  const one = 1n << BigInt(PLACES);
  const d = toPlaces({ m: m * back.m, e: e + back.e }, PLACES) - one;
  let sum = toPlaces(exactly(y), PLACES);
  for (let n = 1n, power = d; n <= 6n; n++) {
    sum += n % 2n === 1n ? power / n : -power / n;
    power = (power * d) >> BigInt(PLACES);
  }
  return { m: sum, e: -PLACES };
}

/** sin x; with `rightAngles` 1, cos x. The argument is reduced to within half a turn of 0, and the series summed there. */
export function exactSin(x: number, rightAngles = 0): Exact {
  const exact = exactly(x);
  const places = exact.e > 0 ? 1400 : PLACES;
  const pi = places === PLACES ? PI : LONG_PI;
  return sineOf(toPlaces(exact, places) + (BigInt(rightAngles) * pi) / 2n, pi, places);
}

/** Sine of an angle given to this many places, as π is. */
function sineOf(angle: bigint, pi: bigint, places: number): Exact {
  const turns = (angle + (angle < 0n ? -pi : pi)) / (2n * pi);
  const r = angle - turns * 2n * pi;
  let sum = 0n;
  for (let n = 1n, term = r; term !== 0n && term !== -1n; n += 2n) {
    sum += term;
    term = -((((term * r) >> BigInt(places)) * r) >> BigInt(places)) / ((n + 1n) * (n + 2n));
  }
  return { m: sum, e: -places };
}

/** cos x */
export function exactCos(x: number): Exact {
  return exactSin(x, 1);
}

/** sin of x degrees; with `rightAngles` 1, cos. The remainder of doubles is exact. */
export function exactSinDegrees(x: number, rightAngles = 0): Exact {
  return sineOf((toPlaces(exactly(x % 360), PLACES) * PI) / (180n << BigInt(PLACES)) + (BigInt(rightAngles) * PI) / 2n, PI, PLACES);
}

/** cos x of degrees */
export function exactCosDegrees(x: number): Exact {
  return exactSinDegrees(x, 1);
}

/** The angle of (x, y), as a double near it plus the small angle that is left. */
export function exactAtan2(y: number, x: number): Exact {
  const near = Math.atan2(y, x);
  const s = exactSin(near).m;
  const c = exactCos(near).m;
  const px = exactly(x);
  const py = exactly(y);
  const e = Math.min(px.e, py.e);
  const bx = px.m << BigInt(px.e - e);
  const by = py.m << BigInt(py.e - e);
  const d = ((by * c - bx * s) << BigInt(PLACES)) / (bx * c + by * s);
  const cube = (((d * d) >> BigInt(PLACES)) * d) >> BigInt(PLACES);
  return { m: toPlaces(exactly(near), PLACES) + d - cube / 3n, e: -PLACES };
}

function toPlaces(x: Exact, places: number): bigint {
  const up = x.e + places;
  return up >= 0 ? x.m << BigInt(up) : x.m >> BigInt(-up);
}

function size(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** arctan(1/d) */
function arctan(d: bigint, places: number): bigint {
  let sum = 0n;
  let sign = 1n;
  for (let n = 1n, power = (1n << BigInt(places)) / d; power !== 0n; n += 2n) {
    sum += (sign * power) / n;
    power /= d * d;
    sign = -sign;
  }
  return sum;
}

/** π by the formula of Gauss: π/4 = 12 arctan(1/18) + 8 arctan(1/57) − 5 arctan(1/239). */
function gaussPi(places: number): bigint {
  const guard = places + 20;
  return (4n * (12n * arctan(18n, guard) + 8n * arctan(57n, guard) - 5n * arctan(239n, guard))) >> 20n;
}

/** ln 2 = Σ 1 / (n 2^n) */
function seriesLn2(): bigint {
  let sum = 0n;
  for (let n = 1n; n <= BigInt(PLACES); n++) sum += (1n << (BigInt(PLACES + 20) - n)) / n;
  return sum >> 20n;
}

const PI = gaussPi(PLACES);
const LONG_PI = gaussPi(1400);
const LN2 = seriesLn2();
