// From node ids to indexes: sorted and unsorted ids give the same answers.
import fc from "fast-check";
import { expect, it } from "vitest";
import { HashedIds, nodeIndex, SortedIds } from "../../src/roads/node-index.js";
import { RoadSource } from "../../src/roads/source.js";

const id = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.maxSafeInteger());

it("SortedIds and HashedIds find exactly the ids that are there, in whatever order they are asked for", () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 80, size: "max" }), fc.array(id, { minLength: 1, maxLength: 80 }), (ids, asked) => {
      const sorted = Float64Array.from(new Set(ids)).sort();
      const index = new SortedIds(sorted, sorted.length);
      const hashed = new HashedIds(sorted, sorted.length);
      for (const one of [...asked, ...ids]) {
        expect(index.of(one)).toBe(sorted.indexOf(one));
        expect(hashed.of(one)).toBe(sorted.indexOf(one));
      }
    }),
  );
});

it("HashedIds returns the first of equal ids", () => {
  const ids = Float64Array.of(7, 3, 7, 3, 9);
  const index = new HashedIds(ids, 4);
  expect([7, 3, 9].map((one) => index.of(one))).toEqual([0, 1, -1]);
});

it.each([
  ["rising", [1, 2, 5], SortedIds],
  ["falling", [5, 2, 1], HashedIds],
  ["repeated", [1, 2, 2], HashedIds],
])("a source with %s ids gets the right kind of index", (_, ids, Index) => {
  const source = new RoadSource();
  for (const one of ids) source.addNode(one, 0, 0);
  expect(nodeIndex(source)).toBeInstanceOf(Index);
});
