// Warnings: sentences about unusable values. There is one for each kind of trouble, with a count and the first case, however long the file.

import { shown } from "../../errors.js";

interface Kind {
  count: number;
  /** First value and place, as text. */
  first: string;
  sentence: (count: number, first: string) => string;
}

/** Collects warnings. A million cases of the same trouble are one sentence. */
export class WarningList {
  readonly #kinds = new Map<string, Kind>();
  /** Sentences without a count, about the file as a whole. */
  readonly said = new Set<string>();

  /** Counts a value that is treated as unknown: `speed`, `negative`, −3, `row 12`. */
  value(field: string, trouble: string, value: unknown, place: () => string): void {
    this.count(
      `${field} ${trouble}`,
      () => `${shown(value)} at ${place()}`,
      (count, first) => {
        const values = count === 1 ? "1 value" : `${count} values`;
        return `${field}: ${values} ${count === 1 ? "is" : "are"} ${trouble} and treated as unknown (${count === 1 ? "" : "the first: "}${first}).`;
      },
    );
  }

  /** Counts any other trouble. `first` is called for the first case only. */
  count(kind: string, first: () => string, sentence: (count: number, first: string) => string): void {
    const known = this.#kinds.get(kind);
    if (known) known.count++;
    else this.#kinds.set(kind, { count: 1, first: first(), sentence });
  }

  /** The first case of a kind of trouble; undefined where there was none. */
  firstOf(kind: string): string | undefined {
    return this.#kinds.get(kind)?.first;
  }

  /** Adds a sentence without a count. */
  say(sentence: string): void {
    this.said.add(sentence);
    this.count(
      sentence,
      () => "",
      () => sentence,
    );
  }

  /** The sentences, in the order of their first cases. `only`: those of one kind. */
  sentences(only?: string): string[] {
    const kinds = [...this.#kinds].filter(([kind]) => only === undefined || kind === only);
    return kinds.map(([, { count, first, sentence }]) => sentence(count, first));
  }
}
