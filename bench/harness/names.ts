// Names given on the command line, looked up in tables: only a table's own names count, not what every object has.

/** What is wrong with the name of a thing, in one sentence; null when the table has it. */
export function unknownName(thing: string, name: string, table: object): string | null {
  if (Object.hasOwn(table, name)) return null;
  return `There is no ${thing} named "${name}"; there are: ${Object.keys(table).join("; ")}.`;
}

/** Puts other numbers, as NAME=VALUE, into a table of numbers. The sentence says what is wrong with the first that cannot be put there. */
export function changeNumbers(thing: string, table: Record<string, number>, changes: readonly string[]): string | null {
  for (const change of changes) {
    const at = change.indexOf("=");
    const name = at < 0 ? change : change.slice(0, at);
    const unknown = unknownName(thing, name, table);
    if (unknown !== null) return unknown;
    const text = at < 0 ? "" : change.slice(at + 1).trim();
    if (text === "" || !Number.isFinite(Number(text)))
      return `The ${thing} "${change}" is not NAME=VALUE with a number, for instance ${name}=${table[name]}.`;
    table[name] = Number(text);
  }
  return null;
}
