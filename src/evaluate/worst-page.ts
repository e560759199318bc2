// An HTML page that draws tracks where their match and their truth part: one overview and a close-up of each place.

import { escapeHtml } from "../escape-html.js";
import type { Position } from "../geo/lines.js";
import { type ExplainedStep, explain } from "../match/explain.js";
import type { Matcher } from "../match/matcher.js";
import type { Match } from "../match/result.js";
import type { EvaluationTrack } from "./corpora.js";
import { COLOURS, drawCloseUp, drawOverview } from "./panel-svg.js";
import { candidatesTables, fixesAt } from "./panel-table.js";
import { type CloseUp, closeUps, panelAround } from "./panels.js";
import { roadParts, type TrackScore } from "./score.js";

/** One track of the page. */
export interface DrawnTrack {
  /** Its `mode`, driving unless given, is who it was matched for. */
  track: EvaluationTrack;
  /** What came of it. */
  match: Match;
  /** How right that is: {@link scoreTrack} of both. */
  score: TrackScore;
  /** What matched it, and can say why. */
  matcher: Matcher;
}

/** Close-ups per track; what is left out is said. */
const CLOSE_UPS = 8;

/** Tracks that belong together: of one set, at one interval. */
export interface WorstChapter {
  /** Its heading; "" for none. */
  title: string;
  /** In the order in which they are drawn. */
  tracks: readonly DrawnTrack[];
}

/**
 * A self-contained HTML page that draws tracks where match and truth part, in the order given: truth, match, fixes and candidates. `attribution` is the credit
 * for the roads drawn, {@link OSM_ATTRIBUTION} for OpenStreetMap's; none unless given.
 */
export function worstPage(title: string, tracks: readonly DrawnTrack[], attribution = ""): string {
  return worstChapters(title, [{ title: "", tracks }], attribution);
}

/** As {@link worstPage}, for several sets or intervals. A page of no track says that nothing was wrong. */
export function worstChapters(title: string, chapters: readonly WorstChapter[], attribution = ""): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; color: #222; overflow-wrap: anywhere; }
figure { display: inline-block; margin: 0 12px 12px 0; vertical-align: top; max-width: 100%; }
figcaption { max-width: 560px; overflow-x: auto; }
svg { border: 1px solid #ccc; background: #fff; box-sizing: border-box; max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 12px; overflow-wrap: normal; } td, th { padding: 1px 6px; text-align: left; border-bottom: 1px solid #eee; }
.key span { margin-right: 16px; } .key b { font-weight: 600; }
</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p class="key"><span><b style="color:${COLOURS.truth}">green</b> truth</span><span><b style="color:${COLOURS.match}">blue</b> match</span>
<span><b style="color:${COLOURS.added}">red</b> wrongly added</span><span><b style="color:${COLOURS.missed}">orange</b> missed</span>
<span><b style="color:${COLOURS.off}">dashed</b> Off, Road Gap (green: truly off)</span><span><b>dots</b> fixes (number is the index), joined to their snapped place</span>
<span><b style="color:${COLOURS.unsnapped}">magenta</b> fixes that were not snapped</span><span><b style="color:${COLOURS.oneWay}">violet</b> one-way roads, <b style="color:#777">grey</b> others</span></p>
<p>Below a close-up stands what was weighed at the fix where match and truth part: how far away each place is; what that, and the fix's course and speed,
say against it; by how much the way to it is dearer than to the cheapest, all three in nats (one more is 2.7 times less likely; left out where it was far
too dear); and its probability, before calibration.</p>
${chapters.some(({ tracks }) => tracks.length > 0) ? chapters.map(chapter).join("\n") : "<p>Nothing was wrong.</p>"}
${attribution === "" ? "" : `<p>${escapeHtml(attribution)}</p>\n`}</body></html>
`;
}

function chapter({ title, tracks }: WorstChapter): string {
  return `${title === "" ? "" : `<h2>${escapeHtml(title)}</h2>\n`}${tracks.map((track) => section(track, title === "" ? "h2" : "h3")).join("\n")}`;
}

/** Places of the fixes, but for those that contradict the rest: one at 0, 0 must not decide what is shown of the track. */
function believed({ track, match }: DrawnTrack): Position[] {
  const isBelieved = (_: unknown, i: number): boolean => !["outlier", "bad-coordinate"].includes(match.points[i].reason);
  return track.track.filter(isBelieved).map(({ lon, lat }) => [lon, lat]);
}

function section(drawn: DrawnTrack, heading: "h2" | "h3"): string {
  const { track, match, score } = drawn;
  const { route } = score;
  const everything = [...track.truth, ...(track.offLines ?? []), ...roadParts(match), believed(drawn)];
  const places = closeUps([...route.addedPlaces, ...route.missedPlaces]);
  const left = places.length > CLOSE_UPS ? `<p>${places.length - CLOSE_UPS} smaller places are not drawn.</p>` : "";
  const drawnPlaces = places.slice(0, CLOSE_UPS);
  const fixes = fixesAt(
    drawnPlaces.map(({ first }) => first),
    route,
    track,
    match,
  );
  const tables = candidatesTables(fixes, track, stepsOf(drawn), drawn.matcher.roads);
  const figures = drawnPlaces.map((panel, i) => figure(drawn, panel, i + 1, tables[i]));
  return `<${heading}>${escapeHtml(track.id)}: ${(route.fraction * 100).toFixed(2)} %</${heading}>
<p>${score.fixes} fixes, truth ${(route.truthMetres / 1000).toFixed(2)} km, added ${route.added.toFixed(0)} m, missed ${route.missed.toFixed(0)} m
(${route.beyondTrack.toFixed(0)} m of it beyond the first and last fix).</p>
<figure>${drawOverview(panelAround(everything, 0.05), drawn, drawnPlaces)}<figcaption>All of it, with the numbers of the close-ups</figcaption></figure>
${figures.join("\n")}${left}`;
}

/** Panels wider than this hide what happened, so the place where match and truth part is drawn beside them, metres to each side. */
const PARTING_HALF = 200;

/** What the match weighed; nothing where the matcher threw, which whoever evaluates is told. */
function stepsOf({ track, matcher }: DrawnTrack): ExplainedStep[] {
  try {
    return explain(matcher, track.track).steps;
  } catch {
    return [];
  }
}

function figure(drawn: DrawnTrack, panel: CloseUp, number: number, table: string): string {
  const [lon, lat] = panel.parting;
  const parting = panel.half > 2 * PARTING_HALF ? drawCloseUp({ ...panel, lon, lat, half: PARTING_HALF }, drawn) : "";
  return `<figure>${drawCloseUp(panel, drawn)} ${parting}<figcaption>${number}: ${panel.metres.toFixed(0)} m at ${panel.lon.toFixed(6)}, ${panel.lat.toFixed(6)}
${table}</figcaption></figure>`;
}
