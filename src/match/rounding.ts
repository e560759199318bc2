// Rounding of what goes out: the same decimals everywhere, so the same answer has the same bytes.

/** Metres to the millimetre. */
export function toMillimetres(metres: number): number {
  return Math.round(metres * 1000) / 1000;
}
