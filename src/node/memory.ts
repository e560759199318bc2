// Memory: how much memory a process may take.
import { freemem, totalmem } from "node:os";

/** What Node takes beside the objects of a program that imports roads. */
const RUNTIME_BYTES = 32 << 20;

/** Most and least megabytes for a worker's cache of ways. */
const MOST_ROUTES = 320;
const LEAST_ROUTES = 10;
/** Half the megabytes that a worker takes for everything else: only half of the memory at hand is shared out. */
const WORKER = 48;

/** Megabytes for the cache of ways of each worker, such that all workers together leave half of the memory at hand free. */
export function routeMemoryOf(threads: number, bytes = memoryAtHand()): number {
  return Math.min(MOST_ROUTES, Math.max(LEAST_ROUTES, Math.floor(bytes / 2 ** 21 / threads) - WORKER));
}

/** Bytes that the process can take without harm to others, by what the system says, and by the limit set for the process if there is one. */
export function memoryAtHand(): number {
  // On Linux "free" includes memory that the system would give up. Elsewhere it leaves out most of that, so the total has to do.
  const free = process.platform === "linux" ? freemem() : totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  if (!(limit > 0 && limit < totalmem())) return free;
  // The process has already taken a part of its limit, and compiled code and the garbage collector need some of it.
  return Math.max(1, Math.min(free, limit - process.memoryUsage.rss() - RUNTIME_BYTES));
}
