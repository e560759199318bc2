// GeoJSON nodes: lines that have a coordinate in common meet in a node there.

import { type JoinableLine, keyOf } from "./joints.js";
import type { RoadCollector } from "./road-collector.js";

/**
 * Gives equal coordinates one node, except where one line passes above another. Ids are below 0, in the order of the file: they mean something in this file
 * only, and differ from all ids of OSM and of other files.
 */
export class NodeTable {
  readonly #numbers = new Map<string, number>();
  readonly #ofLine = new Map<JoinableLine, number[]>();
  readonly #ends = new Set<string>();
  /** Places of the nodes, by number: degrees × 1e7. */
  readonly lon: number[] = [];
  readonly lat: number[] = [];

  constructor(lines: readonly JoinableLine[]) {
    for (const { lon, lat } of lines) {
      const last = lon.length - 1;
      if (last < 0) continue;
      this.#ends.add(keyOf(lon[0], lat[0]));
      this.#ends.add(keyOf(lon[last], lat[last]));
    }
    for (const line of lines) this.#ofLine.set(line, this.#numberPlaces(line));
  }

  /** The node numbers of a line's places, from 0 in the order of the file. */
  numbersOf(line: JoinableLine): number[] {
    return this.#ofLine.get(line)!;
  }

  idsOf(line: JoinableLine): number[] {
    return this.numbersOf(line).map((number) => number - this.lon.length);
  }

  give(collector: RoadCollector): void {
    const count = this.lon.length;
    for (let i = 0; i < count; i++) if (collector.wants(i - count)) collector.position(i - count, this.lon[i], this.lat[i]);
  }

  #numberPlaces({ lon, lat, level }: JoinableLine): number[] {
    return lon.map((x, i) => {
      const place = keyOf(x, lat[i]);
      const key = this.#ends.has(place) ? place : `${place}@${level}`;
      let number = this.#numbers.get(key);
      if (number === undefined) {
        number = this.lon.push(x) - 1;
        this.lat.push(lat[i]);
        this.#numbers.set(key, number);
      }
      return number;
    });
  }
}
