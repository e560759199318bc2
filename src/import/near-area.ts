// Near an area: which ways of a file come near it, told by their nodes before anything else of the file is kept.
import { latScale, lonScale, wrapLonE7 } from "../geo/metres.js";
import type { Area } from "../roads/area.js";
import { Growable } from "../roads/growable.js";
import { HashedIds, type NodeIndex, SortedIds } from "../roads/node-index.js";
import { tooLarge } from "./reading.js";
import type { Positions } from "./road-collector.js";

/** Metres around the area in which every way is kept: there the roads that touch it meet the same others as in the whole file. */
const RIM = 5000;
/** Bytes of memory for every node noted, while their list is made longer. */
const BYTES_PER_NODE = 20;
/** Degrees × 1e7. */
const E7 = 1e7;
const HALF_TURN = 1.8e9;

/** A window around a part of the area and its rim: its middle and how far it reaches, degrees × 1e7. */
interface Reach {
  lon: number;
  halfLon: number;
  south: number;
  north: number;
}

/** First it is shown all nodes, then it is asked for ways. */
export class NearArea {
  readonly #reaches: readonly Reach[];
  readonly #ids = new Growable(Float64Array);
  readonly #maxNodes: number;
  #rising = true;
  #index: NodeIndex | null = null;

  /** `maxMemory`: bytes that the nodes noted may take. */
  constructor(area: Area, maxMemory = Number.POSITIVE_INFINITY) {
    this.#maxNodes = Math.floor(maxMemory / BYTES_PER_NODE);
    this.#reaches = area.parts.map(([west, south, east, north]) => {
      const farthest = Math.min(90, Math.max(Math.abs(south), Math.abs(north)) / E7);
      const rim = (RIM / latScale(farthest)) * E7;
      const halfLon = (east - west) / 2 + (RIM / Math.max(1, lonScale(farthest))) * E7;
      return { lon: (west + east) / 2, halfLon: Math.min(HALF_TURN, halfLon), south: south - rim, north: north + rim };
    });
  }

  /**
   * Notes a node if it is near; degrees × 1e7.
   * @throws SnapError "limit" when those noted take more memory than they may.
   */
  node(id: number, lon: number, lat: number): void {
    if (!this.#holds(lon, lat)) return;
    const { length, data } = this.#ids;
    if (length >= this.#maxNodes) {
      const reason = `there are more than ${this.#maxNodes}`;
      throw tooLarge("The nodes near the area", this.#maxNodes * BYTES_PER_NODE, reason, "a smaller area");
    }
    if (length > 0 && !(id > data[length - 1])) this.#rising = false;
    this.#ids.push(id);
  }

  /** Whether a way comes near: one of its nodes does, of those noted or by the positions that came with it. */
  way(nodes: ArrayLike<number>, positions?: Positions): boolean {
    if (positions !== undefined) {
      for (let i = 0; i < nodes.length; i++) if (this.#holds(positions.lon[i], positions.lat[i])) return true;
      return false;
    }
    this.#index ??= this.#rising ? new SortedIds(this.#ids.data, this.#ids.length) : new HashedIds(this.#ids.data, this.#ids.length);
    for (let i = 0; i < nodes.length; i++) if (this.#index.of(nodes[i]) >= 0) return true;
    return false;
  }

  #holds(lon: number, lat: number): boolean {
    for (const reach of this.#reaches) {
      if (lat >= reach.south && lat <= reach.north && Math.abs(wrapLonE7(lon - reach.lon)) <= reach.halfLon) return true;
    }
    return false;
  }
}
