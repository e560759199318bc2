// Breaks in a truth: what is in a break counts neither as wrong nor as right; what is next to it counts.
import { describe, expect, it } from "vitest";
import { type EvaluationTrack, thin } from "../../../src/evaluate/corpora.js";
import { evaluateTracks } from "../../../src/evaluate/evaluator.js";
import { metresAlongRoads, metresInBreaks, unknownBreaks } from "../../../src/evaluate/score/breaks.js";
import { scoreTrack } from "../../../src/evaluate/score/score.js";
import type { Position } from "../../../src/geo/lines.js";
import { Matcher } from "../../../src/match/matcher.js";
import { asciiMap } from "../../helpers/ascii-map.js";

/** A street with two ways round its middle. */
const map = asciiMap(
  `
      e-----f
      |     |
a-----b-----c-----d
      |     |
      g-----h
`,
  { metresPerCell: 100 },
);
const roads = map.graph({ ab: {}, bc: {}, cd: {}, befc: {}, bghc: {} });
const matcher = new Matcher(roads);
/** A truth as lines of letters, separated by |. */
const linesOf = (letters: string): Position[][] => letters.split("|").map((line) => [...line].map(map.at));
const drive = (letters: string, truth: string, more: Partial<EvaluationTrack> = {}): EvaluationTrack => ({
  id: "drive",
  roads: "town",
  track: map.drive(letters, { interval: 5, pace: 15, speed: 15 }),
  truth: linesOf(truth),
  trimMetres: 50,
  ...more,
});
const scoreOf = (track: EvaluationTrack) => scoreTrack(track, matcher.match(track.track), roads);
/** Metres added, rounded to ten, and the points that count as right and as wrong. */
const countOf = (track: EvaluationTrack): [added: number, right: number, wrong: number] => {
  const { route, points } = scoreOf(track);
  return [Math.round(route.added / 10) * 10, points.correct, points.snapped - points.correct];
};

describe("a break in the truth", () => {
  it("counts nothing in it as wrong, whatever was driven there", () => {
    const [whole, broken] = [drive("abefcd", "abefcd"), drive("abefcd", "ab|cd")];
    expect(countOf(whole).map((n) => n === 0)).toEqual([true, false, true]);
    const [added, right, wrong] = countOf(broken);
    expect([added, wrong]).toEqual([0, 0]);
    expect(right).toBeLessThan(countOf(whole)[1]);
    expect(countOf(drive("abghcd", "ab|cd"))[0]).toBe(0);
  });

  it("exists however few fixes are in it", () => {
    for (const seconds of [10, 30, 60]) expect(countOf(thin(drive("abefcd", "ab|cd"), seconds)).filter((_, k) => k !== 1)).toEqual([0, 0]);
  });

  it("still counts errors next to it", () => {
    // The truth continues along the street and has a break at d: the way round the middle is wrong.
    const [added, , wrong] = countOf(drive("abefcdcba", "abcd|dcba"));
    expect(added).toBeGreaterThan(900);
    expect(wrong).toBeGreaterThan(5);
    expect(countOf(drive("abefcdcghba", "abcd|ghba"))[0]).toBe(added);
  });

  it("extends from the end of a line to the start of the next, however far the nearest fixes are", () => {
    // A fix every 300 m along the street, which is 1800 m long.
    const places = [0, 300, 600, 900, 1200, 1500, 1800];
    const [[west, y], [east]] = [map.at("a"), map.at("d")];
    const at = (metres: number): Position => [west + ((east - west) * metres) / 1800, y];
    const match = matcher.match(places.map((metres, i) => ({ lon: at(metres)[0], lat: y, time: 20 * i })));
    const tens = (metres: readonly number[]) => metres.map((one) => Math.round(one / 10) * 10);
    expect(tens(metresAlongRoads(match))).toEqual(places);
    const inBreaks = (...breaks: [end: number, start: number, last: number, first: number][]) =>
      metresInBreaks(
        match,
        breaks.map(([end, start, last, first]) => ({ end: at(end), start: at(start), last, first })),
      ).map(tens);
    expect(inBreaks([350, 820, 1, 3])).toEqual([[350, 820]]);
    expect(inBreaks([350, 380, 1, 2], [1250, 1750, 4, 6])).toEqual([
      [350, 380],
      [1250, 1750],
    ]);
    // If no fix before it or after it is on the truth, it extends to that end of the track.
    expect(inBreaks([350, 820, -1, 3])).toEqual([[0, 820]]);
    expect(inBreaks([350, 820, 1, 7])).toEqual([[350, 1800]]);
    expect(inBreaks()).toEqual([]);
  });

  it("is found by the order of travel if the truth passes its ends several times", () => {
    /** The last fix before the only break and the first after it, each within one fix of the metres driven to it. */
    const expectBreak = (letters: string, truth: string, ...metres: [number, number]) => {
      const [{ last, first }] = unknownBreaks(drive(letters, truth));
      expect([last, first].map((fix, k) => Math.abs(fix - metres[k] / 75) <= 1)).toEqual([true, true]);
    };
    // Round the north, back by the south and round the north again: the break is on the first or on the last way.
    expectBreak("abefchgbefcd", "ab|chgbefcd", 600, 1600);
    expectBreak("abefchgbefcd", "abefchgb|cd", 2600, 3600);
  });

  it("is found if the drive in it passes the truth once more", () => {
    // In the break the drive leaves to the north and comes back to its beginning, once more past the end of the first line.
    for (const [letters, truth] of [
      ["abefcbghcd", "ab|hcd"],
      ["abefcbefcd", "abe|fcd"],
    ]) {
      const [added, , wrong] = countOf(drive(letters, truth));
      expect([added, wrong]).toEqual([0, 0]);
    }
  });

  it("does not exist where the corpus says that the track was off the mapped roads", () => {
    const track = drive("abefcd", "ab|cd");
    const [{ last, first }] = unknownBreaks(track);
    const places = track.track.map(({ lon, lat }, i): Position | null => (i > last && i < first ? null : [lon, lat]));
    const known = { moved: places.map(() => 75), carriedAfter: [] };
    const off = { ...track, truthPoints: places, ...known };
    expect(countOf(off)[0]).toBeGreaterThan(900);
    expect(countOf(thin(off, 60))[0]).toBeGreaterThan(900);
    expect(countOf({ ...track, wasOff: places.map((place) => place === null), ...known })[0]).toBeGreaterThan(900);
    // One such fix in it is enough: the corpus knows of off-road ways there.
    const atOne = (n: number) => track.track.map(({ lon, lat }, i): Position | null => (i === n ? null : [lon, lat]));
    expect(countOf({ ...track, truthPoints: atOne(last + 1), ...known })[0]).toBeGreaterThan(900);
    expect(countOf({ ...track, truthPoints: atOne(first - 1), ...known })[0]).toBeGreaterThan(900);
    // Off the roads at its beginning only, it is not known what was driven in the break.
    expect(countOf({ ...track, truthPoints: track.track.map(({ lon, lat }, i) => (i === 0 ? null : [lon, lat])), ...known })[0]).toBe(0);
  });

  it("does not exist if a line begins where the previous one ended", () => {
    expect(unknownBreaks(drive("abefcd", "abe|ef|fcd"))).toEqual([]);
    expect(unknownBreaks(drive("abefcd", "ab|b"))).toEqual([]);
  });

  it("gives no reason to doubt the fixes and true places in it", () => {
    const track = drive("abefcd", "ab|cd");
    const far = track.track.map(({ lon, lat, ...fix }) => ({ ...fix, lon, lat: lat > map.at("a")[1] + 1e-4 ? lat + 0.01 : lat }));
    expect(evaluateTracks(roads, [{ ...track, track: far, truthPoints: far.map(({ lon, lat }): Position => [lon, lat]) }]).doubts).toEqual(
      [],
    );
  });

  it("may be at the beginning or end of the track", () => {
    const track = drive("abefcd", "ab|cd");
    for (const fixes of [track.track.slice(15), track.track.slice(0, 15)]) {
      const [added, right, wrong] = countOf({ ...track, track: fixes });
      expect([added, right > 0, wrong]).toEqual([0, true, 0]);
    }
    // In a track that is nowhere on its truth, the place of a break is unknown.
    const elsewhere = track.track.map((fix) => ({ ...fix, lat: fix.lat + 0.1 }));
    expect(unknownBreaks({ ...track, track: elsewhere })).toEqual([]);
    expect(unknownBreaks({ ...track, track: [] })).toEqual([]);
  });

  it("may contain fixes without a place", () => {
    const track = drive("abefcd", "ab|cd");
    const broken = track.track.map((fix, i) => (i === 15 ? { ...fix, lon: Number.NaN } : fix));
    expect(countOf({ ...track, track: broken })[0]).toBe(0);
  });
});
