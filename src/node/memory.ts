// Memory: how much memory a process may take.
import { freemem, totalmem } from "node:os";
import { ROUTE_MEMORY } from "../match/reach.js";

/** Bytes that Node takes in addition to the objects of a program that imports roads. */
const RUNTIME_BYTES = 32 << 20;

/** Least megabytes for a worker's cache of ways. */
const LEAST_ROUTES = 10;
/** Half of the megabytes that a worker takes for everything else. (Half, since only half of the available memory is distributed.) */
const WORKER = 48;

/** Megabytes for the cache of ways of each worker, so that all workers together leave half of the available memory free. */
export function routeMemoryOf(threads: number, bytes = memoryAtHand()): number {
  return Math.min(ROUTE_MEMORY, Math.max(LEAST_ROUTES, Math.floor(bytes / 2 ** 21 / threads) - WORKER));
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
