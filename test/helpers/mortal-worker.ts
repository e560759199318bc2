// The worker of MatcherPool as tests start it: the real one, but with tracks that it dies of, or is never done with.
import { threadId } from "node:worker_threads";
import type { Errand } from "../../src/node/pool-messages.js";
import { splitParts } from "../../src/node/pool-packing.js";
import * as worker from "../../src/node/pool-worker.js";

const WAYS = {
  exit: () => process.exit(3),
  throw: () => {
    queueMicrotask(() => {
      throw new Error("nobody catches this");
    });
    return new Promise<never>(() => {});
  },
  memory: () => {
    for (const all: number[][] = []; ; ) all.push(new Array(1e4).fill(1.5));
  },
  endless: () => {
    for (;;);
  },
};
export type WayToDie = keyof typeof WAYS;

/** By the track's first longitude, which is none a real one has: −1001 exit, −1002 throw, −1003 memory, −1004 endless. */
export const match = (errand: Errand<"match">) => {
  const way = Object.keys(WAYS)[-1001 - (splitParts(errand.job.tracks).find((track) => track[0] < -1000)?.[0] ?? 0)];
  return suffer(way) ?? worker.match(errand);
};

/** By the line's id, or the track's. */
export const snapLines = (errand: Errand<"snapLines">) => {
  const ids = errand.job.lines.map(({ line, id }) => id ?? /"id":"(\w+)"/.exec(String(line))?.[1]);
  return suffer(ids.find(isWay)) ?? worker.snapLines(errand);
};

/**
 * By the parameter `fate`; with `deaths`, an Int32Array on shared memory, only as often as that says. With `thread`, such an array as well, it
 * says there which thread it is, and is at it until nobody waits for the answer any more.
 */
export const execute = (errand: Errand<"execute">) => {
  const { fate, deaths, thread } = errand.job.parameters as Record<string, unknown>;
  if (thread instanceof Int32Array) {
    Atomics.store(thread, 0, threadId);
    while (Atomics.load(errand.unwanted, 0) === 0);
  }
  const dies = !(deaths instanceof Int32Array) || Atomics.sub(deaths, 0, 1) > 0;
  return (dies && suffer(fate)) || worker.execute(errand);
};

/** By the file's name. */
export const snapFile = (errand: Errand<"snapFile">) => suffer(/(\w+)\.\w+$/.exec(errand.job.name)?.[1]) ?? worker.snapFile(errand);

function isWay(name: unknown): name is WayToDie {
  return typeof name === "string" && Object.hasOwn(WAYS, name);
}

/** Never comes back, or comes back with what never ends. */
function suffer(way: unknown): Promise<never> | undefined {
  return isWay(way) ? WAYS[way]() : undefined;
}
