// Route: which way a driver goes: a plausible way, not simply the shortest.

import { lineLength } from "../../geo/lines.js";
import { exp } from "../../geo/maths.js";
import { distance } from "../../geo/metres.js";
import type { Random } from "../../geo/random.js";
import { Flag, type Mode } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import { nearestRoad } from "../../roads/nearest.js";
import { moved } from "../noise.js";
import { isFerry } from "./ferry.js";
import type { Simulation } from "./options.js";
import { type Leg, roadLeg } from "./path.js";
import { type ArcCost, Planner } from "./planner.js";
import { cruiseSpeed } from "./speeds.js";

/** Number of tries to find two ends with a way of the wanted length between them. */
const TRIES = 40;
/** Factors on the time on roads that are entered only to reach something on them: private roads, … */
const PRIVATE = 6;
/** … and roads within a property, or without through traffic. */
const MINOR = 3;
/** Shortest and longest round of the block, metres. */
const BLOCK = [150, 1500] as const;

/** Chooses routes over one network. */
export class RouteChooser {
  readonly #planner: Planner;
  readonly #roads: RoadGraph;
  readonly #settings: Simulation;
  /** Arcs of ferries and car trains that the traveller may take. */
  readonly #ferries: number[];

  constructor(roads: RoadGraph, settings: Simulation) {
    this.#roads = roads;
    this.#settings = settings;
    this.#planner = new Planner(roads, settings.mode);
    const arcs = settings.ferries > 0 ? Array.from({ length: roads.arcCount }, (_, arc) => arc) : [];
    this.#ferries = arcs.filter((arc) => this.#planner.open(arc) && isFerry(roads, arc));
  }

  /** The legs of a route, by a ferry if that is wanted and there is one; null if the network has none of the wanted length. */
  choose(random: Random, byFerry = false): Leg[] | null {
    const arcs = (byFerry ? this.#ferryArcs(random) : null) ?? this.#chooseArcs(random);
    if (arcs === null) return null;
    const cost = feltCost(this.#roads, this.#settings.mode, random);
    const { uTurns, loops, rounds } = this.#settings;
    const looped = random.next() < loops ? this.#withLoop(arcs, random, cost, false) : arcs;
    const rounded = random.next() < rounds ? this.#withLoop(looped, random, cost, true) : looped;
    const turnAt = random.next() < uTurns ? this.#turningPlace(rounded, random) : -1;
    return this.#legs(rounded, turnAt, random, cost);
  }

  /** Arcs from a random start to a random destination, sometimes by way of a third place. */
  #chooseArcs(random: Random): number[] | null {
    // In a large area hardly any two random places are near enough to each other: then other places are looked for around the first.
    return this.#tryArcs(random, () => this.#anyArc(random)) ?? this.#tryArcs(random, (from) => this.#arcAround(from, random));
  }

  /** Arcs from a place around a ferry to another, by way of it; null if none are found. */
  #ferryArcs(random: Random): number[] | null {
    const { minMetres, maxMetres } = this.#settings;
    for (let attempt = 0; attempt < TRIES && this.#ferries.length > 0; attempt++) {
      const ferry = this.#ferries[random.int(this.#ferries.length)];
      const [from, to] = [this.#arcAround(ferry, random), this.#arcAround(ferry, random)];
      if (from < 0 || to < 0) continue;
      const arcs = this.#join(from, ferry, to, feltCost(this.#roads, this.#settings.mode, random));
      // A driver does not come back by the same ferry.
      if (arcs === null || arcs.filter((arc) => arc >>> 1 === ferry >>> 1).length > 1) continue;
      const metres = this.#metres(arcs);
      if (metres >= minMetres && metres <= maxMetres) return arcs;
    }
    return null;
  }

  #tryArcs(random: Random, another: (from: number) => number): number[] | null {
    const { minMetres, maxMetres } = this.#settings;
    let longest: number[] | null = null;
    let longestMetres = 0;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const cost = feltCost(this.#roads, this.#settings.mode, random);
      const from = this.#anyArc(random);
      if (from < 0) continue;
      const to = another(from);
      const via = random.next() < 0.25 ? another(from) : -1;
      if (to < 0 || this.#apart(from, to) > maxMetres) continue;
      const arcs = via < 0 ? this.#planner.plan(from, to, cost) : this.#join(from, via, to, cost);
      if (arcs === null) continue;
      const metres = this.#metres(arcs);
      if (metres >= minMetres && metres <= maxMetres) return arcs;
      if (metres > longestMetres && metres < maxMetres) {
        longest = arcs;
        longestMetres = metres;
      }
    }
    return longest;
  }

  #join(from: number, via: number, to: number, cost: ArcCost): number[] | null {
    const there = this.#planner.plan(from, via, cost);
    const on = there === null ? null : this.#planner.plan(via, to, cost);
    if (there === null || on === null) return null;
    const arcs = [...there, ...on.slice(1)];
    return this.#planner.allows(arcs) ? arcs : null;
  }

  /** A random arc that the traveller may use, with the same probability for long and short ones; −1 if none is found. */
  #anyArc(random: Random): number {
    for (let attempt = 0; attempt < 50 && this.#roads.arcCount > 0; attempt++) {
      const arc = random.int(this.#roads.arcCount);
      if (this.#suits(arc)) return arc;
    }
    return -1;
  }

  /** An arc the traveller may use near a random place within the longest route's reach of the start; −1 when there is none. */
  #arcAround(from: number, random: Random): number {
    const { nodeLon, nodeLat } = this.#roads;
    const { maxMetres } = this.#settings;
    const node = this.#roads.head(from);
    const [east, north] = [random.next(), random.next()].map((share) => (2 * share - 1) * maxMetres);
    const [lon, lat] = moved(nodeLon[node] / 1e7, nodeLat[node] / 1e7, east, north);
    const accept = (edge: number): boolean => this.#suits(2 * edge) || this.#suits(2 * edge + 1);
    const road = nearestRoad(this.#roads, lon, lat, { maxDistance: maxMetres, accept });
    if (road === null) return -1;
    const arc = 2 * road.edge + random.int(2);
    return this.#suits(arc) ? arc : arc ^ 1;
  }

  /** Whether a drive may begin, end or turn back on the arc. */
  #suits(arc: number): boolean {
    return this.#planner.open(arc) && !isFerry(this.#roads, arc);
  }

  #apart(a: number, b: number): number {
    const { nodeLon, nodeLat } = this.#roads;
    const [p, q] = [this.#roads.head(a), this.#roads.tail(b)];
    return distance(nodeLon[p] / 1e7, nodeLat[p] / 1e7, nodeLon[q] / 1e7, nodeLat[q] / 1e7);
  }

  #metres(arcs: readonly number[]): number {
    return arcs.reduce((sum, arc) => sum + this.#roads.edgeLength[arc >>> 1], 0);
  }

  /** The route with a round trip inserted, if it does not become too long: around the block, or once more round a roundabout. */
  #withLoop(arcs: number[], random: Random, cost: ArcCost, roundabout: boolean): number[] {
    const isRound = (arc: number): boolean => (this.#roads.edgeFlags[arc >>> 1] & Flag.roundabout) !== 0;
    const places = arcs.map((_, i) => i).filter((i) => i > 0 && i < arcs.length - 1 && isRound(arcs[i]) === roundabout);
    for (let attempt = 0; attempt < 5 && places.length > 0; attempt++) {
      const at = places[random.int(places.length)];
      const round = this.#planner.plan(arcs[at], arcs[at], roundabout ? (arc) => cost(arc) * (isRound(arc) ? 1 : 1000) : cost);
      if (round === null) continue;
      const metres = this.#metres(round.slice(1));
      const fits = roundabout
        ? round.every(isRound)
        : metres >= BLOCK[0] && metres <= BLOCK[1] && !round.some((arc) => round.includes(arc ^ 1));
      const looped = [...arcs.slice(0, at), ...round, ...arcs.slice(at + 1)];
      if (fits && this.#metres(looped) <= this.#settings.maxMetres && this.#planner.allows(looped)) return looped;
    }
    return arcs;
  }

  /** Index of a two-way arc within the route on which to make a U-turn; −1 if there is none. */
  #turningPlace(arcs: readonly number[], random: Random): number {
    const places = arcs
      .map((_, i) => i)
      .filter((i) => i > 0 && i < arcs.length - 1 && this.#suits(arcs[i] ^ 1) && this.#roads.edgeLength[arcs[i] >>> 1] > 30);
    return places.length === 0 ? -1 : places[random.int(places.length)];
  }

  /**
   * The legs of the arcs, from somewhere on the first arc to somewhere on the last. With a turning place, the drive makes a U-turn in the middle of that arc
   * and goes on another way from there, unless that makes it too long or too short.
   */
  #legs(arcs: readonly number[], turnAt: number, random: Random, cost: ArcCost): Leg[] {
    const { minMetres, maxMetres } = this.#settings;
    const ends = (): [start: number, end: number] => [random.next() * 0.9, 0.1 + random.next() * 0.9];
    const [start, end] = ends();
    if (turnAt >= 0) {
      const arc = arcs[turnAt];
      const onwards = this.#planner.plan(arc ^ 1, arcs[arcs.length - 1], cost);
      if (onwards !== null) {
        const length = this.#roads.edgeLength[arc >>> 1];
        const turn = length * (0.3 + 0.4 * random.next());
        const back: Leg[] = [roadLeg(this.#roads, arc, 0, turn), roadLeg(this.#roads, arc ^ 1, length - turn)];
        const turned = [
          ...this.#between(arcs.slice(0, turnAt + 1), ...ends()).slice(0, -1),
          ...back,
          ...onwards.slice(1).map((next) => roadLeg(this.#roads, next)),
        ];
        const metres = metresOf(turned);
        if (metres <= maxMetres && metres >= Math.min(minMetres, this.#metres(arcs))) return turned;
      }
    }
    const legs = this.#between(arcs, start, end);
    // If a route is just long enough, it is driven from end to end.
    return metresOf(legs) < minMetres ? this.#between(arcs, 0, 1) : legs;
  }

  /** The legs of the arcs, from a share of the first one to a share of the last. */
  #between(arcs: readonly number[], start: number, end: number): Leg[] {
    const length = (arc: number): number => this.#roads.edgeLength[arc >>> 1];
    return arcs.map((arc, i) =>
      roadLeg(
        this.#roads,
        arc,
        i === 0 && arcs.length > 1 ? start * length(arc) : 0,
        i === arcs.length - 1 && i > 0 ? end * length(arc) : length(arc),
      ),
    );
  }
}

function metresOf(legs: readonly Leg[]): number {
  return lineLength(legs.map(({ line }) => line));
}

/**
 * What arcs cost for one driver: their time, times a factor for each road that is this driver's own. With a spread of 0 the way is the fastest; with 0.7
 * detours of half the way are common.
 */
function feltCost(roads: RoadGraph, mode: Mode, random: Random): ArcCost {
  const spread = 0.15 + 0.5 * random.next();
  const salt = random.bits();
  return (arc) => {
    const edge = arc >>> 1;
    const flags = roads.edgeFlags[edge];
    const habit = exp(spread * 2 * (hashed(edge, salt) - 0.5) * 1.73);
    const price = (flags & Flag.private ? PRIVATE : 1) * (flags & (Flag.minor | Flag.destination) ? MINOR : 1);
    return (roads.edgeLength[edge] / cruiseSpeed(roads, arc, mode) + 2) * habit * price;
  };
}

/** A number 0 ≤ x < 1 that is fixed for an edge, so that a driver's opinion of a road does not change on the way. */
function hashed(edge: number, salt: number): number {
  let h = Math.imul(edge ^ salt, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
