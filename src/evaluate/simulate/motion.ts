// Motion: how a vehicle moves along its path (cruising, bends, halts): place and speed as functions of time.

import { angleBetween } from "../../geo/angles.js";
import { clamp } from "../../geo/clamp.js";
import { firstAtLeast } from "../../geo/first-at-least.js";
import { log } from "../../geo/maths.js";
import { bearing } from "../../geo/metres.js";
import type { Random } from "../../geo/random.js";
import { Access, Flag, type Mode } from "../../roads/attributes.js";
import type { RoadGraph } from "../../roads/graph.js";
import type { Simulation } from "./options.js";
import type { Path } from "./path.js";
import { bendSpeed, cruiseSpeed, MODE_SPEED } from "./speeds.js";

/** m/s² when pulling away and when braking. */
const PULL = 1.3;
const BRAKE = 1.9;
/** Off the roads, m/s. */
const OFF_ROAD_SPEED = 5;
/** Speed at which a vehicle is carried to another place, m/s: faster than any road allows. */
const CARRIED_SPEED = 150;
/** Lowest speed while moving, m/s. */
const CREEP = 0.5;
const STATION_METRES = 10;
/** Metres before a junction at which vehicles halt. */
const HALT_LINE = 6;
/** Mean seconds of a halt at a junction, longest, and the longest stop elsewhere. */
const HALT = { mean: 14, longest: 90, parked: 240 };
/** Share of halts that are not at a junction, but for a delivery or a passenger. */
const DELIVERIES = 0.1;

interface Halt {
  at: number;
  seconds: number;
}

/** Place and speed over time. */
export class Motion {
  // Knots of the timeline: seconds, metres along, m/s. Between two knots the acceleration is constant.
  readonly #time: number[] = [0];
  readonly #along: number[] = [0];
  readonly #speed: number[] = [0];

  constructor(
    roads: RoadGraph,
    readonly path: Path,
    settings: Simulation,
    random: Random,
  ) {
    const limits = segmentLimits(roads, path, settings, random);
    const halts = chooseHalts(roads, path, settings, random);
    const { at, top, carried } = stations(path, limits, halts);
    const speed = drivable(at, top);
    let next = 0;
    for (let i = 0; i < at.length; i++) {
      if (i > 0) {
        const step = at[i] - at[i - 1];
        const mean = carried[i] ? CARRIED_SPEED : Math.max(CREEP, (speed[i] + speed[i - 1]) / 2);
        this.#knot(this.#time[this.#time.length - 1] + step / mean, at[i], speed[i]);
      }
      for (; next < halts.length && halts[next].at <= at[i]; next++)
        this.#knot(this.#time[this.#time.length - 1] + halts[next].seconds, at[i], 0);
    }
  }

  /** Seconds from start to end. */
  get duration(): number {
    return this.#time[this.#time.length - 1];
  }

  /** Metres along the path and m/s at a time in seconds from the start. */
  at(time: number): { along: number; speed: number } {
    const low = firstAtLeast(this.#time, time, 1, this.#time.length - 1);
    const seconds = this.#time[low] - this.#time[low - 1];
    const metres = this.#along[low] - this.#along[low - 1];
    if (!(seconds > 0)) return { along: this.#along[low], speed: this.#speed[low] };
    const t = clamp((time - this.#time[low - 1]) / seconds, 0, 1);
    const [v0, v1] = [this.#speed[low - 1], this.#speed[low]];
    // Scaled so that the place is exact even if the lowest speed was enforced.
    const whole = (v0 + v1) / 2;
    const share = whole > 0 ? (v0 * t + ((v1 - v0) * t * t) / 2) / whole : t;
    return { along: this.#along[low - 1] + share * metres, speed: v0 + t * (v1 - v0) };
  }

  #knot(time: number, along: number, speed: number): void {
    this.#time.push(time);
    this.#along.push(along);
    this.#speed.push(speed);
  }
}

/** The speed on each leg if nothing else limits it; Infinity if the vehicle is carried. */
function segmentLimits(roads: RoadGraph, path: Path, settings: Simulation, random: Random): number[] {
  const driver = 0.82 + 0.33 * random.next();
  return path.legs.map(({ arc, carried }) => {
    const traffic = 0.85 + 0.2 * random.next();
    if (carried) return Infinity;
    return (arc < 0 ? Math.min(OFF_ROAD_SPEED, MODE_SPEED[settings.mode]) : cruiseSpeed(roads, arc, settings.mode)) * driver * traffic;
  });
}

function chooseHalts(roads: RoadGraph, path: Path, settings: Simulation, random: Random): Halt[] {
  const halts: Halt[] = [];
  const { at, leg } = path;
  for (let i = 1; i < at.length; i++) {
    const ends = i === at.length - 1 || leg[i + 1] !== leg[i];
    if (!ends) continue;
    const { arc, line, parked, carried } = path.legs[leg[i]];
    if (carried) continue;
    const start = at[i - line.length + 1] ?? 0;
    const dice = random.next();
    const wait = random.next();
    if (parked) halts.push({ at: (start + at[i]) / 2, seconds: HALT.parked * wait });
    else if (arc < 0 || !isJunction(roads, arc, settings.mode)) continue;
    else if (dice < settings.stops * DELIVERIES) halts.push({ at: start + (at[i] - start) * 0.5, seconds: 20 + HALT.parked * wait });
    else if (dice < settings.stops) {
      halts.push({ at: Math.max(start, at[i] - HALT_LINE), seconds: Math.min(HALT.longest, 2 - HALT.mean * log(1 - wait)) });
    }
  }
  return halts.sort((a, b) => a.at - b.at);
}

/** Whether at least three proper roads meet at the end of an arc. Nobody halts where a driveway or a footway crosses. */
function isJunction(roads: RoadGraph, arc: number, mode: Mode): boolean {
  const node = roads.head(arc);
  let meeting = 0;
  for (let i = roads.outStart[node]; i < roads.outStart[node + 1]; i++) {
    const out = roads.outArcs[i];
    const access = roads.arcAccess[out] | roads.arcAccess[out ^ 1];
    if ((access & Access[mode]) !== 0 && (roads.edgeFlags[out >>> 1] & Flag.minor) === 0 && roads.className(out >>> 1) !== "service")
      meeting++;
  }
  return meeting >= 3;
}

interface Stations {
  at: number[];
  /** Highest speed at the station. */
  top: number[];
  /** Whether the vehicle is carried to the station. */
  carried: boolean[];
}

/** Places at which speed is decided: vertices, halts, and enough places between them. */
function stations(path: Path, limits: readonly number[], halts: readonly Halt[]): Stations {
  const found: Stations = { at: [0], top: [0], carried: [false] };
  let next = 0;
  const add = (at: number, top: number, carried: boolean): void => {
    found.at.push(at);
    found.top.push(top);
    found.carried.push(carried);
  };
  for (let i = 1; i < path.at.length; i++) {
    const [start, end] = [path.at[i - 1], path.at[i]];
    const carried = path.legs[path.leg[i]].carried === true;
    const limit = limits[path.leg[i]];
    const pieces = carried ? 1 : Math.max(1, Math.ceil((end - start) / STATION_METRES));
    for (let piece = 1; piece <= pieces; piece++) {
      const at = piece === pieces ? end : start + ((end - start) * piece) / pieces;
      for (; next < halts.length && halts[next].at < at; next++) add(halts[next].at, 0, carried);
      const halted = next < halts.length && halts[next].at === at;
      // A drive starts and ends at rest; so does being carried.
      const rests = halted || i === path.at.length - 1 || carried || path.legs[path.leg[i + 1]]?.carried === true;
      const top = piece < pieces ? limit : rests ? 0 : Math.min(limit, limits[path.leg[i + 1]], bendAt(path, i));
      add(at, top, carried);
    }
  }
  return found;
}

function bendAt(path: Path, i: number): number {
  const { lon, lat, at } = path;
  const [before, after] = [at[i] - at[i - 1], at[i + 1] - at[i]];
  if (before < 0.1 || after < 0.1) return Infinity;
  const turn = angleBetween(bearing(lon[i - 1], lat[i - 1], lon[i], lat[i]), bearing(lon[i], lat[i], lon[i + 1], lat[i + 1]));
  return bendSpeed(turn, before, after);
}

/** Lowers the highest speeds to what acceleration and braking allow. */
function drivable(at: readonly number[], top: readonly number[]): number[] {
  const speed = [...top];
  for (let i = 1; i < speed.length; i++) {
    speed[i] = Math.min(speed[i], Math.sqrt(speed[i - 1] * speed[i - 1] + 2 * PULL * (at[i] - at[i - 1])));
  }
  for (let i = speed.length - 2; i >= 0; i--) {
    speed[i] = Math.min(speed[i], Math.sqrt(speed[i + 1] * speed[i + 1] + 2 * BRAKE * (at[i + 1] - at[i])));
  }
  return speed;
}
