// Conditional tags (`key:conditional=value @ condition; …`): a track may have been made whether the condition held or not.

/** The values that hold under some condition or other, in order; which conditions those are is not read. */
export function conditionalValues(tag: string | undefined): string[] {
  return tag === undefined ? [] : [...tag.matchAll(/([\w.-]+)\s*@/g)].map((clause) => clause[1]);
}

/** Each value with its condition; a value may be a number with its unit (`2.8 t @ winter`). */
export function conditionalClauses(tag: string | undefined): { value: string; condition: string }[] {
  const clauses = [...(tag ?? "").matchAll(/(?:^|;)\s*([^;@]+?)\s*@\s*(\([^)]*\)|[^;]*)/g)];
  return clauses.map(([, value, condition]) => ({ value, condition: condition.trim() }));
}
