// How much of the bodies of requests is in memory: for one a limit is not enough, as many may come at once, before anybody is asked for a token.

/** Bodies of the largest size that may be in hand together. */
const LARGEST_TOGETHER = 16;
/** Bytes of each body that are not counted: what is short is answered even while large ones take all there is. */
export const SHORT_BYTES = 100_000;
/** So many bodies have these; of more all bytes count. */
export const MOST_SHORT = 1000;

/** What is thrown for a body that there is no room for. */
export class NoRoom extends Error {
  override name = "NoRoom";
}

/** The bodies in hand: those being read, and those whose requests are still to be answered. */
export class BodiesInHand {
  #bytes = 0;
  #bodies = 0;
  readonly #most: number;

  constructor(maxBodyBytes: number) {
    this.#most = LARGEST_TOGETHER * maxBodyBytes;
  }

  /** Counts one body. `keep` takes the bytes that have come, and throws {@link NoRoom} when they are too many; `letGo` gives all of them back, once. */
  one(): { keep(bytes: number): void; letGo(): void } {
    const free = this.#bodies++ < MOST_SHORT ? SHORT_BYTES : 0;
    let size = 0;
    let counted = 0;
    return {
      keep: (bytes) => {
        size += bytes;
        const more = Math.max(0, size - free) - counted;
        if (this.#bytes + more > this.#most)
          throw new NoRoom(`The bodies of the requests in hand have ${this.#most} bytes, the most they may.`);
        counted += more;
        this.#bytes += more;
      },
      letGo: () => {
        this.#bytes -= counted;
        this.#bodies--;
      },
    };
  }
}
