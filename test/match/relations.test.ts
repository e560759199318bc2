// The matches of the bundled drives must not change if the world is mirrored, the ways of the map are written otherwise, or fixes are sent twice.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { distance } from "../../src/geo/metres.js";
import { readOsm } from "../../src/import/roads/osm.js";
import { readTracks } from "../../src/import/tracks/tracks.js";
import { Matcher } from "../../src/match/matcher.js";
import type { Match } from "../../src/match/result/result.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { Mode } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import { RoadSource, type SourceWay } from "../../src/roads/source.js";

const DRIVES: [name: string, mode: Mode, every: number][] = [
  ["errand.gpx", "driving", 1],
  ["errand.gpx", "driving", 10],
  ["tunnel.gpx", "driving", 2],
  ["showground.csv", "driving", 1],
  ["two-vans.csv", "driving", 1],
  ["park-walk.ndjson", "walking", 10],
  ["haul.gpx", "trucking", 1],
];
const bytes = (name: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)));

let source: RoadSource;
let matches: { track: TrackPoint[]; mode: Mode; match: Match }[];
beforeAll(async () => {
  source = await readOsm(bytes("town.osm"));
  const roads = buildRoads(source);
  matches = [];
  for (const [name, mode, every] of DRIVES) {
    const { points } = await readTracks(bytes(`drives/${name}`));
    const track = points.filter(({ trackId }, i) => trackId === points[0].trackId && i % every === 0);
    matches.push({ track, mode, match: new Matcher(roads, { mode }).match(track) });
  }
});

/** The town with its nodes moved, its ways changed, or their order changed. */
function otherTown(node: (place: Place) => Place, way = (way: SourceWay) => way, order = (ways: SourceWay[]) => ways): RoadSource {
  const other = new RoadSource();
  for (let n = 0; n < source.nodeCount; n++) {
    const [lon, lat] = node([source.nodeLon[n], source.nodeLat[n]]);
    other.addNode(source.nodeId[n], lon, lat);
  }
  for (const each of order(source.ways)) other.addWay(way(each));
  other.restrictions.push(...source.restrictions);
  other.barriers.push(...source.barriers);
  return other;
}

type Place = [lon: number, lat: number];
const stay = (place: Place) => place;

/** Matches every drive, changed by `change`, on other roads. */
function onOther(other: RoadSource, change: (track: TrackPoint[]) => TrackPoint[] = (track) => track): Match[] {
  const roads = buildRoads(other);
  return matches.map(({ track, mode }) => new Matcher(roads, { mode }).match(change(track)));
}

/** The way as lines of places, and each point; places are mapped by `back` to the original town. */
function seen({ points, stretches }: Match, back: (place: Place) => Place = stay): unknown {
  const place = ([lon, lat]: Place) => back([lon, lat]).map((degrees) => degrees.toFixed(7));
  return {
    points: points.map(({ lon, lat, confidence, distance, reason }) => [place([lon, lat]), confidence, distance, reason]),
    way: stretches.map(({ type, coordinates }) => [type, coordinates.map(place)]),
  };
}

describe("the bundled drives have the same match", { tags: "long" }, () => {
  it.each<[string, (place: Place) => Place, (course: number) => number]>([
    ["east and west swapped, with traffic on the left", ([lon, lat]) => [-lon, lat], (course) => (360 - course) % 360],
    ["north and south swapped, beyond the equator", ([lon, lat]) => [lon, -lat], (course) => (540 - course) % 360],
  ])("in a mirrored world: %s", (_, turned, course) => {
    const change = (fix: TrackPoint) => {
      const [lon, lat] = turned([fix.lon, fix.lat]);
      return { ...fix, lon, lat, course: fix.course == null ? null : course(fix.course) };
    };
    onOther(otherTown(turned), (track) => track.map(change)).forEach((match, i) => {
      expect(seen(match, turned)).toEqual(seen(matches[i].match));
    });
  });

  it("if the ways come in another order, so that edges have other numbers", () => {
    const other = otherTown(stay, undefined, (ways) => ways.reverse());
    onOther(other).forEach((match, i) => {
      expect(seen(match)).toEqual(seen(matches[i].match));
    });
  });

  it("if the ways are drawn from the other end", () => {
    const reversed = (way: SourceWay): SourceWay => ({
      ...way,
      nodes: Array.from(way.nodes).reverse(),
      forward: way.backward,
      backward: way.forward,
      speedForward: way.speedBackward,
      speedBackward: way.speedForward,
      truckSpeedForward: way.truckSpeedBackward,
      truckSpeedBackward: way.truckSpeedForward,
    });
    // Lengths summed from the other end differ in their last bits.
    onOther(otherTown(stay, reversed)).forEach((match, i) => {
      expectNear(match, matches[i].match);
    });
  });

  it("if every fix is sent twice, with each point twice", () => {
    onOther(source, (track) => track.flatMap((fix) => [fix, { ...fix }])).forEach((match, i) => {
      const { points, stretches } = matches[i].match;
      expect(match.stretches).toEqual(stretches);
      expect(match.points.filter((_, n) => n % 2 === 0)).toEqual(points);
      const again = points.map((point) => (point.reason === "matched" ? { ...point, reason: "interpolated" } : point));
      expect(match.points.filter((_, n) => n % 2 === 1)).toEqual(again);
    });
  });
});

function expectNear(match: Match, other: Match): void {
  const way = ({ stretches }: Match) =>
    stretches.map(({ type, coordinates }) => [type, coordinates.map(([lon, lat]) => [lon.toFixed(5), lat.toFixed(5)])]);
  expect(way(match)).toEqual(way(other));
  match.points.forEach(({ lon, lat, confidence }, n) => {
    expect(distance(lon, lat, other.points[n].lon, other.points[n].lat)).toBeLessThan(0.1);
    expect(Math.abs(confidence - other.points[n].confidence)).toBeLessThan(0.03);
  });
}
