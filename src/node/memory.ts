// Memory: how much memory a process may take.
import { freemem, totalmem } from "node:os";

/** What Node takes beside the objects of a program that imports roads. */
const RUNTIME_BYTES = 32 << 20;

/** Bytes that the process can take without harm to others, by what the system says, and by the limit set for the process if there is one. */
export function memoryAtHand(): number {
  // On Linux "free" includes memory that the system would give up. Elsewhere it leaves out most of that, so the total has to do.
  const free = process.platform === "linux" ? freemem() : totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  if (!(limit > 0 && limit < totalmem())) return free;
  // The process has already taken a part of its limit, and compiled code and the garbage collector need some of it.
  return Math.max(1, Math.min(free, limit - process.memoryUsage.rss() - RUNTIME_BYTES));
}
