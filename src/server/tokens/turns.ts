// Turns: work that is done one piece after the other.

/** Runs one piece of work at a time, in order; if too many are waiting, `refused` gives the answer. */
export function turns(mostWaiting: number): <T>(work: () => Promise<T>, refused: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <T>(work: () => Promise<T>, refused: () => T) => {
    if (waiting >= mostWaiting) return Promise.resolve(refused());
    waiting++;
    const mine = last.then(work).finally(() => waiting--);
    last = mine.catch(() => {});
    return mine;
  };
}
