// Trips of several travellers in one file: which points belong together, in which order trips end, and the effect of late points and wrong clocks.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberedLine } from "../../../src/node/tracks/numbered-lines.js";
import type { TrackGroups } from "../../../src/node/tracks/track-groups.js";
import { Trips } from "../../../src/node/tracks/trips.js";

/** Points as `a0 b1 a2`: the id, and the time in seconds; `a?` has no time, `-5` has no id. */
function grouped(groups: TrackGroups, points: string): string[] {
  const tracks: NumberedLine[] = [];
  points.split(" ").forEach((text, i) => {
    const [, id, time] = /^([a-z-])(.*)$/.exec(text) as RegExpExecArray;
    groups.add({ text, number: i + 1, id: id === "-" ? null : id, time: () => (time === "?" ? Number.NaN : Number(time)) }, tracks);
  });
  groups.end(tracks);
  return tracks.map(({ line }) => line as string);
}
const trips = (points: string, gap = 100) => grouped(new Trips((texts) => texts.join(" "), gap), points);
/** One traveller with a point every `every` seconds. */
const drive = (id: string, from: number, count: number, every = 10) =>
  Array.from({ length: count }, (_, i) => `${id}${from + i * every}`).join(" ");
/** The points of two travellers in alternation. */
const mixed = (some: string, others: string) => {
  const second = others.split(" ");
  return some
    .split(" ")
    .map((point, i) => `${point} ${second[i]}`)
    .join(" ");
};

describe("trips of travellers whose points are mixed", () => {
  it.each<[string, string, string[]]>([
    ["are distinguished by their ids", "a0 b1 a2 b3", ["a0 a2", "b1 b3"]],
    ["end with a silence", `${drive("a", 0, 3)} ${drive("a", 500, 10)}`, [drive("a", 0, 3), drive("a", 500, 10)]],
    ["end with a silence of their traveller, while others continue", "a0 b50 b100 b150 a160 b200", ["a0", "a160", "b50 b100 b150 b200"]],
    ["are given in the order in which their silences began", "a0 b10 a20 c60 c120 c130", ["b10", "a0 a20", "c60 c120 c130"]],
    ["include points that are late by less than the gap", "a0 b60 a30 a70", ["b60", "a0 a30 a70"]],
    ["include points without an id, with the previous point", "a0 -5 b6 -7 a8", ["b6 -7", "a0 -5 a8"]],
    ["include points without a time", "a? a0 a? b5 a?", ["b5", "a? a0 a? a?"]],
    [
      "end with a silence, counted from the first time of all, where their points are at no time",
      "a? c0 b60 b120 c125",
      ["a?", "c0", "b60 b120", "c125"],
    ],
    ["are complete if no time is known", "a? b? a?", ["b?", "a? a?"]],
    [
      "end if times go back for good, as in another traveller's file",
      `${drive("a", 900, 12)} ${drive("b", 0, 12)}`,
      [drive("a", 900, 12), drive("b", 0, 12)],
    ],
    [
      "are not divided by a receiver that does not know the time yet",
      "a1000 b1001 a-9e9 a1010 b9e9 b1011",
      ["a1000 a-9e9 a1010", "b1001 b9e9 b1011"],
    ],
    [
      "are not divided by nine points with an early time",
      `a1000 ${drive("b", 0, 9)} a1010 b1011`,
      ["a1000 a1010", `${drive("b", 0, 9)} b1011`],
    ],
    [
      "end with each of several silences, however few points are between them",
      "a0 a500 a505 b1000 a2000",
      ["a0", "a500 a505", "b1000", "a2000"],
    ],
    [
      "are not divided by two travellers whose clocks are ahead by different amounts",
      "a0 b1 c3600 d7200 a10 b11 c3610 d7210 a20 b21 c3620 d7220",
      ["a0 a10 a20", "b1 b11 b21", "c3600 c3610 c3620", "d7200 d7210 d7220"],
    ],
    ["begin anew if ten points with an early time agree", `a1000 ${drive("b", 0, 10)} b100`, ["a1000", `${drive("b", 0, 10)} b100`]],
    [
      "are not divided by another traveller who sends late, all at once",
      `${drive("a", 900, 12)} ${drive("b", 0, 12)} ${drive("a", 1020, 3)}`,
      [drive("b", 0, 12), drive("a", 900, 15)],
    ],
    [
      "end with the silences of a traveller who sends late while others send",
      mixed(drive("a", 5000, 24), `${drive("b", 0, 12)} ${drive("b", 900, 12)}`),
      [drive("b", 0, 12), drive("a", 5000, 24), drive("b", 900, 12)],
    ],
    [
      "are not divided by another traveller who sends the points of an hour late, all at once",
      `${drive("a", 4900, 12)} ${drive("b", 0, 3600, 1)} ${drive("a", 5020, 12)}`,
      [drive("b", 0, 3600, 1), drive("a", 4900, 24)],
    ],
    [
      "are not divided by another traveller whose clock is two hours ahead, and who sends half an hour at once",
      `${drive("a", 0, 30)} ${drive("b", 7200, 180)} ${drive("a", 300, 9)} ${drive("b", 9000, 180)} ${drive("a", 390, 30)}`,
      [drive("b", 7200, 360), drive("a", 0, 69)],
    ],
    [
      "end while another traveller's clock is an hour ahead",
      `${drive("a", 0, 3)} ${drive("b", 3600, 12)} ${drive("c", 30, 3)} ${drive("b", 3720, 12)} ${drive("c", 60, 12)}`,
      [drive("a", 0, 3), drive("b", 3600, 24), `${drive("c", 30, 3)} ${drive("c", 60, 12)}`],
    ],
    ["are complete if the newest points come first", drive("a", 900, 80, -10), [drive("a", 900, 80, -10)]],
    [
      "are not divided by another traveller whose clock jumps an hour ahead",
      `${drive("a", 0, 10)} ${drive("b", 3600, 10)} ${drive("a", 100, 10)} ${drive("b", 3700, 10)} ${drive("a", 200, 10)}`,
      [drive("b", 3600, 20), drive("a", 0, 30)],
    ],
    [
      "begin with the points of a receiver that does not know the time yet",
      `a1000 a-9e8 a-9e8 ${drive("a", 5000, 12)}`,
      ["a1000", `a-9e8 a-9e8 ${drive("a", 5000, 12)}`],
    ],
    ["begin anew at the end of the file with fewer points", "a1000 a1010 a5000 a5010", ["a1000 a1010", "a5000 a5010"]],
    ["are not divided by a silence as long as the gap", "a0 a100 a200", ["a0 a100 a200"]],
    ["include points that are late by the gap", "a200 a100", ["a200 a100"]],
    ["end with each of several silences, with a point between them", "a0 a500 a1000 a1500", ["a0", "a500", "a1000", "a1500"]],
    ["end with each silence after a receiver did not know the time", "a0 a9e9 a10 a500 a1000", ["a0 a9e9 a10", "a500", "a1000"]],
    ["are not divided where odd times go back", "a0 a10 a9000 a5000", ["a0 a10", "a9000 a5000"]],
    ["include points without a time, with the point after a silence", "a0 a200 a?", ["a0", "a200 a?"]],
    [
      "begin anew with ten early points, though their traveller then has the time of the others",
      `a1000 ${drive("b", 0, 10)} a1010 b1011`,
      [drive("b", 0, 10), "a1000 a1010", "b1011"],
    ],
    [
      "are not divided by ten early points that are not in a row",
      `b1000 ${drive("b", 0, 9)} b1001 b90 b1002`,
      [`b1000 ${drive("b", 0, 9)} b1001 b90 b1002`],
    ],
    [
      "begin anew with ten early points that are as far apart as the gap",
      `c5000 a5000 ${drive("a", 1000, 10, 100)} c5001`,
      ["a5000", drive("a", 1000, 10, 100), "c5000 c5001"],
    ],
    [
      "go on near the first of the ten early points with which they began",
      `c5000 a5000 ${drive("a", 1000, 10, 50)} a920 c5001`,
      ["a5000", `${drive("a", 1000, 10, 50)} a920`, "c5000 c5001"],
    ],
    [
      "go on near the first of ten points even if these went back in time",
      `c5000 a5000 ${drive("a", 9000, 10, -50)} a9090 c5001`,
      ["a5000", `${drive("a", 9000, 10, -50)} a9090`, "c5000 c5001"],
    ],
    [
      "are not divided if the clock of two other travellers is believed instead, which was wrong for as long",
      `a0 b1 ${mixed(drive("c", 5000, 6), drive("d", 5005, 6))} a10 b11`,
      [drive("c", 5000, 6), drive("d", 5005, 6), "a0 a10", "b1 b11"],
    ],
    [
      "end, while one other traveller sends, after ten of its points that each come after a silence",
      `a0 b10 ${drive("b", 1000, 12, 1000)}`,
      ["b10", ...drive("b", 1000, 8, 1000).split(" "), "a0", ...drive("b", 9000, 4, 1000).split(" ")],
    ],
    [
      "end then as well if a point went back before",
      `a1000 b1000 b100 b5000 ${drive("a", 9000, 12, 1000)}`,
      [
        "a1000",
        ...drive("a", 9000, 7, 1000).split(" "),
        "b1000",
        ...drive("a", 16000, 3, 1000).split(" "),
        "b100 b5000",
        "a19000",
        "a20000",
      ],
    ],
    [
      "of a single traveller set the clock for the next one at each silence",
      "a0 a500 a1000 b490 b0",
      ["a0", "a500", "b490", "a1000", "b0"],
    ],
    [
      "of the only traveller left set it as well, once the others have fallen silent",
      "b0 a90 a180 a680 a1180 c670 c180",
      ["b0", "a90 a180", "a680", "c670", "a1180", "c180"],
    ],
    [
      "of a single traveller do not set it by nine early points",
      `a5000 ${drive("a", 1000, 9)} b1150 b5001`,
      ["a5000", "b1150", drive("a", 1000, 9), "b5001"],
    ],
  ])("%s", (_, points, expected) => {
    expect(trips(points)).toEqual(expected);
  });

  it("end once 100,000 points of one other traveller have come after each other, as in a file that is sorted by traveller", () => {
    const sorted = drive("b", 0, 100_110, 1);
    expect(trips(`a900000 ${sorted} a900010`)).toEqual(["a900000", sorted, "a900010"]);
    const [some, others] = [drive("b", 0, 60_000, 1), drive("b", 60_000, 60_000, 1)];
    expect(trips(`a900000 ${some} a900001 ${others} a900010`)).toEqual([`${some} ${others}`, "a900000 a900001 a900010"]);
  });

  it("are, in order of time, each traveller's points divided at silences, as by brute force", () => {
    const moves = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 0, max: 60 })), {
      minLength: 1,
      maxLength: 60,
      size: "max",
    });
    fc.assert(
      fc.property(moves, fc.integer({ min: 61, max: 90 }), (steps, gap) => {
        const times = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, [, wait]) => sum + wait, 0));
        const points = steps.map(([id], i) => `${id}${times[i]}`);
        const expected = ["a", "b", "c"].flatMap((id) => {
          const own = points.filter((point) => point.startsWith(id));
          const begins = (i: number) => i === 0 || Number(own[i].slice(1)) - Number(own[i - 1].slice(1)) > gap;
          return own
            .map((point, i) => (begins(i) ? `|${point}` : ` ${point}`))
            .join("")
            .split("|")
            .slice(1);
        });
        expect(trips(points.join(" "), gap).sort()).toEqual(expected.sort());
      }),
    );
  });

  it("contain each point exactly once, whatever the times", () => {
    const point = fc.tuple(fc.constantFrom("a", "b", "-"), fc.constantFrom("?", "0", "9", "150", "400", "405", "9e9", "-9e9"));
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 80, size: "max" }), (points) => {
        const numbered = points.map(([id, time]) => `${id}${time}`);
        expect(trips(numbered.join(" ")).join(" ").split(" ").sort()).toEqual(numbered.sort());
      }),
    );
  });
});
