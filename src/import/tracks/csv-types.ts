// CSV types: one type for each column. It is numeric if all its cells are numbers, else text.
import type { InputPoint } from "../../match/track/track.js";
import { isBlank, parseNumber } from "./values.js";

/** Decimals without leading zeros, a plus or an exponent. A cell with any of these may just as well be a name. */
const DECIMAL_CELL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Columns with rules of their own: ids, which become numbers only if none loses a digit, and columns that may have a decimal comma. */
export interface CellKinds {
  ids: ReadonlySet<number>;
  decimalComma: ReadonlySet<number>;
}

/** The types of the columns, by their index, as the cells seen so far imply. */
export class ColumnTypes {
  /** Whether all cells of a column that are not blank are numbers; not set for a column whose cells are all blank. */
  readonly numeric: boolean[] = [];
  readonly #kinds: CellKinds;

  constructor(kinds: CellKinds) {
    this.#kinds = kinds;
  }

  see(index: number, cell: string): void {
    if (this.numeric[index] !== false && !isBlank(cell)) this.numeric[index] = !Number.isNaN(this.#number(index, cell));
  }

  /** Makes the cells of numeric columns numbers, and blank ones null. `nameOf`: the name of a column. */
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

  /** The number in a cell; NaN if it has to stay text. */
  #number(index: number, cell: string): number {
    if (cell.includes(",")) return this.#kinds.decimalComma.has(index) ? parseNumber(cell, true) : Number.NaN;
    if (cell.length > 24 || !DECIMAL_CELL.test(cell)) return Number.NaN;
    const number = Number(cell) + 0; // no −0
    // A whole number of more digits than are exact is an id.
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER || (this.#kinds.ids.has(index) && String(number) !== cell)) return Number.NaN;
    return number;
  }
}

/** The texts of cells whose numbers print differently, as `5.0`, by the attributes they are in, so that a CSV gets them back unchanged. */
const texts = new WeakMap<object, Record<string, string>>();

function keepText(attributes: object, name: string, cell: string): void {
  const kept = texts.get(attributes);
  if (kept) kept[name] = cell;
  else texts.set(attributes, { [name]: cell });
}

/** The original text of a cell whose number prints differently; undefined for any other. */
export function cellText(attributes: object, name: string): string | undefined {
  return texts.get(attributes)?.[name];
}
