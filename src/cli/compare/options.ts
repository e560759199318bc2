// The values of the options of compare, record and replay.
import { InvalidArgumentError } from "commander";
import { TOLERANCES, type Tolerance, type Tolerances } from "../../compare/tolerances.js";
import { SnapError } from "../../errors.js";

/** Limits of the verdict: position=10,overlap=0.9; may be given several times. */
export function toleranceList(text: string, before: Partial<Tolerances> = {}): Partial<Tolerances> {
  const limits: Partial<Tolerances> = { ...before };
  for (const part of text.split(",")) {
    const [name, value, ...rest] = part.split("=").map((piece) => piece.trim());
    const number = value === undefined || value === "" ? Number.NaN : Number(value);
    if (!Object.hasOwn(TOLERANCES, name) || rest.length > 0) {
      throw new InvalidArgumentError(`"${part}" must be name=value, with one of the names ${Object.keys(TOLERANCES).join(", ")}.`);
    }
    const { most } = TOLERANCES[name as Tolerance];
    if (!(number >= 0 && number <= most)) throw new InvalidArgumentError(`${name} must be a number from 0 to ${most}.`);
    limits[name as Tolerance] = number;
  }
  return limits;
}

/** A parameter of the request: return_lines=false; may be given several times. */
export function parameterValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  const name = text.slice(0, at).trim();
  if (at < 0 || name === "") throw new InvalidArgumentError("A parameter must be name=value, for example return_lines=false.");
  if (["token", "f"].includes(name.toLowerCase())) {
    // Not an InvalidArgumentError, which would show the value.
    throw new SnapError("bad-option", `--parameter cannot set ${name}: f is always json, and a token is given with --token.`);
  }
  return { ...before, [name]: text.slice(at + 1) };
}

/** The table of tolerances as lines of help. */
export function toleranceHelp(): string {
  const rows = Object.entries(TOLERANCES).map(([name, { sense, byDefault, unit, meaning }]) => {
    const limit = `${sense} ${byDefault}${unit === "m" ? " m" : ""}`;
    return `  ${name.padEnd(11)} ${limit.padEnd(13)} ${meaning}`;
  });
  return rows.join("\n");
}
