// Memory: how much memory a process may take.
import { freemem, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { ROUTE_MEMORY } from "../match/options.js";

/** Bytes that Node takes in addition to the objects of a program that imports roads. */
const RUNTIME_BYTES = 32 << 20;

/** Least megabytes for a worker's cache of ways. */
const LEAST_ROUTES = 10;
/** Half of the megabytes that a worker takes for everything else. (Half, since only half of the available memory is distributed.) */
const WORKER = 48;

/** Bytes that a worker takes for each arc of its roads, in columns by arc, … */
const BY_ARC = 40;
/** … and for what follows each arc that it has driven, of which it keeps so many. */
const BY_DRIVEN = 100;
const MOST_DRIVEN = 1e6;

/** Megabytes for the cache of ways of each worker, so that all workers together leave free half of what is available beside their columns by arc. */
export function routeMemoryOf(threads: number, arcs: number, bytes = memoryAtHand()): number {
  return Math.min(ROUTE_MEMORY, Math.max(LEAST_ROUTES, Math.floor((bytes / threads - takenFor(arcs)) / 2 ** 21) - WORKER));
}

/** How many workers there is memory for, one at least, if each has the least cache of ways. */
export function workersWithin(arcs: number, bytes = memoryAtHand()): number {
  return Math.max(1, Math.floor(bytes / (takenFor(arcs) + (WORKER + LEAST_ROUTES) * 2 ** 21)));
}

/** Bytes of a worker that go by the size of its roads, when it has been on many of them. */
function takenFor(arcs: number): number {
  return BY_ARC * arcs + BY_DRIVEN * Math.min(arcs, MOST_DRIVEN);
}

/** Bytes that the process can take without harm to others, by what the system reports and by the limit of the process, if it has one. */
export function memoryAtHand(): number {
  // On Linux "free" includes memory that the system would give up. Elsewhere it leaves out most of that, so the total has to do.
  const free = process.platform === "linux" ? freemem() : totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  if (!(limit > 0 && limit < totalmem())) return free;
  // The process has already taken a part of its limit, and compiled code and the garbage collector need some of it.
  return Math.max(1, Math.min(free, limit - process.memoryUsage.rss() - RUNTIME_BYTES));
}

/** Bytes that objects may take in this process, typed arrays not counted. Not every runtime has such a limit. */
export function objectsAtMost(): number {
  return getHeapStatistics().heap_size_limit || Number.POSITIVE_INFINITY;
}
