// Who computes execute for the server: anything that answers a request with text, by default a pool of worker threads.
import { SnapError } from "../errors.js";

/** Answers execute requests. */
export interface Executor {
  /**
   * The response as text, the error envelope of a request that cannot be used included; `pretty` indents it.
   * An abort stops the computation and rejects.
   */
  execute(
    parameters: Record<string, unknown>,
    options?: { pretty?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<string>;
  /** Throws when it cannot answer requests any more: `/healthz` is HTTP 503 then. It must not wait for those in hand. */
  check?(): void;
  /** Ends it: called once, by the server that it was given to. */
  close(): Promise<void>;
}

/** Characters of parameters from which on a request counts as long: some hundred points, tens of milliseconds. */
export const LONG_CHARACTERS = 100_000;

/** Hands on at most `most` long requests at a time, so that an executor with more workers than that always has one for short requests. */
export function roomForShort(executor: Executor, most: number): Executor {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener("abort", leave);
        running++;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new SnapError("aborted", "The request was given up while it waited for its turn."));
      };
      if (running < most) return go();
      signal?.addEventListener("abort", leave);
      waiting.push(go);
    });
  return {
    async execute(parameters, options) {
      if (lengthOf(parameters) < LONG_CHARACTERS) return executor.execute(parameters, options);
      await turn(options?.signal);
      try {
        return await executor.execute(parameters, options);
      } finally {
        running--;
        waiting.shift()?.();
      }
    },
    check: () => executor.check?.(),
    close: () => executor.close(),
  };
}

function lengthOf(parameters: Record<string, unknown>): number {
  return Object.values(parameters).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}
