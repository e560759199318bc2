// Snippets: the programs on a page of the docs, and running them.

/** The TypeScript on a page, in order. */
export function snippetsOf(page: string): string[] {
  return [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
}

/** Runs code as a module, with top-level await, in which these names have these values. */
export async function runCode(code: string, names: Record<string, unknown>): Promise<void> {
  const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), code)(...Object.values(names));
}
