// The values of `roadsnap evaluate`'s options.
import { InvalidArgumentError } from "commander";
import { FAULTS, type Fault } from "../../evaluate/devices/faults.js";
import { MAP_ERRORS, type MapError } from "../../evaluate/maps/map-errors.js";
import type { NoiseSettings } from "../../evaluate/noise.js";
import { FIELDS, type Field } from "../../evaluate/simulate/fields.js";
import { type SimulationOptions, settleSimulation } from "../../evaluate/simulate/options.js";
import type { MatchingOptions } from "../matcher-options.js";

export interface EvaluateOptions extends MatchingOptions {
  roads?: string;
  kubicka?: string;
  drives?: string;
  simulate?: number;
  simulation?: SimulationOptions;
  seed: number;
  thin?: number[];
  phases?: number;
  /** Null: what the tracks have. */
  noise?: (NoiseSettings | null)[];
  /** Null: all a track has. */
  fields?: (Field[] | null)[];
  /** Null: none. */
  fault?: (Fault | null)[];
  /** Null: none. */
  mapError?: (MapError | null)[];
  /** Metres. */
  cover?: number;
  only?: string[];
  limit?: number;
  worst?: number;
  html?: string;
  json?: string;
  timing?: boolean;
  reliability?: boolean;
}

/** Seconds between fixes: 1,10,30,60. */
export function intervals(text: string): number[] {
  const seconds = text.split(",").map(numberOrNaN);
  if (!seconds.every((value) => value >= 0 && value <= 86_400)) {
    throw new InvalidArgumentError("Intervals must be seconds from 0 to 86400, separated by commas, for example 1,10,30,60.");
  }
  return seconds;
}

/** Default seconds of memory of the drift. */
const DRIFT_SECONDS = 60;

/** 5, or 1.5,3,60: independent and drifting σ in metres, seconds of drift. */
export function noiseLevel(text: string): NoiseSettings | null {
  if (text.trim() === "own") return null;
  const values = text.split(",").map(numberOrNaN);
  if (values.length > 3 || !values.every((value) => value >= 0 && value <= 10_000)) {
    throw new InvalidArgumentError(
      "Noise must be σ per axis in metres, then (optional) σ of the part that drifts in metres and its duration in seconds, each 0 to 10000, for example 5 or 1.5,3,60; or own.",
    );
  }
  const [independent, drift = 0, driftSeconds = DRIFT_SECONDS] = values;
  return { independent, drift, driftSeconds };
}

/** Fields to match with: accuracy,speed; none; all. */
export function fieldList(text: string): Field[] | null {
  const names = text.split(",").map((name) => name.trim());
  if (names.length === 1 && names[0] === "all") return null;
  if (names.length === 1 && names[0] === "none") return [];
  const wrong = names.find((name) => !(FIELDS as readonly string[]).includes(name));
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is not one of ${FIELDS.join(", ")}; none and all must stand alone.`);
  return FIELDS.filter((field) => names.includes(field));
}

/** A fault by its name, or none. */
export function faultName(text: string): Fault | null {
  return nameIn(FAULTS, text, "A fault");
}

/** An error of the map by its name, or none. */
export function mapErrorName(text: string): MapError | null {
  return nameIn(MAP_ERRORS, text, "An error of the map");
}

/** A name of a table, whose words may be joined in any way: "course stuck at 0", course-stuck-at-0. Null for none. */
function nameIn<T extends object>(table: T, text: string, what: string): (keyof T & string) | null {
  const plain = (name: string): string =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s,_-]+/g, " ");
  if (plain(text) === "none") return null;
  const names = Object.keys(table) as (keyof T & string)[];
  const name = names.find((one) => plain(one) === plain(text));
  if (name === undefined) throw new InvalidArgumentError(`${what} must be one of: ${names.join("; ")}; none.`);
  return name;
}

/** Options of the simulation for which `evaluate` has its own options. */
const ELSEWHERE = ["seed", "drives", "mode", "noise", "fields"];

const KNOWN = Object.keys(settleSimulation({})).filter((name) => !ELSEWHERE.includes(name));

/** Options of the simulation: carParks=0.7,side=left. Ranges are checked where they are used. */
export function simulationOptions(text: string, before: SimulationOptions = {}): SimulationOptions {
  const options = text.split(",").map((part) => {
    const [name, value, ...rest] = part.split("=").map((piece) => piece.trim());
    if (name === "" || value === undefined || value === "" || rest.length > 0) {
      throw new InvalidArgumentError(`"${part}" is not name=value, for example carParks=0.7.`);
    }
    if (ELSEWHERE.includes(name))
      throw new InvalidArgumentError(`${name} has an option of its own, --${name === "drives" ? "simulate" : name}.`);
    if (!KNOWN.includes(name))
      throw new InvalidArgumentError(`There is no option "${name}" of the simulation; there are ${KNOWN.join(", ")}.`);
    return [name, Number.isNaN(Number(value)) ? value : Number(value)];
  });
  return { ...before, ...Object.fromEntries(options) };
}

/** Names, separated by commas. */
export function nameList(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

function numberOrNaN(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
