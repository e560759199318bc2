// The angle of a point, with the same bits on every engine (see maths.ts).
//
// In the first octant arctan(p/q) = arctan(c) + arctan((p − c q) / (q + c p)), c = j/64 nearest to p/q.

import { arctan, pi, putPair, tailOf } from "./series.js";

const SLOPES = 64;
const ARCTANS = /* @__PURE__ */ arctansOfSlopes();

/** arctan(j/64) as head and tail; neighbours differ by arctan(64 / (64² + j(j + 1))). */
function arctansOfSlopes(): Float64Array {
  const table = new Float64Array(2 * (SLOPES + 1));
  let angle = 0n;
  for (let j = 0; j < SLOPES; j++) {
    angle += arctan(BigInt(SLOPES), BigInt(SLOPES * SLOPES + j * (j + 1)));
    putPair(table, j + 1, angle);
  }
  return table;
}

const PI_TAIL = /* @__PURE__ */ tailOf(pi(), Math.PI);
const UP = 1.6069380442589903e60; // 2^200

/** The angle of the point (x, y) from the x axis in radians, −π … π. Error below 1.4 ulp. Signed zeros and infinities as in Math.atan2. */
export function atan2(y: number, x: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const steep = ay > ax;
  let p = steep ? ax : ay;
  let q = steep ? ay : ax;
  if (!(p <= q && q > 1e-200 && q < 1e300)) {
    if (!(p <= q)) return Number.NaN;
    if (q === 0) q = 1;
    else if (q === Infinity) {
      p = p === q ? 1 : 0;
      q = 1;
    } else {
      const scale = q < 1 ? UP : 1 / UP;
      p *= scale;
      q *= scale;
    }
  }
  const j = Math.floor((p / q) * SLOPES + 0.5);
  const c = j * (1 / SLOPES);
  const u = (p - c * q) / (q + c * p);
  const z = u * u;
  const head = ARCTANS[2 * j]!;
  const rest = u + (u * z * (z * (1 / 5) - 1 / 3 - z * z * (1 / 7)) + ARCTANS[2 * j + 1]!);
  let angle: number;
  if (steep) angle = x < 0 ? within(Math.PI / 2, PI_TAIL / 2, -head, -rest) : within(Math.PI / 2, PI_TAIL / 2, head, rest);
  else angle = x < 0 || (x === 0 && 1 / x < 0) ? within(Math.PI, PI_TAIL, head, rest) : head + rest;
  return y < 0 || (y === 0 && 1 / y < 0) ? -angle : angle;
}

/** base − angle, both as head and tail. */
function within(base: number, baseTail: number, head: number, rest: number): number {
  const s = base - head;
  return s + (base - s - head + (baseTail - rest));
}
