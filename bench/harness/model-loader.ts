// A Node module hook that loads the model's module with other numbers. See model.ts.
import type { InitializeHook, LoadHook } from "node:module";

let numbers: Record<string, number> = {};

export const initialize: InitializeHook<Record<string, number>> = (data) => {
  numbers = data;
};

export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  if (!url.endsWith("/src/match/model.js")) return loaded;
  const source = String(loaded.source).replace(
    /^export const (\w+) = .*;$/gm,
    (_, name: string) => `export const ${name} = ${numbers[name]};`,
  );
  return { ...loaded, source };
};
