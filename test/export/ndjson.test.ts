// Writing NDJSON: a track a line.
import { describe, expect, it } from "vitest";
import { writeNdjson } from "../../src/export/ndjson.js";
import { parseTrackLine } from "../../src/import/tracks/track-line.js";
import { roads, sample, unmoved } from "./sample.js";

describe("NDJSON", () => {
  const tracks = writeNdjson(sample(), roads)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

  it("has a line for each track in order of first appearance, and one for the points without a track", () => {
    expect(tracks.map(({ id, points, lines }) => [id, points.length, lines.length])).toEqual([
      ["x", 3, 3],
      ["y", 1, 1],
      [null, 1, 0],
    ]);
  });

  it("has the result together with the known fields of the input", () => {
    expect(tracks[0].points[0]).toEqual({
      ...{ lon: -29.9968, lat: 45, object_id: 11, time: 1704522159.5, accuracy: 5, speed: 10.25, course: 90 },
      ...{ confidence: 0.987654, reason: "matched", distance: 4.568, line_id: 1, way_id: 501, name: "High Street <A & B>" },
      ...{ input: [-30, 45], attributes: { name: "first", ele: 12.5 } },
    });
    const unplaced = { confidence: 0, distance: 0, way_id: null, name: null };
    expect(tracks[0].points[2]).toEqual({ ...unplaced, lon: null, lat: 45, reason: "bad-coordinate", line_id: null, input: [null, 45] });
    expect(tracks[1].points[0]).toEqual({
      ...{ ...unplaced, lon: -29.999, lat: 45, reason: "off-road", line_id: 4 },
      ...{ input: [-29.999, 45], attributes: { name: 'comma, "quote"\nline' } },
    });
  });

  it("has the attributes of the tracks themselves, if they have any", () => {
    const lines = writeNdjson(sample(), roads, { driver: "Ann", shift: null }).trimEnd().split("\n");
    const attributes = '"attributes":{"driver":"Ann","shift":null}}';
    expect(lines.map((line) => line.endsWith(attributes))).toEqual([true, true, true]);
    for (const track of tracks) expect(track).not.toHaveProperty("attributes");
  });

  it("repeats nothing: only input fields with other content are kept", () => {
    const read = parseTrackLine(
      '{"id":"t","points":[{"lon":-30,"lat":45,"time":1704522159,"speed":"7","ts":5,"course":null},[-29.999,45,1704522160]]}',
      1,
    );
    const points = JSON.parse(writeNdjson(unmoved(read.points), roads)).points;
    expect(points[0]).toMatchObject({ input: [-30, 45], time: 1704522159, speed: 7, attributes: { speed: "7", ts: 5 } });
    expect(points[0].attributes).not.toHaveProperty("course");
    expect(points[1]).not.toHaveProperty("attributes");
  });

  it("has lines and violations", () => {
    expect(tracks[0].lines.map((line: { line_type: string; way_id: number }) => [line.line_type, line.way_id])).toEqual([
      ["Road", 501],
      ["Road Gap", null],
      ["Road", 502],
    ]);
    expect(tracks[0].violations).toEqual([{ kind: "u-turn", line_id: 3, way_id: 502 }]);
    expect(tracks[1].violations).toEqual([]);
  });

  it("has violations without a line if the caller left out the lines", () => {
    const [track] = writeNdjson({ ...sample(), lines: [] }, roads).split("\n");
    expect(JSON.parse(track)).toMatchObject({ lines: [], violations: [{ kind: "u-turn", line_id: null, way_id: 502 }] });
  });
});
