// What putting the rows of a CSV together into tracks keeps of them: their numbers, up to what is read of one, and the ids that have been.
import { describe, expect, it } from "vitest";
import { MAX_LINE } from "../../../src/node/tracks/lines.js";
import type { NumberedLine } from "../../../src/node/tracks/numbered-lines.js";
import { Group, ManyTexts, StandingTogether } from "../../../src/node/tracks/track-groups.js";

const point = (number: number, id: string | null = "a", text = `${number}`) => ({ text, number, id, time: () => Number.NaN });

describe("a group of rows", () => {
  it.each<[string, number[], number[] | undefined]>([
    ["that follow one another has the number of the first", [3, 4, 5], undefined],
    ["with others between has the number of each", [3, 5, 6], [3, 5, 6]],
    ["of one has its number", [7], undefined],
  ])("%s", (_, numbers, all) => {
    const group = new Group(point(numbers[0]));
    for (const number of numbers) group.add(point(number));
    const line = { line: `a:${numbers}`, number: numbers[0], id: "a" };
    expect(group.take((texts, id) => `${id}:${texts}`)).toEqual(all ? { ...line, numbers: all } : line);
  });

  it.each([
    ["as long as is read of one", 0, "of 2"],
    ["longer", 1, { maxLength: MAX_LINE }],
  ])("may be %s", (_, more, line) => {
    // With an end each.
    const half = "x".repeat(MAX_LINE / 2 - 1);
    const group = new Group(point(1));
    for (const [i, text] of [half, half + "x".repeat(more)].entries()) group.add(point(i + 1, "a", text));
    expect(group.take(({ length }) => `of ${length}`)).toEqual({ line, number: 1, id: "a" });
  });
});

describe("rows of which many come back", () => {
  const back = (tracks: number, again: number) => {
    const warnings: string[] = [];
    const done: NumberedLine[] = [];
    const groups = new StandingTogether((texts) => texts.join(), warnings);
    for (let n = 0; n < tracks + again; n++) groups.add(point(n + 2, `${n % tracks}`), done);
    return warnings.length;
  };

  it.each([
    ["a hundred tracks, few as there are", 100, 100],
    ["no more than half of the tracks", 400, 200],
  ])("are told: %s", (_, tracks, again) => {
    expect(back(tracks, again)).toBe(again);
  });

  it.each([
    ["a hundred and one, and they are more than half", 150, 101],
    ["more than half of many", 400, 201],
  ])("are no tracks: %s", (_, tracks, again) => {
    expect(() => back(tracks, again)).toThrow(`comes back after others, as ${again - 1} tracks did before`);
  });
});

describe("a set of texts", () => {
  it("has each text once, at any size", () => {
    const texts = new ManyTexts(2);
    expect(["a", "b", "c", "a", "d", "e", "c", "e"].map((text) => texts.add(text))).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(texts.size).toBe(5);
  });
});
