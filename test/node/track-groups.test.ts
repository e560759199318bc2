// What putting the rows of a CSV together into tracks keeps of them: the ids that have been.
import { describe, expect, it } from "vitest";
import { ManyTexts } from "../../src/node/track-groups.js";

describe("a set of texts", () => {
  it("of any size has each once", () => {
    const texts = new ManyTexts(2);
    expect(["a", "b", "c", "a", "d", "e", "c", "e"].map((text) => texts.add(text))).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(texts.size).toBe(5);
  });
});
