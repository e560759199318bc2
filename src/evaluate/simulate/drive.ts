// Drive: simulates drives on any road network, with known truth: the roads, the place on them at each fix, and the ways off them.

import type { Position } from "../../geo/lines.js";
import { distance } from "../../geo/metres.js";
import { Random, seedOf } from "../../geo/random.js";
import { rounded } from "../../geo/rounding.js";
import { Flag } from "../../roads/attributes.js";
import { checkRoads, type RoadGraph } from "../../roads/graph.js";
import type { EvaluationTrack } from "../corpora.js";
import { moved, trimWith } from "../noise.js";
import { TRIM_METRES } from "../score/mismatch.js";
import { arrivalOrder } from "./arrivals.js";
import { FerryCourses } from "./ferry.js";
import { FieldWriter } from "./fields.js";
import { Lane } from "./lane.js";
import { Motion } from "./motion.js";
import { carriedBetween, withCarPark, withUnmappedRoad } from "./off-road.js";
import { type Simulation, type SimulationOptions, settleSimulation } from "./options.js";
import { type Leg, Path } from "./path.js";
import { Reception } from "./reception.js";
import { RouteChooser } from "./route.js";

/** A drive and all of its truth. */
export interface SimulatedDrive extends EvaluationTrack {
  /** Arcs in driving order; an arc is listed each time it is entered. */
  arcs: number[];
  /** The arc that each fix was on; −1 off the roads. One per fix. */
  fixArcs: number[];
  /** The true place of each fix on the road; null while off it. */
  truthPoints: (Position | null)[];
  /** Lines driven off the roads. */
  offLines: Position[][];
  /** Metres travelled since the fix made before, one per fix. */
  moved: number[];
  /** Index of the last fix before each time the traveller was carried off. */
  carriedAfter: number[];
}

/** Seconds since the epoch at which simulated days begin. */
const EPOCH = 1_700_000_000;

/**
 * Simulates drives. Drive n of a seed is the same however many are asked for, and its route is the same with any noise. A network without a drivable route
 * gives no drives. Options out of range are a SnapError "bad-option".
 */
export function simulateDrives(roads: RoadGraph, options: SimulationOptions = {}): SimulatedDrive[] {
  return [...eachSimulatedDrive(roads, options)];
}

/** As {@link simulateDrives}, each drive made when it is asked for. */
export function* eachSimulatedDrive(roads: RoadGraph, options: SimulationOptions = {}): Generator<SimulatedDrive> {
  checkRoads(roads, "The drives'");
  const settings = settleSimulation(options);
  const chooser = new RouteChooser(roads, settings);
  for (let n = 0; n < settings.drives; n++) {
    const drive = simulateDrive(roads, chooser, settings, `${n}`);
    if (drive !== null) yield drive;
  }
}

function simulateDrive(roads: RoadGraph, chooser: RouteChooser, settings: Simulation, id: string): SimulatedDrive | null {
  // Each topic has its own stream of numbers, so that a change in one does not affect the others.
  const stream = (matter: string): Random => new Random(seedOf(settings.seed, `${id}/${matter}`));
  const legs = chooseLegs(roads, chooser, settings, stream("route"), stream("off-road"), stream("ferry"));
  if (legs === null) return null;
  const path = new Path(legs);
  const motion = new Motion(roads, path, settings, stream("motion"));
  const tunnels = longTunnels(roads, path);
  const reception = new Reception(stream("reception"), settings);
  const lane = new Lane(roads, settings, stream("lane"));
  const ferries = new FerryCourses(roads, path, stream("ferry courses"));
  const fields = new FieldWriter(stream("fields"), settings);
  const chance = stream("duplicates");
  const drive: SimulatedDrive = {
    id,
    roads: "simulated",
    track: [],
    ...truthOf(legs),
    trimMetres: Math.max(TRIM_METRES, trimWith(0, settings.noise)),
    mode: settings.mode,
    truthPoints: [],
    fixArcs: [],
    moved: [],
    carriedAfter: [],
  };
  const start = EPOCH + 60 * stream("start").int(1440);
  let carrier = legs.findIndex((leg) => leg.carried);
  let last = 0;
  for (let t = 0; t <= motion.duration; t += settings.interval) {
    const { along, speed } = motion.at(t);
    const place = path.place(along);
    const leg = legs[place.leg];
    if (leg.carried) continue;
    const reading = reception.read(t, along, tunnels.has(place.leg));
    const [laneEast, laneNorth] = lane.offset(leg.arc, along, place.heading);
    const [ferryEast, ferryNorth] = ferries.offset(place.leg, along, place.heading);
    if (reading === null) continue;
    if (carrier >= 0 && place.leg > carrier) {
      if (drive.track.length > 0) drive.carriedAfter.push(drive.track.length - 1);
      last = path.at[path.leg.lastIndexOf(carrier)];
      carrier = -1;
    }
    const [lon, lat] = moved(place.lon, place.lat, laneEast + ferryEast + reading.east, laneNorth + ferryNorth + reading.north);
    const point = fields.write(
      { lon: rounded(lon, 1e7), lat: rounded(lat, 1e7), time: start + t },
      { speed, heading: place.heading },
      reading,
    );
    const copies = chance.next() < settings.duplicates ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      drive.track.push({ ...point });
      drive.truthPoints.push(leg.arc < 0 ? null : [place.lon, place.lat]);
      drive.fixArcs.push(leg.arc);
      drive.moved.push(Math.max(0, along - last));
      last = along;
    }
  }
  if (drive.track.length === 0) return null;
  return settings.late > 0 ? inOrderOf(arrivalOrder(drive.track.length, settings.late, stream("arrivals")), drive) : drive;
}

/** The drive with its fixes, and all that there is one of per fix, in another order. */
function inOrderOf(order: readonly number[], drive: SimulatedDrive): SimulatedDrive {
  const { track, truthPoints, fixArcs, moved: metres, carriedAfter } = drive;
  return {
    ...drive,
    track: order.map((i) => track[i]),
    truthPoints: order.map((i) => truthPoints[i]),
    fixArcs: order.map((i) => fixArcs[i]),
    moved: order.map((i) => metres[i]),
    carriedAfter: carriedAfter.map((i) => order.indexOf(i)),
  };
}

function chooseLegs(
  roads: RoadGraph,
  chooser: RouteChooser,
  settings: Simulation,
  random: Random,
  offRoad: Random,
  ferry: Random,
): Leg[] | null {
  let legs = chooser.choose(random, ferry.next() < settings.ferries);
  if (legs === null) return null;
  const [carPark, unmapped, carried] = [offRoad.next(), offRoad.next(), offRoad.next()];
  if (carPark < settings.carParks) legs = withCarPark(roads, legs, offRoad) ?? legs;
  if (unmapped < settings.unmapped) legs = withUnmappedRoad(roads, legs, offRoad) ?? legs;
  for (let attempt = 0; carried < settings.carried && attempt < CARRY_TRIES; attempt++) {
    const second = chooser.choose(offRoad);
    if (second !== null && carriedMetres(legs, second) >= CARRIED_METRES) return carriedBetween(legs, second);
  }
  return legs;
}

/** Shortest distance that a traveller is carried, metres: less would pass for noise. */
const CARRIED_METRES = 400;
const CARRY_TRIES = 8;

/** Metres from the end of one part of a drive to the beginning of the next. */
function carriedMetres(first: readonly Leg[], second: readonly Leg[]): number {
  const end = first[first.length - 1].line.at(-1)!;
  const start = second[0].line[0];
  return distance(end[0], end[1], start[0], start[1]);
}

/** What was driven on roads, in parts; what was driven off them; and the arcs. */
function truthOf(legs: readonly Leg[]): Pick<SimulatedDrive, "truth" | "offLines" | "arcs"> {
  const truth: Position[][] = [];
  const offLines: Position[][] = [];
  const arcs: number[] = [];
  legs.forEach((leg, i) => {
    if (leg.carried) return;
    if (leg.arc < 0) {
      offLines.push(leg.line);
      return;
    }
    const continues = i > 0 && legs[i - 1].arc >= 0;
    if (continues) truth[truth.length - 1].push(...leg.line.slice(1));
    else truth.push([...leg.line]);
    // An arc that is left for a car park and then continued is driven once.
    if (!(i > 1 && legs[i - 1].arc < 0 && !legs[i - 1].carried && arcs[arcs.length - 1] === leg.arc)) arcs.push(leg.arc);
  });
  return { truth, offLines, arcs };
}

/** Metres: through a longer tunnel receivers lose the signal, through an underpass they do not. */
const LONG_TUNNEL = 40;

/** The legs in long tunnels. A tunnel may consist of several legs. */
function longTunnels(roads: RoadGraph, path: Path): Set<number> {
  const found = new Set<number>();
  const { legs, at, leg } = path;
  const isTunnel = ({ arc }: Leg): boolean => arc >= 0 && (roads.edgeFlags[arc >>> 1] & Flag.tunnel) !== 0;
  for (let first = 0; first < legs.length; first++) {
    let end = first;
    while (end < legs.length && isTunnel(legs[end])) end++;
    if (end === first) continue;
    const metres = at[leg.lastIndexOf(end - 1)] - at[Math.max(0, leg.indexOf(first) - 1)];
    for (let index = first; index < end && metres > LONG_TUNNEL; index++) found.add(index);
    first = end;
  }
  return found;
}
