// Where a text stops being JSON: engines say it each in their own words, or not at all.

/** White space and the token after it, if there is one: punctuation, a text, or a value that stands for itself. */
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a text may not hold
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
/** What may follow in an object and in a list, by what came last. */
type Awaited = "value" | "value or ]" | "name or }" | "name" | ":" | ", or end";

/** Index of the first token with which no JSON text can go on; the text's length when it has to go on and does not, −1 when it is JSON. */
export function endOfJson(text: string): number {
  const open: string[] = [];
  let awaited: Awaited = "value";
  let at = 0;
  for (;;) {
    const isOver: boolean = open.length === 0 && awaited === ", or end";
    TOKEN.lastIndex = at;
    const [whole = "", mark, word, bare] = TOKEN.exec(text) ?? [];
    if (whole === "") {
      const space = /[ \t\n\r]*/y;
      space.lastIndex = at;
      at += space.exec(text)![0].length;
      return isOver && at === text.length ? -1 : at;
    }
    const start = at + whole.length - (mark ?? word ?? bare).length;
    const inObject = open.at(-1) === "{";
    if (isOver) return start;
    if ((mark === "{" || mark === "[") && awaited.startsWith("value")) {
      open.push(mark);
      awaited = mark === "{" ? "name or }" : "value or ]";
    } else if ((mark === "}" && inObject && /}|end/.test(awaited)) || (mark === "]" && open.at(-1) === "[" && /]|end/.test(awaited))) {
      open.pop();
      awaited = ", or end";
    } else if (mark === "," && awaited === ", or end") awaited = inObject ? "name" : "value";
    else if (mark === ":" && awaited === ":") awaited = "value";
    else if (mark === undefined && awaited.startsWith("value")) awaited = ", or end";
    else if (word !== undefined && awaited.startsWith("name")) awaited = ":";
    else return start;
    at += whole.length;
  }
}
