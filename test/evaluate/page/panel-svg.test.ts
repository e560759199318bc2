// One piece of the map as it is drawn: which lines are in it, and where they begin and end.
import { describe, expect, it } from "vitest";
import type { DrawnTrack } from "../../../src/evaluate/drawn-track.js";
import { drawCloseUp } from "../../../src/evaluate/page/panel-svg.js";
import type { Line } from "../../../src/geo/lines.js";
import { latScale, lonScale, wrapLon } from "../../../src/geo/metres.js";
import { asciiMap } from "../../helpers/ascii-map.js";

const LAT = 46;
const [EAST, NORTH] = [1 / lonScale(LAT), 1 / latScale(LAT)];
const map = asciiMap("a---b", { metresPerCell: 20, origin: [8, LAT] });
const roads = map.graph({ ab: { name: "High Street" } });

/** A close-up of `half` metres to each side, with places given in metres from its middle. */
function drawn(lines: { truth?: Line[]; offLines?: Line[] }, { lon = 8, half = 280 } = {}): string {
  const inDegrees = (line: Line): Line => line.map(([x, y]) => [wrapLon(lon + x * EAST), LAT + y * NORTH]);
  const track = { id: "a", track: [], truth: (lines.truth ?? []).map(inDegrees), offLines: lines.offLines?.map(inDegrees) };
  const one = { track, match: { points: [], stretches: [] }, score: { route: { addedPlaces: [], missedPlaces: [] } }, matcher: { roads } };
  return drawCloseUp({ lon, lat: LAT, half, metres: 0, parting: [lon, LAT] }, one as unknown as DrawnTrack, "Close-up");
}
/** The steps of the truth's path; null if it is not drawn. */
const truthIn = (svg: string) => /<path d="([^"]*)" fill="none" stroke="#2a9d3a" stroke-width="9"/.exec(svg)?.[1] ?? null;

describe("a line in a close-up", () => {
  it.each<[string, Line, string | null]>([
    [
      "is drawn from place to place, a metre a pixel here",
      [
        [0, 0],
        [100, 50],
      ],
      "M280.0 280.0L380.0 230.0",
    ],
    [
      "is not drawn out of sight",
      [
        [400, 0],
        [500, 0],
      ],
      null,
    ],
    [
      "is drawn a little beyond the edge",
      [
        [285, 0],
        [400, 0],
      ],
      "M565.0 280.0L680.0 280.0",
    ],
    [
      "is not joined where it is out of sight",
      [
        [200, 0],
        [350, 0],
        [350, 100],
        [200, 100],
      ],
      "M480.0 280.0L630.0 280.0M630.0 180.0L480.0 180.0",
    ],
    [
      "has no steps that are too small to see, but its end",
      [
        [0, 0],
        [0.3, 0],
        [0.6, 0],
        [0.65, 0],
      ],
      "M280.0 280.0L280.3 280.0L280.7 280.0",
    ],
  ])("%s", (_, line, steps) => {
    expect(truthIn(drawn({ truth: [line] }))).toBe(steps);
  });

  it("goes the short way across the antimeridian", () => {
    expect(
      truthIn(
        drawn(
          {
            truth: [
              [
                [-50, 0],
                [50, 0],
              ],
            ],
          },
          { lon: 180 },
        ),
      ),
    ).toBe("M230.0 280.0L330.0 280.0");
  });

  it("that is truly off the roads is drawn as that", () => {
    expect(
      drawn({
        offLines: [
          [
            [0, 0],
            [9, 0],
          ],
        ],
      }),
    ).toMatch(/<path d="M280\.0 280\.0L289\.0 280\.0"[^>]*><title>truly off the roads<\/title>/);
    expect(drawn({})).not.toContain("truly off");
  });
});

it.each([
  [4000, true],
  [4001, false],
])("roads are drawn up to some size: %d m to each side, %s", (half, are) => {
  expect(drawn({}, { half }).includes("<title>edge 0, residential</title>")).toBe(are);
});
