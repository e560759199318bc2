// Conditional tags (`key:conditional=value @ condition; …`). It is not known whether the condition held when a track was made.

/** The values that hold under conditions, in order. The conditions are not read. */
export function conditionalValues(tag: string | undefined): string[] {
  return tag === undefined ? [] : [...tag.matchAll(/([\w.-]+)\s*@/g)].map((clause) => clause[1]);
}

/** Each value with its condition; a value may be a number with its unit (`2.8 t @ winter`). */
export function conditionalClauses(tag: string | undefined): { value: string; condition: string }[] {
  const clauses = [...(tag ?? "").matchAll(/(?:^|;)\s*([^;@]+?)\s*@\s*(\([^)]*\)|[^;]*)/g)];
  return clauses.map(([, value, condition]) => ({ value, condition: condition.trim() }));
}
