// Transitions: what a way costs for the class of the roads that it begins and ends on, metre by metre.
import { describe, expect, it } from "vitest";
import { latScale } from "../../../src/geo/metres.js";
import { Lattice, OFF } from "../../../src/match/decode/lattice.js";
import { Transitions } from "../../../src/match/decode/transition.js";
import { advance } from "../../../src/match/decode/viterbi.js";
import * as MODEL from "../../../src/match/model.js";
import { settle } from "../../../src/match/options.js";
import { Rules } from "../../../src/match/routes/rules.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { makeSteps } from "../../../src/match/track/steps.js";
import type { TrackPoint } from "../../../src/match/track/track.js";
import type { RoadClass } from "../../../src/roads/attributes.js";
import type { RoadGraph } from "../../../src/roads/graph.js";
import { type AsciiWay, asciiMap } from "../../helpers/ascii-map.js";

const map = asciiMap("a--b----------------c--d", { metresPerCell: 40 });

const LENGTH = 800;

/**
 * The cost in nats of the way from the middle of ab to the middle of cd, for fixes a minute apart with `straight` metres between them; and the error of
 * that leg.
 */
function price(roads: RoadGraph, straight: number): { nats: number; sigma: number } {
  const settings = settle({});
  const transitions = new Transitions(roads, new Rules(roads, settings), settings);
  const [lon, lat] = map.at("a");
  const fixes = readFixes([0, straight / latScale(lat)].map((north, i): TrackPoint => ({ lon, lat: lat + north, time: 60 * i })));
  const steps = makeSteps(fixes, new Uint8Array(2), MODEL.defaultSigma, Float64Array.of(1, 1));
  const lattice = new Lattice();
  ["ab", "cd"].forEach((way, k) => {
    lattice.addState(OFF, 0, 0, 0);
    lattice.addState(2 * [...roads.edgeLength.keys()].findIndex((edge) => roads.name(edge) === way), 60, 0, 0);
    lattice.endStep();
    if (k > 0) transitions.fill(lattice, steps, k, false);
    advance(lattice, k);
  });
  return { nats: lattice.trans[lattice.between(1, 3, 1)], sigma: transitions.leg(steps, 0, 1).sigma };
}

/** A road from a to d: both ends of one class, the part between them of another. */
function ways(ends: RoadClass, between: RoadClass, more: AsciiWay = {}): RoadGraph {
  return map.graph({ ab: { class: ends, ...more }, bc: { class: between }, cd: { class: ends, ...more } });
}

describe("the metres charged for a residential road", () => {
  const residential = ways("residential", "residential");
  const primary = ways("primary", "primary");
  const charged = (straight: number, roads = residential) =>
    (price(roads, straight).nats - price(primary, straight).nats) / MODEL.residentialPerMetre;

  it("are few on a way that is as long as the straight line, or shorter", () => {
    expect(charged(LENGTH)).toBeCloseTo(MODEL.kindMetres, 1);
    expect(charged(LENGTH + 30)).toBeCloseTo(MODEL.kindMetres, 1);
  });

  it.each([0.2, 0.6, 0.95])(
    "increase with the length of a way beyond the straight line: at %d of the length that makes it a detour",
    (share) => {
      // The excess is that share of kindLonger times the straight line plus kindSigmas times the error.
      const straight = (LENGTH - share * MODEL.kindSigmas * price(primary, LENGTH).sigma) / (1 + share * MODEL.kindLonger);
      expect(charged(straight)).toBeCloseTo(share * LENGTH, 0);
    },
  );

  it("are the whole way if it is a detour", () => {
    expect(charged(LENGTH / 1.5)).toBeCloseTo(LENGTH, 1);
  });

  it.each([
    ["few if the way is straight", LENGTH, MODEL.kindMetres],
    ["no more than those of its ends if it is nearly a detour", LENGTH - 95, 120],
    ["no more than those of its ends if it is a detour", LENGTH / 1.5, 120],
  ])("are only those of the ends of the way if it leads over another class between them: %s", (_, straight, metres) => {
    expect(charged(straight, ways("residential", "primary"))).toBeCloseTo(metres, 1);
  });

  it.each<[RoadClass, RoadClass]>([
    ["primary", "residential"],
    ["residential", "primary"],
  ])("are all metres if the other end of the way is on another class, since such turns are rare: %s, then %s", (first, last) => {
    const mixed = map.graph({ ab: { class: first }, bc: { class: "primary" }, cd: { class: last } });
    expect(charged(LENGTH, mixed)).toBeCloseTo(60, 1);
  });

  it("are few also if the way costs a little more for another reason, such as a low limit", () => {
    const slow = map.graph({ ab: { class: "residential" }, bc: { class: "residential", speed: 40 }, cd: { class: "residential" } });
    const nats = 680 * MODEL.slowPerSecond * (3.6 / 40 - 1 / MODEL.usualLimit);
    expect(charged(LENGTH, slow) - nats / MODEL.residentialPerMetre).toBeCloseTo(MODEL.kindMetres, 0);
  });
});

describe("a way that breaks a rule", () => {
  it("is charged for its class over its whole length", () => {
    const straight = (more: AsciiWay) => price(ways("service", "service", more), LENGTH).nats;
    const rule = MODEL.wrongWay + 120 * MODEL.wrongWayPerMetre;
    expect(straight({ oneway: "-1" }) - straight({})).toBeCloseTo(rule + (LENGTH - MODEL.kindMetres) * MODEL.servicePerMetre, 1);
  });
});

describe("a long way round", () => {
  const { graph } = asciiMap(
    `
    a-b-c-d
      |
      |
      |
      e-f
`,
    { metresPerCell: 200 },
  );
  const roads = graph({ ab: {}, bc: {}, cd: {}, be: {}, ef: {} });
  const arc = (way: string) => 2 * [...roads.edgeLength.keys()].findIndex((edge) => roads.name(edge) === way);

  /** Whether ways are found from ab to cd and to ef, which is 400 m farther, for fixes a minute and 400 m apart; ab is so many nats behind. */
  function found(behind: number): boolean[] {
    const settings = settle({});
    const transitions = new Transitions(roads, new Rules(roads, settings), settings);
    const [lon, lat] = map.at("a");
    const fixes = readFixes([0, 400 / latScale(lat)].map((north, i): TrackPoint => ({ lon, lat: lat + north, time: 60 * i })));
    const steps = makeSteps(fixes, new Uint8Array(2), MODEL.defaultSigma, Float64Array.of(1, 1));
    const lattice = new Lattice();
    lattice.addState(OFF, 0, 0, 0);
    lattice.addState(arc("ab"), 200, 0, behind);
    lattice.endStep();
    advance(lattice, 0);
    lattice.addState(OFF, 0, 0, 0);
    lattice.addState(arc("cd"), 100, 0, 0);
    lattice.addState(arc("ef"), 100, 0, 0);
    lattice.endStep();
    transitions.fill(lattice, steps, 1, false);
    return [2, 3].map((to) => lattice.seconds[lattice.between(1, 1 + to, 1)] > 0);
  }

  it("is looked for from a likely place, and not from one that is far behind, where it would end still farther behind", () => {
    expect(found(0)).toEqual([true, true]);
    expect(found(MODEL.detourBehind - MODEL.detourFading)).toEqual([true, true]);
    expect(found(MODEL.detourBehind)).toEqual([true, false]);
  });
});
