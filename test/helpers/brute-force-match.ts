// Slow and simple references for parts of the matcher: routes by relaxing until nothing changes, lattices by trying every sequence.
import type { Lattice } from "../../src/match/decode/lattice.js";
import { type Rules, Use } from "../../src/match/routes/rules.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import type { TownBan } from "../match/random-town.js";

/** Cost and length of a route to the beginning of an arc. */
export interface ReachedArc {
  cost: number;
  length: number;
}

/**
 * Routes with the whole recent way as state, and restrictions taken from the ways as mapped: no turn table, no queue, no early end. Each way of the town
 * must be one edge.
 */
export class RouteReference {
  readonly #roads: RoadGraph;
  readonly #rules: Rules;
  readonly #bans: TownBan[];
  readonly #memory: number;

  constructor(roads: RoadGraph, rules: Rules, bans: TownBan[]) {
    this.#roads = roads;
    this.#rules = rules;
    this.#bans = bans;
    this.#memory = Math.max(1, ...bans.map((ban) => ban.ways.length - 1));
  }

  /** The cheapest route to each arc from the end of `source`, of those that cost at most `bound`. */
  from(source: number, bound: number, metresPerNat: number): Map<number, ReachedArc> {
    const best = new Map<string, { way: number[]; cost: number; length: number }>();
    let open = [{ way: [source], cost: 0, length: 0, isSource: true }];
    while (open.length > 0) {
      const next: typeof open = [];
      for (const { way, cost, length, isSource } of open) {
        const last = way[way.length - 1];
        const metres = isSource ? 0 : this.#roads.edgeLength[last >>> 1];
        const reached = cost + metres * this.perMetre(last, metresPerNat);
        for (let arc = 0; arc < this.#roads.arcCount; arc++) {
          const nats = this.step(way, arc);
          if (nats === null) continue;
          const total = reached + nats * metresPerNat;
          const recent = [...way, arc].slice(-this.#memory);
          const known = best.get(recent.join());
          if (total > bound || (known && known.cost <= total)) continue;
          best.set(recent.join(), { way: recent, cost: total, length: length + metres });
          next.push({ way: recent, cost: total, length: length + metres, isSource: false });
        }
      }
      open = next;
    }
    const arcs = new Map<number, ReachedArc>();
    for (const { way, cost, length } of best.values()) {
      const arc = way[way.length - 1];
      if (!(cost >= (arcs.get(arc)?.cost ?? Number.POSITIVE_INFINITY))) arcs.set(arc, { cost, length });
    }
    return arcs;
  }

  /** The cost of a route's arcs, from the end of the first to the beginning of the last. */
  priceOf(arcs: number[], metresPerNat: number): ReachedArc | null {
    let cost = 0;
    let length = 0;
    for (let i = 1; i < arcs.length; i++) {
      const nats = this.step(arcs.slice(0, i), arcs[i]);
      if (nats === null) return null;
      const metres = i === 1 ? 0 : this.#roads.edgeLength[arcs[i - 1] >>> 1];
      cost += metres * this.perMetre(arcs[i - 1], metresPerNat) + nats * metresPerNat;
      length += metres;
    }
    return { cost, length };
  }

  perMetre(arc: number, metresPerNat: number): number {
    return Math.max(0.5, 1 + this.#rules.surcharge(arc) * metresPerNat);
  }

  /** Nats for continuing onto an arc after the arcs driven so far; null if that is impossible. */
  step(way: number[], arc: number): number | null {
    const roads = this.#roads;
    const rules = this.#rules;
    const last = way[way.length - 1];
    const node = roads.head(last);
    if (roads.tail(arc) !== node || !rules.usable(arc >>> 1)) return null;
    const back = arc === (last ^ 1);
    let nats = back ? rules.turningBack(node) : rules.passing(node) + rules.bend(last, arc, node);
    if (rules.use(last) === Use.lawful) nats += rules.entry(arc);
    return nats + rules.turn(this.bannedFor(way, arc));
  }

  /** Access bits of the modes that may not continue onto an arc, by any restriction. */
  bannedFor(way: number[], arc: number): number {
    const last = way[way.length - 1];
    let modes = 0;
    for (const { only, ways, via } of this.#bans) {
      const recent = way.slice(1 - ways.length);
      const comes =
        recent.length === ways.length - 1 &&
        recent.every((a, i) => a >>> 1 === ways[i] && (i === 0 || a !== (recent[i - 1] ^ 1))) &&
        (via === null || this.#isAt(this.#roads.head(last), via));
      if (!comes) continue;
      const returns = via !== null && ways[0] === ways[1];
      const exits = Array.from({ length: this.#roads.arcCount }, (_, a) => a).filter((a) => this.#roads.tail(a) === this.#roads.head(last));
      const named = exits.filter((a) => a >>> 1 === ways[ways.length - 1] && (a === (last ^ 1)) === returns);
      if (named.length === 0) continue;
      if (only ? !named.includes(arc) && arc !== (last ^ 1) : named.includes(arc)) modes |= 1 | 2 | 8;
    }
    return modes;
  }

  #isAt(node: number, [lon, lat]: [number, number]): boolean {
    return this.#roads.nodeLon[node] === lon && this.#roads.nodeLat[node] === lat;
  }
}

/** Every sequence of states through a lattice with its cost, cheapest first; equal costs by state numbers, from the last step on. */
export function allSequences(lattice: Lattice): { states: number[]; cost: number }[] {
  let found: { states: number[]; cost: number }[] = [{ states: [], cost: 0 }];
  for (let k = 0; k < lattice.steps; k++) {
    const here = lattice.first[k];
    const width = lattice.states(k);
    found = found.flatMap(({ states, cost }) =>
      Array.from({ length: width }, (_, j) => {
        const row = k === 0 ? 0 : lattice.row[states[k - 1]];
        const trans = k === 0 ? 0 : row < 0 ? Number.POSITIVE_INFINITY : lattice.trans[row + j];
        return { states: [...states, here + j], cost: cost + trans + lattice.emission[here + j] };
      }),
    );
  }
  return found.sort((a, b) => a.cost - b.cost || compareFromEnd(a.states, b.states));
}

function compareFromEnd(a: number[], b: number[]): number {
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** The probability of every state over all sequences, each weighted by e^−cost. */
export function marginals(lattice: Lattice): Float64Array {
  const sequences = allSequences(lattice);
  const sums = new Float64Array(lattice.first[lattice.steps]);
  let total = 0;
  for (const { states, cost } of sequences) {
    const weight = Math.exp(sequences[0].cost - cost);
    total += weight;
    for (const state of states) sums[state] += weight;
  }
  return sums.map((sum) => sum / total);
}
