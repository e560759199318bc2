// Versions of one element: of those that follow one another, as in a history file, the highest counts.

/** Elements of one kind in the order of the file. */
export class Versions {
  #id = Number.NaN;
  #version = 0;

  /**
   * How an element stands to those before it: above 0 it takes the place of what the last one left, below 0 it is older and counts for nothing; 0 for
   * another element, or the same version once more.
   */
  step(id: number, version: number): number {
    const step = id === this.#id ? version - this.#version : 0;
    if (step < 0) return step;
    this.#id = id;
    this.#version = version;
    return step;
  }
}
