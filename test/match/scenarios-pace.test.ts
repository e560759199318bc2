// Situations that are decided by how fast the traveller gets on.
import { describe, expect, it } from "vitest";
import { Random } from "../../src/geo/random.js";
import { moved, scene } from "./scene.js";

describe("a free stretch between two jams", () => {
  const road = scene(`a${"-".repeat(600)}b`, { ab: {} }, { metresPerCell: 50 });
  const start = road.track("a")[0];

  it.each([20, 30, 60])(
    "does not make an outlier of the fix on it, since no other way fits the pace any better: every %i s",
    (interval) => {
      let [metres, time] = [100, 1_700_000_000];
      const track = [...Array(8).fill(3), 30, 30, ...Array(8).fill(3)].map((pace) => {
        metres += pace * interval;
        time += interval;
        return { ...moved(start, metres, 2), time };
      });
      const { driven, reasons } = road.snap(track);
      expect([driven, new Set(reasons)]).toEqual(["ab", new Set(["matched"])]);
    },
  );
});

describe("a traveller who stands at a track's end", () => {
  // By the upper road it is 150 m farther than by the lower one.
  const block = scene(
    `
    e------f


    b------c${"-".repeat(60)}d
`,
    { bcd: { class: "tertiary" }, befc: { class: "tertiary" } },
    { metresPerCell: 25 },
  );
  // From 20 m beyond b, at the pace of the fixes that follow.
  const fixes = block
    .drive("befcd", { interval: 1, pace: 10, speed: 10 })
    .filter((_, i) => i % 30 === 2)
    .map((fix, i) => (i === 0 ? { ...fix, speed: 0 } : fix));

  it("is about to start: that speed does not foretell a short way to the second fix", () => {
    expect(block.snap(fixes).driven).toBe("befcd");
  });

  it("has just stopped: it does not foretell a short way to the last fix either", () => {
    const back = fixes.toReversed().map((fix, i) => ({ ...fix, time: fixes[i].time }));
    expect(block.snap(back).driven).toBe("dcfeb");
  });
});

describe("a vehicle parked for hours beside a one-way street", () => {
  const block = scene(
    `
    e------f
    |      |
a---b------c------d
`,
    { abcd: { oneway: true }, cf: { oneway: true }, fe: { oneway: true }, eb: { oneway: true } },
    { metresPerCell: 20 },
  );

  // A minute is time enough to go round the block, but so are all the others: a receiver that is a little off has not been round it.
  it.each([600, 3600])("is not driven round the block by fixes that are 15 m off every %i s", (interval) => {
    for (let seed = 0; seed < 30; seed++) {
      const random = new Random(seed);
      const drive = block.drive("abcd", { interval: 5, pace: 10 });
      const at = 2 + (seed % 5);
      const later = (fix: (typeof drive)[0], seconds: number) => ({ ...fix, time: (fix.time as number) + seconds });
      const parked = Array.from({ length: 6 }, (_, k) =>
        later(moved(drive[at], 15 * random.normal(), 15 * random.normal()), (k + 1) * interval),
      );
      const onwards = drive.slice(at + 1).map((fix) => later(fix, 7 * interval));
      expect(block.snap([...drive.slice(0, at + 1), ...parked, ...onwards]).driven).toBe("abcd");
    }
  });
});
