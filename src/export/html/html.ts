// HTML: a result as one HTML page with everything inside; nothing is fetched.

import { badOption, checkOptions } from "../../errors.js";
import { escapeHtml } from "../../escape-html.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { SnapResult } from "../../snap/result.js";
import type { Weighed } from "../../snap/weighed.js";
import { checkHanded } from "../handed.js";
import { reportData } from "./data.js";
import { REPORT_DRAW } from "./draw.js";
import { REPORT_STREETS } from "./streets-ui.js";
import { REPORT_STYLE } from "./style.js";
import { REPORT_UI } from "./ui.js";
import { REPORT_VIEW } from "./view.js";
import { REPORT_WEIGHED } from "./weighed-ui.js";

/** The credit that OpenStreetMap requires wherever its roads are shown. */
export const OSM_ATTRIBUTION = "© OpenStreetMap contributors, ODbL";

/** Options of {@link writeHtml}. */
export interface HtmlOptions {
  /** Heading of the page. Default "Snapped tracks". */
  title?: string | undefined;
  /** Credit for the roads, shown in the corner; null for none. Default {@link OSM_ATTRIBUTION}. */
  attribution?: string | null | undefined;
  /** Roads within so many metres of the tracks are drawn. Default 400. */
  margin?: number | undefined;
  /** Beyond so many roads the least important classes are left out. Default 60 000. */
  maxRoads?: number | undefined;
  /** The candidates weighed for the points, to show with each of them. Default: none. */
  weighed?: Weighed | undefined;
}

const icon = (path: string) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

/**
 * Draws a result: roads, raw and snapped points, lines by type and confidence, with attributes on hover. It is one self-contained page, whose content security
 * policy lets it load nothing.
 * @throws SnapError "bad-input" for what is no result or no roads, "bad-roads" for roads that were moved to another thread.
 */
export function writeHtml(result: SnapResult, roads: RoadGraph, options: HtmlOptions = {}): string {
  checkHanded(result, roads);
  checkOptions(options, "writeHtml", ["title", "attribution", "margin", "maxRoads", "weighed"]);
  const { title = "Snapped tracks", margin = 400, maxRoads = 60_000 } = options;
  if (typeof title !== "string") throw badOption("title", title, "a text");
  for (const [name, value] of Object.entries({ margin, maxRoads }))
    if (!(typeof value === "number" && value >= 0)) throw badOption(name, value, "a number from 0");
  const attribution = options.attribution === undefined ? OSM_ATTRIBUTION : options.attribution;
  const data = reportData(result, roads, {
    title,
    attribution,
    osm: attribution?.includes("OpenStreetMap") ?? false,
    margin,
    maxRoads,
    weighed: options.weighed,
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="generator" content="roadsnap">
<title>${escapeHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<canvas id="map" tabindex="0" role="application" aria-label="Map of the tracks. Arrow keys move it, plus and minus zoom, 0 shows everything, page down and page up go from point to point."></canvas>
<canvas id="over"></canvas>
<div id="empty" hidden>There are no points to show.</div>
<section id="panel" class="card" aria-label="Legend">
<header><h1>${escapeHtml(title)}</h1><button id="fold" aria-label="Show or hide the legend" aria-expanded="true">${icon("M6 9l6 6 6-6")}</button></header>
<div class="body">
<div class="figures" id="figures"></div>
<div id="tracks"></div>
<details id="streets" hidden><summary>Streets <span id="many"></span></summary><ol></ol></details>
<h2>Layers</h2>
<div id="layers"></div>
<h2>Confidence</h2>
<canvas id="ramp"></canvas>
<div class="ends"><span>0</span><span>0.5</span><span>1</span></div>
<div class="reasons" id="doubts"></div>
<h2>Points by reason</h2>
<div class="reasons" id="reasons"></div>
<div id="notes"></div>
</div>
</section>
<div id="buttons" class="card">
<button id="in" aria-label="Zoom in" title="Zoom in (+)">${icon("M12 5v14M5 12h14")}</button>
<button id="out" aria-label="Zoom out" title="Zoom out (−)">${icon("M5 12h14")}</button>
<button id="all" aria-label="Show everything" title="Show everything (0)">${icon("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5")}</button>
<button id="theme" aria-label="Light or dark" title="Light or dark">${icon("M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z")}</button>
</div>
<div id="scale"><span></span><i></i></div>
${attribution ? `<div id="credit">${credit(attribution)}</div>` : ""}
<div id="tip" class="card" role="status"></div>
<noscript>This page draws its map with JavaScript, which is switched off here.</noscript>
<script type="application/json" id="data">${embedJson(data)}</script>
<script>
(() => {
"use strict";
${REPORT_VIEW}${REPORT_DRAW}${REPORT_WEIGHED}${REPORT_STREETS}${REPORT_UI}})();
</script>
</body>
</html>
`;
}

/** The credit, linked to the licence page if it is OpenStreetMap's. */
function credit(text: string): string {
  const escaped = escapeHtml(text);
  return text.includes("OpenStreetMap")
    ? `<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">${escaped}</a>`
    : escaped;
}

/** JSON that cannot end the script element around it, whatever strings it has. */
function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}
