// The turn table as an automaton, checked against the definition: a step is banned if the walk so far ends in a banned sequence.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RoadGraph } from "../../src/roads/graph.js";
import { buildTurnTable, type TurnBan, turnRow } from "../../src/roads/turns.js";
import { bannedAtEnd, followTurns } from "../helpers/brute-force.js";
import { runs } from "../helpers/runs.js";

const ARCS = 5;

/** Bans written as "abc": arc a, then b, then c. */
const ban = (arcs: string, modes = 1): TurnBan => ({ arcs: numbers(arcs), modes });
const numbers = (arcs: string) => [...arcs].map((arc) => arc.charCodeAt(0) - 97);

/** The walk with a "!" after each arc that is banned there; with modes, their bits. */
function mark(walk: string, bans: TurnBan[]): string {
  const banned = followTurns(buildTurnTable(bans, ARCS), ARCS, numbers(walk));
  return [...walk].map((arc, i) => arc + (i > 0 && banned[i - 1] > 0 ? "!" : "")).join("");
}

describe("a walk", () => {
  it.each<[what: string, bans: string[], walk: string, marked: string]>([
    ["is free without bans", [], "abcabc", "abcabc"],
    ["may not make a banned turn", ["ab"], "abab", "ab!ab!"],
    ["may make the same turn in the other direction", ["ab"], "ba", "ba"],
    ["may not follow a banned sequence", ["abc"], "abc", "abc!"],
    ["may follow only the end of a banned sequence", ["abc"], "bc", "bc"],
    ["may follow only the beginning of a banned sequence", ["abc"], "abd", "abd"],
    ["forgets a sequence once it has left it", ["abc"], "abdbc", "abdbc"],
    ["remembers a sequence that began inside another", ["abcd", "bce"], "abce", "abce!"],
    ["is banned by a sequence that is the middle of a longer one", ["abcd", "bc"], "abcd", "abc!d!"],
    ["is banned by a sequence and by a longer one that begins with it", ["ab", "abc"], "abc", "ab!c!"],
    ["is banned by a short sequence outside the longer one", ["abcd", "bc"], "bcd", "bc!d"],
    ["may repeat the first arc of a sequence", ["aab"], "aaab", "aaab!"],
    ["is banned each time if it repeats a sequence", ["aba"], "ababa", "aba!ba!"],
    ["remembers the next sequence after it was banned", ["ab", "bc"], "abc", "ab!c!"],
    ["is banned by a sequence of five arcs", ["abcde"], "abcabcde", "abcabcde!"],
    ["falls back to the longest suffix that begins another sequence", ["ababc", "abd"], "ababd", "ababd!"],
    ["may be banned from repeating an arc", ["aa"], "abaa", "abaa!"],
  ])("%s: %j", (_, bans, walk, marked) => {
    expect(
      mark(
        walk,
        bans.map((arcs) => ban(arcs)),
      ),
    ).toBe(marked);
  });

  it("is banned for the modes of all sequences that it ends in", () => {
    const bans = [ban("abc", 1), ban("bc", 2), ban("abc", 8)];
    expect(followTurns(buildTurnTable(bans, ARCS), ARCS, numbers("abc"))).toEqual([0, 11]);
    expect(followTurns(buildTurnTable(bans, ARCS), ARCS, numbers("dbc"))).toEqual([0, 2]);
  });

  const arc = fc.nat(ARCS - 1);
  const sequence = fc.array(arc, { minLength: 2, maxLength: 5 });
  const bans = fc.array(fc.record({ arcs: sequence, modes: fc.integer({ min: 1, max: 15 }) }), { maxLength: 8 });
  const walk = fc.array(arc, { minLength: 2, maxLength: 40, size: "max" });

  it("is banned exactly where the definition says", () => {
    fc.assert(
      fc.property(bans, walk, (list, arcs) => {
        const expected = arcs.slice(1).map((_, i) => bannedAtEnd(arcs.slice(0, i + 2), list));
        expect(followTurns(buildTurnTable(list, ARCS), ARCS, arcs)).toEqual(expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is banned exactly where the definition says if the sequences overlap and the walk consists of them", () => {
    const related = fc.tuple(sequence, fc.array(fc.tuple(fc.nat(4), fc.nat(5), fc.integer({ min: 1, max: 15 })), { maxLength: 6 }));
    fc.assert(
      fc.property(related, fc.array(fc.tuple(fc.nat(6), fc.nat(4), arc), { minLength: 1, maxLength: 12 }), ([whole, parts], steps) => {
        const list: TurnBan[] = [{ arcs: whole, modes: 1 }];
        for (const [start, length, modes] of parts) {
          const arcs = whole.slice(start, start + length);
          if (arcs.length > 1) list.push({ arcs, modes });
        }
        const arcs = steps.flatMap(([which, length, stray]) => [...list[which % list.length].arcs.slice(0, length + 1), stray]);
        const expected = arcs.slice(1).map((_, i) => bannedAtEnd(arcs.slice(0, i + 2), list));
        expect(followTurns(buildTurnTable(list, ARCS), ARCS, arcs)).toEqual(expected);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("the turn table", () => {
  it("is empty without bans", () => {
    const table = buildTurnTable([], ARCS);
    expect(table).toEqual({
      virtualArc: new Uint32Array(0),
      turnState: new Uint32Array(0),
      turnStart: new Uint32Array(1),
      turnTo: new Uint32Array(0),
      turnNext: new Uint32Array(0),
      turnBan: new Uint8Array(0),
    });
  });

  it("needs no virtual states for bans between two arcs", () => {
    expect([...buildTurnTable([ban("ab"), ban("bc"), ban("ca")], ARCS).virtualArc]).toEqual([]);
  });

  it("has a virtual state for each prefix of two or more arcs, shared by the bans that begin with it", () => {
    expect([...buildTurnTable([ban("abcd"), ban("abce"), ban("abd"), ban("bcd")], ARCS).virtualArc]).toEqual(numbers("bcc"));
  });

  it("is sorted by state, and within a state by arc", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(ARCS - 1), { minLength: 2, maxLength: 5 }), { maxLength: 8 }), (list) => {
        const table = buildTurnTable(
          list.map((arcs) => ({ arcs, modes: 1 })),
          ARCS,
        );
        const rising = (values: ArrayLike<number>) => Array.from(values).every((value, i, all) => i === 0 || all[i - 1] < value);
        expect(rising(table.turnState)).toBe(true);
        for (let r = 0; r < table.turnState.length; r++) {
          expect(table.turnStart[r + 1]).toBeGreaterThan(table.turnStart[r]);
          expect(rising(table.turnTo.subarray(table.turnStart[r], table.turnStart[r + 1]))).toBe(true);
        }
        expect(table.turnStart[table.turnState.length]).toBe(table.turnTo.length);
        expect(
          buildTurnTable(
            structuredClone(list).map((arcs) => ({ arcs, modes: 1 })),
            ARCS,
          ),
        ).toEqual(table);
      }),
    );
  });
});

describe("the row of a state", () => {
  it.each([
    [[], 0, -1],
    [[3], 3, 0],
    [[3], 2, -1],
    [[3], 4, -1],
    [[1, 4, 9, 16], 1, 0],
    [[1, 4, 9, 16], 9, 2],
    [[1, 4, 9, 16], 16, 3],
    [[1, 4, 9, 16], 10, -1],
    [[1, 4, 9, 16], 2 ** 32 - 1, -1],
  ])("among the states %j for state %d is %d", (states, state, row) => {
    expect(turnRow(Uint32Array.from(states), state)).toBe(row);
  });
});

describe("the entry for the next arc", () => {
  const table = { turnStart: Uint32Array.of(0, 2, 4), turnTo: Uint32Array.of(5, 7, 3, 5) };

  it.each([
    [0, 5, 0],
    [0, 7, 1],
    [1, 5, 3],
    [0, 3, -1],
    [1, 7, -1],
    [-1, 5, -1],
  ])("in row %d for arc %d is %d", (row, to, entry) => {
    expect(RoadGraph.prototype.turnEntry.call({ columns: table } as unknown as RoadGraph, row, to)).toBe(entry);
  });
});
