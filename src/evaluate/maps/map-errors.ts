// Map errors: maps as they are with an error that real maps have: streets that are missing, rules that are wrong, lines that are drawn badly.
import { badOption } from "../../errors.js";
import { Random, seedOf } from "../../geo/random.js";
import { encodeSpeed, Flag, MOTOR_VEHICLES, ROAD_CLASSES, VEHICLES } from "../../roads/attributes.js";
import { checkRoads, type RoadGraph } from "../../roads/graph.js";
import { beside, coarse, endsApart, joined, shiftedHalf } from "./drawing.js";
import { builtFrom, type MapWay, mapOf, type RoadMap } from "./road-map.js";

/** A map drawn with an error. What stays as it is is the same object. `chance`: the random numbers of a street, or of whatever has a name. */
type Redraw = (map: RoadMap, chance: (name: number | string) => Random) => RoadMap;

/** Metres by which lines are shifted, drawn coarsely, and drawn twice. */
const SHIFTED = 8;
const COARSE = 5;
const TWICE = 1;
/** Most metres between the ends of lines that should meet. */
const APART = 2;
/** Share of the junctions with a restriction that is false. */
const FALSE_BANS = 0.2;
/** Limits that are absurd. */
const ABSURD = [encodeSpeed(5), encodeSpeed(500)] as const;

/** The last class of roads that vehicles usually have, and that which all have where classes are lost. */
const LAST_CLASS = ROAD_CLASSES.indexOf("track");
const ONE_CLASS = ROAD_CLASSES.indexOf("unclassified");
/** Flags that go with a class. */
const CLASS_FLAGS = Flag.ramp | Flag.minor | Flag.roundabout;

/** Errors of maps, by name. A street is what is one way in the map's source; it is hit as a whole. {@link withMapError} draws a network with one. */
export const MAP_ERRORS = {
  "one street in fifty missing": onShare(1 / 50, () => []),
  "one street in twenty missing": onShare(1 / 20, () => []),
  "no one-ways": onShare(1, (way) => (isOneWay(way) ? [openBothWays(way)] : [way])),
  "one one-way in five turned round": onShare(1 / 5, (way) => (isOneWay(way) ? [turnedRound(way)] : [way])),
  "false one-ways on one street in ten": onShare(1 / 10, (way, random) => {
    const closed = random.next() < 0.5 ? "forward" : "backward";
    return isOneWay(way) || !isOpen(way) ? [way] : [{ ...way, [closed]: way[closed] & ~VEHICLES }];
  }),
  "one street in ten closed to cars": onShare(1 / 10, (way) =>
    isOpen(way) ? [{ ...way, forward: way.forward & ~MOTOR_VEHICLES, backward: way.backward & ~MOTOR_VEHICLES }] : [way],
  ),
  "false turn restrictions": (map, chance) => withFalseRestrictions(map, FALSE_BANS, chance),
  "one class for all roads": onShare(1, (way) =>
    way.roadClass > LAST_CLASS || (way.roadClass === ONE_CLASS && !(way.flags & CLASS_FLAGS))
      ? [way]
      : [{ ...way, roadClass: ONE_CLASS, flags: way.flags & ~CLASS_FLAGS }],
  ),
  "absurd limits on one street in five": onShare(1 / 5, (way, random) => {
    const limit = ABSURD[random.int(ABSURD.length)];
    return [{ ...way, speedForward: limit, speedBackward: limit, truckSpeedForward: 0, truckSpeedBackward: 0 }];
  }),
  "half of the map shifted by 8 m": (map) => shiftedHalf(map, SHIFTED),
  "lines 5 m coarse": (map) => coarse(map, COARSE),
  "one street in five drawn twice": (map, chance) => beside(map, TWICE, ({ street }) => chance(street).next() < 1 / 5),
  "ends up to 2 m apart": (map, chance) => endsApart(map, APART, chance("ends")),
  "ends up to 2 m apart, joined within 1 m": (map, chance) => joined(endsApart(map, APART, chance("ends")), 1),
  "ends up to 2 m apart, joined within 2 m": (map, chance) => joined(endsApart(map, APART, chance("ends")), 2),
} as const satisfies Record<string, Redraw>;
/** Name of an error in {@link MAP_ERRORS}. */
export type MapError = keyof typeof MAP_ERRORS;

/**
 * The network as a map with the error has it, built anew; the network itself if it has nothing that the error could change. The same seed hits the same
 * streets.
 * @throws SnapError "bad-option" for an unknown error or a seed that is no whole number; "bad-input" when `roads` is no road network.
 */
export function withMapError(roads: RoadGraph, error: MapError, seed = 1): RoadGraph {
  checkRoads(roads, "The map's");
  if (!Object.hasOwn(MAP_ERRORS, error)) throw badOption("map error", error, `one of ${Object.keys(MAP_ERRORS).join("; ")}`);
  if (!Number.isSafeInteger(seed)) throw badOption("seed", seed, "a whole number");
  if (roads.edgeCount === 0) return roads;
  const map = mapOf(roads);
  const drawn: RoadMap = MAP_ERRORS[error](map, (name) => new Random(seedOf(seed, `${error}/${name}`)));
  return isSame(map, drawn) ? roads : builtFrom(drawn);
}

/** Whether nothing was changed. Restrictions and places are never changed in vain. */
function isSame(map: RoadMap, drawn: RoadMap): boolean {
  const { ways } = drawn;
  const others = ["lon", "lat", "restrictions"] as const;
  return (
    others.every((name) => drawn[name] === map[name]) && ways.length === map.ways.length && ways.every((way, i) => way === map.ways[i])
  );
}

/** What becomes of the pieces of a share of the streets. All pieces of a street have the same random numbers. */
function onShare(share: number, change: (way: MapWay, random: Random) => MapWay[]): Redraw {
  return (map, chance) => {
    const ways = map.ways.flatMap((way) => {
      const random = chance(way.street);
      return random.next() < share ? change(way, random) : [way];
    });
    return { ...map, ways };
  };
}

/** Whether motor vehicles may drive it at all. */
function isOpen({ forward, backward }: MapWay): boolean {
  return ((forward | backward) & MOTOR_VEHICLES) !== 0;
}

/** Whether vehicles of some kind may drive it in one direction only. */
function isOneWay({ forward, backward }: MapWay): boolean {
  return ((forward ^ backward) & VEHICLES) !== 0;
}

function openBothWays(way: MapWay): MapWay {
  const vehicles = (way.forward | way.backward) & VEHICLES;
  return { ...way, forward: way.forward | vehicles, backward: way.backward | vehicles };
}

function turnedRound(way: MapWay): MapWay {
  return { ...way, forward: way.backward, backward: way.forward };
}

/** A restriction from one road to another at a share of the junctions. */
function withFalseRestrictions(map: RoadMap, share: number, chance: (name: string) => Random): RoadMap {
  const meeting = new Map<number, number[]>();
  for (const way of map.ways) {
    if (!isOpen(way)) continue;
    for (const end of [way.nodes[0], way.nodes[way.nodes.length - 1]]) {
      const ways = meeting.get(end);
      if (ways === undefined) meeting.set(end, [way.id]);
      else if (!ways.includes(way.id)) ways.push(way.id);
    }
  }
  const restrictions = [...map.restrictions];
  for (const [node, ways] of meeting) {
    const random = chance(`${map.lon[node]},${map.lat[node]}`);
    if (ways.length < 3 || random.next() >= share) continue;
    const from = random.int(ways.length);
    const to = (from + 1 + random.int(ways.length - 1)) % ways.length;
    restrictions.push({ id: restrictions.length, only: false, from: [ways[from]], to: [ways[to]], via: { node }, modes: MOTOR_VEHICLES });
  }
  return restrictions.length === map.restrictions.length ? map : { ...map, restrictions };
}
