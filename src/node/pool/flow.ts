// Pool flow: streams through a pool. Items are gathered into batches that are worth a message; batches are answered in order, with a limit on how many are
// taken ahead.

/**
 * Items, each of a size above 0, in batches of about `most` in size. A batch is sent when it is full, or at once if the source has nothing ready: a source that
 * waits for an answer before it goes on is not kept waiting.
 */
export async function* gather<T>(items: AsyncIterable<T>, sizeOf: (item: T) => number, most: number): AsyncGenerator<T[], void, undefined> {
  const source = new Source(items);
  let batch: T[] = [];
  let size = 0;
  let idle: Promise<null> | undefined;
  try {
    for (;;) {
      const next = source.next();
      let taken = idle === undefined ? await next : await Promise.race([next, idle]);
      if (taken === null) {
        yield batch;
        [batch, size, idle] = [[], 0, undefined];
        taken = await next;
      }
      if (taken.done) break;
      batch.push(taken.value);
      size += sizeOf(taken.value);
      idle ??= new Promise((resolve) => setImmediate(resolve, null));
      if (size >= most) {
        yield batch;
        // Otherwise a source that always has something ready would keep timers from running.
        await idle;
        [batch, size, idle] = [[], 0, undefined];
      }
    }
    if (batch.length > 0) yield batch;
    source.rethrow();
  } finally {
    source.stop();
  }
}

/**
 * Answers in the order of the items. At most `most` items are being worked on, and one more has been taken. If the items end with an error, those before it are
 * answered first.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  most: number,
): AsyncGenerator<R, void, undefined> {
  const source = new Source(items);
  const running: Promise<R>[] = [];
  try {
    let next: Promise<IteratorResult<T, unknown>> | null = source.next();
    while (next !== null || running.length > 0) {
      if (next !== null && running.length < most) {
        const first = running[0]?.then(() => null);
        const taken: IteratorResult<T, unknown> | null = await (first ? Promise.race([next, first]) : next);
        if (taken?.done) next = null;
        else if (taken) {
          const answer = work(taken.value);
          answer.catch(() => {}); // thrown when its turn comes
          running.push(answer);
          next = source.next();
        }
        if (taken) continue;
      }
      yield await (running.shift() as Promise<R>);
    }
    source.rethrow();
  } finally {
    source.stop();
  }
}

/** The items until the signal fires, even while the next one is awaited. Returns whether the signal has cut them off. */
export async function* until<T>(items: AsyncIterable<T> | Iterable<T>, signal: AbortSignal): AsyncGenerator<T, boolean, undefined> {
  // The items may be a list.
  const source = iteratorOf(items);
  let wake = () => {};
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      // Not Promise.race: with a promise that lives as long as the stream, it would keep every item in memory.
      const taken = await new Promise<IteratorResult<T> | null>((resolve, reject) => {
        wake = () => resolve(null);
        if (signal.aborted) resolve(null);
        else Promise.resolve(source.next()).then(resolve, reject);
      });
      if (taken === null) return true;
      if (taken.done) return false;
      yield taken.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    Promise.resolve(source.return?.()).catch(() => {});
  }
}

function iteratorOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}

/** The source of items. Its error is kept until all before it has been answered. */
class Source<T> {
  readonly #iterator: AsyncIterator<T, unknown>;
  #failures: unknown[] = [];

  constructor(items: AsyncIterable<T>) {
    this.#iterator = items[Symbol.asyncIterator]();
  }

  /** The next item; if there is an error, the end. */
  next(): Promise<IteratorResult<T, unknown>> {
    return this.#iterator.next().catch((error) => {
      this.#failures.push(error);
      return { done: true, value: undefined };
    });
  }

  /** Throws the error if there was one. */
  rethrow(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Takes no more. It does not wait: a source that is itself waiting would respond only after that. */
  stop(): void {
    Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }
}
