// Kind discount: what direct ways pay for the kind of road, where they begin and end on roads that are charged for their kind.

import * as MODEL from "../model.js";
import type { Leg } from "./leg.js";
import type { Ways } from "./ways.js";

/**
 * Takes off most of what direct ways are charged for the kind of road, where they begin and end on such roads: see `kindMetres`. `surcharges`: nats per metre
 * of the road that each state is on; `kind`: those for the kind of the road that the ways begin on, and `avoided` those for avoiding it. `share`: how much longer
 * a direct way may be, as a share of the straight line.
 */
export function discountKind(
  { to, metres, nats, count }: Ways,
  surcharges: Float64Array,
  { straight, sigma }: Leg,
  avoided: number,
  kind: number,
  share: number,
): void {
  const most = share * straight + MODEL.kindSigmas * sigma;
  for (let i = 0; i < count; i++) {
    // What avoided roads cost is charged in full, but it breaks no rule.
    const avoids = Math.min(avoided, surcharges[to[i]]);
    const each = Math.min(kind, surcharges[to[i]] - avoids);
    const due = nats[i] - metres[i] * avoids;
    // A way that breaks a rule gets no discount.
    if (due > each * metres[i] + MODEL.kindNats) continue;
    let charged = Math.min(Math.max(MODEL.kindMetres, (metres[i] * (metres[i] - straight)) / most), metres[i]);
    // However it winds, it should be no dearer than no road.
    if (each > MODEL.offPerMetre) charged = Math.min(charged, MODEL.kindMost / each);
    // If a part of it is on roads that are not charged, its charges may already be less than that.
    nats[i] = metres[i] * avoids + Math.min(due, Math.max(each * charged, due - each * (metres[i] - charged)));
  }
}
