// Executor: computes execute for the server: anything that answers a request with text, by default a pool of worker threads.
import { SnapError } from "../errors.js";

/** Answers execute requests. */
export interface Executor {
  /** The response as text; also the error envelope, for an invalid request. `pretty` indents it. An abort stops the computation and rejects. */
  execute(
    parameters: Record<string, unknown>,
    options?: { pretty?: boolean | undefined; signal?: AbortSignal | undefined },
  ): Promise<string>;
  /** Throws when it cannot answer requests any more: `/healthz` is then HTTP 503. It must not wait for requests in progress. */
  check?(): void;
  /** Ends it. Called once, by the server that has it. */
  close(): Promise<void>;
}

/** An executor in the form that the routes use, with the client of each request. */
export interface ForClients extends Omit<Executor, "execute"> {
  execute(parameters: Record<string, unknown>, options: Parameters<Executor["execute"]>[1], client: string): Promise<string>;
}

/** Least number of characters of parameters of a long request: some hundred points, tens of milliseconds. */
export const LONG_CHARACTERS = 100_000;

/** Requests of one client: those being computed, and those waiting, in the order they came. */
interface Client {
  running: number;
  waiting: { isLong: boolean; go: () => void }[];
}

/**
 * Shares an executor with so many workers among clients. It passes on no more requests than there are workers, by turns of the clients. No client gets the last
 * worker, which is left for others; and long requests of all clients together leave a further worker for short ones. With one or two workers there is none to
 * be left.
 */
export function sharedOut(executor: Executor, workers: number): ForClients {
  const mostOfOne = workers > 2 ? workers - 1 : workers;
  const mostLong = Math.max(1, mostOfOne - 1);
  /** The clients, in the order of their turns. */
  const clients = new Map<string, Client>();
  let running = 0;
  let runningLong = 0;

  /** Starts all requests that may start now. */
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
      // Now it is last, so all others come before it.
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
