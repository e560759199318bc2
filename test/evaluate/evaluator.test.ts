// The evaluation itself: variants of thinning, fields and faults; what is left out; merging runs.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EvaluationTrack } from "../../src/evaluate/corpora.js";
import type { EvaluationOptions } from "../../src/evaluate/evaluation-options.js";
import { distinctRuns, type EvaluationRun, joinRuns } from "../../src/evaluate/evaluation-runs.js";
import { Evaluation, evaluateTracks, metresWrong } from "../../src/evaluate/evaluator.js";
import { worstChapters } from "../../src/evaluate/page/worst-page.js";
import { medianInterval, runRecord, type TrackRecord } from "../../src/evaluate/run-record.js";
import { scoreSet } from "../../src/evaluate/score/score.js";
import { Matcher } from "../../src/match/matcher.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { asciiMap } from "../helpers/ascii-map.js";

const map = asciiMap(
  `
a-1-2-3-4-5-6-b----------c
              |
              |
              |
              |
              |
              d
`,
  { metresPerCell: 50 },
);
const roads = map.graph({ ab: {}, bc: {}, bd: {} });
const elsewhere = asciiMap("a-1-b", { origin: [100, 10] });

const fixes = (): TrackPoint[] =>
  map.track("123456").map(({ lon, lat }, i) => ({ lon, lat, time: i * 10, accuracy: 5, speed: 10, course: 90 }));
const drive = (more: Partial<EvaluationTrack> = {}): EvaluationTrack => ({
  id: "drive",
  roads: "town",
  track: fixes(),
  truth: [[map.at("a"), map.at("b")]],
  trimMetres: 110,
  ...more,
});
/** A wrong truth, which turns off where the fixes go straight on. */
const wrong = drive({ id: "wrong", truth: [[map.at("a"), map.at("b"), map.at("d")]] });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the options of an evaluation", () => {
  it.each<[unknown, string]>([
    [{ thin: [-1] }, "The option thin of the evaluation has the value -1; it must be a list of seconds, 0 or more."],
    [{ thin: [Number.NaN] }, "The option thin of the evaluation has the value NaN; it must be a list of seconds, 0 or more."],
    [{ phases: 0 }, "The option phases of the evaluation has the value 0; it must be a whole number, 1 or more."],
    [{ thin: 10 }, "The option thin of the evaluation has the value 10; it must be a list."],
    [
      { fields: ["speed"] },
      'The option fields of the evaluation has the value "speed"; it must be a list of lists of fields, or null for all of them.',
    ],
    [{ fields: [null, ["sped"]] }, 'The option fields of the evaluation has the value "sped"; fields are accuracy, speed, course.'],
    [{ faults: ["speed in mph"] }, 'The option faults of the evaluation has the value "speed in mph"; faults are accuracy always 0; '],
    [
      { mapErrors: ["potholes"] },
      'The option mapErrors of the evaluation has the value "potholes"; errors of maps are one street in fifty missing; ',
    ],
    [{ seed: 1.5 }, "The option seed of the evaluation has the value 1.5; it must be a whole number."],
    [{ worst: -1 }, "The option worst of the evaluation has the value -1; it must be a whole number, 0 or more."],
    [{ coverMetres: 0.09 }, "The option coverMetres of the evaluation has the value 0.09; it must be a number of metres from 0.1 to 25."],
    [{ coverMetres: 25.1 }, "The option coverMetres of the evaluation has the value 25.1; it must be a number of metres from 0.1 to 25."],
  ])("refuse %j", (options, sentence) => {
    expect(() => new Evaluation(options as EvaluationOptions)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(sentence) }),
    );
  });
});

describe("an evaluation", () => {
  it.each([0.1, 25])("may count a place as on a line within %d m", (coverMetres) => {
    expect(evaluateTracks(roads, [drive()], { coverMetres }).runs[0].scores).toHaveLength(1);
  });

  it("scores each track once by default", () => {
    const { runs, leftOut, partly } = evaluateTracks(roads, [drive(), wrong]);
    expect([runs.length, leftOut, partly]).toEqual([1, [], []]);
    expect(runs[0].scores.map(({ id, route }) => [id, route.missed > 50])).toEqual([
      ["drive", false],
      ["wrong", true],
    ]);
  });

  it("combines all variants: intervals within faults within fields", () => {
    const { runs } = evaluateTracks(roads, [drive()], { thin: [0, 30], fields: [null, []], faults: [null, "course stuck at 0"] });
    expect(runs.map(({ fields, fault, thin }) => [fields, fault, thin])).toEqual([
      [null, null, 0],
      [null, null, 30],
      [null, "course stuck at 0", 0],
      [null, "course stuck at 0", 30],
      [[], null, 0],
      [[], null, 30],
      [[], "course stuck at 0", 0],
      [[], "course stuck at 0", 30],
    ]);
    expect(runs.map(({ scores }) => scores[0].fixes)).toEqual([6, 3, 6, 3, 6, 3, 6, 3]);
  });

  it("thins by the times that remain after a fault, and knows that a fault changes places", () => {
    const long = drive({
      track: Array.from({ length: 10 }, () => fixes()).flatMap((part, n) => part.map((fix, i) => ({ ...fix, time: 60 * n + 10 * i }))),
    });
    const { runs } = evaluateTracks(roads, [long], { thin: [30], faults: [null, "no times", "one place in twenty wild"] });
    expect(runs.map(({ fault, scores, untimed, faulted }) => [fault, scores[0].fixes, untimed, faulted])).toEqual([
      [null, 21, 0, false],
      ["no times", 21, 0, true],
      ["one place in twenty wild", 21, 0, true],
    ]);
    expect(distinctRuns(runs)).toHaveLength(3);
  });

  it("gives the matcher only what the variant keeps of a track", () => {
    const match = vi.spyOn(Matcher.prototype, "match");
    evaluateTracks(roads, [drive()], { thin: [30], fields: [["speed"]], faults: ["speed in km/h"] });
    expect(match.mock.calls.map(([track]) => track)).toEqual([
      [0, 3, 5].map((i) => ({ lon: fixes()[i].lon, lat: fixes()[i].lat, time: i * 10, speed: 36 })),
    ]);
  });

  it("matches only once if thinning leaves out nothing", () => {
    const match = vi.spyOn(Matcher.prototype, "match");
    const { runs } = evaluateTracks(roads, [drive()], { thin: [0, 1, 10, 20] });
    expect(match).toHaveBeenCalledTimes(2);
    expect(runs.map(({ thinned }) => thinned)).toEqual([false, false, false, true]);
    expect(distinctRuns(runs).map(({ thin }) => thin)).toEqual([0, 20]);
    expect(distinctRuns(runs).map(medianInterval)).toEqual([10, 20]);
    // Fixes 10 s apart are 20 s apart when thinned to 12 s, and to 20 s.
    expect(distinctRuns(evaluateTracks(roads, [drive()], { thin: [12, 15, 20, 30] }).runs).map(({ thin }) => thin)).toEqual([12, 30]);
  });

  it("thins each track as often as asked, with the second fix later each time; only the error of the mismatch takes them for one", () => {
    const match = vi.spyOn(Matcher.prototype, "match");
    const { runs } = evaluateTracks(roads, [drive(), drive({ id: "other" })], { thin: [0, 30], phases: 3 });
    expect(match.mock.calls.slice(0, 4).map(([track]) => [...(track as TrackPoint[])].map(({ time }) => time))).toEqual([
      [0, 10, 20, 30, 40, 50],
      [0, 10, 40, 50],
      [0, 20, 50],
      [0, 30, 50],
    ]);
    expect(runs.map(({ scores }) => scores.map(({ id, phase, fixes }) => `${id} ${phase}: ${fixes}`))).toEqual([
      ["drive 1: 6", "other 1: 6"],
      ["drive 1: 4", "drive 2: 3", "drive 3: 3", "other 1: 4", "other 2: 3", "other 3: 3"],
    ]);
    const one = evaluateTracks(roads, [drive()], { thin: [30], phases: 3 }).runs[0];
    expect([scoreSet(runs[1].scores), scoreSet(one.scores)].map(({ tracks, mismatchError }) => [tracks, mismatchError])).toEqual([
      [6, 0],
      [3, Number.NaN],
    ]);
  });

  it("reports which fields and faults made a difference, and which runs are therefore the same", () => {
    const slow = drive({ track: fixes().map(({ lon, lat, time, speed }) => ({ lon, lat, time, speed })) });
    const { runs } = evaluateTracks(roads, [slow], {
      fields: [null, [], ["course"], ["speed"]],
      faults: ["course from east", "speed in km/h", null],
    });
    expect(runs.slice(0, 4).map(({ carried, faulted }) => [[...carried], faulted])).toEqual([
      [["speed"], false],
      [["speed"], true],
      [["speed"], false],
      [[], false],
    ]);
    expect(distinctRuns(runs).map(({ fields, fault }) => [fields, fault])).toEqual([
      [null, "speed in km/h"],
      [null, null],
      [[], null],
    ]);
    expect(() => joinRuns([])).toThrow("The option runs is a list of 0; it must be a list of one or more.");
    const both = joinRuns([runs[0], evaluateTracks(roads, [drive()], { faults: ["course from east"] }).runs[0]]);
    expect([[...both.carried].sort(), both.faulted]).toEqual([["accuracy", "course", "speed"], true]);
  });

  it("leaves out tracks in other places and tracks without length", () => {
    const far = drive({ id: "far", truth: [[elsewhere.at("a"), elsewhere.at("b")]] });
    const point = drive({ id: "point", truth: [[map.at("a"), map.at("a")]] });
    const { runs, leftOut } = evaluateTracks(roads, [far, drive(), point]);
    expect(leftOut.map(({ track, reason }) => [track.id, reason])).toEqual([
      ["far", "elsewhere"],
      ["point", "no-length"],
    ]);
    expect(runs[0].scores.map(({ id }) => id)).toEqual(["drive"]);
  });

  it("leaves out fixes of another drive than the truth's", () => {
    const other = drive({ id: "other", track: fixes().map((fix) => ({ ...fix, lat: fix.lat + 0.01 })) });
    const some = drive({ id: "some", track: fixes().map((fix, i) => (i < 2 ? { ...fix, lat: fix.lat + 0.01 } : fix)) });
    const { runs, leftOut } = evaluateTracks(roads, [other, some]);
    expect(leftOut.map(({ track, reason }) => [track.id, reason])).toEqual([["other", "apart"]]);
    expect(runs[0].scores.map(({ id }) => id)).toEqual(["some"]);
  });

  it("doubts a truth that is beside the roads for some of its way, but not at a single place", () => {
    const beside = (metres: number) => map.track("ab").map(({ lon, lat }): [number, number] => [lon, lat + metres / 111_300]);
    const [[lon, lat], [next]] = [map.at("1"), map.at("2")];
    const bulge = [0, 1, 2].map((k): [number, number] => [lon + (k * (next - lon)) / 4, lat + (k % 2) * 7e-5]);
    const { doubts, runs } = evaluateTracks(
      roads,
      [1.2, 4, 12].map((m) => drive({ id: `${m} m`, truth: [beside(m)] })),
    );
    expect(doubts).toEqual([
      { id: "4 m", kind: "beside", share: 1, metres: expect.closeTo(4, 1) },
      { id: "12 m", kind: "beside", share: 1, metres: expect.closeTo(12, 1) },
    ]);
    const partly: [number, number][] = [
      ...beside(5).slice(0, 1),
      ...map.track("13").map(({ lon, lat }): [number, number] => [lon, lat + 5 / 111_300]),
    ];
    const { doubts: some } = evaluateTracks(roads, [drive({ truth: [partly, [map.at("3"), map.at("b")]] })]);
    expect(some).toEqual([{ id: "drive", kind: "beside", share: expect.closeTo(0.4, 0), metres: expect.closeTo(5, 1) }]);
    expect(runs[0].scores).toHaveLength(3);
    expect(evaluateTracks(roads, [drive({ truth: [[map.at("a"), ...bulge, map.at("b")]] })]).doubts).toEqual([]);
  });

  it("uses coverMetres as the distance within which route, points and truth are on a line", () => {
    const beside = drive({ truth: [map.track("ab").map(({ lon, lat }): [number, number] => [lon, lat + 4 / 111_300])] });
    const counted = (coverMetres?: number) => {
      const { doubts, runs } = evaluateTracks(roads, [beside], { coverMetres });
      const { mismatch, roadless, pointAccuracy } = scoreSet(runs[0].scores);
      return { doubts: doubts.length, isWrong: mismatch > 1, isRoadless: roadless > 0.5, pointAccuracy };
    };
    expect(counted()).toEqual({ doubts: 1, isWrong: true, isRoadless: true, pointAccuracy: 0 });
    expect(counted(3.9)).toEqual(counted());
    expect(counted(4.1)).toEqual({ doubts: 0, isWrong: false, isRoadless: false, pointAccuracy: 1 });
    const { runs } = evaluateTracks(roads, [{ ...beside, coverMetres: 4.1 }]);
    expect(scoreSet(runs[0].scores).mismatch).toBe(0);
    for (const coverMetres of [0, 26, Number.NaN]) {
      expect(() => evaluateTracks(roads, [], { coverMetres })).toThrow("it must be a number of metres from 0.1 to 25");
    }
  });

  it("doubts a truth on roads closed to the traveller, and reports the modes they are open to", () => {
    const paths = map.graph({ ab: { class: "footway" }, bc: {}, bd: {} });
    const doubtsOn = (more: Partial<EvaluationTrack>) => evaluateTracks(paths, [drive(more)]).doubts;
    expect(doubtsOn({})).toEqual([{ id: "drive", kind: "closed", mode: "driving", share: 1, openTo: "walking" }]);
    expect(doubtsOn({ mode: "walking" })).toEqual([]);
    expect(doubtsOn({ truth: [[..."6bdbc"].map((letter) => map.at(letter))] }).map(({ kind }) => kind)).not.toContain("closed");
    // A street next to the footway does not open it.
    const street = asciiMap("a-1-b\nc---d", { metresPerCell: 10 });
    const both = street.graph({ ab: { class: "footway" }, cd: {} });
    const walk = drive({ track: street.track("1"), truth: [[street.at("a"), street.at("b")]], trimMetres: 0 });
    expect(evaluateTracks(both, [walk]).doubts).toMatchObject([{ kind: "closed", share: 1 }]);
  });

  it("doubts fixes of which many are elsewhere, but not a single outlier", () => {
    const astray = (count: number) => fixes().map((fix, i) => (i < count ? { ...fix, lat: fix.lat + 0.01 } : fix));
    const doubtsAt = (count: number, more = {}) => evaluateTracks(roads, [drive({ track: astray(count), ...more })]).doubts;
    expect(doubtsAt(2)).toEqual([{ id: "drive", kind: "astray", share: 2 / 6 }]);
    expect(doubtsAt(1)).toEqual([]);
    const offLines = [astray(2).map(({ lon, lat }): [number, number] => [lon, lat])];
    expect(doubtsAt(2, { offLines })).toEqual([]);
  });

  it("doubts a truth that covers only a part of the drive, but not one that ends a fix early, nor one that goes on off the roads", () => {
    const along = (letters: string) => [...letters].map((letter) => map.at(letter));
    const doubtsOf = (letters: string, offLines: string[] = []) =>
      evaluateTracks(roads, [drive({ truth: [along(letters)], offLines: offLines.map(along), trimMetres: 0 })]).doubts;
    const beyond = (share: number) => [{ id: "drive", kind: "beyond", share: expect.closeTo(share, 6) }];
    for (const part of ["34", "12", "56"]) expect(doubtsOf(part)).toEqual(beyond(4 / 6));
    expect(doubtsOf("16")).toEqual([]);
    expect(doubtsOf("15")).toEqual([]);
    expect(doubtsOf("34", ["13", "46"])).toEqual([]);
    expect(doubtsOf("34", ["46"])).toEqual(beyond(2 / 6));
  });

  it("doubts a truth that extends far beyond the fixes at either end, but not by some hundred metres", () => {
    const doubtsOf = (truth: string, fixesAt: string) =>
      evaluateTracks(roads, [drive({ truth: [[...truth].map((letter) => map.at(letter))], track: map.track(fixesAt) })]).doubts;
    const without = (metres: number, of: number) => [
      { id: "drive", kind: "without-fixes", share: expect.closeTo(metres / of, 3), metres: expect.closeTo(metres, 0) },
    ];
    // The fixes are 100 m apart from 100 m on, c is at 1250 m; nothing counts within 110 m of the ends.
    expect(doubtsOf("abc", "123456")).toEqual(without(540, 1250));
    expect(doubtsOf("cba", "65")).toEqual(without(540 + 390, 1250));
    expect(doubtsOf("ab", "1")).toEqual([]); // 490 m
    expect(doubtsOf("abc", "1")).toEqual(without(1040, 1250));
    expect(doubtsOf("ab", "123456")).toEqual([]);
  });

  it("doubts fixes that are not in the order of their times, and true places that are not on the truth", () => {
    const doubtsOf = (more: Partial<EvaluationTrack>) => evaluateTracks(roads, [drive(more)]).doubts;
    expect(doubtsOf({ track: fixes().reverse() })).toEqual([{ id: "drive", kind: "order", share: 1 }]);
    expect(doubtsOf({ track: fixes().map(({ lon, lat }) => ({ lon, lat })) })).toEqual([]);
    const places = (metres: number) => map.track("123456").map(({ lon, lat }): [number, number] => [lon, lat + metres / 111_300]);
    expect(doubtsOf({ truthPoints: places(100) })).toEqual([{ id: "drive", kind: "displaced", share: 1 }]);
    expect(doubtsOf({ truthPoints: [null, ...places(20).slice(1)] })).toEqual([]);
  });

  it("doubts lines of a truth that are not in travel order and direction", () => {
    const quarter = (map.at("2")[0] - map.at("1")[0]) / 4;
    const track = map
      .track("123456")
      .flatMap(({ lon, lat }, i) => [0, 1, 2, 3].map((k) => ({ lon: lon + k * quarter, lat, time: 40 * i + 10 * k })));
    const doubtsOf = (...lines: string[]) => {
      const truth = lines.map((line) => [...line].map((letter) => map.at(letter)));
      return evaluateTracks(roads, [drive({ track, truth })]).doubts;
    };
    expect(doubtsOf("a3", "35", "5b")).toEqual([]);
    expect(doubtsOf("5b", "35", "a3")).toEqual([{ id: "drive", kind: "lines", share: expect.closeTo(0.54, 2) }]);
    expect(doubtsOf("2a", "42", "64", "b6")).toEqual([{ id: "drive", kind: "lines", share: expect.closeTo(0.45, 1) }]);
    // A break, where it is unknown what was driven.
    expect(doubtsOf("a2", "5b")).toEqual([]);
  });

  it("scores and doubts a truth as if its lines without positions were not there", () => {
    const truth = ["1", "36"].map((letters) => [...letters].map((letter) => map.at(letter)));
    const resultOf = (lines: [number, number][][]) => {
      const { runs, doubts } = evaluateTracks(roads, [drive({ truth: lines, trimMetres: 0 })]);
      return [runs[0].scores, doubts];
    };
    const plain = resultOf(truth);
    expect(resultOf([[], truth[0], [], truth[1], []])).toEqual(plain);
    expect(resultOf([[], truth[1], []])).toEqual(resultOf([truth[1]]));
  });

  it("doubts a truth that is drawn against the fixes, and reverses it", () => {
    const forth = drive({ truth: [["a", "3", "b"].map((letter) => map.at(letter))], track: fixes().slice(1) });
    const back = { ...forth, truth: forth.truth.map((line) => line.toReversed()) };
    const [one, other] = [forth, back].map((track) => evaluateTracks(roads, [track]));
    expect([one.doubts, other.doubts]).toEqual([[], [{ id: "drive", kind: "against", share: expect.closeTo(0.7, 0) }]]);
    const [a, b] = [one, other].map(({ runs }) => runs[0].scores[0].route);
    expect([b.missed, b.added, b.beyondTrack]).toEqual([a.missed, a.added, a.beyondTrack].map((metres) => expect.closeTo(metres, 3)));
    expect(a.beyondTrack).toBeGreaterThan(0);
  });

  it("doubts that all fixes were off the roads if they are on the line driven", () => {
    const off = { truthPoints: fixes().map(() => null), moved: fixes().map(() => 50), carriedAfter: [] };
    const doubtsOf = (more: Partial<EvaluationTrack>) => evaluateTracks(roads, [drive({ ...off, ...more })]).doubts;
    expect(doubtsOf({})).toEqual([{ id: "drive", kind: "on-line", share: 1 }]);
    expect(doubtsOf({ truthPoints: [...off.truthPoints.slice(1), map.at("6")] })).toEqual([]);
    expect(doubtsOf({ track: fixes().map((fix) => ({ ...fix, lat: fix.lat + 0.001 })) })).toEqual([]);
  });

  it("leaves out a truth with a stray position, and does not call it elsewhere", () => {
    const stray = drive({ id: "stray", truth: [[map.at("a"), [0, 0], map.at("b")]] });
    const { leftOut } = evaluateTracks(roads, [stray]);
    expect(leftOut.map(({ track, reason }) => [track.id, reason])).toEqual([["stray", "stray"]]);
  });

  it("leaves out tracks near the ends of their truth only, which count neither as right nor as wrong", () => {
    const short = drive({ id: "short", trimMetres: 400 });
    const { runs, leftOut } = evaluateTracks(roads, [short, drive({ trimMetres: 340 })]);
    expect(leftOut.map(({ track, reason }) => [track.id, reason])).toEqual([["short", "only-ends"]]);
    expect(runs[0].scores.map(({ id }) => id)).toEqual(["drive"]);
  });

  it("scores tracks that were driven partly elsewhere, and says so", () => {
    const [lon, lat] = map.at("a");
    const { runs, partly } = evaluateTracks(roads, [drive({ truth: [[map.at("b"), [lon, lat], [lon - 0.01, lat]]] })]);
    expect(partly).toEqual([{ id: "drive", share: expect.closeTo(0.5, 0) }]);
    expect(runs[0].scores).toHaveLength(1);
  });

  it("keeps the worst tracks, the worst first, to be drawn in chapters", () => {
    const { runs } = evaluateTracks(roads, [drive(), wrong, drive({ id: "again" })], { worst: 2 });
    expect(runs[0].worst.map(({ track }) => [track.id, track.mode])).toEqual([
      ["wrong", "driving"],
      ["drive", "driving"],
    ]);
    const thinned = evaluateTracks(roads, [drive(), wrong], { worst: 3, thin: [20], phases: 3 }).runs[0];
    expect(thinned.worst.map(({ track }) => track.id)).toEqual(["wrong", "drive"]);
    const [most] = thinned.scores.filter(({ id }) => id === "wrong").sort((a, b) => metresWrong(b) - metresWrong(a));
    expect(thinned.worst[0].score).toBe(most);
    const page = worstChapters("Two <sets>", [{ title: "one & all", tracks: runs[0].worst }], "© somebody");
    for (const part of ["<h1>Two &lt;sets&gt;", "<h2>one &amp; all", '<h3 id="track-1">wrong: ', "<p>© somebody</p>"])
      expect(page).toContain(part);
  });

  it("counts a track for which the matcher fails as completely missed", () => {
    vi.spyOn(Matcher.prototype, "match").mockImplementationOnce(() => {
      throw new Error("no luck");
    });
    const [run] = evaluateTracks(roads, [drive(), drive()]).runs;
    expect(run.failures).toEqual([{ id: "drive", error: new Error("no luck") }]);
    expect(run.scores.map(({ route, points }) => [route.missed > 400, points.unsnapped])).toEqual([
      [true, 6],
      [false, 0],
    ]);
  });

  it("measures time only by the clock that it is given", () => {
    let now = 0;
    const clock = (): number => {
      now += 5;
      return now;
    };
    expect(evaluateTracks(roads, [drive(), wrong], { now: clock }).runs[0].milliseconds).toBe(10);
    expect(evaluateTracks(roads, [drive()]).runs[0].milliseconds).toBe(0);
  });

  it("refuses unknown matcher options", () => {
    expect(() => evaluateTracks(roads, [drive()], { matcher: { searchRadius: -1 } })).toThrow(/searchRadius is -1/);
  });

  it.each([undefined, {}, Promise.resolve(roads)])("refuses %j in place of roads, and scores nothing", (wrong) => {
    const evaluation = new Evaluation();
    expect(() => evaluation.add(wrong as unknown as RoadGraph, drive())).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(/^The evaluation's roads are .*; they must be a RoadGraph\.$/),
      }),
    );
    expect(evaluation.runs[0].scores).toEqual([]);
  });

  it("continues over several road networks", () => {
    const evaluation = new Evaluation();
    const other = drive({ id: "other", track: elsewhere.track("1"), truth: [[elsewhere.at("a"), elsewhere.at("b")]], trimMetres: 5 });
    expect([evaluation.add(roads, drive()), evaluation.add(elsewhere.graph({ ab: {} }), other), evaluation.add(roads, wrong)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(evaluation.runs[0].scores.map(({ id, points }) => [id, points.unsnapped])).toEqual([
      ["drive", 0],
      ["other", 0],
      ["wrong", 0],
    ]);
  });
});

describe("the runs of an evaluation", () => {
  const run = (tracks: EvaluationTrack[]): EvaluationRun => evaluateTracks(roads, tracks, { thin: [20] }).runs[0];

  it("of two sets merge into the run of both", () => {
    const untimed = drive({ id: "no times", track: fixes().map((fix, i) => ({ ...fix, speed: null, time: i > 3 ? fix.time : null })) });
    const timed = (tracks: EvaluationTrack[]): EvaluationRun => {
      let clock = 0;
      return evaluateTracks(roads, tracks, { thin: [20], now: () => (clock += 7) }).runs[0];
    };
    const joined = joinRuns([timed([drive(), untimed]), timed([wrong, untimed])]);
    const whole = timed([drive(), untimed, wrong, untimed]);
    expect(joined).toEqual(whole);
    expect(whole).toMatchObject({ given: 24, untimed: 8, milliseconds: 28, thinned: true });
    expect(scoreSet(joined.scores)).toEqual(scoreSet(whole.scores));
  });

  it("are the same every time as plain data", () => {
    const record = (): string => JSON.stringify(runRecord(run([drive(), wrong])));
    expect(record()).toBe(record());
    expect(JSON.parse(record()).perTrack).toEqual([
      expect.objectContaining({ id: "drive", fixes: 4, added: 0, missed: 0, fraction: 0 }),
      expect.objectContaining({ id: "wrong", fixes: 4 }),
    ]);
  });

  it("have as plain data for each track what the figures are made of, under the names that are on its page", () => {
    const { perTrack, ...figures } = runRecord(run([drive(), wrong]));
    const sum = (value: (track: TrackRecord) => number) => perTrack.reduce((total, track) => total + value(track), 0);
    expect(1 - sum(({ missed }) => missed) / sum(({ countedMetres }) => countedMetres)).toBeCloseTo(figures.correctFraction, 4);
    expect(sum(({ added, missed }) => added + missed) / sum(({ truthMetres }) => truthMetres)).toBeCloseTo(figures.mismatch, 4);
    expect(1 - sum(({ unsnapped }) => unsnapped) / sum(({ fixes }) => fixes)).toBe(figures.snappedShare);
    expect(figures.correctFraction).toBeLessThan(1);
    const page = readFileSync("docs/evaluate.md", "utf8");
    for (const name of [...Object.keys(figures), ...Object.keys(perTrack[0]), ...Object.keys(figures.calibration)]) {
      expect(page).toContain(`\`${name}\``);
    }
  });

  it("have the same interval if the clock runs backwards", () => {
    const backwards = drive({ track: fixes().reverse() });
    expect(medianInterval(evaluateTracks(roads, [backwards]).runs[0])).toBe(10);
  });

  it("have no interval without times", () => {
    const untimed = drive({ track: fixes().map(({ lon, lat }) => ({ lon, lat })) });
    expect(medianInterval(evaluateTracks(roads, [untimed]).runs[0])).toBeNull();
  });
});
