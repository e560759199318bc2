// The bundled town as plain ways and nodes, read without the library's importer, with plane geometry on them.
import { distance } from "../../src/geo/metres.js";

export type Tags = Record<string, string | undefined>;
export type Place = [lon: number, lat: number];
export interface Way {
  id: number;
  /** Ids of its nodes. */
  nodes: number[];
  tags: Tags;
}
export interface Relation {
  members: { type: string; ref: number; role: string }[];
  tags: Tags;
}

/** Reads OSM XML as the generator writes it, with functions for lengths and crossings of its ways. */
export function parseTown(text: string) {
  const nodes = new Map<number, { at: Place; tags: Tags }>();
  const ways: Way[] = [];
  const relations: Relation[] = [];
  const value = (part: string, key: string) => new RegExp(` ${key}="([^"]*)"`).exec(part)![1];
  for (const [part, kind] of text.matchAll(/<(node|way|relation) (?:[^>]*\/>|[^>]*[^/]>[\s\S]*?<\/\1>)/g)) {
    const tags: Tags = Object.fromEntries([...part.matchAll(/<tag k="([^"]*)" v="([^"]*)"/g)].map(([, k, v]) => [k, v]));
    const id = Number(value(part, "id"));
    if (kind === "node") nodes.set(id, { at: [Number(value(part, "lon")), Number(value(part, "lat"))], tags });
    if (kind === "way") ways.push({ id, tags, nodes: [...part.matchAll(/<nd ref="(\d+)"/g)].map(([, ref]) => Number(ref)) });
    const members = [...part.matchAll(/<member type="(\w+)" ref="(\d+)" role="(\w+)"/g)];
    if (kind === "relation") relations.push({ tags, members: members.map(([, type, ref, role]) => ({ type, ref: Number(ref), role })) });
  }

  const place = (node: number): Place => nodes.get(node)!.at;
  const ends = (way: Way): [number, number] => [way.nodes[0], way.nodes[way.nodes.length - 1]];
  const pieces = (way: Way) => way.nodes.slice(1).map((node, i) => [place(way.nodes[i]), place(node)] as const);
  return {
    nodes,
    ways,
    relations,
    place,
    /** Its first and last node. */
    ends,
    /** Metres along a way. */
    lengthOf: (way: Way) => pieces(way).reduce((sum, [a, b]) => sum + distance(...a, ...b), 0),
    /** Metres between the ends of a way. */
    span: (way: Way) => distance(...place(ends(way)[0]), ...place(ends(way)[1])),
    metresTo: (p: Place, way: Way) => Math.min(...pieces(way).map(([a, b]) => distance(...p, ...nearestOn(p, a, b)))),
    /** Whether two ways cross, in the plane. */
    crosses: (one: Way, other: Way) =>
      pieces(one).some(([a, b]) => pieces(other).some(([c, d]) => side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b))),
  };
}

/** The place of a straight piece nearest to p. */
export function nearestOn(p: Place, a: Place, b: Place): Place {
  // The town is at 45° north, where a degree of longitude is that much shorter than one of latitude.
  const narrow = Math.SQRT1_2;
  const [dx, dy] = [(b[0] - a[0]) * narrow, b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * narrow * dx + (p[1] - a[1]) * dy) / length2));
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

function side(a: Place, b: Place, p: Place): boolean {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0;
}
