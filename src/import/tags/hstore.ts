// The text form of PostgreSQL's hstore, in which converters put tags that have no column of their own: "oneway"=>"yes","maxspeed"=>"50".

const ARROW = /\s*=>\s*/y;

/**
 * The pairs of such a text, without those that are NULL. Malformed parts are skipped, in a single pass over the text. A regular expression for all of it would
 * try each quote of a damaged text to its end, and fail midway in a very long one.
 */
export function hstorePairs(text: string): [key: string, value: string][] {
  const found: [string, string][] = [];
  let key = quoted(text, 0);
  while (key !== null) {
    ARROW.lastIndex = key.end + 1;
    // Without an arrow behind it, it is no key. Its closing quote may be the opening quote of one.
    if (!ARROW.test(text)) key = quoted(text, key.end);
    else {
      const at = ARROW.lastIndex;
      const value = text[at] === '"' ? quoted(text, at) : null;
      if (value !== null) found.push([unquoted(text, key), unquoted(text, value)]);
      key = quoted(text, value === null ? at : value.end + 1);
    }
  }
  return found;
}

/** Where a text in quotes begins and ends, its quotes included. */
interface Quoted {
  start: number;
  end: number;
}

/** The next text in quotes; null when there is none that ends. */
function quoted(text: string, from: number): Quoted | null {
  const start = text.indexOf('"', from);
  if (start < 0) return null;
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end < text.length ? { start, end } : null;
}

function unquoted(text: string, { start, end }: Quoted): string {
  return text.slice(start + 1, end).replace(/\\(.)/gs, "$1");
}
