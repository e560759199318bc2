// Bodies: limits the memory for the bodies of all requests. A limit for one request is not enough, as many may come at once, before any token is checked.

/** Number of bodies of the largest size that may be in memory together. */
const LARGEST_TOGETHER = 16;
/** Bytes of each body that are not counted, so that short requests are answered even while large ones take all the memory. */
export const SHORT_BYTES = 100_000;
/** Most bodies of which these bytes are not counted; of further ones all bytes count. */
export const MOST_SHORT = 1000;

/** Thrown for a body that there is no room for. */
export class NoRoom extends Error {
  override name = "NoRoom";
}

/** The bodies in memory: those being read, and those whose requests are still to be answered. */
export class BodiesInHand {
  #bytes = 0;
  #bodies = 0;
  readonly #most: number;

  constructor(maxBodyBytes: number) {
    this.#most = LARGEST_TOGETHER * maxBodyBytes;
  }

  /** Counts one body. `keep` adds bytes that have come, and throws {@link NoRoom} if they are too many. `letGo` subtracts all of them, once. */
  one(): { keep(bytes: number): void; letGo(): void } {
    const free = this.#bodies++ < MOST_SHORT ? SHORT_BYTES : 0;
    let size = 0;
    let counted = 0;
    return {
      keep: (bytes) => {
        size += bytes;
        const more = Math.max(0, size - free) - counted;
        if (this.#bytes + more > this.#most)
          throw new NoRoom(`The bodies of the requests in hand have ${this.#most} bytes, the most that are allowed.`);
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
