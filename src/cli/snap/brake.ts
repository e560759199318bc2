// Snap brake: ends a stream early, without losing what has been read, at the first SIGTERM, SIGINT or SIGHUP. The second ends the process as usual.
import { constants } from "node:os";
import { ENDING_SIGNALS, ONE_SIGNAL_MS } from "../../node/signals.js";

/** Listens for signals until released. */
export class Brake {
  /** The signal that came; null before. */
  by: NodeJS.Signals | null = null;
  readonly #controller = new AbortController();

  constructor() {
    for (const signal of ENDING_SIGNALS) process.on(signal, this.#pull);
  }

  /** Fires when a signal has come. */
  get pulled(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code that shells give a process ended by such a signal. */
  get exitCode(): number {
    return this.by === null ? 0 : 128 + constants.signals[this.by];
  }

  release(): void {
    for (const signal of ENDING_SIGNALS) process.off(signal, this.#pull);
  }

  readonly #pull = (signal: NodeJS.Signals): void => {
    if (this.by !== null) return;
    setTimeout(() => this.release(), ONE_SIGNAL_MS).unref();
    this.by = signal;
    this.#controller.abort();
  };
}
