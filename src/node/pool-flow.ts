// Streams through a pool: items gathered into batches that are worth a message, batches answered in their order, no further ahead than told.

/**
 * Items, each of a size above 0, in batches of about `most` in size. A batch goes out when it is full, and at once when the source has nothing
 * ready: a source that waits for an answer before it goes on is not kept waiting.
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
        // A source that always has something ready must not keep timers from their turn.
        await idle;
        [batch, size, idle] = [[], 0, undefined];
      }
    }
    if (batch.length > 0) yield batch;
    source.tell();
  } finally {
    source.leave();
  }
}

/**
 * Answers in the order of the items, with at most `most` of them in work and one more taken. When the items end in an error, those before it
 * are answered first.
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
          answer.catch(() => {}); // told when its turn comes
          running.push(answer);
          next = source.next();
        }
        if (taken) continue;
      }
      yield await (running.shift() as Promise<R>);
    }
    source.tell();
  } finally {
    source.leave();
  }
}

/** The items up to the moment when the signal fires, also while the next one is waited for; returns whether it has cut them off. */
export async function* until<T>(items: AsyncIterable<T> | Iterable<T>, signal: AbortSignal): AsyncGenerator<T, boolean, undefined> {
  // What is at hand already may be a list.
  const source = iteratorOf(items);
  let wake = () => {};
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      // Not Promise.race: beside a promise that lives as long as the stream it would keep every item.
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

/** What items are taken from, with its error kept until what came before has been seen to. */
class Source<T> {
  readonly #iterator: AsyncIterator<T, unknown>;
  #failures: unknown[] = [];

  constructor(items: AsyncIterable<T>) {
    this.#iterator = items[Symbol.asyncIterator]();
  }

  /** The next item; an end in the place of an error. */
  next(): Promise<IteratorResult<T, unknown>> {
    return this.#iterator.next().catch((error) => {
      this.#failures.push(error);
      return { done: true, value: undefined };
    });
  }

  /** Throws the error if there was one. */
  tell(): void {
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** No more is taken. Not waited for: a source that is waiting itself would answer only after that. */
  leave(): void {
    Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }
}
