// One seed for all properties, so that a run fails for what was changed and not for what was drawn. PROPERTY_SEED=… draws others.
import type { Plugin } from "vitest/config";

/** Tells fast-check the seed, in each file that loads it. */
export function oneSeed(): Plugin {
  const seed = Number(process.env.PROPERTY_SEED ?? 1);
  return {
    name: "one-seed",
    transform(code) {
      if (!code.includes('from "fast-check"')) return null;
      return { code: `${code}\nimport { configureGlobal as tellSeed } from "fast-check";\ntellSeed({ seed: ${seed} });\n`, map: null };
    },
  };
}
