// Whether there is room for a file that is read whole, and what is said if there may be none.
import { describe, expect, it } from "vitest";
import { Room } from "../../../src/cli/snap/room.js";
import { SnapError } from "../../../src/errors.js";

const GB = 1e9;
const ROOM = new Room({}, "ndjson", 4 * GB);

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
  const warning = new Room({}, null, most).warning(points, free);
  if (words === null) expect(warning).toBeNull();
  else expect(warning).toMatch(words);
});

it("a file of too many bytes is refused without the name of an option that the command does not have", () => {
  expect(ROOM.withWayOut(new SnapError("limit", "a.gpx: The input has 11 bytes; maxBytes allows 10."))).toMatchObject({
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
  expect(ROOM.withWayOut(error)).toBe(error);
});

describe("what is certainly too large is refused while it is read", () => {
  it.each([
    ["bytes that cannot fit into memory", 0.5 * GB, "csv", { maxBytes: 250_000_000, maxPoints: 1_250_000 }],
    ["points whose answer cannot fit into one text", 4 * GB, "ndjson", { maxBytes: 500_000_000, maxPoints: 5_368_708 }],
    ["nothing but what is refused anyhow, if each file has its own answer", 5 * GB, null, { maxBytes: 500_000_000, maxPoints: 10_000_000 }],
    ["the same in a runtime without a limit for objects", Number.POSITIVE_INFINITY, null, { maxBytes: 500_000_000, maxPoints: 10_000_000 }],
  ] as const)("%s", (_, most, format, limits) => {
    expect(new Room({}, format, most).reading).toEqual(limits);
  });

  it.each([
    ["rows of a CSV", "lon,lat\n", "1,2\n", "rows"],
    ["points of a GPX", "<", '<trkpt lat="1"/>', "points"],
    ["points of a GPX behind a byte-order mark and a blank line", "\ufeff \n<", '<trkpt lat="1"/>', "points"],
    ["positions of a GeoJSON", "[", "[1,2],", "brackets, one or more for each point"],
    ["points of a JSON", "{", '{"x":1},', "brackets, one or more for each point"],
  ])("%s that cannot fit into memory, before they are parsed", (_, begun, record, what) => {
    const bytes = Buffer.from(begun + record.repeat(1000));
    expect(() => new Room({}, "csv", 299_000).check(bytes)).toThrow(
      new RegExp(`^It has some 1,00\\d ${what}, and at most 996 can be read\\.$`),
    );
    expect(() => new Room({}, "csv", 301_000).check(bytes)).not.toThrow();
  });

  it("and never more than was asked for", () => {
    expect(new Room({ maxPoints: 7 }, "csv", 0.5 * GB).reading.maxPoints).toBe(7);
  });

  it.each([
    [
      "memory",
      0.5 * GB,
      { maxPoints: 1_250_000 },
      "More do not fit into the 500.0 MB that Node gives objects; NODE_OPTIONS=--max-old-space-size=954 gives",
    ],
    [
      "memory",
      0.5 * GB,
      { maxBytes: 250_000_000 },
      "More do not fit into the 500.0 MB that Node gives objects; NODE_OPTIONS=--max-old-space-size=954 gives",
    ],
    ["a text", 4 * GB, { maxPoints: 5_368_708 }, "The answer to more is too long for one text."],
    ["what was asked for", 4 * GB, { maxPoints: 7 }, "more. A file of any size"],
  ])("and told why: the limit of %s", (_, most, details, why) => {
    const error = new Room({}, "ndjson", most).withWayOut(new SnapError("limit", "It has more.", details));
    expect(error).toMatchObject({ message: expect.stringContaining(why) });
  });
});
