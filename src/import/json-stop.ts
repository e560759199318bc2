// JSON stop: whether a text is JSON, where it stops being so, and what is expected there. Engines say that in different words, and often without the place.

/** Matches blanks, then a quote, number, word or sign; only the blanks if no token of JSON follows. */
const TOKEN = /[ \t\r\n]*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|["[\]{},:])?/y;
/** Matches a part of a string: plain characters, or one escape sequence. */
const PIECE = /[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Where a text stops being JSON. */
export interface JsonStop {
  /** Characters before it. */
  at: number;
  /** What is expected there, in words. */
  due: string;
  /** Whether the text before it is a complete value. */
  isWhole: boolean;
}

/** Whether the text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the text stops being JSON; null if it does not, though it may be cut short. */
export function jsonStop(text: string): JsonStop | null {
  const open: ("]" | "}")[] = [];
  let next: "value" | "key" | "colon" | "end" = "value";
  let isFirst = false;
  TOKEN.lastIndex = 0;
  for (;;) {
    let token = TOKEN.exec(text)?.[1] ?? "";
    const at = TOKEN.lastIndex - token.length;
    if (at === text.length) return null;
    if (token === '"') {
      TOKEN.lastIndex = quoteAfter(text, at + 1) + 1;
      if (TOKEN.lastIndex === 0) token = "";
    }
    const close = open.at(-1);
    const opens = next === "value" && (token === "[" || token === "{");
    if (opens) {
      open.push(token === "[" ? "]" : "}");
      next = token === "[" ? "value" : "key";
    } else if (token === close && (isFirst || next === "end")) {
      open.pop();
      next = "end";
    } else if (token === "," && next === "end" && close !== undefined) next = close === "}" ? "key" : "value";
    else if (token === ":" && next === "colon") next = "value";
    else if (token === '"' && next === "key") next = "colon";
    else if (next === "value" && /^["\w-]/.test(token)) next = "end";
    else {
      const due = { value: "a value", key: "a name in quotes", colon: '":"', end: close === undefined ? "the end" : '","' }[next];
      const orClose = close !== undefined && (isFirst || next === "end") ? ` or "${close}"` : "";
      return { at, due: due + orClose, isWhole: next === "end" && close === undefined };
    }
    isFirst = opens;
  }
}

/** The index of a string's closing quote; −1 if there is none, or an invalid character comes before it. */
function quoteAfter(text: string, from: number): number {
  let end = from;
  PIECE.lastIndex = from;
  while (PIECE.test(text)) end = PIECE.lastIndex;
  return text[end] === '"' ? end : -1;
}

/** Characters shown before and behind the place where a text stops being JSON. */
const SHOWN = 30;

/** What is wrong where the text stops being JSON, and the text there. */
export function stopWords(text: string, { at, due }: JsonStop): string {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  const place = `${lines.length > 1 ? `line ${lines.length}, ` : ""}character ${lines[lines.length - 1].length + 1}`;
  const unknown = /^-?(NaN|Infinity)\b/.exec(text.slice(at, at + SHOWN))?.[1];
  if (unknown !== undefined) return `it has ${unknown} at ${place}; write null for an unknown value`;
  const before = `${at > SHOWN ? "…" : ""}${text.slice(Math.max(0, at - SHOWN), at)}`;
  const behind = `${text.slice(at, at + SHOWN)}${at + SHOWN < text.length ? "…" : ""}`;
  return `${due} is expected at ${place}, where "${behind}" comes after "${before}"`.replace(/\s+/g, " ");
}
