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

/** An executor as the routes have it: they say whose request it is. */
export interface ForClients extends Omit<Executor, "execute"> {
  execute(parameters: Record<string, unknown>, options: Parameters<Executor["execute"]>[1], client: string): Promise<string>;
}

/** Characters of parameters from which on a request counts as long: some hundred points, tens of milliseconds. */
export const LONG_CHARACTERS = 100_000;

/** Requests of one client: those that are computed, and those that wait in the order they came. */
interface Client {
  running: number;
  waiting: { isLong: boolean; go: () => void }[];
}

/**
 * Shares an executor with so many workers out among clients. Hands on no more requests than there are workers, the clients taking turns; of one client so
 * many that a worker is left for others, and of all together so many long ones that a worker is left for a client's short ones. With one worker, or two,
 * there is none to be left for others, or for either.
 */
export function sharedOut(executor: Executor, workers: number): ForClients {
  const mostOfOne = workers > 2 ? workers - 1 : workers;
  const mostLong = Math.max(1, mostOfOne - 1);
  /** In the order of their turns. */
  const clients = new Map<string, Client>();
  let running = 0;
  let runningLong = 0;

  /** Lets go on who may. */
  const next = () => {
    for (const [name, client] of clients) {
      if (running >= workers) return;
      if (client.running >= mostOfOne) continue;
      const at = client.waiting.findIndex(({ isLong }) => !isLong || runningLong < mostLong);
      if (at < 0) continue;
      const [{ isLong, go }] = client.waiting.splice(at, 1);
      running++;
      client.running++;
      if (isLong) runningLong++;
      // Behind all others, who are looked at before it is again.
      clients.delete(name);
      clients.set(name, client);
      go();
    }
  };
  const forget = (name: string, { running, waiting }: Client) => {
    if (running === 0 && waiting.length === 0) clients.delete(name);
  };
  const turn = (name: string, client: Client, isLong: boolean, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        forget(name, client);
        reject(new SnapError("aborted", "The request was given up while it waited for its turn."));
      };
      const go = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { isLong, go };
      signal?.addEventListener("abort", leave);
      client.waiting.push(waiting);
      next();
    });
  return {
    async execute(parameters, options, name) {
      const isLong = lengthOf(parameters) >= LONG_CHARACTERS;
      const client = clients.get(name) ?? { running: 0, waiting: [] };
      clients.set(name, client);
      await turn(name, client, isLong, options?.signal);
      try {
        return await executor.execute(parameters, options);
      } finally {
        running--;
        client.running--;
        if (isLong) runningLong--;
        forget(name, client);
        next();
      }
    },
    check: () => executor.check?.(),
    close: () => executor.close(),
  };
}

function lengthOf(parameters: Record<string, unknown>): number {
  return Object.values(parameters).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}
