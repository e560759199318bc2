// Evaluate left out: what an evaluation does not score, what it scores with a warning, and what makes no difference: one sentence per kind and set.
import type { EvaluationTrack } from "../../evaluate/corpora.js";
import type { Fault } from "../../evaluate/devices/faults.js";
import { BESIDE_METRES, type Doubt } from "../../evaluate/doubts.js";
import type { EvaluationRun } from "../../evaluate/evaluation-runs.js";
import type { Evaluation, LeftOutReason } from "../../evaluate/evaluator.js";
import { shareApart } from "../../evaluate/overlap.js";
import { medianInterval } from "../../evaluate/run-record.js";
import { APART_METRES } from "../../evaluate/score/mismatch.js";
import type { TrackScore } from "../../evaluate/score/score.js";
import { FIELDS } from "../../evaluate/simulate/fields.js";
import { type Box, overlap } from "../../geo/box.js";
import { wrapLon } from "../../geo/metres.js";
import { MODES } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { roadBox, words } from "../../snap/coverage.js";
import { fewOf, kilometres } from "../report.js";
import { fieldWords } from "./figures.js";

/** Why nothing can be compared with a truth, for sentences. */
const UNFIT: Record<Exclude<LeftOutReason, "elsewhere">, string> = {
  stray: "the line driven has a position so far away that hardly a metre of the line is on a road",
  apart: `most of the fixes lie over ${APART_METRES} m from the line that the truth says was driven`,
  "no-length": "the line driven has no length",
  "only-ends": "all of the line driven lies around its two ends, where nothing is counted",
};

/** Tracks of a set that are left out and were not at a lower noise: with more noise, more of a truth's ends is left out. `told`: remembers them. */
export function newlyLeftOut({ leftOut }: Evaluation, told: Set<string>): Evaluation["leftOut"] {
  const key = ({ track, reason }: Evaluation["leftOut"][number]): string => `${reason} ${track.id}`;
  const fresh = leftOut.filter((one) => !told.has(key(one)));
  for (const one of fresh) told.add(key(one));
  return fresh;
}

/** Sentences about a set's tracks that are left out and were not reported yet. `roads`: the network of a file of roads, with its name. */
export function leftOutSentences(
  set: string,
  evaluation: Evaluation,
  roads: { graph: RoadGraph; name: string } | null,
  told: Set<string> = new Set(),
): string[] {
  const leftOut = newlyLeftOut(evaluation, told);
  const total = scoredOnce(evaluation).length + evaluation.leftOut.length;
  const sentences: string[] = [];
  const share = (n: number): string => (n === 1 ? "1 track is" : `${n} of ${total} tracks are`);
  const elsewhere = leftOut.filter(({ reason }) => reason === "elsewhere").map(({ track }) => track);
  if (elsewhere.length > 0) {
    const network = roads === null ? "their road network" : roads.name;
    const head = `${set}: ${share(elsewhere.length)} left out, because no road of ${network} runs where the truth says they were driven`;
    sentences.push(`${head}: ${fewOf(elsewhere.map(({ id }) => id))}${roads === null ? "" : whereTo(elsewhere, roads.graph)}.`);
  }
  for (const [reason, why] of Object.entries(UNFIT)) {
    const ids = leftOut.filter((one) => one.reason === reason).map(({ track }) => track.id);
    const hint = reason === "apart" && leftOut.some((one) => one.reason === reason && isSwapped(one.track)) ? SWAPPED : "";
    if (ids.length > 0) sentences.push(`${set}: ${share(ids.length)} left out, because ${why}: ${fewOf(ids)}${hint}.`);
  }
  return sentences;
}

/** Sentences about a set's tracks that are scored though something is wrong with them, most likely with the corpus. */
export function doubtSentences(set: string, { partly, doubts }: Evaluation): string[] {
  const sentences: string[] = [];
  if (partly.length > 0) {
    const least = partly.reduce((a, b) => (b.share < a.share ? b : a));
    const covered = `${Math.floor(least.share * 100)} % of it has one`;
    const tail = `has no road under it and counts as missed (${covered}${worstOf(partly, least.id, ", least for ")})`;
    sentences.push(`${set}: part of the truth of ${trackWords(partly)} ${tail}.`);
  }
  const beside = doubts.filter((doubt) => doubt.kind === "beside");
  if (beside.length > 0) {
    const { id, share, metres } = beside.reduce(moreOf);
    const how = `${Math.round(share * 100)} % of it, by ${metres.toFixed(1)} m${worstOf(beside, id, ", most for ")}`;
    const head = `${set}: truth of ${trackWords(beside)} lies beside the roads, as if drawn on another map (${how})`;
    sentences.push(`${head}: it counts as missed, and the road itself as added; a larger --cover counts what is so near as on the road.`);
  }
  const without = doubts.filter((doubt) => doubt.kind === "without-fixes");
  if (without.length > 0) {
    const { id, share, metres } = without.reduce(moreOf);
    const how = `${Math.round(share * 100)} % of it, ${kilometres(metres)}${worstOf(without, id, ", most for ")}`;
    sentences.push(`${set}: truth of ${trackWords(without)} runs far beyond the first or last fix (${how}): it counts as missed.`);
  }
  for (const mode of MODES) {
    const closed = doubts.filter((doubt) => doubt.kind === "closed").filter((doubt) => doubt.mode === mode);
    if (closed.length === 0) continue;
    const { openTo } = closed.reduce(moreOf);
    const how = `${shareWords(closed, "it")}${openTo === null ? "" : `; it is open to ${openTo}`}`;
    const head = `${set}: truth of ${trackWords(closed)} runs on roads closed to ${mode} (${how})`;
    sentences.push(`${head}; if it was travelled otherwise, set --mode or the track's "mode".`);
  }
  for (const [kind, [what, where, means]] of Object.entries(AMISS)) {
    const amiss = doubts.filter((doubt) => doubt.kind === kind);
    if (amiss.length > 0) sentences.push(`${set}: ${what} of ${trackWords(amiss)} ${where} (${shareWords(amiss, "them")}): ${means}.`);
  }
  return sentences;
}

/** A score of each track that is scored, however often it was thinned. */
export function scoredOnce({ runs }: Evaluation): TrackScore[] {
  return runs[0].scores.filter(({ phase }) => phase === 1);
}

/** The sentence about ids that several tracks of a set have, if any. */
export function sharedIdSentences(set: string, evaluation: Evaluation): string[] {
  const times = new Map<string, number>();
  const tracked = [...scoredOnce(evaluation), ...evaluation.leftOut.map(({ track }) => track)];
  for (const { id } of tracked) times.set(id, (times.get(id) ?? 0) + 1);
  const shared = [...times].filter(([, n]) => n > 1);
  if (shared.length === 0) return [];
  const tracks = shared.reduce((sum, [, n]) => sum + n, 0);
  const which = fewOf(shared.map(([id, n]) => `${id} (${n} times)`));
  return [
    `${set}: ${tracks} tracks share their ids with others, ${which}; each is counted by itself, but ± takes them for one, and the output does not tell them apart.`,
  ];
}

/** What may be wrong with fixes and true places: which they are, where they lie, and the consequence. */
const AMISS = {
  astray: [
    "fixes",
    `lie over ${APART_METRES} m from the line that the truth says was driven`,
    "the roads they are matched to count as added",
  ],
  beyond: ["fixes", "were made before or after what the truth knows", "the roads they are matched to count as added"],
  order: ["fixes", "come after fixes that were made later", "they are matched in the order of the file"],
  lines: [
    "fixes",
    "lie on a part of the truth that was driven at another time, because its lines are not in the order and direction of travel",
    "what is counted there says nothing about the match",
  ],
  against: ["fixes", "go against the direction in which the truth is drawn", "the truth is reversed"],
  displaced: ["true places", `lie over ${BESIDE_METRES} m from the line driven`, "distances along the line from there mean nothing"],
  "on-line": ["fixes", "are said to be off the roads, but lie on the line driven", "none of them can be on the right road"],
} as const satisfies Partial<Record<Doubt["kind"], readonly [what: string, where: string, means: string]>>;

/** The largest share among the tracks, and the track that has it. */
function shareWords(doubts: readonly { id: string; share: number }[], whole: string): string {
  const most = doubts.reduce(moreOf);
  return `${Math.round(most.share * 100)} % of ${whole}${worstOf(doubts, most.id, ", most for ")}`;
}

function moreOf<T extends { share: number }>(a: T, b: T): T {
  return b.share > a.share ? b : a;
}

/** "track 7", or the number of tracks. */
function trackWords(tracks: readonly { id: string }[]): string {
  return tracks.length === 1 ? `track ${tracks[0].id}` : `${tracks.length} tracks`;
}

/** Names the track that a figure is of, if there are several. */
function worstOf(tracks: readonly unknown[], id: string, words: string): string {
  return tracks.length === 1 ? "" : `${words}${id}`;
}

/** Sentences about intervals, fields, faults and map errors that were asked for and make no difference to a set's tracks. */
export function idleSentences(set: string, { runs }: Evaluation): string[] {
  if (runs[0].scores.length === 0) return [];
  const different = [...new Set(runs.map(fieldsHad))];
  const others = different.flatMap((have) => {
    const alike = runs.filter((run) => fieldsHad(run) === have);
    const where = different.length > 1 ? ` with fields ${have}` : "";
    return [...idleFields(alike, have), ...idleFaults(alike, where)];
  });
  return [...idleIntervals(runs), ...others, ...idleMapErrors(runs)].map((sentence) => `${set}: ${sentence}`);
}

function idleIntervals(runs: readonly EvaluationRun[]): string[] {
  const intervals = [...new Set(runs.flatMap(({ thin }) => (thin > 0 ? [thin] : [])))].join(", ");
  if (intervals === "") return [];
  const { given, untimed } = runs[0];
  if (untimed === given) return [`thinning to ${intervals} s leaves out nothing, because no fix has a time.`];
  if (untimed > 0) {
    const reached = runs.some(({ thinned }) => thinned) ? "the interval reached is in brackets" : "nothing is left out";
    return [`${untimed} of ${given} fixes have no time and are kept when thinning to ${intervals} s; ${reached}.`];
  }
  // A fault may send so few fixes that an interval leaves out none of these.
  const reached = new Set(runs.flatMap(({ thin, thinned }) => (thinned ? [thin] : [])));
  const asTheyCome = runs.filter(({ thin }) => thin > 0 && !reached.has(thin));
  if (asTheyCome.length === 0) return [];
  const median = medianInterval(asTheyCome[0]);
  const idle = new Set(asTheyCome.map(({ thin }) => thin).filter((thin) => thin !== median));
  if (median === null || idle.size === 0) return [];
  return [`thinning to ${[...idle].join(", ")} s leaves out nothing, because the fixes are ${median} s apart.`];
}

/** The fields that the tracks of a run have. */
function fieldsHad({ carried }: EvaluationRun): string {
  return fieldWords({ fields: FIELDS.filter((field) => carried.has(field)) });
}

/** `runs`: whose tracks have the same fields, `have`. */
function idleFields(runs: readonly EvaluationRun[], have: string): string[] {
  const { carried } = runs[0];
  const asked = [...new Set(runs.map(fieldWords))].join(", ");
  const missing = FIELDS.filter((field) => !carried.has(field) && runs.some(({ fields }) => fields?.includes(field) ?? true));
  return missing.length > 0 && asked !== "all" ? [`fields ${asked} come to ${have}, because no track has ${missing.join(", ")}.`] : [];
}

/** Faults that only happen now and then, or where the traveller turns. */
const OCCASIONAL: readonly Fault[] = [
  "one place in fifty wild",
  "one place in twenty wild",
  "places of wireless networks for a while",
  "places of wireless networks that state half their error",
  "dead reckoning for a while",
  "dead reckoning that states 5 m",
  "places straight on past turns",
  "times of delivery for a while",
  "clock set back by seconds now and then",
  "two devices",
];

function idleFaults(runs: readonly EvaluationRun[], where: string): string[] {
  const { carried, given, untimed } = runs[0];
  const idle = new Set(runs.flatMap(({ fault, faulted }) => (fault === null || faulted ? [] : [fault])));
  return [...idle].map((fault) => {
    const field = FIELDS.find((name) => fault.startsWith(name));
    let reason = field === undefined || carried.has(field) ? "the tracks are already so" : `there is no ${field} to change`;
    if (OCCASIONAL.includes(fault)) reason = "it hits none of so few fixes";
    if (/^(clock|times) /.test(fault) && untimed === given) reason = "no fix has a time";
    return `the fault "${fault}" changes nothing${where}, because ${reason}.`;
  });
}

function idleMapErrors(runs: readonly EvaluationRun[]): string[] {
  const idle = new Set(runs.flatMap(({ mapError, redrawn }) => (mapError === null || redrawn ? [] : [mapError])));
  return [...idle].map((error) => `the map error "${error}" changes nothing, because it hits none of these roads.`);
}

/** Where the tracks are and where the roads are, if they are apart. */
function whereTo(tracks: readonly EvaluationTrack[], roads: RoadGraph): string {
  const places = tracks.flatMap(({ truth }) => truth.flat());
  const first = places[0][0];
  let [west, south, east, north]: Box = [first, 90, first, -90];
  for (const [lon, lat] of places) {
    const x = first + wrapLon(lon - first); // relative to the first position, so that the antimeridian does not matter
    west = Math.min(west, x);
    south = Math.min(south, lat);
    east = Math.max(east, x);
    north = Math.max(north, lat);
  }
  const bounds = roadBox(roads);
  if (overlap([west, south, east, north], bounds)) return "";
  const hint = overlap([south, west, north, east], bounds) ? "; are longitude and latitude the wrong way round?" : "";
  const box = words([wrapLon(west), south, wrapLon(east), north]);
  return ` (they lie within ${box}, the roads within ${words(bounds)}${hint})`;
}

const SWAPPED = " (are longitude and latitude of the fixes the wrong way round?)";

/** Whether most of the fixes lie along the truth once longitude and latitude are exchanged. */
function isSwapped({ truth, track }: EvaluationTrack): boolean {
  const exchanged = track.map(({ lon, lat }) => ({ lon: lat, lat: lon }));
  return shareApart(truth, exchanged, APART_METRES) < 0.5;
}
