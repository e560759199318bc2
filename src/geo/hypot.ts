// The length of a vector, with the same bits on every engine (see maths.ts).

/** √(x² + y²): a length by its two coordinates, or the standard deviation of a sum of two independent errors by theirs. */
export function hypot(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
