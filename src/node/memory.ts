// How much memory there is for one process to take.
import { freemem, totalmem } from "node:os";

/** What Node takes beside the objects of a program that imports roads. */
const RUNTIME_BYTES = 32 << 20;

/** Bytes that are to be had without harm to others, by what the system says and the limit set for the process, if there is one. */
export function memoryAtHand(): number {
  // Linux counts what it would give up; elsewhere "free" leaves out most of that, so all there is has to do.
  const free = process.platform === "linux" ? freemem() : totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  if (!(limit > 0 && limit < totalmem())) return free;
  // Of such a limit the process has taken a part already, and what compiled code and the collector take is no object's.
  return Math.max(1, Math.min(free, limit - process.memoryUsage.rss() - RUNTIME_BYTES));
}
