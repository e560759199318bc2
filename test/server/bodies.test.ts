// The total size of the bodies in memory.
import { expect, it } from "vitest";
import { BodiesInHand, MOST_SHORT, SHORT_BYTES } from "../../src/server/bodies.js";

it("each of the first thousand bodies has 100 kB that do not count; all others count until they are gone", () => {
  const inHand = new BodiesInHand(SHORT_BYTES);
  for (const again of [1, 2]) {
    const short = Array.from({ length: MOST_SHORT }, () => inHand.one());
    for (const body of short) body.keep(SHORT_BYTES);
    const more = Array.from({ length: 17 }, () => inHand.one());
    for (const body of more.slice(0, 16)) body.keep(SHORT_BYTES);
    expect(() => more[16].keep(1), `time ${again}`).toThrow(
      "The bodies of the requests in hand have 1600000 bytes, the most that are allowed.",
    );
    for (const body of [...short, ...more]) body.letGo();
  }
});
