// The command line of a bench: what is wrong with it is reported in one sentence before anything is measured.
import { type ParseArgsConfig, parseArgs } from "node:util";

/** The given options, as text; prints the help and ends if `--help` is among them. */
export function readOptions<T extends NonNullable<ParseArgsConfig["options"]>>(help: string, options: T) {
  if (process.argv.includes("--help")) {
    console.log(help);
    process.exit();
  }
  return orRefuse("", () => parseArgs({ options }).values);
}

/** Parses the text of an option as `roadsnap evaluate` does; undefined if it is not given. */
export function readOption<T>(option: string, text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : orRefuse(`--${option} ${text}: `, () => read(text));
}

/** Prints what is wrong with the command line, and ends. */
export function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function orRefuse<T>(start: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(start + (error instanceof Error ? error.message : String(error)));
  }
}
