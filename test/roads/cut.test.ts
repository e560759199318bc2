// From ways to edges: where a way is cut, what is left out of it, and how that is counted.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Access, encodeSpeed, Flag, type RoadClass } from "../../src/roads/attributes.js";
import { buildRoads, buildRoadsWithReport } from "../../src/roads/build.js";
import { arrange, type CutRoads, cutWays, foldsOf } from "../../src/roads/cut.js";
import { nearbyRoads } from "../../src/roads/nearby.js";
import { RoadSource } from "../../src/roads/source.js";
import { runs } from "../helpers/runs.js";
import { edgesOf, graphNodeAt, type LetterWay, lettersOf, nodeId, sourceOf } from "./letters.js";

const { driving, trucking, walking, cycling } = Access;

describe("a way", () => {
  it.each<[what: string, ways: string[], edges: string[], dropped?: Record<string, number>]>([
    ["becomes one edge if it meets no other", ["abc"], ["abc"]],
    ["is cut where another way ends on it", ["abc", "bd"], ["ab", "bc", "bd"]],
    ["is cut where another way crosses it", ["abc", "dbe"], ["ab", "bc", "db", "be"]],
    ["is not joined to a way that continues it", ["ab", "bc"], ["ab", "bc"]],
    ["is cut where it meets itself", ["abcdb"], ["ab", "bcdb"]],
    ["is cut where it passes its own first node again", ["abcadea"], ["abca", "adea"]],
    ["becomes a loop if it is closed", ["abca"], ["abca"]],
    ["is cut at its first node and at junctions if it is closed", ["abcda", "ce"], ["abc", "cda", "ce"]],
    ["stays an edge of its own beside another between the same junctions", ["abc", "adc"], ["abc", "adc"]],
    ["becomes one edge if it goes out and back", ["aba"], ["ab"], { "double edge": 1 }],
    ["becomes one edge where it goes out and back", ["abcbd"], ["ab", "bc", "bd"], { "double edge": 1 }],

    ["is cut where it leaves the extract", ["ab?cd"], ["ab", "cd"], { "way cut by the extract's border": 1, "missing node": 1 }],
    ["may leave the extract more than once", ["?ab??cd?"], ["ab", "cd"], { "way cut by the extract's border": 1, "missing node": 4 }],
    ["is left out if only single nodes of it are in the extract", ["a?b"], [], { "way cut by the extract's border": 1, "missing node": 1 }],
    ["is left out if it is wholly outside", ["??"], [], { "way cut by the extract's border": 1, "missing node": 2 }],
    [
      "becomes no loop if it is closed, but cut by the border",
      ["ab?ca"],
      ["ab", "ca"],
      { "way cut by the extract's border": 1, "missing node": 1 },
    ],

    ["is left out without nodes", [""], [], { "way without two places": 1 }],
    ["is left out with one node", ["a"], [], { "way without two places": 1 }],
    ["loses repeated nodes", ["aabbbc"], ["abc"], { "repeated node": 3 }],
    ["is left out if it only repeats one node", ["aaa"], [], { "repeated node": 2, "way without two places": 1 }],
    ["loses its pieces without length", ["abBc"], ["abc"], { "zero-length piece": 1 }],
    ["is left out if its nodes are all at one place", ["aA"], [], { "zero-length piece": 1, "way without two places": 1 }],
    ["may go back and forth at one place", ["aAab"], ["ab"], { "zero-length piece": 2 }],
  ])("%s: %j", (_, ways, edges, dropped = {}) => {
    const { roads, report } = buildRoadsWithReport(sourceOf(ways));
    expect(edgesOf(roads)).toEqual(edges);
    expect(report.dropped).toEqual(dropped);
    roads.verify();
  });

  it("stays connected if a piece without length is dropped, on either of its nodes", () => {
    const roads = buildRoads(sourceOf(["abBc", "bd", "Be"]));
    expect(edgesOf(roads)).toEqual(["ab", "bc", "bd", "be"]);
    expect(roads.nodeCount).toBe(5);
  });

  it("is not joined to another that merely shares a place with it, but no node", () => {
    const roads = buildRoads(sourceOf(["abc", "dBe"]));
    expect(edgesOf(roads)).toEqual(["abc", "dbe"]);
    expect(roads.nodeCount).toBe(4);
  });

  it("has no piece without length between 180° and −180°", () => {
    const source = new RoadSource();
    [1_799_999_000, 1_800_000_000, -1_800_000_000, -1_799_999_000].forEach((lon, id) => {
      source.addNode(id, lon, 0);
    });
    const way = sourceOf(["ab"]).ways[0];
    source.addWay({ ...way, nodes: [0, 1, 2, 3] });
    source.addWay({ ...way, id: 2, nodes: [1, 2] });
    const { roads, report } = buildRoadsWithReport(source);
    expect(report.dropped).toEqual({ "zero-length piece": 2, "way without two places": 1 });
    expect(roads.edgeCount).toBe(1);
    expect(roads.edgeLength[0]).toBeCloseTo(22.26, 2);
  });

  it("that ends at 180° is joined to one that ends there at −180°, and to no other", () => {
    const source = new RoadSource();
    const places = [
      [1_799_900_000, 0],
      [1_800_000_000, 0],
      [-1_800_000_000, 0],
      [-1_799_900_000, 0],
      [-1_800_000_000, 5000],
      [-1_800_000_000, -5000],
      [1_800_000_000, -5000],
      [1_800_000_000, -9000],
      [1_000_000_000, 5000],
      [1_000_010_000, 5000],
    ];
    places.forEach(([lon, lat], id) => {
      source.addNode(id, lon, lat);
    });
    const way = sourceOf(["ab"]).ways[0];
    // The third way ends at another latitude, and passes through a place at −180° where the fourth begins at 180°. The fifth is on the latitude of the third,
    // a quarter of the way round the earth.
    [
      [0, 1],
      [2, 3],
      [4, 5, 3],
      [6, 7],
      [8, 9],
    ].forEach((nodes, w) => {
      source.addWay({ ...way, id: w + 1, nodes });
    });
    const { roads, report } = buildRoadsWithReport(source);
    expect(report.dropped).toEqual({ "way joined across the antimeridian": 1 });
    expect([...roads.columns.edgeFrom, ...roads.columns.edgeTo]).toEqual([0, 1, 3, 4, 6, 1, 2, 2, 5, 7]);
    expect(roads.edgeLength[1]).toBeCloseTo(1113.19, 1);
    roads.verify();
    const matched = nearbyRoads(roads, -179.9995, 0.00001, 30).map(({ edge }) => edge);
    expect(matched).toContain(1);
  });

  it("uses the first place of a node that is given twice", () => {
    const source = sourceOf(["ab"]);
    source.addNode(nodeId("b"), 0, 0);
    expect(edgesOf(buildRoads(source))).toEqual(["ab"]);
  });

  it("may have ids of 53 bits, and negative ones", () => {
    const source = new RoadSource();
    const ids = [2 ** 53 - 1, 2 ** 53 - 2, -1, 2 ** 32, 0, 2 ** 32 - 1];
    ids.forEach((id, i) => {
      source.addNode(id, i * 10_000, 0);
    });
    source.addWay({ ...sourceOf(["ab"]).ways[0], id: 2 ** 53 - 1, nodes: ids });
    const { roads, report } = buildRoadsWithReport(source);
    expect(report.dropped).toEqual({});
    expect([...roads.shapeLon]).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
    expect(roads.edgeWay[0]).toBe(2 ** 53 - 1);
  });
});

describe("a barrier", () => {
  const bollard = (letter: string) => ({ node: nodeId(letter), access: walking | cycling, flags: Flag.gate });

  it("cuts the way that it is on, limits access, and marks the edges on both sides", () => {
    const roads = buildRoads(sourceOf(["abcd"], [bollard("b")]));
    expect(edgesOf(roads)).toEqual(["ab", "bcd"]);
    expect(roads.columns.nodeAccess[graphNodeAt(roads, "b")!]).toBe(walking | cycling);
    expect([...roads.edgeFlags]).toEqual([Flag.gate, Flag.gate]);
  });

  it("on a junction bars nobody and marks no edge, since it is unclear which road it is on, and is counted", () => {
    const { roads, report } = buildRoadsWithReport(sourceOf(["abc", "bd"], [bollard("b")]));
    expect(roads.columns.nodeAccess[graphNodeAt(roads, "b")!]).toBe(15);
    expect([...roads.edgeFlags]).toEqual([0, 0, 0]);
    expect(report.dropped).toEqual({ "barrier on a junction": 1 });
  });

  it("at the end of a way marks that edge only", () => {
    expect([...buildRoads(sourceOf(["ab", "cd"], [bollard("b")])).edgeFlags]).toEqual([Flag.gate, 0]);
  });

  it("that bars nobody, but has a mark such as a toll, cuts the way too", () => {
    const booth = { node: nodeId("b"), access: 15, flags: Flag.toll };
    const roads = buildRoads(sourceOf(["abc"], [booth]));
    expect([...roads.edgeFlags]).toEqual([Flag.toll, Flag.toll]);
    expect([...roads.columns.nodeAccess]).toEqual([15, 15, 15]);
  });

  it("that bars nobody and has no mark changes nothing", () => {
    const { roads, report } = buildRoadsWithReport(sourceOf(["abc"], [{ node: nodeId("b"), access: 15, flags: 0 }]));
    expect(edgesOf(roads)).toEqual(["abc"]);
    expect(report.dropped).toEqual({});
  });

  it("together with others on the same node lets pass only those whom all of them let pass", () => {
    const barriers = [bollard("b"), { node: nodeId("b"), access: driving | walking, flags: Flag.private }];
    const roads = buildRoads(sourceOf(["abc"], barriers));
    expect(roads.columns.nodeAccess[graphNodeAt(roads, "b")!]).toBe(walking);
    expect([...roads.edgeFlags]).toEqual([Flag.gate | Flag.private, Flag.gate | Flag.private]);
  });

  it("on the second of two nodes at one place acts on the first", () => {
    const roads = buildRoads(sourceOf(["abBc"], [bollard("B")]));
    expect(edgesOf(roads)).toEqual(["ab", "bc"]);
    expect(roads.columns.nodeAccess[graphNodeAt(roads, "b")!]).toBe(walking | cycling);
  });

  it.each(["z", "?"])("that is on no road (%s) is counted", (letter) => {
    const source = sourceOf(["abc"], [bollard(letter)]);
    source.addNode(nodeId("z"), 0, 0);
    expect(buildRoadsWithReport(source).report.dropped).toEqual({ "barrier off the network": 1 });
  });
});

describe("duplicate edges", () => {
  it.each<[what: string, ways: string[], edges: string[], doubles: number]>([
    ["in the same direction", ["ab", "ab"], ["ab"], 1],
    ["in the opposite direction", ["ab", "ba", "ab"], ["ab"], 2],
    ["of several pieces, cut at each node that two ways share", ["abc", "cba"], ["ab", "bc"], 2],
    ["along a part of a way", ["abcde", "dc"], ["abc", "cd", "de"], 1],
    ["of closed ways in opposite directions", ["abca", "acba"], ["ab", "bc", "ca"], 3],
    ["of closed ways that begin elsewhere", ["abca", "bcab"], ["ab", "bc", "ca"], 3],
    ["through different nodes at one place", ["abB", "aBb"], ["ab"], 1],
  ])("become one edge each: %s, %j", (_, ways, edges, doubles) => {
    const { roads, report } = buildRoadsWithReport(sourceOf(ways));
    expect(edgesOf(roads)).toEqual(edges);
    expect(report.dropped["double edge"]).toBe(doubles);
  });

  const primary = (nodes: string): LetterWay => ({
    nodes,
    roadClass: "primary",
    forward: driving,
    backward: 0,
    speedForward: encodeSpeed(50),
    speedBackward: encodeSpeed(70),
    truckSpeedForward: encodeSpeed(30),
    flags: Flag.bridge,
    name: "High Street",
    id: 10,
  });
  const footway = (nodes: string): LetterWay => ({
    nodes,
    roadClass: "footway",
    forward: walking,
    backward: walking | cycling,
    name: "Path",
    id: 20,
  });

  it.each<[what: string, ways: LetterWay[]]>([
    ["comes first", [primary("ab"), footway("ab")]],
    ["comes last", [footway("ab"), primary("ab")]],
    ["comes first, the other against it", [primary("ab"), reversed(footway("ba"))]],
    ["comes last, the other against it", [reversed(footway("ba")), primary("ab")]],
  ])("keep the attributes of the more important class and the access of both; the more important one %s", (_, ways) => {
    const roads = buildRoads(sourceOf(ways));
    expect(edgesOf(roads)).toEqual(["ab"]);
    expect([...roads.arcAccess]).toEqual([driving | walking, walking | cycling]);
    expect([...roads.arcSpeed]).toEqual([encodeSpeed(50), encodeSpeed(70)]);
    expect([...roads.arcTruckSpeed]).toEqual([encodeSpeed(30), 0]);
    expect([roads.edgeWay[0], roads.className(0), roads.name(0), roads.edgeFlags[0]]).toEqual([10, "primary", "High Street", Flag.bridge]);
  });

  it.each<[what: string, nodes: [string, string], against: boolean]>([
    ["and they are drawn in opposite directions", ["ab", "ba"], false],
    ["and they are drawn in the same direction", ["ab", "ab"], true],
  ])("have the speed limits of the line that alone opens a direction, if each is one-way %s", (_, [first, second], against) => {
    const line = (nodes: string, kph: number, along: boolean): LetterWay => ({
      nodes,
      forward: along ? driving | trucking : 0,
      backward: along ? 0 : driving | trucking,
      speedForward: along ? encodeSpeed(kph) : 0,
      speedBackward: along ? 0 : encodeSpeed(kph),
      truckSpeedForward: along ? encodeSpeed(kph - 10) : 0,
      truckSpeedBackward: along ? 0 : encodeSpeed(kph - 10),
    });
    const roads = buildRoads(sourceOf([line(first, 50, true), line(second, 30, !against)]));
    expect(edgesOf(roads)).toEqual(["ab"]);
    expect([...roads.arcSpeed]).toEqual([encodeSpeed(50), encodeSpeed(30)]);
    expect([...roads.arcTruckSpeed]).toEqual([encodeSpeed(40), encodeSpeed(20)]);
  });

  it.each<[what: string, nodes: [string, string], classes: [RoadClass, RoadClass], access: number[]]>([
    ["the same way round", ["abca", "abca"], ["residential", "residential"], [driving | walking, 0]],
    ["the other way round", ["abca", "acba"], ["residential", "residential"], [driving, walking]],
    ["the same way round, the more important one last", ["abca", "abca"], ["residential", "primary"], [driving | walking, 0]],
    ["the other way round, the more important one last", ["abca", "acba"], ["residential", "primary"], [walking, driving]],
  ])("that are known to be loops become one loop with the access of both, each in its own direction: %s", (_, nodes, classes, access) => {
    const of = (n: number): LetterWay => ({ nodes: nodes[n], roadClass: classes[n], forward: [driving, walking][n], backward: 0 });
    const source = sourceOf([of(0), of(1)]);
    source.doubles.add(1);
    const roads = buildRoads(source);
    expect(edgesOf(roads)).toEqual([classes[1] === "primary" ? nodes[1] : nodes[0]]);
    expect([...roads.arcAccess]).toEqual(access);
    expect(roads.edgeWay[0]).toBe(classes[1] === "primary" ? 2 : 1);
  });

  it("keep the turn restrictions of both", () => {
    const source = sourceOf([
      { nodes: "ab", id: 1, forward: driving, backward: 0 },
      { nodes: "ba", id: 2, forward: driving, backward: 0 },
      { nodes: "ac", id: 3 },
      { nodes: "bd", id: 4 },
    ]);
    const nodeOf = (way: number, at: number) => source.way(way).nodes[at];
    source.restrictions.push({ id: 7, only: false, from: [2], to: [3], via: { node: nodeOf(1, 1) }, modes: driving });
    source.restrictions.push({ id: 8, only: false, from: [1], to: [4], via: { node: nodeOf(0, 1) }, modes: driving });
    const { report } = buildRoadsWithReport(source);
    expect([report.restrictionsApplied, report.dropped]).toEqual([2, { "double edge": 1 }]);
  });

  it("of the same class keep the attributes of the first", () => {
    const roads = buildRoads(
      sourceOf([
        { nodes: "ab", name: "first" },
        { nodes: "ba", name: "second" },
      ]),
    );
    expect([roads.name(0), roads.edgeWay[0], lettersOf(roads, 0)]).toEqual(["first", 1, "ab"]);
  });

  it("may be three, with the most important one in the middle", () => {
    const ways: LetterWay[] = [
      { nodes: "ab", roadClass: "service", forward: trucking, backward: 0 },
      { nodes: "ba", roadClass: "primary", forward: driving, backward: 0 },
      { nodes: "ab", roadClass: "tertiary", forward: cycling, backward: 0 },
    ];
    const roads = buildRoads(sourceOf(ways));
    expect([lettersOf(roads, 0), roads.className(0)]).toEqual(["ba", "primary"]);
    expect([...roads.arcAccess]).toEqual([driving, trucking | cycling]);
  });

  it("are found among thousands of edges", () => {
    const source = new RoadSource();
    const way = sourceOf(["ab"]).ways[0];
    const side = 40;
    for (let i = 0; i < side * side; i++) source.addNode(i, (i % side) * 10_000, Math.floor(i / side) * 10_000);
    const lay = () => {
      for (let i = 0; i < side; i++) {
        source.addWay({ ...way, nodes: Array.from({ length: side }, (_, k) => i * side + k) });
        source.addWay({ ...way, nodes: Array.from({ length: side }, (_, k) => k * side + i).reverse() });
      }
    };
    lay();
    lay();
    const { roads, report } = buildRoadsWithReport(source);
    expect(roads.edgeCount).toBe(2 * side * (side - 1));
    expect(report.dropped).toEqual({ "double edge": 2 * side * (side - 1) });
  });
});

/** The same way, drawn from the other end. */
function reversed(way: LetterWay): LetterWay {
  if (typeof way === "string") return way;
  return { ...way, forward: way.backward, backward: way.forward };
}

const bits = fc.integer({ min: 0, max: 15 });
const way = fc.record({
  nodes: fc.string({ unit: fc.constantFrom(..."abcdefghABC?"), maxLength: 9 }),
  roadClass: fc.constantFrom<RoadClass>("primary", "residential", "footway"),
  forward: bits,
  backward: bits,
});
const ways = fc.array(way, { maxLength: 7 });
// Ways without length make each capital letter one place with its small letter, whatever the other ways are.
const joined = (list: LetterWay[]) => sourceOf([...list, "aA", "bB", "cC"]);

describe("any set of ways", () => {
  it("has each piece between two places in exactly one edge, under its most important way, with the access of all its ways", () => {
    fc.assert(
      fc.property(ways, (list) => {
        const roads = buildRoads(joined(list));
        roads.verify();
        const found: Record<string, Piece> = {};
        for (let arc = 0; arc < roads.arcCount; arc++) {
          const letters = lettersOf(roads, arc);
          for (let i = 1; i < letters.length; i++) {
            const piece = letters.slice(i - 1, i + 1);
            expect(found[piece], `${piece} twice`).toBeUndefined();
            found[piece] = { access: roads.arcAccess[arc], roadClass: roads.className(arc >>> 1), way: roads.edgeWay[arc >>> 1] };
          }
        }
        expect(found).toEqual(expectedPieces(list));
      }),
      { numRuns: runs(200) },
    );
  });

  it("has arcs that leave the node they begin at, edges that meet only at graph nodes, and lengths that are the sums of their pieces", () => {
    fc.assert(
      fc.property(ways, (list) => {
        const roads = buildRoads(joined(list));
        const leaving = Array.from({ length: roads.nodeCount }, (_, n) => [
          ...roads.outArcs.subarray(roads.outStart[n], roads.outStart[n + 1]),
        ]);
        expect(leaving.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: roads.arcCount }, (_, arc) => arc));
        leaving.forEach((arcs, n) => {
          expect(arcs).toEqual([...arcs].sort((a, b) => a - b));
          for (const arc of arcs) {
            expect(roads.tail(arc)).toBe(n);
            expect(roads.head(arc ^ 1)).toBe(n);
          }
        });
        const inside = edgesOf(roads).flatMap((letters) => [...letters.slice(1, -1)]);
        for (const letter of inside) expect(graphNodeAt(roads, letter)).toBeUndefined();
        for (let edge = 0; edge < roads.edgeCount; edge++) {
          const [first, last] = [roads.shapeStart[edge], roads.shapeStart[edge + 1] - 1];
          expect(last).toBeGreaterThan(first);
          expect(roads.shapeAt[first]).toBe(0);
          expect(roads.shapeAt[last]).toBe(Math.fround(roads.edgeLength[edge]));
          for (let i = first + 1; i <= last; i++) expect(roads.shapeAt[i]).toBeGreaterThan(roads.shapeAt[i - 1]);
        }
      }),
    );
  });
});

describe("edges in another order, as large networks have them", () => {
  /** Each edge's nodes, way, and access, with the ways that it has taken in. */
  const recordsOf = (cut: CutRoads) => {
    const folds = [...foldsOf(cut)];
    return Array.from({ length: cut.count }, (_, e) => ({
      nodes: [...cut.shape.subarray(cut.shapeStart[e], cut.shapeStart[e + 1])],
      way: cut.edgeWay[e],
      access: [cut.forward[e], cut.backward[e]],
      takenIn: folds.filter(({ edge }) => edge === e).map(({ way, same }) => [way, same]),
    }));
  };

  it("keep their nodes, their ways, who may use them along and against, and the ways that they have taken in", () => {
    const list: LetterWay[] = [
      { nodes: "abcd", forward: driving, backward: 0 },
      { nodes: "de", forward: walking, backward: cycling },
      { nodes: "eg", forward: driving, backward: walking },
      { nodes: "ed", forward: trucking, backward: 0 },
      { nodes: "ge", roadClass: "primary", forward: driving, backward: 0 },
    ];
    const cut = cutWays(sourceOf(list));
    const records = recordsOf(cut);
    expect(records.map(({ way, access, takenIn }) => [way, access, takenIn])).toEqual([
      [0, [driving, 0], []],
      [1, [walking, cycling | trucking], [[3, false]]],
      [4, [driving | walking, driving], [[2, false]]],
    ]);
    for (const order of [
      [2, 0, 1],
      [1, 2, 0],
      [0, 2, 1],
    ]) {
      const arranged = arrange(cutWays(sourceOf(list)), Uint32Array.from(order));
      expect(recordsOf(arranged)).toEqual(order.map((e) => records[e]));
    }
  });

  it("keep all that for any set of ways and any order", () => {
    fc.assert(
      fc.property(ways, fc.infiniteStream(fc.nat()), (list, keys) => {
        const cut = cutWays(joined(list));
        const records = recordsOf(cut);
        const rank = Array.from({ length: cut.count }, () => keys.next().value);
        const order = Uint32Array.from(rank.keys()).sort((a, b) => rank[a] - rank[b] || a - b);
        expect(recordsOf(arrange(cut, order))).toEqual([...order].map((e) => records[e]));
      }),
    );
  });
});

type Piece = { access: number; roadClass: RoadClass; way: number };

/** The pieces of all ways by their two letters in travel order, found one by one. A capital letter counts as its small letter. */
function expectedPieces(list: { nodes: string; roadClass: RoadClass; forward: number; backward: number }[]): Record<string, Piece> {
  const rank = { primary: 0, residential: 1, footway: 2 } as Record<RoadClass, number>;
  const pieces: Record<string, Piece> = {};
  list.forEach(({ nodes, roadClass, forward, backward }, w) => {
    const add = (piece: string, access: number) => {
      const before = pieces[piece];
      const kept = before && rank[before.roadClass] <= rank[roadClass] ? before : { roadClass, way: w + 1 };
      pieces[piece] = { roadClass: kept.roadClass, way: kept.way, access: (before?.access ?? 0) | access };
    };
    for (let i = 1; i < nodes.length; i++) {
      const [a, b] = [nodes[i - 1].toLowerCase(), nodes[i].toLowerCase()];
      if (a === "?" || b === "?" || a === b) continue;
      add(a + b, forward);
      add(b + a, backward);
    }
  });
  return pieces;
}
