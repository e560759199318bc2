// What the unit part, which is run on every save, leaves to `npm test`: long tests, and most trials of each property.

/** The tag of a test that takes much: a large input, every byte of a file changed, a real extract. */
export const LONG = { name: "long", description: "a large input, every byte of a file, a real extract: not in the unit part" };

/** How often a property is tried for which `count` times are meant: PROPERTY_SHARE of them, in the unit part a fifth. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env.PROPERTY_SHARE ?? 1));
}
