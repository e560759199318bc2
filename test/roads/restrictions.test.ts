// From turn restrictions between ways to what may not be driven, as the shortest banned walks in letters.
import { describe, expect, it } from "vitest";
import { Access, type Mode } from "../../src/roads/attributes.js";
import { buildRoadsWithReport } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import { type AsciiMap, type AsciiRestriction, type AsciiWay, asciiMap } from "../helpers/ascii-map.js";
import { bannedWalks } from "../helpers/brute-force.js";
import { STREET } from "../helpers/road-source.js";

/** Ways by their letters, "abc, bd"; one-way roads have a ">" after them. */
function waysOf(list: string): Record<string, AsciiWay> {
  const ways: Record<string, AsciiWay> = {};
  for (const way of list.split(", ")) ways[way.replace(">", "")] = { oneway: way.endsWith(">") };
  return ways;
}

/** "no ab b bd" is: from ab, via node b, to bd. Ways of a list are joined by "+"; a via of several letters is a way. */
function rule(text: string, modes?: Mode[]): AsciiRestriction {
  const [kind, from, via, to] = text.split(" ");
  return { only: kind === "only", from: from.split("+"), via: via.length === 1 ? via : via.split("+"), to: to.split("+"), modes };
}

/** The walks that a source bans for a mode, and the restrictions that were dropped. */
function banned(map: AsciiMap, source: RoadSource, mode: Mode = "driving", arcs = 6): { walks: string; dropped: Record<string, number> } {
  const { roads, report } = buildRoadsWithReport(source);
  roads.verify();
  expect(report.restrictionsApplied + Object.values(report.dropped).reduce((sum, n) => sum + n, 0)).toBe(source.restrictions.length);
  const walks = bannedWalks(roads, Access[mode], arcs).map((walk) => lettersAlong(map, roads, walk));
  return { walks: walks.sort().join(" "), dropped: report.dropped };
}

function lettersAlong(map: AsciiMap, roads: RoadGraph, walk: number[]): string {
  return walk
    .map((arc, i) => {
      const letters = roads.arcCoordinates(arc).map(([lon, lat]) => LETTERS.find((letter) => sameAs(map, letter, lon, lat)) ?? "?");
      return letters.slice(i === 0 ? 0 : 1).join("");
    })
    .join("");
}

const LETTERS = [..."abcdefghij"];
function sameAs(map: AsciiMap, letter: string, lon: number, lat: number): boolean {
  try {
    return map.at(letter).join() === [lon, lat].join();
  } catch {
    return false;
  }
}

const CROSS = asciiMap(`
        d
        |
    a---b---c---f
        |
        e
`);

describe("a turn restriction via a node", () => {
  it.each<[what: string, ways: string, rules: string[], walks: string]>([
    ["no_left_turn", "ab, bc, bd, be", ["no ab b bd"], "abd"],
    ["ways drawn in the other direction", "ba, bc, db, be", ["no ba b db"], "abd"],
    ["onto a way that continues", "ab, bcf, bd, be", ["no bd b bcf"], "dbcf"],
    ["onto a way that continues beyond a junction", "ab, bcf, bd, be, ce", ["no bd b bcf"], "dbc"],
    ["two restrictions at one corner", "ab, bc, bd, be", ["no ab b bd", "no ab b be"], "abd abe"],
    ["one restriction twice", "ab, bc, bd, be", ["no ab b bd", "no ab b bd"], "abd"],

    ["only_straight_on, which does not ban U-turns", "ab, bc, bd, be", ["only ab b bc"], "abd abe"],
    ["only_right_turn at a T", "ab, bc, be", ["only ab b be"], "abc"],
    ["only_* onto a way not split at the turn, which allows both its directions", "ab, bc, dbe", ["only ab b dbe"], "abc"],
    ["only_* onto the only other way, which bans nothing", "ab, bc", ["only ab b bc"], ""],
    ["only_* onto two ways by two relations, which leaves only the U-turn", "ab, bc, bd", ["only ab b bc", "only ab b bd"], "abc abd"],

    ["no_u_turn on one way", "ab, bc, bd", ["no ab b ab"], "aba"],
    ["no_u_turn on a way that continues, from both sides", "abc, bd", ["no abc b abc"], "aba cbc"],
    ["no_u_turn between two ways, which is like any other turn", "ab, bc, bd", ["no ab b bd"], "abd"],
    ["only_u_turn", "ab, bc, bd", ["only ab b ab"], "abc abd"],

    ["no_entry from several ways", "ab, bc, bd, be", ["no ab+bd b bc"], "abc dbc"],
    ["no_exit to several ways", "ab, bc, bd, be", ["no ab b bd+be"], "abd abe"],
    ["no_entry from several ways, including the one entered", "ab, bc, bd, be", ["no ab+bd b ab"], "aba dba"],

    ["from the end of a one-way loop", "bcdb>, ab, be", ["no bcdb b be"], "bcdbe bdcbe"],
    ["onto a one-way road not split at the turn", "ab, dbe>", ["no ab b dbe"], "abd abe"],
    ["from a one-way road not split at the turn", "ab, dbe>", ["no dbe b ab"], "dba eba"],
  ])("bans the walks: %s, %s", (_, ways, rules, walks) => {
    expect(banned(CROSS, CROSS.roads(waysOf(ways), { restrictions: rules.map((text) => rule(text)) }))).toEqual({ walks, dropped: {} });
  });
});

const LADDER = asciiMap(`
    a---b---c---d
        |   |
    e---f---g---h
        |   |
        i   j
`);

describe("a turn restriction via ways", () => {
  it.each<[what: string, ways: string, rules: string[], walks: string]>([
    ["no_u_turn over the link between two carriageways", "ab, bcd, bf, ef, fgh", ["no ab bf ef"], "abfe"],
    ["two carriageways, each of one way", "ab, bc, bf, ef, fg", ["no ab bf fg"], "abfg"],
    ["via a way split off at a junction", "ab, bc, cd, ef, fg, gh, bf, cg", ["no ab bc cd"], "abcd"],
    ["via a way split by a junction", "ab, bcd, cg, dh", ["no ab bcd dh"], "abcdh"],
    ["via two ways", "ab, bf, fg, cg, bc, gh", ["no ab bf+fg gh"], "abfgh"],
    ["via two ways, one split by a junction", "ab, bfi, fg, gj, ij, ef", ["no ab bfi+ij gj"], "abfijg"],
    ["via three ways round a block", "ab, bf, fg, gc, bc, cd", ["no ab bf+fg+gc cd"], "abfgcd"],
    ["via two ways, listed in another order than travelled", "ab, bf, fg, cg, bc, gh", ["no ab fg+bf gh"], "abfgh"],
    ["via three ways, listed in another order", "ab, bf, fg, gc, bc, cd", ["no ab gc+bf+fg cd"], "abfgcd"],
    ["via three ways, where the first one listed is not the first one travelled", "ab, bf, fg, gbc, cd", ["no ab gbc+fg+bf cd"], "abfgbcd"],
    ["only_* via two ways, listed in another order", "ab, bf, fe, fg, gc, gh, gj", ["only ab fg+bf gh"], "abfgc abfgj"],
    ["via a ring, in the order listed", "ab, bf, fg, gc, bc", ["no ab bc+gc+fg+bf ab"], "abcgfba"],
    ["via a way drawn in the other direction", "ab, fb, fe", ["no ab fb fe"], "abfe"],
    ["via ways back onto the from way", "ab, bc, cg, fg, bf", ["no bc cg+fg+bf bc"], "bcgfbc"],
    ["only_* for those who came by the from way", "ab, bc, bf, cd, cg", ["only ab bc cd"], "abcg"],
    ["only_* via two ways", "ab, bf, fe, fg, gc, gh, gj", ["only ab bf+fg gh"], "abfgc abfgj"],
    ["one restriction inside another", "ab, bc, cd, bf, cg", ["no ab bc cd", "no bc c cd"], "bcd"],
    ["one restriction that overlaps the end of another", "ab, bc, cd, dh, gh", ["no ab bc cd", "no bc cd dh"], "abcd bcdh"],
  ])("bans the walks: %s, %s", (_, ways, rules, walks) => {
    expect(banned(LADDER, LADDER.roads(waysOf(ways), { restrictions: rules.map((text) => rule(text)) }))).toEqual({ walks, dropped: {} });
  });
});

describe("a turn restriction binds the modes it names", () => {
  const source = () =>
    CROSS.roads(waysOf("ab, bc, bd, be"), {
      restrictions: [rule("no ab b bd", ["driving", "trucking"]), rule("no ab b be", ["trucking"]), rule("no ab b bd", ["cycling"])],
    });

  it.each<[mode: Mode, walks: string]>([
    ["driving", "abd"],
    ["trucking", "abd abe"],
    ["cycling", "abd"],
    ["walking", ""],
  ])("%s may not walk: %s", (mode, walks) => {
    expect(banned(CROSS, source(), mode)).toEqual({ walks, dropped: {} });
  });
});

describe("a turn restriction that cannot be applied is counted and bans nothing", () => {
  it.each<[reason: string, what: string, ways: string, rule: string]>([
    ["restriction whose ways do not meet", "from a way elsewhere", "ab, bc, cf", "no ab c cf"],
    ["restriction whose ways do not meet", "to a way elsewhere", "ab, bc, cf", "no ab b cf"],
    ["restriction whose ways do not meet", "only_* to a way elsewhere", "ab, bc, cf", "only ab b cf"],
    ["restriction whose ways do not meet", "via a node outside the network", "ab, bc", "no ab d bc"],
    ["restriction whose ways do not meet", "a U-turn where there is no junction", "abc, cd", "no abc b abc"],
    ["restriction whose ways do not meet", "via a way that touches only one of the others", "ab, bc, ce, cf, cd", "no ab cf ce"],
    ["restriction whose ways do not meet", "via a way that needs a U-turn", "ab, bc, bd, cf", "no ab bc bd"],
    ["restriction whose ways do not meet", "only_* via ways that do not meet in any order", "ab, bd, dc, cf, be", "only ab dc+be cf"],
    ["restriction on a way not split at the turn", "from a way that continues", "abc, bd", "no abc b bd"],
    ["restriction on a way not split at the turn", "only_* from a way that continues", "abc, bd, be", "only abc b bd"],
    ["restriction on a way not split at the turn", "onto a way that continues", "ab, dbe", "no ab b dbe"],
    ["restriction on a way not split at the turn", "only_* onto a way that continues and is the only one", "ab, dbe", "only ab b dbe"],
    ["restriction on a way not split at the turn", "via a way, from one that continues", "abf, bd, cd", "no abf bd cd"],
    ["restriction on a way not split at the turn", "via a way, onto one that continues", "db, ab, dac", "no db ab dac"],
  ])("%s: %s (%s)", (reason, _, ways, text) => {
    expect(banned(CROSS, CROSS.roads(waysOf(ways), { restrictions: [rule(text)] }))).toEqual({ walks: "", dropped: { [reason]: 1 } });
  });

  it.each<[reason: string, restriction: Partial<RoadSource["restrictions"][number]>]>([
    ["restriction on a way outside the network", { from: [99] }],
    ["restriction on a way outside the network", { to: [98, 99] }],
    ["restriction via a way outside the network", { via: { ways: [99] } }],
    ["restriction via a way outside the network", { via: { ways: [] } }],
    ["restriction without from or to", { from: [] }],
    ["restriction without from or to", { to: [] }],
    ["restriction that binds nobody", { modes: 0 }],
    ["restriction whose ways do not meet", { via: { node: 12345 } }],
  ])("%s: %j", (reason, restriction) => {
    const source = CROSS.roads(waysOf("ab, bc, bd"), { restrictions: [rule("no ab b bc")] });
    Object.assign(source.restrictions[0], restriction);
    expect(banned(CROSS, source)).toEqual({ walks: "", dropped: { [reason]: 1 } });
  });

  it("except that of several from or to ways, only those outside the network are ignored", () => {
    const source = CROSS.roads(waysOf("ab, bc, bd"), { restrictions: [rule("no ab b bc")] });
    source.restrictions[0].to.push(99);
    expect(banned(CROSS, source)).toEqual({ walks: "abc", dropped: {} });
  });

  it("except straight on along a one-way road that is not split there (on a two-way road both directions could be meant)", () => {
    const straight = (only: boolean, oneway: boolean) => {
      const source = CROSS.roads({ ...waysOf("bd, be"), abc: { oneway } }, { restrictions: [rule("no abc b abc")] });
      Object.assign(source.restrictions[0], { only, onward: true });
      return banned(CROSS, source);
    };
    // Nobody comes from c.
    expect(straight(true, true)).toEqual({ walks: "abd abe cbd cbe", dropped: {} });
    expect(straight(false, true)).toEqual({ walks: "abc cba", dropped: {} });
    expect(straight(true, false)).toEqual({ walks: "", dropped: { "restriction on a way not split at the turn": 1 } });
  });

  it("except for the modes for which a way that is not split there is one-way", () => {
    const ways = { ab: {}, dbe: { access: ["driving", "cycling"], oneway: true } } satisfies Record<string, AsciiWay>;
    const source = CROSS.roads(ways, { restrictions: [rule("no ab b dbe")] });
    source.columns.backward.data[1] |= Access.cycling;
    expect(banned(CROSS, source, "driving")).toEqual({ walks: "abd abe", dropped: {} });
    expect(banned(CROSS, source, "cycling")).toEqual({ walks: "", dropped: {} });
  });

  it("while others in the same source are applied", () => {
    const restrictions = [rule("no ab c cf"), rule("no ab b bd")];
    expect(banned(CROSS, CROSS.roads(waysOf("ab, bc, cf, bd"), { restrictions }))).toEqual({
      walks: "abd",
      dropped: { "restriction whose ways do not meet": 1 },
    });
  });

  it("including one whose via way crosses itself so often that its paths cannot be counted", () => {
    // One way that runs between all pairs of ten nodes.
    const letters = LETTERS.flatMap((a, i) => LETTERS.slice(i + 1).flatMap((b) => [a, b])).join("");
    const source = LADDER.roads({ ...waysOf("ab, cd"), [letters]: {} }, { restrictions: [rule(`no ab ${letters} cd`)] });
    const { roads, report } = buildRoadsWithReport(source);
    expect(report.dropped["restriction via ways too tangled to follow"]).toBe(1);
    expect(roads.columns.turnState).toHaveLength(0);
  });
});

/** A junction of this many streets, each of which may be left only for the next one. */
function star(streets: number): RoadSource {
  const source = new RoadSource();
  source.addNode(1, 0, 0);
  for (let n = 1; n <= streets; n++) {
    source.addNode(n + 1, n * 100, 1e5);
    source.addWay({ ...STREET, id: n, nodes: [1, n + 1] });
    source.restrictions.push({ id: n, only: true, from: [n], to: [(n % streets) + 1], via: { node: 1 }, modes: 15 });
  }
  return source;
}

describe("a junction of many streets with one only_* restriction each", () => {
  it("bans all other turns for up to 64 streets", () => {
    const { roads, report } = buildRoadsWithReport(star(64));
    expect([report.restrictionsApplied, report.dropped]).toEqual([64, {}]);
    expect(roads.columns.turnBan.filter((modes) => modes !== 0)).toHaveLength(64 * 62);
  });

  it("drops and counts the restrictions for more than 64 streets, which would need too much memory", { tags: "long" }, () => {
    const { roads, report } = buildRoadsWithReport(star(1000));
    expect([report.restrictionsApplied, report.dropped]).toEqual([0, { "restriction to one of more than 64 ways on": 1000 }]);
    expect(roads.columns.turnTo).toHaveLength(0);
  });
});
