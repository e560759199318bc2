// An HTML page that draws tracks where their match and their truth part: one overview and a close-up of each place.

import { escapeHtml } from "../../escape-html.js";
import type { Position } from "../../geo/lines.js";
import { type ExplainedStep, explain } from "../../match/explain.js";
import type { DrawnTrack } from "../drawn-track.js";
import { roadParts } from "../score/score.js";
import { drawCloseUp, drawOverview, key } from "./panel-svg.js";
import { candidatesTables, fixesAt } from "./panel-table.js";
import { type CloseUp, closeUps, panelAround } from "./panels.js";

/** Most close-ups per track. The page says how many are left out. */
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
  let number = 0;
  const numbered = chapters.map(({ title, tracks }) => ({
    title,
    tracks: tracks.map((drawn) => ({ drawn, anchor: `track-${++number}` })),
  }));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; overflow-wrap: anywhere; }
h2, h3 { scroll-margin-top: 5em; }
figure { display: inline-block; margin: 0 12px 12px 0; vertical-align: top; max-width: 100%; }
figcaption { max-width: 560px; overflow-x: auto; }
svg { background: #fff; box-sizing: border-box; max-width: 100%; height: auto; } figure svg { border: 1px solid #ccc; }
table { border-collapse: collapse; overflow-wrap: normal; } td, th { padding: 1px 6px; text-align: left; border-bottom: 1px solid #8884; }
figcaption table { font-size: 12px; } .list { overflow-x: auto; } .list td:first-child { overflow-wrap: anywhere; min-width: 5em; } .list th[scope=rowgroup] { padding-top: 10px; }
.list td:nth-child(n+2), .list th:nth-child(n+2), figcaption :is(td, th):is(:first-child, :nth-child(n+3):nth-child(-n+7)) { text-align: right; font-variant-numeric: tabular-nums; }
figcaption td:nth-child(3) { white-space: nowrap; }
.key { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 16px 0; padding: 6px 0; background: Canvas; } .key svg { vertical-align: middle; }
@media (min-width: 700px) and (min-height: 600px) { .key { position: sticky; top: 0; border-bottom: 1px solid #8884; } }
@media print { .key { position: static; } figure { max-width: 48%; break-inside: avoid; } h2, h3, h2 + p, h3 + p { break-after: avoid; }
  figcaption table { font-size: 8px; } figcaption :is(td, th) { padding: 1px 2px; } }
</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
${number > 0 ? list(numbered) : ""}
<p class="key">${key()}</p>
<p>The table below a close-up shows what was weighed at the fix where match and truth part. For each place it has the distance from the fix, the costs of this
distance and of course and speed, and how much more the way to it costs than the cheapest way (left out if far more). Costs are in nats: one more is 2.7 times
less likely. The last figure is the probability of the place, before calibration.</p>
${number > 0 ? numbered.map(chapter).join("\n") : "<p>Nothing was wrong.</p>"}
${attribution === "" ? "" : `<p>${escapeHtml(attribution)}</p>\n`}</main></body></html>
`;
}

/** A chapter whose tracks can be linked to. */
interface Numbered {
  title: string;
  tracks: readonly { drawn: DrawnTrack; anchor: string }[];
}

/** Which tracks there are, with their figures: what one wants to know before looking at any. */
function list(chapters: readonly Numbered[]): string {
  const rows = chapters.flatMap(({ title, tracks }) => [
    ...(title === "" || tracks.length === 0 ? [] : [`<tr><th colspan="6" scope="rowgroup">${escapeHtml(title)}</th></tr>`]),
    ...tracks.map(({ drawn: { track, score }, anchor }) => {
      const { fraction, truthMetres, added, missed } = score.route;
      const cells = [(fraction * 100).toFixed(2), added.toFixed(0), missed.toFixed(0), (truthMetres / 1000).toFixed(2), score.fixes];
      return `<tr><td><a href="#${anchor}">${escapeHtml(track.id)}</a></td>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    }),
  ]);
  const heads = ["track", "mismatch %", "added m", "missed m", "truth km", "fixes"];
  return `<div class="list"><table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${rows.join("\n")}</table></div>`;
}

function chapter({ title, tracks }: Numbered): string {
  const heading = title === "" ? "h2" : "h3";
  return `${title === "" ? "" : `<h2>${escapeHtml(title)}</h2>\n`}${tracks.map(({ drawn, anchor }) => section(drawn, heading, anchor)).join("\n")}`;
}

/** Places of the fixes, without those that contradict the rest: a fix at 0, 0 must not decide how much of the map is shown. */
function believed({ track, match }: DrawnTrack): Position[] {
  const isBelieved = (_: unknown, i: number): boolean => !["outlier", "bad-coordinate"].includes(match.points[i].reason);
  return track.track.filter(isBelieved).map(({ lon, lat }) => [lon, lat]);
}

function section(drawn: DrawnTrack, heading: "h2" | "h3", anchor: string): string {
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
  return `<${heading} id="${anchor}">${escapeHtml(track.id)}: ${(route.fraction * 100).toFixed(2)} %</${heading}>
<p>${score.fixes} fixes, truth ${(route.truthMetres / 1000).toFixed(2)} km, added ${route.added.toFixed(0)} m, missed ${route.missed.toFixed(0)} m
(${route.beyondTrack.toFixed(0)} m of it beyond the first and last fix).</p>
<figure>${drawOverview(panelAround(everything, 0.05), drawn, drawnPlaces, `Map of all of ${track.id}`)}<figcaption>The whole track, with the numbers of the close-ups</figcaption></figure>
${figures.join("\n")}${left}`;
}

/** Panels wider than this hide what happened, so the place where match and truth part is drawn beside them, metres to each side. */
const PARTING_HALF = 200;

/** The steps that the match weighed; none if the matcher throws, which the evaluation reports. */
function stepsOf({ track, matcher }: DrawnTrack): ExplainedStep[] {
  try {
    return explain(matcher, track.track).steps;
  } catch {
    return [];
  }
}

function figure(drawn: DrawnTrack, panel: CloseUp, number: number, table: string): string {
  const [lon, lat] = panel.parting;
  const label = `Close-up ${number} of ${drawn.track.id}`;
  const parting =
    panel.half > 2 * PARTING_HALF
      ? drawCloseUp({ ...panel, lon, lat, half: PARTING_HALF }, drawn, `${label}, where match and truth part`)
      : "";
  return `<figure>${drawCloseUp(panel, drawn, label)} ${parting}<figcaption>${number}: ${panel.metres.toFixed(0)} m at ${panel.lon.toFixed(6)}, ${panel.lat.toFixed(6)}
${table}</figcaption></figure>`;
}
