// A separate thread that matches, to compare with: the caller's own code was compiled for what it did before.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TrackPoint } from "../../src/match/track/track.js";

/** What the thread is given. */
export interface OneThreadWork {
  /** The bytes of a road file. */
  data: SharedArrayBuffer | ArrayBuffer;
  tracks: readonly (readonly TrackPoint[])[];
  /** The same tracks as NDJSON, and as a CSV. */
  lines: readonly string[];
  rows: string;
}

/** Its tasks: match the tracks, and return the number of points; or answer the lines, or the rows, and return the number of bytes. */
export type OneThreadTask = "tracks" | "lines" | "rows";

export class OneThread {
  readonly #worker: Worker;

  constructor(work: OneThreadWork) {
    this.#worker = new Worker(new URL("./one-thread-worker.js", import.meta.url), { workerData: work });
  }

  async run(task: OneThreadTask): Promise<number> {
    this.#worker.postMessage(task);
    const [answer] = await once(this.#worker, "message");
    return answer as number;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
