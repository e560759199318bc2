// How many connections there may be at a time. Where the system's limit of open files is reached, it resets new ones without a word, and no worker that died
// can be replaced.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** Most connections at a time, at some 10 kB each while nothing is asked on them. */
const MOST = 10_000;
/** Open files that the process has for itself; of a small limit half. */
const OWN_FILES = 200;
/** Seconds between two words about connections refused. */
const QUIET_SECONDS = 10;

/** Connections there may be, where the system says how many files may be open (Linux). */
export function mostConnections(limits = systemLimits()): number {
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(MOST, Math.max(Math.floor(files / 2), files - OWN_FILES));
}

/** Refuses connections beyond `most`. `tell` hears of the first at once, of those that follow now and then. */
export function limitConnections(server: Server, most: number, tell: (sentence: string) => void, quietSeconds = QUIET_SECONDS): void {
  let refused = 0;
  let isQuiet = false;
  const told = () => {
    isQuiet = refused > 0;
    if (!isQuiet) return;
    tell(`${refused} connection${refused === 1 ? " was" : "s were"} refused: there are ${most}, the most there may be.`);
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
