// The worker threads of a pool: jobs handed to them, dead ones noticed and replaced, running ones stopped when nobody wants the answer.
import { Tinypool } from "tinypool";
import { SnapError } from "../errors.js";
import type { Jobs, WorkerSetup } from "./pool-messages.js";

/** A worker died of a job as often as the job may be tried. */
export class WorkerDied extends Error {
  readonly #why: string;
  readonly #tries: number;
  readonly #outOfMemory: boolean;

  constructor(cause: Error & { code?: string }, tries: number) {
    super(cause.message);
    this.#outOfMemory = cause.code === "ERR_WORKER_OUT_OF_MEMORY";
    this.#why = this.#outOfMemory ? "ran out of memory" : `died (${cause.message})`;
    this.#tries = tries;
  }

  /** What to tell whoever asked: "Track 7 was given up: …" */
  during(what: string): SnapError {
    const again = this.#tries > 1 ? ", and so did the next one" : "";
    return new SnapError(this.#outOfMemory ? "limit" : "internal", `${what} was given up: the worker at it ${this.#why}${again}.`);
  }
}

/** What an abort is told by. */
export function stopped(): SnapError {
  return new SnapError("aborted", "The work was stopped by its caller.");
}

/** Threads that all run `pool-worker.js`. */
export class Workers {
  readonly #pool: Tinypool;
  readonly #watched = new WeakSet<object>();
  #closed = false;
  /** Why no worker starts any more. */
  #broken: Error | null = null;

  constructor(setup: WorkerSetup, threads: number, maxMemory: number | undefined) {
    this.#pool = new Tinypool({
      filename: new URL("./pool-worker.js", import.meta.url).href,
      workerData: setup,
      minThreads: threads,
      maxThreads: threads,
      ...(maxMemory !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxMemory } }),
    });
    // A worker that dies idle is replaced and nobody has lost anything. When none is left, none could be started.
    this.#pool.on("error", (cause: Error) => {
      if (this.#closed || this.#pool.threads.length > 0) return;
      this.#broken = new Error(`the pool's workers do not start: ${cause.message}`, { cause });
      void this.#pool.destroy();
    });
    this.#watch();
  }

  /**
   * Does a job, again on a new worker when one died of it, up to `tries` times in all.
   * @throws WorkerDied when every worker died; SnapError "aborted"; an Error when workers do not start at all.
   */
  async run<K extends keyof Jobs>(name: K, job: Parameters<Jobs[K]>[0], tries: number, signal?: AbortSignal): Promise<ReturnType<Jobs[K]>> {
    for (let attempt = 1; ; attempt++) {
      this.#refuse(signal);
      try {
        return await this.#pool.run(job, { name, signal: signal ?? null });
      } catch (error) {
        this.#refuse(signal);
        // Not the worker's doing: the job never left.
        if (error instanceof Error && error.name === "DataCloneError")
          throw new SnapError("bad-input", `This cannot be sent to a worker: ${error.message}`);
        // Handed to a worker on its way out: nobody has worked on it, so it is no try.
        if (error instanceof Error && error.message === "Terminating worker thread") attempt--;
        else if (attempt >= tries) throw new WorkerDied(error as Error, tries);
      } finally {
        this.#watch();
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.destroy();
  }

  /** @throws when an answer is not wanted or will not come. */
  #refuse(signal: AbortSignal | undefined): void {
    if (this.#broken) throw this.#broken;
    if (this.#closed) throw new SnapError("aborted", "The pool is closed.");
    if (signal?.aborted) throw stopped();
  }

  /** The pool library learns of a worker that throws, not of one that exits: that is told here. */
  #watch(): void {
    for (const worker of this.#pool.threads) {
      if (this.#watched.has(worker)) continue;
      this.#watched.add(worker);
      worker.once("exit", (code: number) => {
        // No longer among the threads: it was stopped on purpose, or is known to have failed.
        if (this.#pool.threads.includes(worker)) worker.emit("error", new Error(`it exited with code ${code}`));
      });
    }
  }
}
