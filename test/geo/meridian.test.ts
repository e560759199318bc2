// A line across the antimeridian becomes parts on both sides of it.
import { describe, expect, it } from "vitest";
import { partsOf } from "../../src/geo/meridian.js";

type Place = [lon: number, lat: number];

describe("the parts of a line", () => {
  it.each<[string, Place[], Place[][]]>([
    [
      "beside the antimeridian: itself",
      [
        [1, 2],
        [3, 4],
      ],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      "up to it: itself",
      [
        [179, 2],
        [180, 4],
      ],
      [
        [
          [179, 2],
          [180, 4],
        ],
      ],
    ],
    [
      "along it, called by either name: itself, by the first",
      [
        [180, 2],
        [-180, 4],
      ],
      [
        [
          [180, 2],
          [180, 4],
        ],
      ],
    ],
    [
      "along it: itself",
      [
        [180, 2],
        [180, 4],
      ],
      [
        [
          [180, 2],
          [180, 4],
        ],
      ],
    ],
    [
      "across it eastwards",
      [
        [178, 0],
        [-178, 4],
      ],
      [
        [
          [178, 0],
          [180, 2],
        ],
        [
          [-180, 2],
          [-178, 4],
        ],
      ],
    ],
    [
      "across it westwards",
      [
        [-179, 0],
        [177, 4],
      ],
      [
        [
          [-179, 0],
          [-180, 1],
        ],
        [
          [180, 1],
          [177, 4],
        ],
      ],
    ],
    [
      "from it, by the number of the other side",
      [
        [180, 1],
        [-179, 1],
        [-178, 1],
      ],
      [
        [
          [-180, 1],
          [-179, 1],
          [-178, 1],
        ],
      ],
    ],
    [
      "across it at a place on it",
      [
        [179, 1],
        [180, 1],
        [-179, 1],
      ],
      [
        [
          [179, 1],
          [180, 1],
        ],
        [
          [-180, 1],
          [-179, 1],
        ],
      ],
    ],
    [
      "across it and back",
      [
        [179, 0],
        [-179, 2],
        [179, 4],
      ],
      [
        [
          [179, 0],
          [180, 1],
        ],
        [
          [-180, 1],
          [-179, 2],
          [-180, 3],
        ],
        [
          [180, 3],
          [179, 4],
        ],
      ],
    ],
  ])("%s", (_, line, parts) => {
    expect(partsOf(line)).toEqual(parts);
  });
});
