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
  const queue = new Queue(workers);
  return {
    async execute(parameters, options, client) {
      const isLong = lengthOf(parameters) >= LONG_CHARACTERS;
      const done = await queue.turn(client, isLong, options?.signal);
      try {
        return await executor.execute(parameters, options);
      } finally {
        done();
      }
    },
    check: () => executor.check?.(),
    close: () => executor.close(),
  };
}

/** The requests of all clients. */
class Queue {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #mostLong: number;
  /** The clients, in the order of their turns. */
  readonly #clients = new Map<string, Client>();
  #running = 0;
  #runningLong = 0;

  constructor(workers: number) {
    this.#most = workers;
    this.#mostOfOne = workers > 2 ? workers - 1 : workers;
    this.#mostLong = Math.max(1, this.#mostOfOne - 1);
  }

  /** Waits for a client's turn; returns what is to be called when its request is done. @throws SnapError "aborted" when the signal fires before. */
  async turn(name: string, isLong: boolean, signal?: AbortSignal): Promise<() => void> {
    const client = this.#clients.get(name) ?? { running: 0, waiting: [] };
    this.#clients.set(name, client);
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        this.#forget(name, client);
        reject(new SnapError("aborted", "The request was given up while it waited for its turn."));
      };
      const go = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { isLong, go };
      signal?.addEventListener("abort", leave);
      client.waiting.push(waiting);
      this.#next();
    });
    return () => {
      this.#running--;
      client.running--;
      if (isLong) this.#runningLong--;
      this.#forget(name, client);
      this.#next();
    };
  }

  /** Starts all requests that may start now. */
  #next(): void {
    for (const [name, client] of this.#clients) {
      if (this.#running >= this.#most) return;
      if (client.running >= this.#mostOfOne) continue;
      const at = client.waiting.findIndex(({ isLong }) => !isLong || this.#runningLong < this.#mostLong);
      if (at < 0) continue;
      const [{ isLong, go }] = client.waiting.splice(at, 1);
      this.#running++;
      client.running++;
      if (isLong) this.#runningLong++;
      // Now it is last, so all others come before it.
      this.#clients.delete(name);
      this.#clients.set(name, client);
      go();
    }
  }

  #forget(name: string, { running, waiting }: Client): void {
    if (running === 0 && waiting.length === 0) this.#clients.delete(name);
  }
}

function lengthOf(parameters: Record<string, unknown>): number {
  return Object.values(parameters).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}
