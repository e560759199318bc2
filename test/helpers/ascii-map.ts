// Road networks drawn as text: letters are nodes, digits are fixes, and everything else is only for the reader.
import { latScale, lonScale } from "../../src/geo/metres.js";
import type { Match } from "../../src/match/result/result.js";
import type { TrackPoint } from "../../src/match/track/track.js";
import { ACCESS_ALL, Access, encodeSpeed, Flag, type Mode, ROAD_CLASSES, type RoadClass } from "../../src/roads/attributes.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource } from "../../src/roads/source.js";
import { type DriveOptions, driveAlong, type FixOptions, fixesAt } from "./ascii-fixes.js";

/** Size and place of the drawing on the ground. */
export interface MapOptions {
  /** Metres between neighbouring characters, and between neighbouring lines; default 50. */
  metresPerCell?: number;
  /** Place of the top left character, degrees; default [-30, 45]. */
  origin?: [lon: number, lat: number];
}

/** Attributes of a way. */
export interface AsciiWay {
  /** Default "residential". */
  class?: RoadClass;
  flags?: (keyof typeof Flag)[];
  /** true or "yes": only in the order of the letters; "-1": only against it. It does not bind walkers. */
  oneway?: boolean | "yes" | "no" | "-1";
  /** Who may use it: modes, "all" or "none"; by default as usual for its class. One-way rules apply in addition. */
  access?: readonly Mode[] | "all" | "none";
  /** Posted limit: km/h as a number, or "30 mph". */
  speed?: number | string;
  truckSpeed?: number | string;
  /** Default: the letters of the way. */
  name?: string;
  /** Default: numbers from 1 in the order written. */
  id?: number;
}

/** A turn restriction between ways named by their letters: `{ only: false, from: "ab", via: "b", to: "bc" }`. */
export interface AsciiRestriction {
  only: boolean;
  from: string | string[];
  /** One letter is a node; several letters are a way; a list of those is a chain of ways. */
  via: string | string[];
  to: string | string[];
  /** The modes that it binds; default driving, trucking and cycling. */
  modes?: readonly Mode[];
}

/** A barrier on a letter, which only `access` may pass; by default nobody. */
export interface AsciiBarrier {
  access?: readonly Mode[] | "all" | "none";
  flags?: (keyof typeof Flag)[];
}

/** Turn restrictions and barriers. */
export interface AsciiRules {
  restrictions?: AsciiRestriction[];
  barriers?: Record<string, AsciiBarrier>;
}

/** A drawn map. Its functions depend only on the drawing, and can be destructured. */
export interface AsciiMap {
  /** Place of a letter or digit, degrees. */
  at(mark: string): [lon: number, lat: number];
  /** The ways as an importer would return them; keys are the letters of each way. Only letters of ways become nodes. */
  roads(ways: Record<string, AsciiWay>, rules?: AsciiRules): RoadSource;
  /** The same as a road graph. */
  graph(ways: Record<string, AsciiWay>, rules?: AsciiRules): RoadGraph;
  /** Fixes at the marks (digits, or letters for a fix right on a node) in the order given. */
  track(marks: string, options?: FixOptions): TrackPoint[];
  /** Fixes every `interval` seconds along a drive from letter to letter, including the first and the last letter. */
  drive(letters: string, options?: DriveOptions): TrackPoint[];
  /** The way of a match as letters: "abc | off | de"; see {@link drivenLetters}. */
  driven(match: Match, roads: RoadGraph): string;
}

const DECORATION = /[\s\-|/\\+.:'`,*~=_<>^]/;
const DEFAULT_MODES: Partial<Record<RoadClass, readonly Mode[]>> = {
  motorway: ["driving", "trucking"],
  pedestrian: ["walking"],
  footway: ["walking"],
  steps: ["walking"],
  cycleway: ["walking", "cycling"],
};

/**
 * Reads a drawing. Letters are nodes and digits are fixes, each at most once; blanks and lines of the drawing are ignored, so that ways come only from
 * {@link AsciiMap.roads}. Up is north.
 */
export function asciiMap(drawing: string, options: MapOptions = {}): AsciiMap {
  const { metresPerCell = 50, origin = [-30, 45] } = options;
  const marks = readMarks(drawing);
  const stepLat = metresPerCell / latScale(origin[1]);
  const stepLon = metresPerCell / lonScale(origin[1]);

  /** Degrees × 1e7, as the road file stores them. */
  const fixed = (mark: string): [number, number] => {
    const cell = marks.get(mark);
    if (!cell) throw new Error(`the map has no "${mark}"`);
    const lon = origin[0] + cell[0] * stepLon;
    return [Math.round((lon > 180 ? lon - 360 : lon) * 1e7), Math.round((origin[1] - cell[1] * stepLat) * 1e7)];
  };
  const at = (mark: string): [number, number] => {
    const [lon, lat] = fixed(mark);
    return [lon / 1e7, lat / 1e7];
  };
  const roads = (ways: Record<string, AsciiWay>, rules: AsciiRules = {}) => writeSource(ways, rules, fixed);
  return {
    at,
    roads,
    graph: (ways, rules) => buildRoads(roads(ways, rules)),
    track: (wanted, fixes = {}) =>
      fixesAt(
        [...wanted].map((mark) => at(mark)),
        fixes,
      ),
    drive: (letters, how = {}) =>
      driveAlong(
        [...letters].map((mark) => marks.get(mark) ?? missing(mark)),
        metresPerCell,
        (x, y) => [origin[0] + x * stepLon, origin[1] - y * stepLat],
        how,
      ),
    driven: (match, graph) => drivenLetters(match, graph, new Map([...marks.keys()].map((mark) => [fixed(mark).join(), mark]))),
  };
}

/** Column and line of each letter and digit. */
function readMarks(drawing: string): Map<string, [number, number]> {
  const marks = new Map<string, [number, number]>();
  drawing.split("\n").forEach((line, y) => {
    [...line].forEach((mark, x) => {
      if (DECORATION.test(mark)) return;
      if (!/[a-zA-Z0-9]/.test(mark)) throw new Error(`"${mark}" means nothing in a map; letters are nodes, digits are fixes`);
      if (marks.has(mark)) throw new Error(`"${mark}" is in the map twice`);
      marks.set(mark, [x, y]);
    });
  });
  return marks;
}

function missing(mark: string): never {
  throw new Error(`the map has no "${mark}"`);
}

function writeSource(ways: Record<string, AsciiWay>, rules: AsciiRules, fixed: (mark: string) => [number, number]): RoadSource {
  const source = new RoadSource();
  const nodeIds = new Map<string, number>();
  const node = (letter: string): number => {
    let id = nodeIds.get(letter);
    if (id === undefined) {
      if (!/^[a-zA-Z]$/.test(letter)) throw new Error(`"${letter}" is no node; nodes are letters`);
      id = letter.codePointAt(0)!;
      nodeIds.set(letter, id);
      source.addNode(id, ...fixed(letter));
    }
    return id;
  };
  const wayIds = new Map<string, number>();
  Object.entries(ways).forEach(([letters, way], index) => {
    const id = way.id ?? index + 1;
    wayIds.set(letters, id);
    const roadClass = way.class ?? "residential";
    const access = accessBits(way.access ?? DEFAULT_MODES[roadClass] ?? "all");
    const bound = Access.driving | Access.trucking | Access.cycling;
    const closedForward = way.oneway === "-1" ? bound : 0;
    const closedBackward = way.oneway === true || way.oneway === "yes" ? bound : 0;
    const speed = speedCode(way.speed);
    const truckSpeed = speedCode(way.truckSpeed);
    source.addWay({
      id,
      nodes: [...letters].map(node),
      roadClass: ROAD_CLASSES.indexOf(roadClass),
      flags: flagBits(way.flags),
      forward: access & ~closedForward,
      backward: access & ~closedBackward,
      speedForward: speed,
      speedBackward: speed,
      truckSpeedForward: truckSpeed,
      truckSpeedBackward: truckSpeed,
      name: way.name ?? letters,
    });
  });
  const wayId = (letters: string): number => {
    const id = wayIds.get(letters);
    if (id === undefined) throw new Error(`a restriction names the way "${letters}"; the ways are ${[...wayIds.keys()].join(", ")}`);
    return id;
  };
  (rules.restrictions ?? []).forEach((rule, index) => {
    const nodeVia = typeof rule.via === "string" && rule.via.length === 1;
    source.restrictions.push({
      id: index + 1,
      only: rule.only,
      from: [rule.from].flat().map(wayId),
      to: [rule.to].flat().map(wayId),
      via: nodeVia ? { node: node(rule.via as string) } : { ways: [rule.via].flat().map(wayId) },
      modes: accessBits(rule.modes ?? ["driving", "trucking", "cycling"]),
    });
  });
  for (const [letter, barrier] of Object.entries(rules.barriers ?? {}))
    source.barriers.push({ node: node(letter), access: accessBits(barrier.access ?? "none"), flags: flagBits(barrier.flags) });
  return source;
}

function accessBits(access: readonly Mode[] | "all" | "none"): number {
  if (access === "all") return ACCESS_ALL;
  if (access === "none") return 0;
  return access.reduce((bits, mode) => bits | Access[mode], 0);
}

function flagBits(flags: readonly (keyof typeof Flag)[] = []): number {
  return flags.reduce((bits, flag) => bits | Flag[flag], 0);
}

function speedCode(speed: number | string | undefined): number {
  if (speed === undefined) return 0;
  return typeof speed === "string" && speed.endsWith("mph") ? encodeSpeed(Number.parseFloat(speed), "mph") : encodeSpeed(Number(speed));
}

/**
 * A match as text. Road stretches are the letters along their edges in travel order, joined if one continues the last: `ab`, `bc` → "abc", and back again
 * → "abcb". Other stretches are the words "off" and "gap". Parts that do not join are separated: "ab | off | cd". An edge is written in full even if only
 * a part of it was driven. A node that is no letter of the map is "?".
 */
function drivenLetters(match: Match, roads: RoadGraph, letterAt: Map<string, string>): string {
  const parts: string[] = [];
  let open = false;
  for (const stretch of match.stretches) {
    if (stretch.type !== "Road") {
      parts.push(stretch.type === "Off" ? "off" : "gap");
      open = false;
      continue;
    }
    const letters: string[] = [];
    const last = roads.shapeStart[stretch.edge + 1] - 1;
    for (let k = roads.shapeStart[stretch.edge]; k <= last; k++)
      letters.push(letterAt.get(`${roads.shapeLon[k]},${roads.shapeLat[k]}`) ?? "?");
    if (stretch.arc & 1) letters.reverse();
    const before = parts[parts.length - 1];
    if (open && before.endsWith(letters[0])) parts[parts.length - 1] = before + letters.slice(1).join("");
    else parts.push(letters.join(""));
    open = true;
  }
  return parts.join(" | ");
}

/**
 * A match as the names of its ways, without direction, each name once for consecutive edges: "High Street | off | Mill Lane". For networks that are not
 * drawn.
 */
export function drivenNames(match: Match, roads: RoadGraph): string {
  const parts: string[] = [];
  for (const stretch of match.stretches) {
    const part = stretch.type === "Road" ? roads.name(stretch.edge) : stretch.type === "Off" ? "off" : "gap";
    if (parts[parts.length - 1] !== part) parts.push(part);
  }
  return parts.join(" | ");
}
