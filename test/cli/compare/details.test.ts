// One comparison as text: which points are shown first, and how much is shown of what there is much of.
import { expect, it } from "vitest";
import { comparisonDetails } from "../../../src/cli/compare/details.js";
import { compareResponses } from "../../../src/compare/compare.js";
import { type PointSpec, type ResponseSpec, response } from "../../compare/responses.js";
import { Recorder } from "../../helpers/terminal.js";

const details = (a: ResponseSpec, b: ResponseSpec, worst = 99) =>
  comparisonDetails(compareResponses(response(a), response(b)), worst, new Recorder());
const shownPoints = (text: string) => [...text.split(/ObjectID +apart/)[1].matchAll(/^ +(\d+) /gm)].map(([, id]) => Number(id));

const lines = [
  { id: 1, along: "0,0 100,0" },
  { id: 2, along: "0,50 100,50" },
];
/** The same points with other places, confidences or lines. */
const points = (changes: Record<number, Partial<PointSpec>> = {}) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((id): PointSpec => ({ id, at: [id * 10, 0], ...changes[id] }));

it("the points that differ most come first: snapped by one only, on another road, by distance, by confidence, by number; those alike are left out", () => {
  const b = points({
    1: { confidence: 0.8 },
    2: { at: [20, 3] },
    3: { at: [30, 8] },
    4: { at: [52, 0] },
    5: { confidence: 0.3 },
    8: { confidence: 0.3 },
    6: { confidence: 0, at: [60, 0], line: null },
  });
  const text = details({ points: points(), lines }, { points: b, lines });
  expect(shownPoints(text)).toEqual([6, 3, 2, 4, 5, 8, 1]);
  expect(shownPoints(details({ points: points(), lines }, { points: b, lines }, 2))).toEqual([6, 3]);
});

it("of many numbers and messages the first are shown, and that there are more", () => {
  const messages = Array.from({ length: 7 }, (_, i) => ({ type: "esriJobMessageTypeWarning", description: `Message ${i}.` }));
  const many = Array.from({ length: 9 }, (_, i): PointSpec => ({ id: 10 + i, at: [0, 0] }));
  const text = details({ points: [...points(), ...many], lines, messages }, { points: points(), lines });
  expect(text).toMatch(/points only in A +9: ObjectID 10, 11, 12, 13, 14, 15, 16, 17, …\n/);
  expect(text.match(/message only in A: /g)).toHaveLength(5);
  expect(text).toContain("and 2 more messages only in A\n");
});
