// The report's style sheet. The colours of the map itself are in draw.ts, since a canvas has no style sheet.

/** CSS of the page; `data-theme` on the root is set by the page's script. */
export const REPORT_STYLE = `
:root { --panel: rgba(255,255,255,.95); --ink: #1d2329; --soft: #5b6672; --line: #dfe3e8; --hover: #f1f4f7; --land: #f3f1ec; --accent: #1c5fd4;
  --shadow: 0 1px 2px rgba(20,30,40,.12), 0 6px 24px rgba(20,30,40,.10); color-scheme: light; }
:root[data-theme=dark] { --panel: rgba(27,31,37,.95); --ink: #e8ebee; --soft: #9aa5b1; --line: #363d46; --hover: #2a3038; --land: #15181d;
  --accent: #7fb2ff; --shadow: 0 1px 2px rgba(0,0,0,.5), 0 6px 24px rgba(0,0,0,.4); color-scheme: dark; }
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; overflow: hidden; background: var(--land); color: var(--ink);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
canvas { position: fixed; inset: 0; width: 100%; height: 100%; display: block; }
#map { touch-action: none; cursor: grab; outline: none; }
#map.dragging { cursor: grabbing; }
#map.over { cursor: pointer; }
#map:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; } /* a shadow inside would be under the picture */
#over { pointer-events: none; }
.card { position: fixed; background: var(--panel); border-radius: 10px; box-shadow: var(--shadow); }
#panel { top: 12px; left: 12px; width: 300px; max-height: calc(100% - 72px); display: flex; flex-direction: column; }
#panel header { padding: 12px 14px 10px; display: flex; gap: 8px; align-items: flex-start; }
#panel h1 { margin: 0; font-size: 15px; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere; flex: 1; }
#panel .body { overflow-y: auto; padding: 0 14px 12px; scrollbar-width: thin; }
#panel.closed .body { display: none; }
button { font: inherit; color: inherit; background: none; border: 0; border-radius: 7px; cursor: pointer; padding: 0; }
button:hover { background: var(--hover); }
button:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#fold { width: 26px; height: 24px; color: var(--soft); flex: none; display: grid; place-items: center; }
#panel:not(.closed) #fold svg { transform: rotate(180deg); }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.figures div { background: var(--panel); padding: 6px 10px; }
.figures b { display: block; font-size: 16px; line-height: 1.3; font-weight: 620; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: 12px; }
h2 { font-size: 11px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); margin: 14px 0 4px; font-weight: 600; }
.layer { display: flex; align-items: center; gap: 9px; padding: 3px 6px; margin: 0 -6px; border-radius: 6px; min-height: 28px; }
label.layer { cursor: pointer; }
div.layer { padding-left: 30px; }
label.layer:hover { background: var(--hover); }
label.layer input { margin: 0; width: 15px; height: 15px; accent-color: var(--accent); flex: none; }
.layer canvas { position: static; width: 34px; height: 16px; flex: none; }
.layer .name { flex: 1; }
.layer .much { color: var(--soft); font-size: 12.5px; font-variant-numeric: tabular-nums; white-space: nowrap; }
label.layer.off .name, label.layer.off canvas { opacity: .45; }
#ramp { position: static; width: 100%; height: 10px; border-radius: 3px; margin-top: 3px; }
.ends { display: flex; justify-content: space-between; color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.reasons button { display: flex; width: calc(100% + 12px); margin: 0 -6px; padding: 2px 6px; min-height: 24px;
  color: var(--soft); font-size: 12.5px; font-variant-numeric: tabular-nums; }
.reasons span:first-child { flex: 1; text-align: left; }
.reasons button::after { content: "›" / ""; width: 10px; }
.reasons button:disabled::after { visibility: hidden; }
.reasons button:disabled { cursor: default; background: none; }
#streets { margin-top: 10px; }
#streets summary { font-size: 11px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); font-weight: 600; cursor: pointer; padding: 4px 0; border-radius: 6px; }
#streets summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#many { float: right; font-weight: 400; font-size: 12.5px; letter-spacing: 0; font-variant-numeric: tabular-nums; }
#streets ol { list-style: none; margin: 0; padding: 0; }
#streets li { content-visibility: auto; contain-intrinsic-size: auto 25px; }
#streets button { display: flex; gap: 8px; width: calc(100% + 12px); margin: 0 -6px; padding: 3px 6px; font-size: 12.5px; text-align: left; font-variant-numeric: tabular-nums; }
#streets .name { flex: 1; overflow-wrap: anywhere; }
#streets .at, #streets .much, #streets .sure { color: var(--soft); white-space: nowrap; }
#streets .sure { min-width: 2.2em; text-align: right; }
#streets .off .name, #streets .gap .name { font-style: italic; }
#streets .doubt .sure { color: var(--ink); font-weight: 650; }
.note { color: var(--soft); font-size: 12.5px; margin: 8px 0 0; overflow-wrap: anywhere; }
select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 7px; padding: 5px 8px; width: 100%; }
#buttons { top: 12px; right: 12px; display: flex; flex-direction: column; padding: 3px; }
#buttons button { width: 36px; height: 36px; display: grid; place-items: center; }
svg { width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
#scale { position: fixed; left: 12px; bottom: 8px; padding: 1px 7px 6px; font-size: 11.5px; color: var(--ink); pointer-events: none; text-align: center;
  background: var(--panel); border-radius: 6px; font-variant-numeric: tabular-nums; }
#scale i { display: block; height: 6px; border: solid var(--ink); border-width: 0 1.5px 1.5px; }
#credit { position: fixed; right: 0; bottom: 0; font-size: 11.5px; padding: 2px 8px; background: var(--panel); border-radius: 6px 0 0 0; color: var(--soft); }
a { color: inherit; }
#tip { left: 0; top: 0; max-width: min(330px, calc(100vw - 24px)); padding: 10px 12px; font-size: 13px; pointer-events: none; visibility: hidden; z-index: 3; }
#tip.shown { visibility: visible; }
#tip.pinned { pointer-events: auto; border: 1px solid var(--accent); max-height: calc(100% - 16px); overflow-y: auto; overscroll-behavior: contain; }
#tip h3 { margin: 0; font-size: 13.5px; font-weight: 650; display: flex; gap: 8px; align-items: baseline; justify-content: space-between; overflow-wrap: anywhere; }
#tip h3 em { font-style: normal; font-weight: 500; font-size: 12px; color: var(--soft); white-space: nowrap; }
#tip dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 12px; margin: 5px 0 0; }
#tip dt { color: var(--soft); }
#tip dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
#tip:has(.weighed) { max-width: min(430px, calc(100vw - 24px)); }
@media (max-width: 640px) { #tip.pinned { max-height: 40vh; } }
.weighed { margin-top: 7px; padding-top: 6px; border-top: 1px solid var(--line); font-size: 12.5px; font-variant-numeric: tabular-nums; }
.weighed h4 { margin: 0; font-size: 12.5px; font-weight: 650; }
.weighed p { margin: 0; color: var(--soft); }
.weighed table { border-collapse: collapse; margin: 2px 0; }
.weighed th { font-weight: 500; color: var(--soft); text-align: right; padding: 0 0 0 10px; white-space: nowrap; }
.weighed td { text-align: right; padding: 0 0 0 10px; white-space: nowrap; }
.weighed th:first-child, .weighed td.where { text-align: left; padding-left: 0; white-space: normal; overflow-wrap: anywhere; }
.weighed tr.chosen td { font-weight: 650; }
.bar { display: inline-block; vertical-align: 1px; width: 64px; height: 6px; border-radius: 3px; background: var(--line); margin-left: 8px; overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--accent); }
#empty { position: fixed; inset: 0; display: grid; place-items: center; color: var(--soft); pointer-events: none; }
[hidden] { display: none !important; }
@media (max-width: 640px) {
  #panel { top: auto; bottom: 0; left: 0; right: 0; width: auto; max-height: 62%; border-radius: 14px 14px 0 0; padding-bottom: env(safe-area-inset-bottom); }
  #panel header { padding: 10px 14px; }
  #panel.closed #fold svg { transform: rotate(180deg); }
  #panel:not(.closed) #fold svg { transform: none; }
  #scale { bottom: auto; top: 14px; }
  #credit { bottom: auto; top: 0; left: 50%; right: auto; transform: translateX(-50%); border-radius: 0 0 6px 6px; white-space: nowrap; font-size: 10.5px; }
  #scale { top: 24px; }
  .layer, .reasons button, #streets button { min-height: 36px; align-items: center; }
}
/* On paper the map keeps its shape, whole on one page, and all else is below it; the scale is a share of the map's width. */
@media print {
  html, body { height: auto; overflow: visible; }
  body { position: relative; display: flex; flex-direction: column; width: min(100%, 90vh * var(--shape)); }
  #buttons, #fold, #tip:not(.pinned) { display: none; }
  #map, #over { position: static; width: 100%; height: auto; flex: none; }
  #over { position: absolute; top: 0; }
  #scale, #credit { position: static; width: 100%; padding: 4px 0; transform: none; text-align: left; }
  #scale i { width: var(--share) !important; }
  #panel, #tip { position: static; order: 1; width: 100%; max-width: none !important; max-height: none !important; transform: none !important; box-shadow: none; }
}
`;
