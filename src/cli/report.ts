// Report: tables and numbers for the terminal.
import { SnapError } from "../errors.js";
import { withoutTokens } from "../node/service/url.js";
import { type Io, type Output, styles } from "./io.js";

/** A column: its heading, and the alignment of its cells. */
export interface Column {
  title: string;
  align?: "left" | "right";
}

const NUMBER = new Intl.NumberFormat("en");

/** 12,345 */
export function count(n: number): string {
  return NUMBER.format(n);
}

/** 0.42 km, 12.3 km, 1,234 km; from metres. */
export function kilometres(metres: number): string {
  const km = metres / 1000;
  return `${km >= 999.95 ? count(Math.round(km)) : km.toFixed(km < 9.995 ? 2 : 1)} km`;
}

/** 87.5 %; a dash if the whole is 0. */
export function percent(part: number, whole: number): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(1)} %` : "–";
}

/** 512 bytes, 4.1 kB, 1.2 MB, 3.4 GB */
export function bytes(n: number): string {
  if (n < 1000) return `${n} bytes`;
  const power = n < 999_950 ? 1 : n < 999_950_000 ? 2 : 3; // by the rounded number: 999,950 bytes are 1.0 MB
  return `${(n / 1000 ** power).toFixed(1)} ${["", "kB", "MB", "GB"][power]}`;
}

/** 41 ms, 3.2 s, 2 min 5 s */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000); // rounded before it is split: 119.9 s are 2 min
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Text without control characters: names come from files, which may hold some that a terminal would obey. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, " ");
}

/** Names for a sentence; if there are more than `most`, the first of them and how many more there are. */
export function fewOf(names: readonly string[], most = 10): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A reader's sentence, with options by their names on the command line. */
export function byOptionName(text: string): string {
  return text
    .replace(/; maxBytes allows (\d+)\.$/, "; at most $1 are read.")
    .replace(/ that maxPoints allows\.$/, " that --max-points allows.")
    .replace(/the option gap(?: \((\d+)\))?/, (_, seconds) => (seconds === undefined ? "--gap" : `--gap ${seconds}`))
    .replace(/the option columns \((\w+)\)/g, "--columns $1=…")
    .replace(/the option columns \((\w+=[^)]*)\)/g, "--columns $1")
    .replace("the option columns, by name", "--columns lon=…,lat=…, by name")
    .replace("The option columns", "--columns")
    .replace(
      /^(Only the points of the request .*\btravel_mode\b.*)\.$/i,
      "$1; what a travel mode says is said by --mode, --u-turns, --avoid and --max-speed.",
    )
    .replace(/the option highway, (.* with )--columns/, "roadsnap build --highway, $1roadsnap build --columns");
}

/** One sentence for anything thrown, without tokens: it may quote a request that has one. */
export function sentence(error: unknown): string {
  // Not named by file: the program's own files may fail to open too, and the call that failed says nothing more.
  if (!(error instanceof SnapError) && ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException | null)?.code ?? ""))
    return "the system does not let this process open more files; raise the limit (ulimit -n).";
  const message = withoutTokens(plain(byOptionName(error instanceof Error ? error.message : String(error)))).trim();
  return error instanceof SnapError ? message : `a defect in roadsnap, please report it: ${message} (ROADSNAP_DEBUG=1 shows where).`;
}

/** The beginning of an error: red on a terminal, where other sentences stand beside it. */
export function errorName(stderr: Output): string {
  return styles(stderr).red("roadsnap:");
}

/** Writes a sentence on standard error, beside the result: a warning, or how it went. */
export function warn(text: string, io: Io): void {
  io.stderr.write(`roadsnap: ${plain(text)}\n`);
}

/** Reports trouble on standard error in one sentence; with its stack only if ROADSNAP_DEBUG is set. */
export function tell(error: unknown, io: Io): void {
  io.stderr.write(`${errorName(io.stderr)} ${sentence(error)}\n`);
  if (process.env.ROADSNAP_DEBUG && error instanceof Error) io.stderr.write(`${error.stack}\n`);
}

/** Number of terminal cells that a text takes: two for wide East Asian characters and pictures, none for combining marks. */
export function width(text: string): number {
  let cells = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal's style codes begin with
  for (const char of text.replace(/\u001b\[\d+m/g, "")) {
    if (/\p{M}/u.test(char)) continue;
    cells +=
      /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60\u3000-\u303f]/u.test(char)
        ? 2
        : 1;
  }
  return cells;
}

/** A text in so many cells of a terminal. If it is too long, its middle is left out, as names often differ at their ends. */
export function clipped(text: string, cells: number): string {
  const chars = [...text];
  let [from, to, taken] = [0, chars.length, 1];
  if (width(text) <= cells) return text;
  // From both ends in turn, the beginning first.
  for (let atEnd = false; from < to; atEnd = !atEnd) {
    taken += width(chars[atEnd ? to - 1 : from]);
    if (taken > cells) break;
    if (atEnd) to--;
    else from++;
  }
  return `${chars.slice(0, from).join("")}…${chars.slice(to).join("")}`;
}

/** Lines of a table, indented by two. Columns are as wide as their widest cell. The heading is left out if all titles are empty. */
export function table(columns: Column[], rows: string[][], out?: Output): string {
  const widths = columnWidths(columns, rows);
  const line = (cells: string[]) => {
    const padded = cells.map((cell, i) => {
      const space = " ".repeat(Math.max(0, widths[i] - width(cell)));
      return columns[i].align === "right" ? space + cell : cell + space;
    });
    return `  ${padded.join("  ").trimEnd()}\n`;
  };
  const heading = columns.some((column) => column.title !== "") ? line(columns.map((column) => column.title)) : "";
  return (out ? styles(out).dim(heading.trimEnd()) + heading.slice(heading.trimEnd().length) : heading) + rows.map(line).join("");
}

/**
 * A table; on a terminal too narrow for it, several tables one below the other. Each has the first `labels` columns, with no label longer than half a line, and
 * as many of the others as fit. If the output is no terminal, it is in one piece.
 */
export function tables(columns: Column[], whole: string[][], labels: number, out: Output): string {
  const room = out.isTTY ? (out.columns ?? Infinity) : Infinity;
  const rows = whole.map((row) => row.map((cell, i) => (i < labels ? clipped(cell, Math.floor(room / 2)) : cell)));
  const cells = columnWidths(columns, rows).map((cell) => cell + 2);
  const taken = cells.slice(0, labels).reduce((sum, cell) => sum + cell, 0);
  const parts: number[][] = [];
  let left = 0;
  for (let i = labels; i < columns.length; i++) {
    left -= cells[i];
    if (left < 0) {
      parts.push([...columns.slice(0, labels).keys()]);
      left = room - taken - cells[i];
    }
    parts[parts.length - 1].push(i);
  }
  const pick = <T>(all: readonly T[], part: readonly number[]): T[] => part.map((i) => all[i]);
  return parts
    .map((part) =>
      table(
        pick(columns, part),
        rows.map((row) => pick(row, part)),
        out,
      ),
    )
    .join("\n");
}

function columnWidths(columns: readonly Column[], rows: readonly string[][]): number[] {
  // Not by one call of Math.max: a call takes some 120,000 arguments at most.
  return columns.map((column, i) => rows.reduce((most, row) => Math.max(most, width(row[i] ?? "")), width(column.title)));
}
