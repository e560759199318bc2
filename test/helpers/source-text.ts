// Reads TypeScript as text for tests about the source itself: which modules a file imports, and its code without comments, strings and regular
// expressions.

/** One import or re-export. */
export interface ImportedModule {
  specifier: string;
  /** `import type …` or `export type …`, which compilation removes. */
  typeOnly: boolean;
}

/** The modules that a file imports, in order: static imports, re-exports, and dynamic imports with a literal name. */
export function importsOf(source: string): ImportedModule[] {
  const code = blank(source, { strings: false });
  const found: ImportedModule[] = [];
  for (const m of code.matchAll(
    /\b(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?(["'])([^"'\n]+)\2|\bimport\s*\(\s*(["'])([^"'\n]+)\4/g,
  )) {
    found.push({ specifier: m[3] ?? m[5], typeOnly: m[1] !== undefined });
  }
  return found;
}

/** The code alone: comments, strings and regular expressions become spaces; line breaks and `${…}` inside templates are kept. */
export function codeOf(source: string): string {
  return blank(source, { strings: true });
}

function blank(source: string, what: { strings: boolean }): string {
  const out = source.split("");
  const wipe = (from: number, to: number) => {
    for (let k = from; k < to; k++) if (out[k] !== "\n") out[k] = " ";
  };
  const templates: number[] = []; // depth of braces at each open `${`
  let depth = 0;
  let before = ""; // the code since the last token that matters for telling a division from a regular expression
  let i = 0;
  const template = (start: number) => {
    let k = start;
    while (k < source.length && source[k] !== "`" && !(source[k] === "$" && source[k + 1] === "{")) k += source[k] === "\\" ? 2 : 1;
    if (what.strings) wipe(start, k);
    if (source[k] === "$") {
      templates.push(depth++);
      return k + 2;
    }
    return k + 1;
  };
  while (i < source.length) {
    const c = source[i];
    const two = source.slice(i, i + 2);
    if (two === "//" || two === "/*") {
      const end = two === "//" ? source.indexOf("\n", i) : source.indexOf("*/", i) + 2;
      const to = end < 2 ? source.length : end;
      wipe(i, to);
      i = to;
    } else if (c === '"' || c === "'") {
      let k = i + 1;
      while (k < source.length && source[k] !== c) k += source[k] === "\\" ? 2 : 1;
      if (what.strings) wipe(i + 1, k);
      i = k + 1;
      before = '"';
    } else if (c === "`") {
      i = template(i + 1);
      before = '"';
    } else if (c === "}" && templates.at(-1) === depth - 1) {
      depth = templates.pop() as number;
      i = template(i + 1);
      before = '"';
    } else if (c === "/" && (/[([{},;:=!&|?+\-*%<>~^]$/.test(before) || before === "" || /\b(return|typeof|case|of|in)$/.test(before))) {
      let k = i + 1;
      for (let inClass = false; k < source.length && (inClass || source[k] !== "/"); k++) {
        if (source[k] === "\\") k++;
        else if (source[k] === "[") inClass = true;
        else if (source[k] === "]") inClass = false;
      }
      wipe(i + 1, k);
      i = k + 1;
      before = '"';
    } else {
      if (c === "{") depth++;
      if (c === "}") depth--;
      if (!/\s/.test(c)) before = /\w/.test(c) && /\w$/.test(before) && /\w/.test(source[i - 1] ?? "") ? before + c : c;
      i++;
    }
  }
  return out.join("");
}
