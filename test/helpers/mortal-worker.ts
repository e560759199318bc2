// The worker of MatcherPool as tests start it: the real one, except that some tracks make it die or hang.
import { threadId } from "node:worker_threads";
import { packError } from "../../src/node/failure.js";
import type { Errand } from "../../src/node/pool/messages.js";
import { joinParts, splitParts } from "../../src/node/pool/packing.js";
import * as worker from "../../src/node/pool/pool-worker.js";

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

/**
 * Chosen by the track's first longitude, beyond any real one: −1001 exit, −1002 throw, −1003 memory, −1004 endless. At −1005 the matcher has a defect: all
 * tracks of the message are answered by that.
 */
export const match = (errand: Errand<"match">) => {
  const tracks = splitParts(errand.job.tracks);
  const fate = tracks.find((track) => track[0] < -1000)?.[0] ?? 0;
  if (fate === -1005) {
    const defect = packError(new Error("index -1 out of range"));
    return { matches: joinParts(tracks.map(() => new Float64Array(0))), failures: tracks.map(() => defect) };
  }
  return suffer(Object.keys(WAYS)[-1001 - fate]) ?? worker.match(errand);
};

/** Chosen by the line's id, or the track's. */
export const snapLines = (errand: Errand<"snapLines">) => {
  const ids = errand.job.lines.map(({ line, id }) => id ?? /"id":"(\w+)"/.exec(String(line))?.[1]);
  return suffer(ids.find(isWay)) ?? worker.snapLines(errand);
};

/**
 * Chosen by the parameter `fate`; with `deaths`, an Int32Array in shared memory, only that many times. With `thread`, another such array, the worker
 * stores its thread's number there, and works until nobody waits for the answer.
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

/** Chosen by the file's name. */
export const snapFile = (errand: Errand<"snapFile">) => suffer(/(\w+)\.\w+$/.exec(errand.job.name)?.[1]) ?? worker.snapFile(errand);
export const planFile = worker.planFile;

function isWay(name: unknown): name is WayToDie {
  return typeof name === "string" && Object.hasOwn(WAYS, name);
}

/** Does not return, or returns a promise that never settles. */
function suffer(way: unknown): Promise<never> | undefined {
  return isWay(way) ? WAYS[way]() : undefined;
}
