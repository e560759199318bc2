// Options: of a simulation, each with unit, meaning and default.

import { badOption, checkOptions, isObject } from "../../errors.js";
import { Access, MODES, type Mode } from "../../roads/attributes.js";
import { type NoiseSettings, OPEN_SKY } from "../noise.js";

/** Options of a simulation. Shares are 0–1. Everything left out has a default that is meant to look like everyday driving. */
export interface SimulationOptions {
  /** Seed of all random numbers, a whole number. Default 1. */
  seed?: number | undefined;
  /** Number of drives. Default 10. */
  drives?: number | undefined;
  /** Mode of travel. Default "driving". */
  mode?: Mode | undefined;
  /** Shortest and longest route, metres. Default 2000 and 10 000; in a small network routes may be shorter. */
  minMetres?: number | undefined;
  maxMetres?: number | undefined;
  /** Seconds between fixes. Default 1. */
  interval?: number | undefined;
  /** Share of junctions at which the driver halts for a while. Default 0.12. */
  stops?: number | undefined;
  /** Shares of drives with a U-turn, with a round of the block, and with another time round a roundabout. Default 0.08, 0.08, 0.1. */
  uTurns?: number | undefined;
  loops?: number | undefined;
  rounds?: number | undefined;
  /** Shares of drives with a stop in a car park off the map, and with a stretch on an unmapped road, if there is room for one. Default 0, 0. */
  carParks?: number | undefined;
  unmapped?: number | undefined;
  /**
   * Share of drives that take a ferry or a car train, if there is one for the traveller. Off the quays a ferry is up to 300 m beside its line. Default 0.
   */
  ferries?: number | undefined;
  /** Share of drives in which the traveller is carried to another place without fixes (a gap that no road explains). Default 0. */
  carried?: number | undefined;
  /** Side of the road on which traffic drives. Default "right". */
  side?: "right" | "left" | undefined;
  /** Noise under an open sky. Default σ 1.5 m independent, 3 m drifting over 60 s. */
  noise?: NoiseSettings | undefined;
  /** Share of the way lined by tall buildings, where the noise is three times as large and outliers occur. Default 0.15. */
  urban?: number | undefined;
  /** Share of fixes under tall buildings that are off by 30–150 m; a twentieth of it elsewhere. Default 0.02. */
  outliers?: number | undefined;
  /** Share of tunnels (of any length over 40 m) without fixes; the others let a few through. Default 0.95. */
  tunnels?: number | undefined;
  /** Losses of signal of 10–120 s, per hour of driving, in addition to tunnels. Default 1. */
  losses?: number | undefined;
  /** Which fields each fix has. Default: all three. */
  fields?: { accuracy?: boolean | undefined; speed?: boolean | undefined; course?: boolean | undefined } | undefined;
  /** Share of fixes on which such a field is missing all the same. Default 0.01. */
  missing?: number | undefined;
  /** Share of fixes that are sent twice. Default 0.005. */
  duplicates?: number | undefined;
  /** Share of fixes that arrive late, after up to five that were made after them; each keeps its time. Default 0. */
  late?: number | undefined;
}

/** The options with every default in place. */
export type Simulation = Required<SimulationOptions>;

const SHARES = [
  "stops",
  "uTurns",
  "loops",
  "rounds",
  "carParks",
  "unmapped",
  "ferries",
  "carried",
  "urban",
  "outliers",
  "tunnels",
  "missing",
  "duplicates",
  "late",
] as const;

/** Least seconds between fixes: no receiver is faster, and fixes closer together would fill the memory. */
const LEAST_INTERVAL = 0.01;

const DEFAULTS: Simulation = {
  seed: 1,
  drives: 10,
  mode: "driving",
  minMetres: 2000,
  maxMetres: 10_000,
  interval: 1,
  stops: 0.12,
  uTurns: 0.08,
  loops: 0.08,
  rounds: 0.1,
  carParks: 0,
  unmapped: 0,
  ferries: 0,
  carried: 0,
  side: "right",
  noise: OPEN_SKY,
  urban: 0.15,
  outliers: 0.02,
  tunnels: 0.95,
  losses: 1,
  fields: { accuracy: true, speed: true, course: true },
  missing: 0.01,
  duplicates: 0.005,
  late: 0,
};

/**
 * Checks options and fills in the defaults.
 * @throws SnapError "bad-option" naming the option, its value and what is allowed.
 */
export function settleSimulation(options: SimulationOptions): Simulation {
  checkOptions(options, "the simulation", Object.keys(DEFAULTS));
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const settled: Simulation = { ...DEFAULTS, ...given };
  for (const name of ["noise", "fields"] as const) if (!isObject(settled[name])) throw badOption(name, settled[name], "an object");
  checkOptions(settled.noise, "noise", Object.keys(DEFAULTS.noise));
  checkOptions(settled.fields, "fields", Object.keys(DEFAULTS.fields));
  const kept = Object.entries(settled.fields).filter(([, value]) => value !== undefined);
  for (const [name, value] of kept) if (typeof value !== "boolean") throw badOption(`fields.${name}`, value, "true or false");
  settled.fields = { ...DEFAULTS.fields, ...Object.fromEntries(kept) };
  for (const name of SHARES) {
    if (!(isNumber(settled[name]) && settled[name] >= 0 && settled[name] <= 1)) throw badOption(name, settled[name], "a share from 0 to 1");
  }
  const positive = { minMetres: settled.minMetres, maxMetres: settled.maxMetres, interval: settled.interval };
  for (const [name, value] of Object.entries(positive))
    if (!(isNumber(value) && value > 0 && value < 1e7)) throw badOption(name, value, "a number above 0 and below 10 million");
  if (settled.interval < LEAST_INTERVAL) throw badOption("interval", settled.interval, `${LEAST_INTERVAL} s or more`);
  const { independent, drift, driftSeconds } = settled.noise;
  const numbers = { "noise.independent": independent, "noise.drift": drift, "noise.driftSeconds": driftSeconds, losses: settled.losses };
  for (const [name, value] of Object.entries(numbers)) {
    if (!(isNumber(value) && value >= 0 && value < 1e5)) throw badOption(name, value, "a number from 0 and below 100,000");
  }
  if (!Number.isSafeInteger(settled.drives) || settled.drives < 0) throw badOption("drives", settled.drives, "a whole number from 0");
  if (settled.minMetres > settled.maxMetres)
    throw badOption("minMetres", settled.minMetres, `no more than maxMetres, ${settled.maxMetres}`);
  if (settled.side !== "right" && settled.side !== "left") throw badOption("side", settled.side, "right or left");
  if (!Object.hasOwn(Access, settled.mode)) throw badOption("mode", settled.mode, `one of ${MODES.join(", ")}`);
  return settled;
}

/** A number given as text would be concatenated rather than added. */
function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
