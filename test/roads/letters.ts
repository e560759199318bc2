// Road sources written as strings of letters, and road networks read back in that form.
import { ROAD_CLASSES, type RoadClass } from "../../src/roads/attributes.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { RoadSource, type SourceWay } from "../../src/roads/source.js";
import { STREET } from "../helpers/road-source.js";

/** A way: its nodes as letters, and whatever differs from the default (a residential road open to all, with ids counted from 1). */
export type LetterWay = string | ({ nodes: string; roadClass?: RoadClass } & Partial<Omit<SourceWay, "nodes" | "roadClass">>);

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
/** Degrees × 1e7 between neighbours: about 110 m northwards. */
const STEP = 10_000;

/**
 * Small letters are nodes, five to a row, with rows slightly tilted so that no three nodes are in line. A capital letter is another node at the place of
 * its small letter. "?" is a node that the source does not have.
 */
export function sourceOf(ways: readonly LetterWay[], barriers: RoadSource["barriers"] = []): RoadSource {
  const source = new RoadSource();
  for (const letter of new Set(ways.flatMap((way) => [...(typeof way === "string" ? way : way.nodes)]))) {
    if (letter !== "?") source.addNode(nodeId(letter), ...placeOf(letter));
  }
  ways.forEach((way, i) => {
    const { nodes, roadClass = "residential", ...rest } = typeof way === "string" ? { nodes: way } : way;
    source.addWay({
      id: i + 1,
      nodes: [...nodes].map(nodeId),
      ...STREET,
      roadClass: ROAD_CLASSES.indexOf(roadClass),
      ...rest,
    });
  });
  source.barriers.push(...barriers);
  return source;
}

/** The source's id of a letter. */
export function nodeId(letter: string): number {
  return letter.charCodeAt(0);
}

/** Degrees × 1e7 of a letter. */
export function placeOf(letter: string): [lon: number, lat: number] {
  const i = ALPHABET.indexOf(letter.toLowerCase());
  const [column, row] = [i % 5, Math.floor(i / 5)];
  return [80_000_000 + STEP * column + 300 * row * row, 470_000_000 - STEP * row + 700 * column * column];
}

/** The small letters along an arc in travel order. */
export function lettersOf(roads: RoadGraph, arc: number): string {
  const edge = arc >>> 1;
  let letters = "";
  for (let i = roads.shapeStart[edge]; i < roads.shapeStart[edge + 1]; i++) {
    const letter = letterAt(roads.shapeLon[i], roads.shapeLat[i]);
    letters = arc & 1 ? letter + letters : letters + letter;
  }
  return letters;
}

/** Every edge as letters, in order. */
export function edgesOf(roads: RoadGraph): string[] {
  return Array.from({ length: roads.edgeCount }, (_, edge) => lettersOf(roads, edge * 2));
}

/** The graph node at a letter; undefined if there is none. */
export function graphNodeAt(roads: RoadGraph, letter: string): number | undefined {
  const [lon, lat] = placeOf(letter);
  const n = roads.nodeLon.findIndex((at, i) => at === lon && roads.nodeLat[i] === lat);
  return n < 0 ? undefined : n;
}

const LETTERS = new Map([...ALPHABET].map((letter) => [placeOf(letter).join(), letter]));

function letterAt(lon: number, lat: number): string {
  return LETTERS.get(`${lon},${lat}`) ?? "!";
}
