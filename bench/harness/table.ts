// Results as a table for people; programs get the same rows as JSON.

/** A number or a word in a table. */
export type Cell = number | string | boolean;

/** A table of results. The keys of a row are the headings, with units; all rows have the keys of the first. */
export interface Table {
  title: string;
  rows: Record<string, Cell>[];
  /** What a reader has to know. */
  notes?: string[];
}

/** The table as text. */
export function formatTable({ title, rows, notes = [] }: Table): string {
  const heads = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => heads.map((head) => formatCell(row[head])));
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((row) => row[i].length)));
  // Words are aligned left, numbers right.
  const words = heads.map((head) => rows.some((row) => typeof row[head] === "string"));
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, i) => (words[i] ? text.padEnd(widths[i]) : text.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [title, line(heads), ...cells.map(line), ...notes.map((note) => `  ${note}`)].join("\n");
}

/** Three significant digits, more only in front of the decimal point. */
export function formatCell(value: Cell | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "NO";
  if (typeof value !== "number") return value ?? "";
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return Math.round(value).toLocaleString("en-GB");
  return size >= 10 ? value.toFixed(1) : size >= 1 ? value.toFixed(2) : value.toFixed(3);
}
