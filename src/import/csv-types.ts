// One type for each column of a CSV: numbers, where all of its cells are such, else text.
import type { InputPoint } from "../match/track.js";
import { isBlank, parseNumber } from "./values.js";

/** Decimals without leading zeros, a plus or an exponent: what has those is a name as often as a number. */
const DECIMAL_CELL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Columns that are more than others: ids, which are numbers only where none loses a digit, and those that may have a decimal comma. */
export interface CellKinds {
  ids: ReadonlySet<number>;
  decimalComma: ReadonlySet<number>;
}

/** The types of the columns, by number from 0, from the cells that were seen. */
export class ColumnTypes {
  /** Whether all cells of a column that say something are numbers; none for one that says nothing. */
  readonly numeric: boolean[] = [];
  readonly #kinds: CellKinds;

  constructor(kinds: CellKinds) {
    this.#kinds = kinds;
  }

  see(index: number, cell: string): void {
    if (this.numeric[index] !== false && !isBlank(cell)) this.numeric[index] = !Number.isNaN(this.#number(index, cell));
  }

  /** Makes the cells of numeric columns numbers, and null where they say nothing; `nameOf`: what a column is called. */
  apply(points: readonly InputPoint[], numeric: readonly boolean[], nameOf: (index: number) => string): void {
    const columns = numeric.flatMap((isNumeric, index) => (isNumeric ? [{ index, name: nameOf(index) }] : []));
    for (const { attributes } of points) {
      for (const { index, name } of columns) {
        const cell = attributes[name];
        if (typeof cell !== "string") continue;
        const number = this.#number(index, cell);
        if (Number.isNaN(number) && !isBlank(cell)) continue;
        const value = Number.isNaN(number) ? null : number;
        attributes[name] = value;
        if (String(value ?? "") !== cell && !cell.includes(",")) keepText(attributes, name, cell);
      }
    }
  }

  /** The number that a cell is; NaN where it is to stay as it is. */
  #number(index: number, cell: string): number {
    if (cell.includes(",")) return this.#kinds.decimalComma.has(index) ? parseNumber(cell, true) : Number.NaN;
    if (cell.length > 24 || !DECIMAL_CELL.test(cell)) return Number.NaN;
    const number = Number(cell) + 0; // no −0
    // A whole number of more digits than are exact is an id.
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER || (this.#kinds.ids.has(index) && String(number) !== cell)) return Number.NaN;
    return number;
  }
}

/** What cells were that their numbers do not print as, `5.0`, by the attributes they are in: a CSV gets them back. */
const texts = new WeakMap<object, Record<string, string>>();

function keepText(attributes: object, name: string, cell: string): void {
  const kept = texts.get(attributes);
  if (kept) kept[name] = cell;
  else texts.set(attributes, { [name]: cell });
}

/** The text of a cell whose attribute is not what it was; undefined for all others. */
export function cellText(attributes: object, name: string): string | undefined {
  return texts.get(attributes)?.[name];
}
