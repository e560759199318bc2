// Second part of the report's script: draws the map, the lines and the points on a canvas, skipping what would not show.

/** Plain JavaScript for the page; see view.ts. */
export const REPORT_DRAW = `
// Even what is least sure, which is what one looks for, stands out from land and streets by 3 : 1; a test has the figures.
const LIGHT = {
  land: "#f3f1ec", text: "#4a4f57", halo: "rgba(255,255,255,.92)", casing: "#c4bdb0", tunnel: "#e4e0d8", arrow: "#a39c90",
  wide: ["#f3d3a4", "#f3d3a4", "#f8e6c0", "#fdf5da"], road: "#ffffff", path: "#bfa98d", ferry: "#7fa3c7",
  low: [84, 140, 214], high: [10, 44, 122], unsure: "#6f86a8", edge: "#ffffff", off: "#d9680f", gap: "#b3246f", raw: "#59626d", link: "rgba(60,70,82,.45)", mark: "#1d2329",
};
const DARK = {
  land: "#15181d", text: "#a9b2bc", halo: "rgba(21,24,29,.92)", casing: "#0c0e11", tunnel: "#22272e", arrow: "#6b7480",
  wide: ["#5f5341", "#5f5341", "#544c3f", "#4a463e"], road: "#394049", path: "#5c5145", ferry: "#3f5f80",
  low: [100, 136, 196], high: [190, 220, 255], unsure: "#7d8da3", edge: "#0f1216", off: "#ff9a45", gap: "#f06db0", raw: "#b6bec8", link: "rgba(200,210,220,.4)", mark: "#f2f4f6",
};
let C = LIGHT;
const SHADES = 10;
const shade = (step) => "rgb(" + C.low.map((v, i) => Math.round(v + (C.high[i] - v) * step / (SHADES - 1))).join(",") + ")";
const shadeOf = (thousandths) => Math.min(SHADES - 1, Math.floor(Math.max(0, thousandths) * SHADES / 1000));

// Metres wide on the ground, by class; the drawing is never thinner than LEAST pixels.
const WIDTH = [15, 13, 11, 10, 9, 7.5, 7.5, 6, 5, 4, 6, 3, 2, 2, 3], LEAST = [3, 2.8, 2.4, 2, 1.6, 1.2, 1.2, 1, .7, .7, .7, .5, .5, .5, 1];
const PATHS = new Set(["track", "cycleway", "footway", "steps"].map((name) => D.classes.indexOf(name)));
const FERRY = D.classes.indexOf("ferry"), TUNNEL = 1 << D.flags.indexOf("tunnel");
// Classes too small to draw when a pixel covers this many metres.
const HIDDEN_AT = [1e9, 1e9, 1e9, 150, 70, 30, 30, 20, 10, 10, 12, 7, 6, 6, 1e9];
const roadsByClass = D.classes.map(() => []);
D.roads.class.forEach((c, i) => roadsByClass[c].push(i));

const map = $("map"), over = $("over"), ctx = map.getContext("2d", { alpha: false }), octx = over.getContext("2d");
const kept = document.createElement("canvas"), kctx = kept.getContext("2d", { alpha: false });
const keptView = { x: 0, y: 0, k: 0 };

/** Adds a line to the current path; positions closer than a pixel to the last one drawn are skipped. */
function trace(c, set, i) {
  const b = i * 4;
  if (screenX(set.box[b]) > W + 20 || screenX(set.box[b + 2]) < -20 || screenY(set.box[b + 1]) > H + 20 || screenY(set.box[b + 3]) < -20) return false;
  const end = set.start[i + 1] - 1;
  let x = screenX(set.X[set.start[i]]), y = screenY(set.Y[set.start[i]]);
  c.moveTo(x, y);
  for (let p = set.start[i] + 1; p <= end; p++) {
    const nx = screenX(set.X[p]), ny = screenY(set.Y[p]);
    if (p < end && Math.abs(nx - x) + Math.abs(ny - y) < 1.2) continue;
    c.lineTo(nx, ny);
    x = nx; y = ny;
  }
  return true;
}
function strokeAll(c, set, list, width, colour, dash) {
  c.lineWidth = width; c.strokeStyle = colour; c.setLineDash(dash || []);
  let traced = 0;
  const stroke = () => { if (traced) c.stroke(); traced = 0; c.beginPath(); };
  stroke();
  // Browsers take far longer over one path of many lines than over as many lines in several.
  for (const i of list) if (trace(c, set, i) && ++traced === 200) stroke();
  stroke();
  c.setLineDash([]);
}

function drawRoads(scale) {
  const perPixel = 1 / scale, visible = (c) => perPixel <= HIDDEN_AT[c];
  const width = (c) => Math.max(LEAST[c], Math.min(26, WIDTH[c] * scale));
  ctx.lineCap = "round"; ctx.lineJoin = "round";
  for (let c = roadsByClass.length - 1; c >= 0; c--) {
    if (!visible(c)) continue;
    if (PATHS.has(c)) strokeAll(ctx, roads, roadsByClass[c], Math.max(1, Math.min(2.2, width(c))), C.path, scale > .25 ? [4, 4] : [2, 3]);
    else if (c === FERRY) strokeAll(ctx, roads, roadsByClass[c], 1.6, C.ferry, [7, 6]);
  }
  const street = (c) => visible(c) && !PATHS.has(c) && c !== FERRY;
  if (scale > .06) for (let c = roadsByClass.length - 1; c >= 0; c--) if (street(c)) strokeAll(ctx, roads, roadsByClass[c], width(c) + (scale > .3 ? 2 : 1.4), C.casing);
  for (let c = roadsByClass.length - 1; c >= 0; c--) {
    if (!street(c)) continue;
    const colour = scale > .06 ? C.wide[c] || C.road : c < 4 ? C.wide[c] : C.casing;
    strokeAll(ctx, roads, roadsByClass[c], width(c), colour);
    if (scale > .15) strokeAll(ctx, roads, roadsByClass[c].filter((i) => D.roads.flags[i] & TUNNEL), width(c), C.tunnel, [6, 5]);
  }
}

/** Small arrowheads along a line, every so many pixels. */
function arrows(c, set, i, every, size, backward) {
  let left = every / 2;
  for (let p = set.start[i]; p + 1 < set.start[i + 1]; p++) {
    const ax = screenX(set.X[p]), ay = screenY(set.Y[p]), dx = screenX(set.X[p + 1]) - ax, dy = screenY(set.Y[p + 1]) - ay, l = Math.hypot(dx, dy);
    if (l > 20000) continue;
    for (; left < l; left += every) {
      const x = ax + dx * left / l, y = ay + dy * left / l;
      if (x < 0 || y < 0 || x > W || y > H) continue;
      const s = backward ? -size : size, ux = dx / l * s, uy = dy / l * s;
      c.moveTo(x - ux - uy, y - uy + ux); c.lineTo(x + ux * .6, y + uy * .6); c.lineTo(x - ux + uy, y - uy - ux);
    }
    left -= l;
  }
}
function drawOneWays(scale) {
  if (scale < .9) return;
  ctx.beginPath();
  for (let i = 0; i < roads.count; i++) {
    const b = i * 4, wheels = D.modes.indexOf("driving"), f = D.roads.forward[i] >> wheels & 1, r = D.roads.backward[i] >> wheels & 1;
    if (f === r || screenX(roads.box[b]) > W || screenX(roads.box[b + 2]) < 0 || screenY(roads.box[b + 1]) > H || screenY(roads.box[b + 3]) < 0) continue;
    arrows(ctx, roads, i, 110, 3.2, !f);
  }
  ctx.lineWidth = 1.4; ctx.strokeStyle = C.arrow; ctx.stroke();
}

const measured = new Map(), driven = new Set(D.lines.road);
/** Street names along a straight piece of a road that has room for them, none over another; beside the road where a line runs along it. */
function drawNames(scale) {
  if (scale < .3) return;
  const aside = lineWidth(scale) / 2 + 11;
  ctx.font = "500 11.5px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
  ctx.textAlign = "center"; ctx.textBaseline = "middle"; ctx.lineJoin = "round";
  const taken = [], spots = new Map();
  for (let c = 0; c < roadsByClass.length; c++) for (const i of roadsByClass[c]) {
    const name = D.names[D.roads.name[i]], b = i * 4;
    if (!name || screenX(roads.box[b]) > W || screenX(roads.box[b + 2]) < 0 || screenY(roads.box[b + 1]) > H || screenY(roads.box[b + 3]) < 0) continue;
    if (!measured.has(name)) measured.set(name, ctx.measureText(name).width);
    const w = measured.get(name);
    for (let p = roads.start[i]; p + 1 < roads.start[i + 1]; p++) {
      const ax = screenX(roads.X[p]), ay = screenY(roads.Y[p]), bx = screenX(roads.X[p + 1]), by = screenY(roads.Y[p + 1]), l = Math.hypot(bx - ax, by - ay);
      if (l < w * .9 + 8) continue;
      let angle = Math.atan2(by - ay, bx - ax);
      if (angle > Math.PI / 2 + .01) angle -= Math.PI; else if (angle < -Math.PI / 2 + .01) angle += Math.PI;
      const shift = driven.has(i) && shown.road ? aside : 0, x = (ax + bx) / 2 + Math.sin(angle) * shift, y = (ay + by) / 2 - Math.cos(angle) * shift;
      if (x < -20 || y < -20 || x > W + 20 || y > H + 20) continue;
      if ((spots.get(name) || []).some((s) => Math.abs(s[0] - x) + Math.abs(s[1] - y) < 320)) continue;
      const hw = Math.abs(Math.cos(angle)) * w / 2 + Math.abs(Math.sin(angle)) * 7 + 3, hh = Math.abs(Math.sin(angle)) * w / 2 + Math.abs(Math.cos(angle)) * 7 + 2;
      if (taken.some((t) => Math.abs(t[0] - x) < t[2] + hw && Math.abs(t[1] - y) < t[3] + hh)) continue;
      taken.push([x, y, hw, hh]);
      spots.set(name, [...(spots.get(name) || []), [x, y]]);
      ctx.save(); ctx.translate(x, y); ctx.rotate(angle);
      ctx.lineWidth = 3.5; ctx.strokeStyle = C.halo; ctx.strokeText(name, 0, 0);
      ctx.fillStyle = C.text; ctx.fillText(name, 0, 0); ctx.restore();
      break;
    }
    if (taken.length > 250) return;
  }
}

const lineWidth = (scale) => Math.max(2.6, Math.min(7, 7 * scale));
/** The first line of the same course as each: of a road driven a hundred times one is drawn. */
const sameAs = (() => {
  const first = new Map(), same = new Int32Array(lines.count);
  for (let i = 0; i < lines.count; i++) {
    const a = lines.start[i], b = lines.start[i + 1] - 1, course = [D.lines.type[i], D.lines.road[i], lines.X[a], lines.Y[a], lines.X[b], lines.Y[b]].join();
    if (!first.has(course)) first.set(course, i);
    same[i] = first.get(course);
  }
  return same;
})();
const OFF_DASH = [9, 6], GAP_DASH = [1, 7];
function drawLines(scale) {
  const width = lineWidth(scale), byShade = Array.from({ length: SHADES }, () => []), unsure = [], off = [], gap = [], all = [];
  const drawn = new Set();
  for (let i = 0; i < lines.count; i++) {
    if (!inTrack(D.lines.track[i])) continue;
    const type = D.lines.type[i], confidence = D.lines.confidence[i], step = confidence < 0 ? -1 : shadeOf(confidence), look = sameAs[i] * (SHADES + 1) + step;
    if (drawn.has(look)) continue;
    drawn.add(look);
    if (type === 0) { all.push(i); (step < 0 ? unsure : byShade[step]).push(i); }
    else (type === 1 ? off : gap).push(i);
  }
  ctx.lineCap = "round"; ctx.lineJoin = "round";
  if (shown.gap) { strokeAll(ctx, lines, gap, width + 2.5, C.edge, GAP_DASH); strokeAll(ctx, lines, gap, Math.max(2.6, width * .7), C.gap, GAP_DASH); }
  if (shown.off) { ctx.lineCap = "butt"; strokeAll(ctx, lines, off, width + 2, C.edge); strokeAll(ctx, lines, off, Math.max(2.2, width * .6), C.off, OFF_DASH); ctx.lineCap = "round"; }
  if (!shown.road) return;
  strokeAll(ctx, lines, all, width + 2.5, C.edge);
  // Sure ones first: a doubtful piece is never hidden under another pass.
  for (let s = SHADES - 1; s >= 0; s--) strokeAll(ctx, lines, byShade[s], width, shade(s));
  strokeAll(ctx, lines, unsure, width, C.unsure);
  if (scale > .12) {
    ctx.beginPath();
    for (const i of all) arrows(ctx, lines, i, 90, Math.min(3, width * .42), false);
    ctx.lineWidth = 1.3; ctx.lineCap = "round"; ctx.strokeStyle = C.edge; ctx.stroke();
  }
}

function sprite(radius, fill, line, weight) {
  const c = document.createElement("canvas"), r = radius + weight + 1;
  c.width = c.height = Math.ceil(r * 2 * ratio);
  const s = c.getContext("2d");
  s.scale(ratio, ratio); s.beginPath(); s.arc(r, r, radius, 0, 7);
  if (fill) { s.fillStyle = fill; s.fill(); }
  if (line) { s.lineWidth = weight; s.strokeStyle = line; s.stroke(); }
  return { c, r };
}
const stamp = (s, x, y) => ctx.drawImage(s.c, x - s.r, y - s.r, s.c.width / ratio, s.c.height / ratio);
/** Visits the points in the window, at most one per small square so that dense ones cost no more than the screen has room for. */
function eachSpot(X, Y, square, take, visit) {
  const columns = Math.ceil((W + 40) / square) + 1, taken = new Uint8Array(columns * (Math.ceil((H + 40) / square) + 1));
  for (let i = 0; i < points.count; i++) {
    const x = screenX(X[i]), y = screenY(Y[i]);
    if (x < -20 || y < -20 || x > W + 20 || y > H + 20 || !take(i)) continue;
    const cell = Math.floor((y + 20) / square) * columns + Math.floor((x + 20) / square);
    if (taken[cell]) continue;
    taken[cell] = 1;
    visit(i, x, y);
  }
}
/** Metres from one point to the next, typically. */
const spacing = (() => {
  let length = 0;
  for (const l of D.lines.length) length += l / 10;
  return length / Math.max(1, points.count) || 20;
})();
function drawPoints(scale) {
  const p = D.points, mine = (i) => inTrack(p.track[i]);
  if (shown.links && scale > .08) {
    ctx.beginPath();
    for (let i = 0; i < points.count; i++) {
      const x = screenX(points.X[i]), y = screenY(points.Y[i]), sx = screenX(points.SX[i]), sy = screenY(points.SY[i]);
      if (Math.max(x, sx) < 0 || Math.max(y, sy) < 0 || Math.min(x, sx) > W || Math.min(y, sy) > H) continue;
      if (Math.abs(x - sx) + Math.abs(y - sy) < 3 || !mine(i) || !snapped(i)) continue;
      ctx.moveTo(x, y); ctx.lineTo(sx, sy);
    }
    ctx.lineWidth = 1; ctx.strokeStyle = C.link; ctx.stroke();
  }
  // As large as the distance between neighbours and the scale allow, so that points leave the line's shade and the map in sight.
  const r = Math.max(1.1, Math.min(4.4, spacing * scale * .3, 1.8 + scale * 5)), square = r > 2 ? .5 : 2, ring = r > 2.2 ? 1.1 : 0;
  if (shown.raw) {
    const plain = ring ? sprite(r * .85, C.edge, C.raw, 1.2) : sprite(r, C.raw, "", 0), lost = sprite(Math.max(r, 2), C.edge, C.off, 1.7);
    eachSpot(points.X, points.Y, square, (i) => mine(i) && snapped(i), (i, x, y) => stamp(plain, x, y));
    eachSpot(points.X, points.Y, square, (i) => mine(i) && !snapped(i), (i, x, y) => stamp(lost, x, y));
  }
  if (shown.snapped) {
    const sprites = Array.from({ length: SHADES }, (_, s) => sprite(r, shade(s), ring ? C.edge : "", ring));
    eachSpot(points.SX, points.SY, square, (i) => mine(i) && snapped(i), (i, x, y) => stamp(sprites[shadeOf(p.confidence[i])], x, y));
  }
}

/** Where each track begins and ends: a triangle and a square. */
const ends = (() => {
  const found = D.tracks.map(() => null);
  for (let i = 0; i < lines.count; i++) {
    const t = D.lines.track[i], first = lines.start[i], last = lines.start[i + 1] - 1;
    found[t] = found[t] || { x: lines.X[first], y: lines.Y[first] };
    found[t].ex = lines.X[last]; found[t].ey = lines.Y[last];
  }
  return found;
})();
function drawEnd(c, x, y, last, radius) {
  const f = radius / 8;
  c.beginPath(); c.arc(x, y, radius, 0, 7); c.fillStyle = C.mark; c.fill(); c.lineWidth = 1.5; c.strokeStyle = C.edge; c.stroke();
  c.beginPath();
  if (last) c.rect(x - 3 * f, y - 3 * f, 6 * f, 6 * f);
  else { c.moveTo(x - 2.4 * f, y - 3.8 * f); c.lineTo(x + 4.2 * f, y); c.lineTo(x - 2.4 * f, y + 3.8 * f); }
  c.fillStyle = C.edge; c.fill();
}
const areEndsDrawn = () => ends.length <= 40 || track >= 0;
function drawEnds() {
  if (!areEndsDrawn()) return;
  ends.forEach((e, t) => {
    if (!e || !inTrack(t)) return;
    drawEnd(ctx, screenX(e.x), screenY(e.y), false, 8);
    drawEnd(ctx, screenX(e.ex), screenY(e.ey), true, 8);
  });
}

let lastCost = 0;
function drawAll() {
  const began = performance.now(), scale = view.k / ground(); // pixels per true metre
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = C.land; ctx.fillRect(0, 0, W, H);
  if (shown.roads) { drawRoads(scale); drawOneWays(scale); }
  drawLines(scale);
  if (shown.names) drawNames(scale);
  drawPoints(scale);
  drawEnds();
  lastCost = performance.now() - began;
  if (lastCost > 20) { // worth keeping as a picture to move around while the hand is
    kctx.drawImage(map, 0, 0);
    Object.assign(keptView, view);
  }
}
/** The last full picture, moved and scaled: what a pan shows while a full drawing would be too slow for it. */
function drawMoved() {
  const f = view.k / keptView.k;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.fillStyle = C.land; ctx.fillRect(0, 0, W, H);
  ctx.drawImage(kept, screenX(keptView.x) - W / 2 * f, screenY(keptView.y) - H / 2 * f, W * f, H * f);
}

/** The thing under the pointer, on a canvas of its own so that the map need not be drawn again. */
function drawOver(hit) {
  octx.setTransform(ratio, 0, 0, ratio, 0, 0);
  octx.clearRect(0, 0, W, H);
  if (!hit) return;
  const scale = view.k / ground();
  octx.lineCap = octx.lineJoin = "round";
  if (hit.kind === "point") {
    const i = hit.i, x = screenX(points.X[i]), y = screenY(points.Y[i]);
    const circle = (cx, cy, r, colour) => { octx.beginPath(); octx.arc(cx, cy, r, 0, 7); octx.lineWidth = 2.2; octx.strokeStyle = colour; octx.stroke(); };
    if (snapped(i)) {
      const sx = screenX(points.SX[i]), sy = screenY(points.SY[i]);
      octx.beginPath(); octx.moveTo(x, y); octx.lineTo(sx, sy); octx.lineWidth = 1.6; octx.strokeStyle = C.mark; octx.stroke();
      circle(sx, sy, 7, C.mark);
    }
    circle(x, y, snapped(i) ? 5 : 7, snapped(i) ? C.raw : C.off);
    drawWeighed(i);
    return;
  }
  const set = hit.kind === "line" ? lines : roads;
  const all = hit.all || [hit.i];
  strokeAll(octx, set, all, lineWidth(scale) + 5, C.mark);
  strokeAll(octx, set, all, lineWidth(scale) + 1.5, hit.kind === "road" ? C.edge : [C.low && shade(SHADES - 1), C.off, C.gap][D.lines.type[hit.i]]);
}
`;
