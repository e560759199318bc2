// One seed for all properties, so that a run fails for what was changed and not for what was drawn. PROPERTY_SEED=… draws others.
import type { Plugin } from "vitest/config";
import { runs } from "./runs.js";

/** Tells fast-check the seed, and how often a property is tried that does not say so itself, in each file that loads it. */
export function oneSeed(): Plugin {
  const seed = Number(process.env.PROPERTY_SEED ?? 1);
  return {
    name: "one-seed",
    transform(code) {
      if (!code.includes('from "fast-check"')) return null;
      const tell = `import { configureGlobal as tellAll } from "fast-check";\ntellAll({ seed: ${seed}, numRuns: ${runs(100)} });\n`;
      return { code: `${code}\n${tell}`, map: null };
    },
  };
}
