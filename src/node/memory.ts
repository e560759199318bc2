// How much memory there is for one process to take.
import { freemem, totalmem } from "node:os";

/** Bytes that are to be had without harm to others, by what the system says and the limit set for the process, if there is one. */
export function memoryAtHand(): number {
  // Linux counts what it would give up; elsewhere "free" leaves out most of that, so all there is has to do.
  const free = process.platform === "linux" ? freemem() : totalmem();
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 && limit < totalmem() ? Math.min(free, limit) : free;
}
