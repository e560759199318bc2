// Third part of the report's script: the candidates weighed for a point, in its tooltip and on the map.

/** Plain JavaScript for the page; see view.ts. */
export const REPORT_WEIGHED = `
// ---- Why a point is where it is: known only to reports that were made with it.
const firstTold = (() => { let at = 0; return (D.weighed?.step.told ?? []).map((n) => (at += n) - n); })();
const placesWeighed = D.weighed && polylines({ x: D.weighed.place.x, y: D.weighed.place.y, n: [D.weighed.place.x.length] });
/** What the decision about a point was made of: its step, and the places weighed there; null when not known. */
function weighedAt(i) {
  const step = D.weighed ? D.weighed.stepOf[i] : -1;
  return step < 0 ? null : { step, places: Array.from({ length: D.weighed.step.told[step] }, (_, n) => firstTold[step] + n) };
}
const TOWARDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** Each place as a row: the road and the way along it, how far it is from the fix, by how many nats the way there is behind, and how likely it is. */
function weighedTable(i) {
  const found = weighedAt(i);
  if (!found) return null;
  const { step: s, place: p } = D.weighed, { step, places } = found;
  const cell = (text, name) => make("td", { textContent: text, className: name || "" });
  const rows = places.map((n) => make("tr", { className: p.chosen[n] ? "chosen" : "" },
    cell(p.road[n] < 0 ? "off the roads" : roadName(p.road[n]) + ", " + TOWARDS[p.towards[n]], "where"),
    cell(p.distance[n] < 0 ? "" : metres(p.distance[n] / 10)),
    cell(p.behind[n] < 0 ? "left out" : (p.behind[n] / 100).toFixed(1)),
    cell((p.posterior[n] / 1000).toFixed(3))));
  const merged = s.point[step] !== i ? ", with point " + D.points.id[s.point[step]] : "";
  const left = s.all[step] - places.length;
  return make("div", { className: "weighed" },
    make("h4", { textContent: "Weighed" + merged }),
    make("p", { textContent: "Assumed error: ±" + metres(s.radius[step] / 10) + (s.weight[step] < 995 ? ", counted " + (s.weight[step] / 10).toFixed(0) + " %, because fixes nearby share it" : "") }),
    make("table", {}, make("tr", {}, ...["place", "off by", "nats behind", "probability"].map((head) => make("th", { textContent: head }))), ...rows),
    left ? make("p", { textContent: whole.format(left) + " more, less likely" }) : null);
}

/** The error taken for the fix as a circle, and the places as dots, the likelier the larger. */
function drawWeighed(i) {
  const found = weighedAt(i);
  if (!found) return;
  const { step: s, place: p } = D.weighed, { step, places } = found, at = s.point[step];
  const x = screenX(points.X[at]), y = screenY(points.Y[at]);
  octx.beginPath(); octx.arc(x, y, s.radius[step] / 10 * view.k / ground(), 0, 7);
  octx.lineWidth = 1.2; octx.strokeStyle = C.mark; octx.setLineDash([4, 4]); octx.stroke(); octx.setLineDash([]);
  for (const n of places) {
    if (p.road[n] < 0) continue;
    const cx = screenX(placesWeighed.X[n]), cy = screenY(placesWeighed.Y[n]);
    octx.beginPath(); octx.moveTo(x, y); octx.lineTo(cx, cy); octx.lineWidth = 1; octx.strokeStyle = C.raw; octx.stroke();
    octx.beginPath(); octx.arc(cx, cy, 3 + 5 * Math.sqrt(p.posterior[n] / 1000), 0, 7);
    octx.fillStyle = p.behind[n] < 0 ? C.edge : shade(shadeOf(p.posterior[n]));
    octx.fill(); octx.lineWidth = 1.2; octx.strokeStyle = C.raw; octx.stroke();
  }
}
`;
