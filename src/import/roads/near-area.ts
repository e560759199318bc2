// Near area: which ways of a file come near an area. Its nodes tell this before anything else of the file is kept.
import { E7, HALF_TURN_E7, latScale, lonScale, WHOLE_TURN_E7 } from "../../geo/metres.js";
import type { Area } from "../../roads/area.js";
import { Growable } from "../../roads/growable.js";
import { HashedIds, type NodeIndex, SortedIds } from "../../roads/node-index.js";
import { tooLarge } from "./reading.js";
import type { Positions } from "./road-collector.js";

/** Metres around the area within which every way is kept, so that the roads that touch the area meet the same roads as in the whole file. */
const RIM = 5000;
/** Bytes of memory for every node noted: its id, spare room for ids to grow into, and an index if the ids do not rise. */
const BYTES_PER_NODE = 28;
/** Degrees × 1e7. */
const SOUTH_POLE = -9e8;
/** Height of a band of latitudes, degrees × 1e7: some 1.1 km. */
const BAND = 1e5;

/** Is first shown all nodes, then asked for ways. */
export class NearArea {
  /**
   * By band of latitudes, from the south pole: the spans of longitude near the area, as west, east, west, east …, rising and disjoint. There are few, however
   * many parts the area has.
   */
  readonly #bands: readonly (readonly number[] | undefined)[];
  readonly #ids = new Growable(Float64Array);
  readonly #maxNodes: number;
  #rising = true;
  #index: NodeIndex | null = null;

  /** `maxMemory`: bytes that the nodes noted may take. */
  constructor(area: Area, maxMemory = Number.POSITIVE_INFINITY) {
    this.#maxNodes = Math.floor(maxMemory / BYTES_PER_NODE);
    const bands: [west: number, east: number][][] = [];
    for (const [west, south, east, north] of area.parts) {
      const farthest = Math.min(90, Math.max(Math.abs(south), Math.abs(north)) / E7);
      const rim = (RIM / latScale(farthest)) * E7;
      const lonRim = (RIM / Math.max(1, lonScale(farthest))) * E7;
      const last = bandOf(Math.min(-SOUTH_POLE, north + rim));
      for (let band = bandOf(Math.max(SOUTH_POLE, south - rim)); band <= last; band++) {
        bands[band] ??= [];
        for (const turn of [0, WHOLE_TURN_E7, -WHOLE_TURN_E7]) bands[band].push([west - lonRim + turn, east + lonRim + turn]);
      }
    }
    this.#bands = Array.from(bands, (spans = []) => joined(spans));
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

  /** Whether a way comes near: whether one of its nodes was noted, or one of the positions that came with it is near. */
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
    const spans = this.#bands[bandOf(lat)];
    if (spans === undefined) return false;
    for (let i = 0; i < spans.length && spans[i] <= lon; i += 2) if (lon <= spans[i + 1]) return true;
    return false;
  }
}

function bandOf(lat: number): number {
  return Math.floor((lat - SOUTH_POLE) / BAND);
}

/** The union of spans, as disjoint ones; those beyond ±180° are left out. */
function joined(spans: [west: number, east: number][]): number[] {
  const found: number[] = [];
  for (const [west, east] of spans.sort((a, b) => a[0] - b[0])) {
    if (east < -HALF_TURN_E7 || west > HALF_TURN_E7) continue;
    if (found.length > 0 && west <= found[found.length - 1]) found[found.length - 1] = Math.max(found[found.length - 1], east);
    else found.push(west, east);
  }
  return found;
}
