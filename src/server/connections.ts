// Connections: limits their number. At the system's limit of open files, new connections would be reset without a word, and no worker that died could be
// replaced.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** Most connections at a time. An idle one takes some 10 kB. */
const MOST = 10_000;
/** Open files that are kept for the process itself; but no more than half, if the system's limit is small. */
const OWN_FILES = 200;
/** Seconds between two reports about refused connections. */
const QUIET_SECONDS = 10;

/** Most connections, if the system tells how many files may be open (Linux). */
export function mostConnections(limits = systemLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(MOST, Math.max(Math.floor(files / 2), files - OWN_FILES));
}

/** Refuses connections beyond `most`. The first is reported to `tell` at once, further ones now and then. */
export function limitConnections(server: Server, most: number, tell: (sentence: string) => void, quietSeconds = QUIET_SECONDS): void {
  let refused = 0;
  let isQuiet = false;
  const told = () => {
    isQuiet = refused > 0;
    if (!isQuiet) return;
    tell(`${refused} connection${refused === 1 ? " was" : "s were"} refused: there are ${most} already, the most that are allowed.`);
    refused = 0;
    setTimeout(told, quietSeconds * 1000).unref();
  };
  server.maxConnections = most;
  server.on("drop", () => {
    refused++;
    if (!isQuiet) told();
  });
}

function systemLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return ""; // another system
  }
}
