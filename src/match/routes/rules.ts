// Rules: the rules of the road for one mode: which edges its travellers may be found on, and what each arc, turn and U-turn costs.
import { wrapLon } from "../../geo/metres.js";
import { Access, MOTOR_VEHICLES, openTo } from "../../roads/attributes.js";
import * as FLAG from "../../roads/flags.js";
import type { RoadGraph } from "../../roads/graph.js";
import * as MODEL from "../model.js";
import { AVOIDABLE, AVOIDABLE_FLAGS, type Settings } from "../options.js";
import { usualSpeed } from "./usual-speed.js";

/** What an arc's use amounts to under the rules. */
export enum Use {
  lawful = 0,
  /** Open to the mode in the other direction only. */
  wrongWay = 1,
  /** Closed to the mode in both. */
  closed = 2,
}

/** Nats per metre for being of each class, in the order of ROAD_CLASSES. */
// biome-ignore format: by kind
const NATS = Float64Array.of(
  0, 0, 0, // motorway, trunk, primary
  MODEL.secondaryPerMetre,
  MODEL.tertiaryPerMetre,
  MODEL.unclassifiedPerMetre,
  MODEL.residentialPerMetre,
  MODEL.livingStreetPerMetre,
  MODEL.servicePerMetre,
  MODEL.trackPerMetre,
  0, 0, 0, 0, 0, // pedestrian, cycleway, footway, steps, ferry
);

/** Classes as bits, in the order of ROAD_CLASSES, that are wide enough for a car: motorway … pedestrian. */
const WIDE = 0b000_0111_1111_1111;
/** Those that a walker or cyclist may be found on: all but motorways and ferries. */
const SLOW = 0b011_1111_1111_1110;

/** The rules, and the nats of breaking them, for one network and one set of options. */
export class Rules {
  readonly #roads: RoadGraph;
  readonly #bit: number;
  /** Classes (as bits) that the mode's vehicle could physically be on, lawfully or not. */
  readonly #passable: number;
  /** The flags of roads to be avoided or preferred, and the factor of each. */
  readonly #avoid: [flag: number, factor: number][] = [];
  /** Whether the mode is a motor vehicle's: then the kind of road has a price. */
  readonly #drives: boolean;
  /** Factor on the price of going against a one-way rule. */
  readonly #against: number;
  /** Whether speed limits are those for trucks. */
  readonly #trucks: boolean;
  readonly #uTurns: Settings["uTurns"];
  /** What is often asked for of each arc. Worked out when first asked for: until then its slowness is 0. */
  readonly #surcharge: Float64Array;
  readonly #slowness: Float32Array;
  readonly #kind: Float32Array;

  constructor(roads: RoadGraph, settings: Settings) {
    this.#roads = roads;
    this.#surcharge = new Float64Array(roads.arcCount);
    this.#slowness = new Float32Array(roads.arcCount);
    this.#kind = new Float32Array(roads.arcCount);
    this.#bit = settings.bit;
    this.#uTurns = settings.uTurns;
    this.#drives = (settings.bit & MOTOR_VEHICLES) > 0;
    this.#against = this.#drives ? 1 : MODEL.wrongWayOnFoot;
    this.#passable = this.#drives ? WIDE : SLOW;
    this.#trucks = settings.bit === Access.trucking;
    for (const kind of AVOIDABLE) {
      const { [kind]: factor = 1 } = settings.avoid;
      if (factor !== 1 && (this.#trucks || kind !== "truckRestricted")) this.#avoid.push([AVOIDABLE_FLAGS[kind], factor]);
    }
    // Where a bicycle has to be pushed, a metre costs as much as on a closed road, but entering is free and lawful.
    if (settings.bit === Access.cycling) this.#avoid.push([FLAG.pushed, 2]);
  }

  /** Whether the traveller may be found on the edge at all, even if against the rules. */
  usable(edge: number): boolean {
    return this.use(2 * edge) !== Use.closed || ((this.#passable >>> this.#roads.edgeClass[edge]) & 1) === 1;
  }

  use(arc: number): Use {
    const { arcAccess } = this.#roads;
    if (arcAccess[arc] & this.#bit) return Use.lawful;
    return arcAccess[arc ^ 1] & this.#bit ? Use.wrongWay : Use.closed;
  }

  /** Nats per metre driven on the arc: 0 for an ordinary lawful through road, below 0 for one that is preferred. */
  surcharge(arc: number): number {
    if (this.#slowness[arc] === 0) this.#workOut(arc);
    return this.#surcharge[arc];
  }

  /** The part of the surcharge for the kind of road, nats per metre: for being closed; and for drivers also for its class, and for a low posted limit. */
  kind(arc: number): number {
    if (this.#slowness[arc] === 0) this.#workOut(arc);
    return this.#kind[arc];
  }

  /** The part of the surcharge for roads that are avoided, nats per metre; below 0 for roads that are preferred. */
  avoided(arc: number): number {
    let nats = 0;
    let flags = this.#roads.edgeFlags[arc >>> 1];
    if (flags & openTo(this.#bit)) flags &= ~(FLAG.privateRoad | FLAG.destination);
    // `truckRestricted` also stands for roads closed to the lorry: it may have reason to use one all the same, and the factor says how dear that is.
    if (this.use(arc) === Use.closed) flags |= FLAG.truckRestricted;
    for (const [flag, factor] of this.#avoid) if (flags & flag) nats += MODEL.avoidPerMetre * (factor - 1);
    return nats;
  }

  /**
   * The least surcharge of any usable arc, nats per metre; −1 if any roads are preferred. Most networks have roads free of charges, so the loop soon ends.
   */
  leastSurcharge(): number {
    if (this.#avoid.some(([, factor]) => factor < 1)) return -1;
    let least = 1;
    for (let arc = 0; arc < this.#roads.arcCount && least > 0; arc++) {
      if (this.usable(arc >>> 1)) least = Math.min(least, this.surcharge(arc));
    }
    return least;
  }

  /**
   * Seconds that a metre of the arc usually takes: the geometric mean of what it takes at the arc's usual speed and at `usualLimit`, because traffic does not
   * keep to the map. For walkers and cyclists it is the same on all arcs.
   */
  slowness(arc: number): number {
    if (this.#slowness[arc] === 0) this.#workOut(arc);
    return this.#slowness[arc];
  }

  #workOut(arc: number): void {
    const use = this.use(arc);
    let speed = MODEL.usualLimit;
    let kind = use === Use.closed ? MODEL.noAccessPerMetre : 0;
    if (this.#drives) {
      const roads = this.#roads;
      speed = usualSpeed(roads, arc, this.#trucks);
      kind += NATS[roads.edgeClass[arc >>> 1]];
      if (roads.edgeFlags[arc >>> 1] & FLAG.minor) kind += MODEL.minorPerMetre;
      const posted = roads.limit(arc, this.#trucks);
      if (posted !== null) kind += MODEL.slowPerSecond * (1 / Math.max(MODEL.slowestLimit, posted) - 1 / MODEL.usualLimit);
    }
    this.#slowness[arc] = 1 / Math.sqrt(speed * MODEL.usualLimit);
    this.#kind[arc] = Math.max(0, kind);
    this.#surcharge[arc] = (use === Use.wrongWay ? this.#against * MODEL.wrongWayPerMetre : 0) + this.#kind[arc] + this.avoided(arc);
  }

  /** Nats for entering the arc from another. */
  entry(arc: number): number {
    const use = this.use(arc);
    return use === Use.lawful ? 0 : use === Use.wrongWay ? this.#against * MODEL.wrongWay : MODEL.noAccess;
  }

  /** Nats for passing a node to another edge: 0 unless a barrier there stops the mode. */
  passing(node: number): number {
    return this.#roads.columns.nodeAccess[node] & this.#bit ? 0 : MODEL.barrier;
  }

  /** Nats for a turn that is banned for `modes` (access bits; 0 for nobody). */
  turn(modes: number): number {
    return modes & this.#bit ? MODEL.bannedTurn : 0;
  }

  /** Nats for the angle between one arc and the next, at a node where more than two arcs leave; and for a ramp, which is known by its angle alone. */
  bend(from: number, to: number, node: number): number {
    const { outStart } = this.#roads;
    if (outStart[node + 1] - outStart[node] <= 2) return 0;
    const nats = this.#angle(from, to);
    return nats > 0 && nats <= MODEL.rampBend && this.#isRamp(from, to, node, nats) ? nats + MODEL.ramp : nats;
  }

  /** Whether another way goes straighter on, and neither class nor name tells which of the two is the main road. */
  #isRamp(from: number, to: number, node: number, nats: number): boolean {
    if (!this.#isAlike(from, to)) return false;
    const { outStart, outArcs } = this.#roads;
    for (let i = outStart[node]; i < outStart[node + 1]; i++) {
      const other = outArcs[i];
      if (other === (from ^ 1) || other === to || this.use(other) !== Use.lawful) continue;
      if (this.#isAlike(from, other) && this.#angle(from, other) < nats) return true;
    }
    return false;
  }

  /** Whether two arcs are of one class and both have no name. */
  #isAlike(arc: number, other: number): boolean {
    const { edgeClass, edgeName } = this.#roads.columns;
    const [a, b] = [arc >>> 1, other >>> 1];
    return edgeClass[a] === edgeClass[b] && edgeName[a] === 0 && edgeName[b] === 0;
  }

  /** Nats for the angle alone. */
  #angle(from: number, to: number): number {
    const [ax, ay] = this.#heading(from ^ 1);
    const [bx, by] = this.#heading(to);
    const lengths = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
    // The heading of `from ^ 1` points back to where the traveller came from: straight on is opposite to it.
    return lengths > 0 ? (MODEL.turn * (1 + (ax * bx + ay * by) / lengths)) / 2 : 0;
  }

  /** The direction in which an arc begins: east and north to the next point of its shape, in degrees of latitude. */
  #heading(arc: number): [east: number, north: number] {
    const { shapeStart, shapeLon, shapeLat } = this.#roads;
    const begin = arc & 1 ? shapeStart[(arc >>> 1) + 1] - 1 : shapeStart[arc >>> 1];
    const after = arc & 1 ? begin - 1 : begin + 1;
    // A parabola stands in for the cosine of the latitude, within 0.06: the price of a turn does not need its angle to the degree.
    const share = shapeLat[begin] / 0.9e9;
    return [wrapLon((shapeLon[after] - shapeLon[begin]) / 1e7) * (1 - share * share), (shapeLat[after] - shapeLat[begin]) / 1e7];
  }

  /** Whether a U-turn is lawful at a node; −1 stands for a place between two junctions. */
  mayTurnBack(node: number): boolean {
    if (this.#uTurns === "anywhere") return true;
    if (this.#uTurns === "never" || node < 0) return false;
    const exits = this.#waysOn(node);
    return exits <= 1 || (this.#uTurns === "dead-ends-and-intersections" && exits > 2);
  }

  /** Nats for a U-turn at a node; −1 stands for a place between two junctions. */
  turningBack(node: number): number {
    const exits = node < 0 ? 2 : this.#waysOn(node);
    const price = exits <= 1 ? MODEL.uTurnDeadEnd : exits > 2 ? MODEL.uTurnJunction : this.#drives ? MODEL.uTurnRoad : MODEL.uTurnOnFoot;
    return this.mayTurnBack(node) ? price : price + MODEL.uTurnForbidden;
  }

  /** How many arcs the traveller can leave a node by, the way back included: a road ends for a car where only a footpath goes on, or at a barrier. */
  #waysOn(node: number): number {
    if (this.passing(node) > 0) return 1;
    const { outStart, outArcs } = this.#roads;
    let count = 0;
    for (let i = outStart[node]; i < outStart[node + 1]; i++) if (this.usable(outArcs[i] >>> 1)) count++;
    return count;
  }
}
