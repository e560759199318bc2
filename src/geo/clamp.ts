// A number kept within a range.

/** The number from `low` to `high` that is nearest to `value`; NaN if that is NaN. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
