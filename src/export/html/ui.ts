// Fifth part of the report's script: the panel, the tooltip, and navigation by mouse, touch and keyboard.

/** Plain JavaScript for the page; see view.ts. */
export const REPORT_UI = String.raw`
const make = (tag, attributes, ...children) => {
  const e = Object.assign(document.createElement(tag), attributes);
  e.append(...children.filter((child) => child !== null));
  return e;
};
const whole = new Intl.NumberFormat("en");
const km = (metres) => (metres >= 99950 ? whole.format(Math.round(metres / 1000)) : (metres / 1000).toFixed(metres < 9995 ? 2 : 1)) + " km";
const metres = (m) => (m >= 999.5 ? km(m) : m.toFixed(m < 99.95 ? 1 : 0) + " m");

// ---- Frames: everything asks for a drawing, at most one happens per frame.
let asked = false, moving = 0, settle = 0, hit = null, pinned = false;
const ask = () => { if (!asked) { asked = true; requestAnimationFrame(frame); } };
function frame() {
  asked = false;
  const hurried = performance.now() - moving < 110 && lastCost > 20 && keptView.k;
  if (hurried) { drawMoved(); clearTimeout(settle); settle = setTimeout(ask, 130); } else drawAll();
  drawOver(hit);
  drawScale();
}
const moved = () => { moving = performance.now(); ask(); };

function resize() {
  const first = W === 1;
  W = innerWidth; H = innerHeight; ratio = Math.min(3, devicePixelRatio || 1);
  for (const c of [map, over, kept]) { c.width = Math.round(W * ratio); c.height = Math.round(H * ratio); }
  document.documentElement.style.setProperty("--shape", W / H);
  lastCost = 0; keptView.k = 0;
  if (first) { if (W <= 640 || H <= 480) fold(true); fit(extent(track)); }
  ask();
}

function drawScale() {
  const perMetre = view.k / ground(), most = 120 / perMetre, power = 10 ** Math.floor(Math.log10(most));
  const nice = [5, 2, 1].map((m) => m * power).find((m) => m <= most);
  $("scale").firstChild.textContent = nice >= 1000 ? whole.format(nice / 1000) + " km" : nice + " m";
  const bar = $("scale").lastChild;
  bar.style.width = nice * perMetre + "px";
  bar.style.setProperty("--share", nice * perMetre / W * 100 + "%"); // of the map's width, which on paper is another
}

// ---- Panel.
const LAYERS = [["road", "Road"], ["off", "Off"], ["gap", "Road Gap"], ["snapped", "Snapped points"], ["raw", "Raw points"], ["links", "Raw to snapped"], ["roads", "Road network"], ["names", "Street names"]];
// What else is on the map, and cannot be taken away from it.
const MARKS = [["lost", "Not snapped"], ["ends", "Begin and end"]];
const swatches = [];
function swatch(canvas, key) {
  canvas.width = 34 * ratio; canvas.height = 16 * ratio;
  const c = canvas.getContext("2d"), line = (width, colour, dash) => { c.lineWidth = width; c.strokeStyle = colour; c.setLineDash(dash || []); c.beginPath(); c.moveTo(2, 8); c.lineTo(32, 8); c.stroke(); c.setLineDash([]); };
  const dot = (x, r, fill, ring, weight) => { c.beginPath(); c.arc(x, 8, r, 0, 7); c.fillStyle = fill; c.fill(); c.lineWidth = weight; c.strokeStyle = ring; c.stroke(); };
  c.scale(ratio, ratio); c.lineCap = "round";
  if (key === "road") { const g = c.createLinearGradient(2, 0, 32, 0); g.addColorStop(0, shade(0)); g.addColorStop(1, shade(SHADES - 1)); line(5, g); }
  else if (key === "off") { c.lineCap = "butt"; line(3.4, C.off, OFF_DASH); }
  else if (key === "gap") line(3.4, C.gap, GAP_DASH);
  else if (key === "snapped") [0, 5, 9].forEach((s, i) => dot(7 + i * 10, 4, shade(s), C.edge, 1));
  else if (key === "raw") dot(17, 3.6, C.edge, C.raw, 1.3);
  else if (key === "lost") dot(17, 3.8, C.edge, C.off, 1.9);
  else if (key === "ends") { drawEnd(c, 9, 8, false, 6.5); drawEnd(c, 25, 8, true, 6.5); }
  else if (key === "links") { c.globalAlpha = .8; line(1.2, C.raw); }
  else if (key === "roads") { line(7, C.casing); line(4.6, C.road); }
  else { c.fillStyle = C.text; c.font = "500 11.5px system-ui, 'DejaVu Sans', sans-serif"; c.textAlign = "center"; c.textBaseline = "middle"; c.fillText("Abc", 17, 8.5); }
}
const doubtful = (i) => snapped(i) && D.points.confidence[i] < 900;
function figures() {
  const p = D.points, l = D.lines, length = [0, 0, 0], number = [0, 0, 0], reasons = D.reasons.map(() => 0);
  const confidence = D.confidence.reduce((sum, each, t) => (inTrack(t) ? sum + each : sum), 0);
  let count = 0, on = 0, doubts = 0;
  for (let i = 0; i < points.count; i++) {
    if (!inTrack(p.track[i])) continue;
    count++; reasons[p.reason[i]]++;
    if (doubtful(i)) doubts++;
    if (snapped(i)) on++;
  }
  for (let i = 0; i < lines.count; i++) if (inTrack(l.track[i])) { length[l.type[i]] += l.length[i] / 10; number[l.type[i]]++; }
  const onMap = [...reasons];
  if (track < 0) { count += D.unplaced; reasons[D.reasons.length - 1] = Math.max(reasons[D.reasons.length - 1], D.unplaced); }
  const figure = (value, what) => make("div", {}, make("b", { textContent: value }), make("span", { textContent: what }));
  $("figures").replaceChildren(
    figure(whole.format(count), count === 1 ? "point" : "points"), figure(count ? (on / count * 100).toFixed(on === count ? 0 : 1) + " %" : "–", "snapped"),
    figure(km(length[0]), "on roads"), figure(on ? (confidence / on).toFixed(2) : "–", "mean confidence"));
  const much = { snapped: whole.format(on), raw: whole.format(count), lost: whole.format(count - on), ends: areEndsDrawn() ? "" : "of one track", roads: whole.format(roads.count) };
  ["road", "off", "gap"].forEach((key, t) => { much[key] = number[t] ? whole.format(number[t]) + " · " + km(length[t]) : "none"; });
  for (const [key] of [...LAYERS, ...MARKS]) $("much-" + key).textContent = much[key] || "";
  // A press goes to the next of them: on a large map they are found in no other way.
  const kind = (name, number, is, found) => (number ? [make("button", { onclick: () => visit(is), disabled: !found }, make("span", { textContent: name }), " ", make("span", { textContent: whole.format(number) }))] : []);
  $("doubts").replaceChildren(...kind("points below 0.9", doubts, doubtful, doubts));
  $("reasons").replaceChildren(...D.reasons.flatMap((name, reason) => kind(name, reasons[reason], (i) => p.reason[i] === reason, onMap[reason])));
}
function fold(closed) {
  $("panel").classList.toggle("closed", closed);
  $("fold").setAttribute("aria-expanded", String(!closed));
}
function buildPanel() {
  const layer = (element, key, name, ...box) => {
    const canvas = make("canvas", {});
    swatches.push([canvas, key]);
    return make(element, { className: "layer" }, ...box, canvas, make("span", { className: "name", textContent: name }), make("span", { className: "much", id: "much-" + key }));
  };
  $("layers").append(...LAYERS.map(([key, name]) => {
    const box = make("input", { type: "checkbox", checked: true, id: "layer-" + key }), row = layer("label", key, name, box);
    box.onchange = () => { shown[key] = box.checked; row.classList.toggle("off", !box.checked); lastCost = 0; point(null); ask(); };
    return row;
  }), ...MARKS.map(([key, name]) => layer("div", key, name)));
  if (D.tracks.length > 1) {
    const named = (t) => (t === null ? "(no track_id)" : t);
    const choice = make("select", { id: "track", ariaLabel: "Track" }, make("option", { value: -1, textContent: "All " + whole.format(D.tracks.length) + " tracks" }));
    // One by one: a call takes some 120,000 arguments at most.
    D.tracks.forEach((t, i) => choice.append(make("option", { value: i, textContent: named(t) })));
    choice.onchange = () => { track = Number(choice.value); point(null); figures(); listStreets(); fit(extent(track)); lastCost = 0; ask(); };
    $("tracks").append(make("h2", { textContent: "Tracks" }), choice);
  }
  const notes = [...D.messages], broken = D.violations.length;
  if (broken) notes.push("The route breaks a traffic rule in " + whole.format(broken) + (broken === 1 ? " place" : " places") + "; the line there tells which.");
  if (D.weighed) notes.push("Each point shows what was weighed for it: the error assumed for the fix, and the possible places. “Nats behind” is how much more the cheapest way to a place costs than the way to the best place, without the distance from the fix. The probability counts both, and all fixes before and after. The point's confidence adds up all places that agree.");
  if (D.roadsLeftOut) notes.push(whole.format(D.roadsLeftOut) + " smaller roads nearby are not drawn.");
  if (D.unplaced) notes.push(whole.format(D.unplaced) + (D.unplaced === 1 ? " point has" : " points have") + " no usable coordinate and cannot be shown.");
  const disbelieved = D.points.reason.filter((reason) => D.reasons[reason] === "bad-coordinate").length;
  if (disbelieved) notes.push(whole.format(disbelieved) + (disbelieved === 1 ? " point" : " points") + " at 0, 0 cannot be right: receivers write that if they have no position, and the track is elsewhere.");
  $("notes").append(...notes.map((text) => make("p", { className: "note", textContent: text })));
  $("empty").hidden = points.count + lines.count > 0;
}
function theme(dark) {
  C = dark ? DARK : LIGHT;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const [canvas, key] of swatches) swatch(canvas, key);
  const ramp = $("ramp"), c = ramp.getContext("2d");
  ramp.width = SHADES; ramp.height = 1;
  for (let s = 0; s < SHADES; s++) { c.fillStyle = shade(s); c.fillRect(s, 0, 1, 1); }
  lastCost = 0;
  ask();
}

// ---- What the tooltip says.
const limitOf = (road, against, truck) => D.names[D.roads.limits[(truck ? 2 : 0) + (against ? 1 : 0)][road]];
function roadFacts(road, against) {
  const r = D.roads, facts = [], both = (truck) => { const f = limitOf(road, false, truck), b = limitOf(road, true, truck); return f === b ? f : (f || "unknown") + " along, " + (b || "unknown") + " against"; };
  const flags = D.flags.filter((_, bit) => r.flags[road] >> bit & 1);
  facts.push(["Class", D.classes[r.class[road]].replace("_", " ") + (flags.length ? ", " + flags.join(", ") : "")]);
  if (against === null) facts.push(["Open to", D.modes.map((mode, bit) => {
    const f = r.forward[road] >> bit & 1, b = r.backward[road] >> bit & 1;
    return f && b ? mode : f || b ? mode + " one way" : null;
  }).filter(Boolean).join(", ") || "nobody"]);
  facts.push(["Speed limit", (against === null ? both(false) : limitOf(road, against, false)) || "unknown"]);
  const truck = against === null ? both(true) : limitOf(road, against, true);
  if (truck) facts.push(["Truck limit", truck]);
  facts.push(["Segment", metres(r.length[road] / 10)]);
  const way = r.way[road];
  facts.push(["Way", D.osm && way > 0 ? make("a", { href: "https://www.openstreetmap.org/way/" + way, target: "_blank", rel: "noreferrer", textContent: way }) : String(way)]);
  return facts;
}
const roadName = (road) => D.names[D.roads.name[road]] || "unnamed road";
const certainty = (thousandths) => { const bar = make("span", { className: "bar" }, make("i", {})); bar.firstChild.style.width = thousandths / 10 + "%"; return make("span", {}, (thousandths / 1000).toFixed(3), bar); };
const RULES = { "wrong-way": "against a one-way", "no-access": "not open to this traveller", "turn-restriction": "a banned turn", "u-turn": "a U-turn where none is allowed", barrier: "through a barrier" };
const trackFact = (t) => (t >= 0 && D.tracks[t] !== null ? [["Track", D.tracks[t]]] : []);
function describe({ kind, i, all = [i] }) {
  if (kind === "road") return { title: roadName(i), note: "road", facts: roadFacts(i, null) };
  if (kind === "line") {
    const l = D.lines, road = l.road[i], onRoad = road >= 0;
    const facts = [...trackFact(l.track[i]), ["Driven", metres(lengthOf(all))]];
    if (confidenceOf(all) >= 0) facts.push(["Confidence", certainty(confidenceOf(all))]);
    const broken = D.violations.filter(([line]) => all.includes(line)).map(([, kind]) => RULES[kind]);
    if (broken.length) facts.push(["Breaks a rule", [...new Set(broken)].join(", ")]);
    if (onRoad) facts.push(...roadFacts(road, l.against[i] === 1));
    return { title: onRoad ? roadName(road) : D.lineTypes[l.type[i]] === "Off" ? "Off the road" : "Gap in the track", note: D.lineTypes[l.type[i]] + (all[1] ? " · lines " + l.id[all[0]] + "–" + l.id[all[all.length - 1]] : " · line " + l.id[i]), facts };
  }
  const p = D.points, road = p.road[i], facts = [], value = (key) => (p[key] ? p[key][i] : null);
  if (road >= 0) facts.push(["Confidence", certainty(p.confidence[i])], ["Moved", metres(p.moved[i] / 10)]);
  facts.push(...trackFact(p.track[i]));
  if (value("time") !== null) facts.push(["Time", timeText(value("time"))]);
  if (value("accuracy") !== null) facts.push(["Accuracy", metres(value("accuracy"))]);
  if (value("speed") !== null) facts.push(["Speed", value("speed").toFixed(1) + " m/s, " + (value("speed") * 3.6).toFixed(0) + " km/h"]);
  if (value("course") !== null) facts.push(["Course", value("course").toFixed(0) + "°"]);
  if (road >= 0) facts.push(...roadFacts(road, p.against[i] === 1));
  if (p.line[i] >= 0) facts.push(["Line", D.lines.id[p.line[i]] + " (" + D.lineTypes[D.lines.type[p.line[i]]] + ")"]);
  facts.push(["Place", place(points.X[i], points.Y[i])]);
  return { title: road >= 0 ? roadName(road) : "Not snapped", note: "point " + p.id[i] + " · " + D.reasons[p.reason[i]], facts, more: weighedTable(i) };
}
function timeText(seconds) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace("T", " ").replace(/(\.\d*?)0*Z$/, (_, fraction) => (fraction.length > 1 ? fraction : "") + " UTC");
}
const place = (x, y) => latAt(y).toFixed(6) + ", " + (((D.origin[0] + x / EARTH / RAD + 540) % 360) - 180).toFixed(6);

/** Shows what was hit near a place on the screen; null hides the tooltip. */
function point(found, sx, sy, pin) {
  const tip = $("tip"), same = found && hit && found.kind === hit.kind && found.i === hit.i && found.all === hit.all;
  hit = found;
  pinned = Boolean(found && pin);
  map.classList.toggle("over", Boolean(found));
  tip.classList.toggle("shown", Boolean(found));
  tip.classList.toggle("pinned", pinned);
  drawOver(hit);
  if (!found) return;
  if (!same) {
    const { title, note, facts, more } = describe(found);
    tip.replaceChildren(make("h3", {}, make("span", { textContent: title }), make("em", { textContent: note })),
      make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", { textContent: name }), make("dd", {}, value)])), more ?? "");
  }
  tip.style.maxHeight = "";
  const w = tip.offsetWidth, gap = 16, above = sy - gap - 8, below = H - sy - gap - 8;
  const x = sx + gap + w < W - 8 ? sx + gap : sx - gap - w > 8 ? sx - gap - w : Math.max(8, (W - w) / 2);
  // Where it fits neither beside the place nor above or below it, as much of it as there is room for; the rest is scrolled to.
  if (x <= sx && x + w >= sx && tip.offsetHeight > Math.max(above, below)) tip.style.maxHeight = Math.max(above, below) + "px";
  const h = tip.offsetHeight, y = h <= below ? sy + gap : h <= above ? sy - gap - h : sy < H / 2 ? H - h - 8 : 8;
  tip.style.transform = "translate(" + Math.round(x) + "px," + Math.round(y) + "px)";
}

// ---- Hands: one pointer moves the map, two pinch it, a tap or click pins what is there.
const held = new Map();
let start = null, pinch = 0, lastTap = 0;
function spread() {
  const [a, b] = [...held.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, d: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
}
map.addEventListener("pointerdown", (e) => {
  map.setPointerCapture(e.pointerId);
  held.set(e.pointerId, { x: e.clientX, y: e.clientY });
  if (held.size === 1) start = { x: e.clientX, y: e.clientY, far: false };
  if (held.size === 2) { pinch = spread(); start = null; }
});
map.addEventListener("pointermove", (e) => {
  const was = held.get(e.pointerId);
  if (!was) {
    if (e.pointerType === "mouse" && !pinned) point(pick(e.clientX, e.clientY), e.clientX, e.clientY, false);
    return;
  }
  held.set(e.pointerId, { x: e.clientX, y: e.clientY });
  if (held.size === 1) {
    if (start && !start.far && Math.hypot(e.clientX - start.x, e.clientY - start.y) < 5) return;
    if (start && !start.far) { start.far = true; was.x = start.x; was.y = start.y; point(null); map.classList.add("dragging"); }
    view.x -= (e.clientX - was.x) / view.k;
    view.y -= (e.clientY - was.y) / view.k;
    moved();
  } else if (held.size === 2) {
    const now = spread();
    point(null);
    view.x -= (now.x - pinch.x) / view.k;
    view.y -= (now.y - pinch.y) / view.k;
    zoomAt(now.x, now.y, now.d / pinch.d);
    pinch = now;
    moved();
  }
});
function release(e) {
  if (!held.delete(e.pointerId)) return;
  map.classList.remove("dragging");
  if (held.size === 1) start = { x: 0, y: 0, far: true }; // the finger left over moves the map on, and is no tap
  if (e.type === "pointerup" && held.size === 0 && start && !start.far) {
    const touch = e.pointerType !== "mouse", now = performance.now();
    if (touch && now - lastTap < 300) { zoomAt(e.clientX, e.clientY, 2); point(null); moved(); lastTap = 0; return; }
    lastTap = now;
    const found = pick(e.clientX, e.clientY, touch);
    point(found, e.clientX, e.clientY, true);
  }
}
map.addEventListener("pointerup", release);
map.addEventListener("pointercancel", release);
map.addEventListener("pointerleave", () => { if (!pinned) point(null); });
map.addEventListener("dblclick", (e) => { zoomAt(e.clientX, e.clientY, e.shiftKey ? .5 : 2); point(null); moved(); });
map.addEventListener("wheel", (e) => {
  e.preventDefault();
  const step = e.deltaY * (e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? 200 : 1);
  point(null);
  zoomAt(e.clientX, e.clientY, Math.exp(-Math.max(-240, Math.min(240, step)) * (e.ctrlKey ? .01 : .0022)));
  moved();
}, { passive: false });
const zoomBy = (factor) => { point(null); zoomAt(W / 2, H / 2, factor); moved(); };
const showAll = () => { point(null); fit(extent(track)); ask(); };
/** Goes to the next point that is shown, or the one before, and says what a click on it would. */
function step(by) {
  const { track: of } = D.points, isShown = (i) => inTrack(of[i]) && (shown.raw || (shown.snapped && snapped(i)));
  let i = (hit && hit.kind === "point" ? hit.i : by > 0 ? -1 : points.count) + by;
  while (i >= 0 && i < points.count && !isShown(i)) i += by;
  if (i >= 0 && i < points.count) goTo(i);
}
/** Goes to the next point of a kind, from the last one on to the first, near enough to see its road. */
let visited = -1;
function visit(is) {
  if (hit && hit.kind === "point") visited = hit.i;
  for (let n = 1; n <= points.count; n++) {
    const i = (visited + n + points.count) % points.count;
    if (!inTrack(D.points.track[i]) || !is(i)) continue;
    if (W <= 640) fold(true);
    view.k = Math.max(view.k, ground());
    visited = i;
    return goTo(i);
  }
}
function goTo(i) {
  view.x = snapped(i) ? points.SX[i] : points.X[i];
  view.y = snapped(i) ? points.SY[i] : points.Y[i];
  moved();
  point({ kind: "point", i }, W / 2, H / 2, true);
}
map.addEventListener("keydown", (e) => {
  const pan = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  if (pan) { point(null); view.x += pan[0] * 80 / view.k; view.y += pan[1] * 80 / view.k; moved(); }
  else if (e.key === "+" || e.key === "=") zoomBy(1.5);
  else if (e.key === "-") zoomBy(1 / 1.5);
  else if (e.key === "0") showAll();
  else if (e.key === "PageDown") step(1);
  else if (e.key === "PageUp") step(-1);
  else if (e.key === "Escape") point(null);
  else return;
  e.preventDefault();
});
$("in").onclick = () => zoomBy(1.6);
$("out").onclick = () => zoomBy(1 / 1.6);
$("all").onclick = showAll;
$("theme").onclick = () => theme(C === LIGHT);
$("fold").onclick = () => {
  if (W <= 640) point(null);
  fold(!$("panel").classList.contains("closed"));
};
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
prefersDark.addEventListener("change", (e) => theme(e.matches));
// Paper is light; no frame comes before it is printed.
let wasDark = false;
addEventListener("beforeprint", () => { wasDark = C === DARK; if (wasDark) { theme(false); frame(); } });
addEventListener("afterprint", () => { if (wasDark) theme(true); });

ratio = Math.min(3, devicePixelRatio || 1);
buildPanel();
figures();
listStreets();
theme(prefersDark.matches);
addEventListener("resize", resize);
resize();
`;
