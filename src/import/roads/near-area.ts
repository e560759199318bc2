// Near area: which ways of a file come near an area. Its nodes tell this before anything else of the file is kept.
import { E7, HALF_TURN_E7, latScale, lonScale, WHOLE_TURN_E7 } from "../../geo/metres.js";
import type { Area } from "../../roads/area.js";
import { Growable, sharedCopy } from "../../roads/growable.js";
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

/**
 * By band of latitudes, from the south pole: the spans of longitude near the area, as west, east, west, east …, rising and disjoint. There are few, however
 * many parts the area has.
 */
export type Bands = readonly (readonly number[] | undefined)[];

/** Tells nodes and ways near an area from others. */
export class NearArea {
  readonly #bands: Bands;
  readonly #nodes: NearNodes | undefined;
  #index: NodeIndex | null = null;

  /** `nodes`: the nodes near the area, for ways that come without positions. */
  constructor(bands: Bands, nodes?: NearNodes) {
    this.#bands = bands;
    this.#nodes = nodes;
  }

  /** Whether a place is near; degrees × 1e7. */
  holds(lon: number, lat: number): boolean {
    const spans = this.#bands[bandOf(lat)];
    if (spans === undefined) return false;
    for (let i = 0; i < spans.length && spans[i] <= lon; i += 2) if (lon <= spans[i + 1]) return true;
    return false;
  }

  /** Whether a way comes near: whether one of its nodes does, or one of the positions that came with it. */
  way(nodes: ArrayLike<number>, positions?: Positions): boolean {
    if (positions !== undefined) {
      for (let i = 0; i < nodes.length; i++) if (this.holds(positions.lon[i], positions.lat[i])) return true;
      return false;
    }
    if (this.#nodes === undefined) return false;
    const { ids, rising } = this.#nodes;
    this.#index ??= rising ? new SortedIds(ids, ids.length) : new HashedIds(ids, ids.length);
    for (let i = 0; i < nodes.length; i++) if (this.#index.of(nodes[i]) >= 0) return true;
    return false;
  }
}

/** The ids of the nodes near an area, and whether they rise. */
export interface NearNodes {
  ids: Float64Array;
  rising: boolean;
}

/** Gathers them. */
export class NearIds {
  readonly #ids = new Growable(Float64Array);
  readonly #most: number;
  #rising = true;

  /** `maxMemory`: bytes that the nodes may take. */
  constructor(maxMemory = Number.POSITIVE_INFINITY) {
    this.#most = Math.floor(maxMemory / BYTES_PER_NODE);
  }

  /** @throws SnapError "limit" when all together take more memory than they may. */
  add(ids: Float64Array): void {
    const all = this.#ids;
    const start = all.length;
    if (start + ids.length > this.#most)
      throw tooLarge("The nodes near the area", this.#most * BYTES_PER_NODE, `there are more than ${this.#most}`, "a smaller area");
    all.extend(ids.length);
    all.data.set(ids, start);
    for (let i = Math.max(1, start); i < all.length && this.#rising; i++) this.#rising = all.data[i] > all.data[i - 1];
  }

  /** `shared`: in memory that threads share. */
  all(shared: boolean): NearNodes {
    const ids = this.#ids.take();
    return { ids: shared ? sharedCopy(ids) : ids, rising: this.#rising };
  }
}

/** The spans within {@link RIM} of an area. */
export function bandsAround(area: Area): Bands {
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
  return Array.from(bands, (spans = []) => joined(spans));
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
