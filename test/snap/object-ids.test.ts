// The ObjectIDs of the output.
import { describe, expect, it } from "vitest";
import { assignObjectIds } from "../../src/snap/object-ids.js";
import { Troubles } from "../../src/snap/troubles.js";
import { inputPoint } from "./fake.js";

describe("assignObjectIds", () => {
  it.each<[string, (number | null)[], number[]]>([
    ["the OBJECTIDs of the input", [7, 3, 5], [7, 3, 5]],
    ["1 to n if there are none", [null, null, null], [1, 2, 3]],
    ["free integers from 1 on to points without one if others have one", [null, 2, null, 1, null], [3, 2, 4, 1, 5]],
    ["duplicates as they are", [4, 4, null], [4, 4, 1]],
    ["zero and negative numbers as they are", [0, -1, null], [0, -1, 1]],
    ["nothing without points", [], []],
  ])("gives %s", (_, given, expected) => {
    expect(
      assignObjectIds(
        given.map((objectId) => inputPoint({ objectId })),
        new Troubles(),
      ),
    ).toEqual(expected);
  });
});
