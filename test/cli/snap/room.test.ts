// Whether there is room for a file that is read whole, and what is said if there may be none.
import { expect, it } from "vitest";
import { roomWords, withWayOut } from "../../../src/cli/snap/room.js";
import { SnapError } from "../../../src/errors.js";

const GB = 1e9;

it.each([
  ["room for all", 1e6, 4 * GB, 8 * GB, null],
  ["a runtime without a limit for objects", 1e6, Number.POSITIVE_INFINITY, 8 * GB, null],
  [
    "less than Node gives objects",
    2_500_000,
    4 * GB,
    8 * GB,
    /^2,500,000 points in memory may take 5\.0 GB, and Node gives objects 4\.0 GB, or more with NODE_OPTIONS=--max-old-space-size=4769\. A file of any size /,
  ],
  [
    "less in a container",
    1e6,
    4 * GB,
    0.4 * GB,
    /^1,000,000 points in memory may take 2\.0 GB, and 400\.0 MB were free\. A file of any size /,
  ],
])("%s", (_, points, most, free, words) => {
  if (words === null) expect(roomWords(points, most, free)).toBeNull();
  else expect(roomWords(points, most, free)).toMatch(words);
});

it("a file of too many bytes is refused without the name of an option that the command does not have", () => {
  expect(withWayOut(new SnapError("limit", "a.gpx: The input has 11 bytes; maxBytes allows 10."))).toMatchObject({
    message: expect.stringMatching(
      /^a\.gpx: The input has 11 bytes; at most 10 are read\. A file of any size can be snapped track by track/,
    ),
  });
});

it.each([
  ["another error", new SnapError("bad-input", "a.gpx: This is no track.")],
  ["a defect", new TypeError("x is undefined")],
  ["a file that is nested too deep", new SnapError("limit", "a.json: It is nested too deep.", { maxDepth: 100 })],
  ["a full disk", new SnapError("limit", "out.csv: no space left on the device.", { systemCode: "ENOSPC" })],
])("%s has no such way out", (_, error) => {
  expect(withWayOut(error)).toBe(error);
});
