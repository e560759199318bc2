// Fourth part of the report's script: the streets of the chosen track as a list, to read and to go by.

/** Plain JavaScript for the page; see view.ts. */
export const REPORT_STREETS = `
/** When each line was entered, as far as its points tell. */
const entered = lazy(() => {
  const { line, time } = D.points, first = new Float64Array(lines.count).fill(Infinity);
  if (time) line.forEach((l, i) => { if (l >= 0 && time[i] !== null && time[i] < first[l]) first[l] = time[i]; });
  return first;
});
/** The track whose streets are listed: the chosen one, or the only one; -1: none. */
const listed = () => (D.tracks.length === 1 ? 0 : track);

/** The streets of a track in travel order: its lines, those in a row on one street together. */
function streetsOf(t) {
  const l = D.lines, streets = [];
  for (let i = 0; i < lines.count; i++) {
    if (l.track[i] !== t) continue;
    const type = D.lineTypes[l.type[i]], name = lineName(i), last = streets[streets.length - 1];
    if (last && last.type === type && last.name === name && type !== "Road Gap") last.all.push(i);
    else streets.push({ type, name, all: [i] });
  }
  return streets;
}
const lineName = (i) => {
  const road = D.lines.road[i];
  if (road < 0) return D.lineTypes[D.lines.type[i]] === "Off" ? "off the road" : "gap in the track";
  return D.names[D.roads.name[road]] || "(" + D.classes[D.roads.class[road]].replaceAll("_", " ") + ")";
};

/** The metres driven on these lines. */
const lengthOf = (all) => all.reduce((sum, i) => sum + D.lines.length[i] / 10, 0);
/** How sure these lines are, in thousandths: the mean by metres, as a long piece says more about the street than a short one. -1: they have no confidence. */
function confidenceOf(all) {
  const l = D.lines, sure = all.filter((i) => l.confidence[i] >= 0), weight = (i) => l.length[i] || 1;
  return sure.length ? sure.reduce((sum, i) => sum + l.confidence[i] * weight(i), 0) / sure.reduce((sum, i) => sum + weight(i), 0) : -1;
}

function streetRow({ type, name, all }) {
  const confidence = confidenceOf(all) / 1000, time = all.reduce((least, i) => Math.min(least, entered()[i]), Infinity);
  const cell = (className, textContent) => make("span", { className, textContent });
  const row = make("button", { onclick: () => goAlong(all) },
    ...(D.points.time ? [cell("at", time < Infinity ? timeText(time).slice(11, 19) : ""), " "] : []),
    cell("name", name), " ", cell("much", metres(lengthOf(all))), " ", cell("sure", confidence < 0 ? "–" : confidence.toFixed(2)));
  row.classList.toggle("doubt", confidence >= 0 && confidence < .9);
  row.classList.add(type === "Road" ? "road" : type === "Off" ? "off" : "gap");
  return make("li", {}, row);
}
/** Lists the streets, if the list is open; says how many there are. */
function listStreets() {
  const box = $("streets"), t = listed();
  box.hidden = t < 0 || !D.lines.track.includes(t);
  if (box.hidden) return;
  const streets = streetsOf(t);
  $("many").textContent = whole.format(streets.length);
  const list = box.lastElementChild;
  list.replaceChildren();
  if (!box.open) return;
  // One by one: a call takes some 120,000 arguments at most.
  for (const street of streets) list.append(streetRow(street));
}
$("streets").addEventListener("toggle", listStreets);

/** Shows lines in the part of the window that is free, and says of all of them what a click would of one; of the road, what the longest is on. */
function goAlong(all) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const i of all) for (let k = 0; k < 4; k++) box[k] = (k < 2 ? Math.min : Math.max)(box[k], lines.box[i * 4 + k]);
  if (W <= 640) fold(true);
  fit(box);
  // Near enough to see the road, and no nearer than points are gone to.
  const centre = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], at = [screenX(centre[0]), screenY(centre[1])];
  if (view.k > 2 * ground()) zoomAt(...at, 2 * ground() / view.k);
  moved();
  const i = all.reduce((a, b) => (D.lines.length[b] > D.lines.length[a] ? b : a)), middle = (lines.start[i] + lines.start[i + 1]) >> 1;
  point({ kind: "line", i, all }, screenX(lines.X[middle]), screenY(lines.Y[middle]), true);
}
`;
