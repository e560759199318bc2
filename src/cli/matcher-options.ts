// Matcher options: the options of the commands that match, which are those of `Matcher`, with the same names everywhere.
import { type Command, InvalidArgumentError, Option } from "commander";
import { SnapError } from "../errors.js";
import { fieldName, parseAmount } from "../import/tracks/fields.js";
import { AVOIDABLE, type Avoidable, CHOICES, FACTORS, type MatcherOptions, NUMBERS, settle, type UTurnPolicy } from "../match/options.js";
import { MODES, type Mode } from "../roads/attributes.js";
import { USUAL_FACTORS } from "../snap/travel-mode-options.js";
import { number, Repeatable } from "./arguments.js";

/** The values of these options. */
export interface MatchingOptions {
  mode?: Mode;
  uTurns?: UTurnPolicy;
  avoid?: Partial<Record<Avoidable, number>>;
  /** Metres per second. */
  maxSpeed?: number;
  searchRadius?: number;
  accuracy?: number;
}

const USUAL_TEXT = AVOIDABLE.map((kind) => `${kind}=${USUAL_FACTORS[kind]}`).join(", ");
const SPEED_TEXT = MODES.map((mode) => `${mode} ${settle({ mode }).maxSpeed}`).join(", ");

/** Adds these options to a command. Its `--mode` may have a default of its own. */
export function withMatching(command: Command, mode: Option): Command {
  return command
    .addOption(mode.choices(MODES))
    .addOption(
      new Option(
        "--u-turns <where>",
        "where turning back is allowed; elsewhere it costs more, and is listed as a violation (default: anywhere)",
      ).choices(CHOICES.uTurns),
    )
    .addOption(
      new Repeatable(
        "--avoid <kind[=factor],…>",
        `kinds of road to avoid, each with a factor from ${FACTORS.join(" to ")} (below 1: to prefer); the factors of kinds without one: ${USUAL_TEXT}; repeatable`,
        avoidList,
      ),
    )
    .option("--max-speed <speed>", `highest plausible speed in m/s, or with a unit: 90km/h, 55mph (default, m/s: ${SPEED_TEXT})`, speed)
    .option("--search-radius <metres>", "how far from a fix to look for roads, at least", number("metres", ...NUMBERS.searchRadius))
    .option(
      "--accuracy <metres>",
      "accuracy of fixes that report none, as a 68 % radius (default: 7.55, scaled to the track)",
      number("metres", ...NUMBERS.defaultAccuracy),
    );
}

/**
 * The options of `Matcher`.
 * @throws SnapError "bad-option" for an option without effect on the mode.
 */
export function matcherOptions({ mode, uTurns, avoid, maxSpeed, searchRadius, accuracy }: MatchingOptions): MatcherOptions {
  if (avoid?.truckRestricted !== undefined && mode !== undefined && mode !== "trucking") {
    throw new SnapError("bad-option", `--avoid truckRestricted is for --mode trucking; it has no effect on ${mode}.`);
  }
  return { mode, uTurns, avoid, maxSpeed, searchRadius, defaultAccuracy: accuracy };
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");

/** Kinds of road to avoid: toll, or unpaved=2,toll=5; may be given several times. */
export function avoidList(text: string, before: Partial<Record<Avoidable, number>> = {}): Partial<Record<Avoidable, number>> {
  const factors = { ...before };
  for (const part of text.split(",")) {
    const [name, value, ...rest] = part.split("=").map((piece) => piece.trim());
    const kind = AVOIDABLE.find((known) => plain(known) === plain(name));
    if (kind === undefined || rest.length > 0) {
      throw new InvalidArgumentError(`"${part}" must be kind or kind=factor, with one of the kinds ${AVOIDABLE.join(", ")}.`);
    }
    if (factors[kind] !== undefined) throw new InvalidArgumentError(`"${kind}" is given twice; it can have only one factor.`);
    factors[kind] = value === undefined ? USUAL_FACTORS[kind] : number(`The factor of ${kind}`, ...FACTORS)(value);
  }
  return factors;
}

/** A speed within the matcher's bounds, in metres per second: 25, 90km/h, 55 mph; with the units that a file's speeds may have. */
export function speed(text: string): number {
  const { number: amount, name } = parseAmount(text, fieldName("speed"));
  const value = (amount * name.multiply) / name.divide;
  const [low, high] = NUMBERS.maxSpeed;
  if (!(value >= low && value <= high)) {
    throw new InvalidArgumentError(`speed must be from ${low} to ${high} m/s: a number in m/s, or one with its unit (m/s, km/h or mph).`);
  }
  return value;
}
