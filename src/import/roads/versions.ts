// Versions: of consecutive versions of one element, as in a history file, the highest counts.

/** Elements of one kind in the order of the file. */
export class Versions {
  #id = Number.NaN;
  #version = 0;

  /**
   * Compares an element with the one before it. Above 0: a newer version, which replaces what the one before left. Below 0: an older version, to be ignored. 0:
   * another element, or the same version again.
   */
  step(id: number, version: number): number {
    const step = id === this.#id ? version - this.#version : 0;
    if (step < 0) return step;
    this.#id = id;
    this.#version = version;
    return step;
  }
}
