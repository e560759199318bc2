// First part of the report's script: unpacks the data, keeps the view (centre and scale) and finds things by their place.

/** Plain JavaScript for the page. All parts share one function scope. */
export const REPORT_VIEW = `
const $ = (id) => document.getElementById(id);
const D = JSON.parse($("data").textContent);

// ---- Positions: Mercator metres from the origin, x east, y south, so that the screen is one scale and one shift away.
const EARTH = 6378137, RAD = Math.PI / 180;
const mercator = (lat) => EARTH * Math.log(Math.tan(Math.PI / 4 + Math.max(-85.05, Math.min(85.05, lat)) * RAD / 2));
const Y0 = mercator(D.origin[1]);
const toX = (steps) => steps * D.step * RAD * EARTH;
const toY = (steps) => Y0 - mercator(D.origin[1] + steps * D.step);
const latAt = (y) => (2 * Math.atan(Math.exp((Y0 - y) / EARTH)) - Math.PI / 2) / RAD;

function polylines({ x, y, n }) {
  const count = n.length, X = new Float64Array(x.length), Y = new Float64Array(x.length), start = new Uint32Array(count + 1), box = new Float64Array(count * 4);
  let sx = 0, sy = 0, at = 0;
  for (let i = 0; i < count; i++) {
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (const end = at + n[i]; at < end; at++) {
      const px = X[at] = toX(sx += x[at]), py = Y[at] = toY(sy += y[at]);
      if (px < x0) x0 = px; if (px > x1) x1 = px; if (py < y0) y0 = py; if (py > y1) y1 = py;
    }
    start[i + 1] = at;
    box.set([x0, y0, x1, y1], i * 4);
  }
  return { count, X, Y, start, box };
}
const roads = polylines(D.roads), lines = polylines(D.lines);
const points = (() => {
  const { x, y, dx, dy } = D.points, count = x.length;
  const X = new Float64Array(count), Y = new Float64Array(count), SX = new Float64Array(count), SY = new Float64Array(count);
  let sx = 0, sy = 0;
  for (let i = 0; i < count; i++) {
    sx += x[i]; sy += y[i];
    X[i] = toX(sx); Y[i] = toY(sy); SX[i] = toX(sx + dx[i]); SY[i] = toY(sy + dy[i]);
  }
  return { count, X, Y, SX, SY };
})();
const snapped = (i) => D.points.confidence[i] >= 0;

// ---- What is shown.
const shown = { road: true, off: true, gap: true, snapped: true, raw: true, links: true, roads: true, names: true };
const LINE_KEY = ["road", "off", "gap"];
let track = -1; // -1: all
const inTrack = (t) => track < 0 || t === track;

// ---- The view.
let W = 1, H = 1, ratio = 1;
const view = { x: 0, y: 0, k: 1 }; // centre in Mercator metres, CSS pixels per Mercator metre
const ground = () => Math.cos(latAt(view.y) * RAD); // true metres per Mercator metre here
const screenX = (x) => (x - view.x) * view.k + W / 2;
const screenY = (y) => (y - view.y) * view.k + H / 2;
const worldX = (sx) => (sx - W / 2) / view.k + view.x;
const worldY = (sy) => (sy - H / 2) / view.k + view.y;
const clampScale = (k) => Math.max(2e-6, Math.min(40, k));

// One fix on the other side of the world must not decide what is shown of the track.
const MISPLACED = ["outlier", "bad-coordinate"].map((reason) => D.reasons.indexOf(reason));
function extent(ofTrack) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x, y) => { box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y); box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y); };
  const addLines = (set, take) => { for (let i = 0; i < set.count; i++) if (take(i)) { add(set.box[i * 4], set.box[i * 4 + 1]); add(set.box[i * 4 + 2], set.box[i * 4 + 3]); } };
  addLines(lines, (i) => ofTrack < 0 || D.lines.track[i] === ofTrack);
  for (let i = 0; i < points.count; i++) {
    if (ofTrack >= 0 && D.points.track[i] !== ofTrack) continue;
    if (!MISPLACED.includes(D.points.reason[i])) add(points.X[i], points.Y[i]);
    if (snapped(i)) add(points.SX[i], points.SY[i]);
  }
  if (box[0] > box[2]) addLines(roads, () => true);
  return box[0] > box[2] ? [-1000, -1000, 1000, 1000] : box;
}

/** Shows a box in the part of the window that no panel covers. */
function fit(box) {
  const narrow = W <= 640, panel = $("panel").getBoundingClientRect(), isOpen = !$("panel").classList.contains("closed");
  const left = !narrow && isOpen ? panel.right : 0, bottom = narrow ? H - panel.top : 0, pad = narrow ? 36 : 72;
  const w = Math.max(40, W - left - pad * 2), h = Math.max(40, H - bottom - pad * 2);
  view.k = clampScale(Math.min(w / Math.max(box[2] - box[0], 60), h / Math.max(box[3] - box[1], 60)));
  view.x = (box[0] + box[2]) / 2 - left / 2 / view.k;
  view.y = (box[1] + box[3]) / 2 + bottom / 2 / view.k;
}

function zoomAt(sx, sy, factor) {
  const x = worldX(sx), y = worldY(sy);
  view.k = clampScale(view.k * factor);
  view.x = x - (sx - W / 2) / view.k;
  view.y = y - (sy - H / 2) / view.k;
}

// ---- Finding things: boxes in a square grid, compressed to two arrays. Very long ones are kept aside and looked at each time.
function grid(count, boxOf) {
  let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
  const box = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    boxOf(i, box);
    if (box[0] < x0) x0 = box[0]; if (box[1] < y0) y0 = box[1]; if (box[2] > x1) x1 = box[2]; if (box[3] > y1) y1 = box[3];
  }
  if (!count) return { each() {} };
  const size = Math.max((x1 - x0) / 400, (y1 - y0) / 400, 20), columns = Math.floor((x1 - x0) / size) + 1, rows = Math.floor((y1 - y0) / size) + 1;
  const start = new Uint32Array(columns * rows + 1), long = [], at = (v, v0) => Math.floor((v - v0) / size);
  const cells = (i, visit) => {
    boxOf(i, box);
    const c0 = at(box[0], x0), c1 = at(box[2], x0), r0 = at(box[1], y0), r1 = at(box[3], y0);
    if ((c1 - c0 + 1) * (r1 - r0 + 1) > 64) return false;
    for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) visit(r * columns + c);
    return true;
  };
  for (let i = 0; i < count; i++) if (!cells(i, (cell) => start[cell + 1]++)) long.push(i);
  for (let i = 0; i < columns * rows; i++) start[i + 1] += start[i];
  const items = new Uint32Array(start[columns * rows]), next = start.slice(0, columns * rows);
  for (let i = 0; i < count; i++) cells(i, (cell) => { items[next[cell]++] = i; });
  return {
    each(ax, ay, bx, by, visit) {
      const c0 = Math.max(0, at(ax, x0)), c1 = Math.min(columns - 1, at(bx, x0)), r0 = Math.max(0, at(ay, y0)), r1 = Math.min(rows - 1, at(by, y0));
      for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) for (let k = start[r * columns + c]; k < start[r * columns + c + 1]; k++) visit(items[k]);
      long.forEach(visit);
    },
  };
}
const pointGrid = (X, Y) => grid(points.count, (i, b) => { b[0] = b[2] = X[i]; b[1] = b[3] = Y[i]; });
const lineGrid = (set) => {
  const owner = new Uint32Array(set.X.length);
  for (let i = 0; i < set.count; i++) owner.fill(i, set.start[i], set.start[i + 1]);
  // Piece p runs from position p to p + 1; the last position of a line begins none.
  const last = (p) => p + 1 >= set.start[owner[p] + 1];
  const found = grid(set.X.length, (p, b) => {
    const q = last(p) ? p : p + 1;
    b[0] = Math.min(set.X[p], set.X[q]); b[2] = Math.max(set.X[p], set.X[q]); b[1] = Math.min(set.Y[p], set.Y[q]); b[3] = Math.max(set.Y[p], set.Y[q]);
  });
  return { owner, last, found };
};
// Built when first asked for, not before the first picture.
const lazy = (make) => { let made; return () => (made ??= make()); };
const rawIndex = lazy(() => pointGrid(points.X, points.Y)), snappedIndex = lazy(() => pointGrid(points.SX, points.SY));
const linesIndex = lazy(() => lineGrid(lines)), roadsIndex = lazy(() => lineGrid(roads));

function nearestPoint(index, X, Y, sx, sy, reach, take) {
  const r = reach / view.k, x = worldX(sx), y = worldY(sy);
  let best = -1, least = r * r;
  index().each(x - r, y - r, x + r, y + r, (i) => {
    const d = (X[i] - x) ** 2 + (Y[i] - y) ** 2;
    if (d < least && take(i)) { least = d; best = i; }
  });
  return best;
}
function nearestLine(index, set, sx, sy, reach, take) {
  const r = reach / view.k, x = worldX(sx), y = worldY(sy), { owner, last, found } = index();
  let best = -1, least = r * r;
  found.each(x - r, y - r, x + r, y + r, (p) => {
    if (last(p) || !take(owner[p])) return;
    const ux = set.X[p + 1] - set.X[p], uy = set.Y[p + 1] - set.Y[p], l = ux * ux + uy * uy;
    const t = l ? Math.max(0, Math.min(1, ((x - set.X[p]) * ux + (y - set.Y[p]) * uy) / l)) : 0;
    const d = (set.X[p] + t * ux - x) ** 2 + (set.Y[p] + t * uy - y) ** 2;
    if (d < least) { least = d; best = owner[p]; }
  });
  return best;
}
/** What lies under a place on the screen: points before lines before roads. */
function pick(sx, sy, touch) {
  const more = touch ? 8 : 0, c = D.points, l = D.lines;
  let i = -1;
  if (shown.snapped) i = nearestPoint(snappedIndex, points.SX, points.SY, sx, sy, 9 + more, (p) => snapped(p) && inTrack(c.track[p]));
  if (i < 0 && shown.raw) i = nearestPoint(rawIndex, points.X, points.Y, sx, sy, 8 + more, (p) => inTrack(c.track[p]));
  if (i >= 0) return { kind: "point", i };
  i = nearestLine(linesIndex, lines, sx, sy, 7 + more, (p) => shown[LINE_KEY[l.type[p]]] && inTrack(l.track[p]));
  if (i >= 0) return { kind: "line", i };
  if (shown.roads) i = nearestLine(roadsIndex, roads, sx, sy, 7 + more, () => true);
  return i >= 0 ? { kind: "road", i } : null;
}
`;
