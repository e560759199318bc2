// One seed for all properties, so that a run fails for what was changed and not for what was drawn. PROPERTY_SEED=… draws others.
import type { Plugin } from "vitest/config";

/** What the plugin adds. It says the same whatever the variables are, since what is added may be cached. */
const TELL = `
import { configureGlobal as tellAll } from "fast-check";
import { runs as runsOfAll } from "/test/helpers/runs.ts";
tellAll({ seed: Number(process.env.PROPERTY_SEED ?? 1), numRuns: runsOfAll(100) });
`;

/** Tells fast-check the seed, and how often a property is tried that does not say so itself, in each file that loads it. */
export function oneSeed(): Plugin {
  return {
    name: "one-seed",
    transform: (code) => (code.includes('from "fast-check"') ? { code: code + TELL, map: null } : null),
  };
}
