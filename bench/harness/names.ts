// Names from the command line, looked up in tables: only a table's own names count, not those that every object has.

/** What is wrong with a name, in one sentence; null if the table has it. */
export function unknownName(thing: string, name: string, table: object): string | null {
  if (Object.hasOwn(table, name)) return null;
  return `There is no ${thing} named "${name}"; there are: ${Object.keys(table).join("; ")}.`;
}

/** Sets numbers of a table, given as NAME=VALUE. Returns a sentence about the first one that is wrong, or null. */
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
