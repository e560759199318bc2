// Pool workers: the worker threads of a pool. Hands them jobs, replaces those that die, and stops those whose answer nobody wants.
import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Tinypool } from "tinypool";
import { SnapError } from "../../errors.js";
import { deathOf, why } from "../failure.js";
import type { Errand, Jobs, WorkerSetup } from "./messages.js";

/** How long a worker may go on with a job that nobody waits for before it is terminated, ms. */
const GRACE = 500;
/**
 * How long workers have to be idle before they are terminated, ms. V8 compiles hot functions in parallel with the thread, up to 60 ms each, and a Node that
 * terminates a thread meanwhile may abort the whole process (20.20: `NodePlatform::ForIsolate`, "data.first != nullptr").
 */
const QUIET = 100;

/**
 * Megabytes for a worker's young objects, V8's default. A third of it may become old in one collection, and Node gives a worker that has reached its limit 16
 * MB more to end in. With a larger value, some workers that run out of memory abort the whole process.
 */
const YOUNG = 48;

/** Thrown when workers died on a job as often as it may be tried. */
export class WorkerDied extends Error {
  readonly #death: ReturnType<typeof deathOf>;
  readonly #tries: number;

  constructor(cause: Error & { code?: string }, tries: number) {
    super(cause.message);
    this.#death = deathOf(cause);
    this.#tries = tries;
  }

  /** The error for the caller: "Track 7 was given up: …" */
  during(what: string): SnapError {
    const again = this.#tries > 1 ? ", and so did the next one" : "";
    return new SnapError(this.#death.code, `${what} was given up: the worker that had it ${this.#death.how}${again}.`);
  }
}

/**
 * Turns off Node's warning about many listeners on a signal: here they are no leak. A signal that is not Node's own (of a window that tests simulate, or of a
 * class with the same methods) refuses this, and needs it not: only Node's warn.
 */
export function allowAnyListeners(signal: AbortSignal): void {
  try {
    setMaxListeners(0, signal);
  } catch {
    // Not Node's own signal.
  }
}

/** The error for an abort; its cause is the reason of the caller's signal. */
function stopped(reason?: unknown): SnapError {
  const error = new SnapError("aborted", "The work was stopped by its caller.");
  return reason === undefined ? error : Object.assign(error, { cause: reason });
}

/** The error of every call if no worker starts. Their program is a separate file beside this one, which bundlers do not know about. */
function notStarted(cause: Error): SnapError {
  return new SnapError("internal", `The pool's workers did not start: ${why(cause)}.`.replace(/\.\.$/, "."), { cause });
}

/** The address of the workers' program. A bundle of CommonJS has no address of its own that it could be beside. */
function program(): string {
  try {
    return new URL("./pool-worker.js", import.meta.url).href;
  } catch (cause) {
    throw notStarted(new Error("Cannot find module pool-worker.js", { cause }));
  }
}

/** Starts the pool; turns the lack of the right to start threads into an error. */
function begun(options: ConstructorParameters<typeof Tinypool>[0]): Tinypool {
  try {
    return new Tinypool(options);
  } catch (cause) {
    throw notStarted(cause as Error);
  }
}

/** Threads that all run `pool-worker.js`. */
export class Workers {
  readonly #pool: Tinypool;
  readonly #watched = new WeakSet<object>();
  /** The jobs that workers are doing or still have to do, even if nobody waits for them. */
  readonly #sent = new Set<Sent<unknown>>();
  #lastDone = 0;
  #closing: Promise<void> | null = null;
  /** Why no worker starts any more. */
  #broken: SnapError | null = null;

  constructor(setup: WorkerSetup, threads: number, maxMemory: number | undefined) {
    this.#pool = begun({
      filename: program(),
      // Any of the jobs. By default the library asks for one that does not exist, and looks for it by code made of text, which a process may forbid.
      name: "match" satisfies keyof Jobs,
      workerData: setup,
      minThreads: threads,
      maxThreads: threads,
      // In Deno, a worker that waits by Atomics sends nothing, not even what it sent before.
      useAtomics: !("deno" in process.versions),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG, ...(maxMemory !== undefined && { maxOldGenerationSizeMb: maxMemory }) },
    });
    // A worker that dies idle is replaced, and nothing is lost. If none is left, none could be started.
    this.#pool.on("error", (cause: Error) => {
      this.#watch();
      if (this.#closing || this.#pool.threads.length > 0) return;
      this.#broken = notStarted(cause);
      void this.#pool.destroy();
    });
    this.#watch();
  }

  /**
   * Does a job; if a worker dies on it, again on a new worker, up to `tries` times in all.
   * @throws WorkerDied when every worker died; SnapError "aborted", or "internal" when workers do not start at all.
   */
  async run<K extends keyof Jobs>(
    name: K,
    job: Parameters<Jobs[K]>[0],
    tries: number,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Jobs[K]>>> {
    for (let attempt = 1; ; attempt++) {
      this.refuse(signal);
      try {
        return await this.#send(name, job, signal);
      } catch (error) {
        this.refuse(signal);
        const { name: kind, message } = error as Error;
        // Not the worker's fault: the job was never sent.
        if (kind === "DataCloneError") throw new SnapError("bad-input", `This cannot be sent to a worker thread: ${message}`);
        // Given to a worker that was just ending: it was not worked on, so that is no try.
        if (message === "Terminating worker thread") attempt--;
        else if (attempt >= tries) throw new WorkerDied(error as Error, tries);
      }
    }
  }

  /** @throws when an answer is not wanted or will not come. */
  refuse(signal: AbortSignal | undefined): void {
    if (this.#broken) throw this.#broken;
    if (this.#closing) throw new SnapError("aborted", "The pool is closed.");
    if (signal?.aborted) throw stopped(signal.reason);
  }

  /** Gives up jobs in progress, and terminates the workers once they are idle. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const all = [...this.#sent];
    for (const sent of all) sent.giveUp();
    await Promise.all(all.map(({ done }) => done));
    await sleep(Math.max(0, this.#lastDone + QUIET - performance.now()));
    await this.#pool.destroy();
  }

  /** Sends a job to a worker. Rejects as soon as nobody waits for the answer, whatever the worker does then. */
  async #send<K extends keyof Jobs>(name: K, job: Parameters<Jobs[K]>[0], signal?: AbortSignal): Promise<Awaited<ReturnType<Jobs[K]>>> {
    const sent = new Sent<ReturnType<Jobs[K]>>((unwanted, kill) =>
      this.#pool.run({ job, unwanted } satisfies Errand<K>, { name, signal: kill }),
    );
    this.#sent.add(sent);
    // If too few workers are left, a job starts a new one.
    this.#watch();
    sent.done.then(() => {
      this.#sent.delete(sent);
      this.#lastDone = performance.now();
      // A worker that died or was terminated has been replaced by now.
      this.#watch();
    });
    if (signal) allowAnyListeners(signal);
    signal?.addEventListener("abort", sent.giveUp);
    try {
      return await sent.answer;
    } finally {
      signal?.removeEventListener("abort", sent.giveUp);
    }
  }

  /** The pool library notices a worker that throws, but not one that exits: this reports that. */
  #watch(): void {
    for (const worker of this.#pool.threads) {
      if (this.#watched.has(worker)) continue;
      this.#watched.add(worker);
      worker.once("exit", (code: number) => {
        // If it is no longer among the threads, it was stopped on purpose, or is known to have failed.
        if (this.#pool.threads.includes(worker)) worker.emit("error", new Error(`it exited with code ${code}`));
      });
    }
  }
}

/** A job that a worker is doing or has to do. */
class Sent<Answer> {
  /** Rejects as soon as the job is given up. */
  readonly answer: Promise<Answer>;
  /** Settles when no worker is doing it any more; never rejects. */
  readonly done: Promise<void>;
  readonly #unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #kill = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #leave = () => {};

  constructor(send: (unwanted: Int32Array, kill: AbortSignal) => Promise<Answer>) {
    const answer = send(this.#unwanted, this.#kill.signal);
    this.answer = new Promise((resolve, reject) => {
      this.#leave = () => reject(stopped());
      answer.then(resolve, reject);
    });
    const end = () => clearTimeout(this.#timer);
    this.done = answer.then(end, end);
  }

  /** Says that nobody waits for the answer any more. The worker soon sees that and stops; if it does not, it is terminated. */
  readonly giveUp = (): void => {
    Atomics.store(this.#unwanted, 0, 1);
    this.#timer ??= setTimeout(() => this.#kill.abort(), GRACE);
    this.#leave();
  };
}
