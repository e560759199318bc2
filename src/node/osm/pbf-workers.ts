// PBF workers: the worker threads that read a large PBF.
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SnapError } from "../../errors.js";
import type { Passes } from "../../import/roads/pbf-passes.js";
import { here, type PbfThreads } from "../../import/roads/pbf-threads.js";
import { coresAtHand } from "../cores.js";
import { deathOf, unpackError } from "../failure.js";
import { inflateAside } from "./inflate.js";
import type { PbfAnswer, PbfOrder } from "./pbf-worker.js";

/** Bytes of a file from which on starting threads takes less time than they spare. */
const LARGE = 32 << 20;
/** Threads from which on the caller's, which puts together what they find, has no time for more. */
const MOST = 8;
/** Blobs in hand for each thread. */
const EACH = 3;
/** Megabytes of objects that a thread may have. Blocks and columns are not counted. */
const OBJECTS = 512;
/** How long threads have to be idle before they are terminated, ms: see pool/workers.ts. */
const QUIET = 100;

/**
 * Runs `work` with as many threads as are of use for reading a PBF of `size` bytes, `most` at most, by default as many as run at once. They end with it. Where none can be
 * started, as in a bundle that does not have their program, the caller's thread does it all.
 */
export async function withPbfThreads<T>(size: number, most: number | undefined, work: (threads: PbfThreads) => Promise<T>): Promise<T> {
  const count = size < LARGE ? 1 : Math.min(MOST, most ?? coresAtHand());
  const workers = count > 1 ? await PbfWorkers.start(count) : null;
  if (workers === null) return work(here(inflateAside));
  try {
    return await work(workers);
  } finally {
    await workers.close();
  }
}

/** A blob that a worker has. */
interface Errand {
  worker: number;
  resolve: (found: never) => void;
  reject: (error: Error) => void;
}

class PbfWorkers implements PbfThreads {
  readonly shared = true;
  readonly ahead: number;
  readonly #workers: readonly Worker[];
  /** By worker: how many blobs it has. */
  readonly #busy: number[];
  readonly #errands = new Map<number, Errand>();
  #count = 0;
  #lastDone = 0;
  #closing = false;
  /** Why nothing is read any more. */
  #broken: SnapError | null = null;

  /** Starts workers; null if one of them does not start. */
  static async start(count: number): Promise<PbfWorkers | null> {
    const workers: Worker[] = [];
    try {
      const resourceLimits = { maxOldGenerationSizeMb: OBJECTS };
      for (let n = 0; n < count; n++) workers.push(new Worker(new URL("./pbf-worker.js", import.meta.url), { resourceLimits }));
      await Promise.all(workers.map(isReady));
      return new PbfWorkers(workers);
    } catch {
      await Promise.all(workers.map((worker) => worker.terminate()));
      return null;
    }
  }

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
    this.#busy = workers.map(() => 0);
    this.ahead = EACH * workers.length;
    for (const worker of workers) {
      worker.on("message", (answer: Exclude<PbfAnswer, "ready">) => this.#done(answer));
      worker.on("error", (cause: Error & { code?: string }) => this.#fail(cause));
      worker.on("exit", (code) => this.#fail(new Error(`it exited with code ${code}`)));
    }
  }

  begin<Pass extends keyof Passes>(pass: Pass, plan: Passes[Pass]["plan"]) {
    for (const worker of this.#workers) worker.postMessage({ pass, plan } as PbfOrder);
    return (bytes: Uint8Array, offset: number): Promise<Passes[Pass]["found"]> => this.#read(bytes, offset);
  }

  /** Sends a blob to the worker that has the fewest. */
  #read(bytes: Uint8Array, offset: number): Promise<never> {
    if (this.#broken) throw this.#broken;
    const worker = this.#busy.indexOf(Math.min(...this.#busy));
    const number = this.#count++;
    this.#busy[worker]++;
    // A copy, since the bytes may be a view of a whole file, which would all be sent.
    const own = new Uint8Array(bytes);
    return new Promise((resolve, reject) => {
      this.#errands.set(number, { worker, resolve, reject });
      this.#workers[worker].postMessage({ number, bytes: own, offset } satisfies PbfOrder, [own.buffer]);
    });
  }

  #done(answer: Exclude<PbfAnswer, "ready">): void {
    const errand = this.#errands.get(answer.number);
    if (errand === undefined) return;
    this.#errands.delete(answer.number);
    this.#busy[errand.worker]--;
    this.#lastDone = performance.now();
    if ("failure" in answer) errand.reject(unpackError(answer.failure));
    else errand.resolve(answer.found as never);
  }

  /** A worker died. What it had could be read again, but what makes one thread die makes the next one. */
  #fail(cause: Error & { code?: string }): void {
    if (this.#closing) return;
    const { code, how } = deathOf(cause);
    this.#broken ??= new SnapError(code, `Reading the roads was given up: a thread that read a part of them ${how}.`);
    for (const { reject } of this.#errands.values()) reject(this.#broken);
    this.#errands.clear();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await sleep(Math.max(0, this.#lastDone + QUIET - performance.now()));
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

/** Resolves when a worker says that it is there. */
function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("it exited")));
  });
}
