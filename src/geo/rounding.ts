// Rounding of all output: with the same decimals everywhere, the same answer has the same bytes.

/** The number nearest to `value` among the multiples of 1/scale; never −0. */
export function rounded(value: number, scale: number): number {
  return Math.round(value * scale) / scale + 0;
}

/** To one decimal. */
export function toTenths(value: number): number {
  return rounded(value, 10);
}

/** Metres to the millimetre. */
export function toMillimetres(metres: number): number {
  return rounded(metres, 1e3);
}
