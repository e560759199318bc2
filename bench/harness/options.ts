// A bench's command line: what is wrong with it is said in one sentence before anything is measured.
import { type ParseArgsConfig, parseArgs } from "node:util";

/** The options given, as text; with `--help` among them prints that and ends. */
export function readOptions<T extends NonNullable<ParseArgsConfig["options"]>>(help: string, options: T) {
  if (process.argv.includes("--help")) {
    console.log(help);
    process.exit();
  }
  return orRefuse("", () => parseArgs({ options }).values);
}

/** What a reader of `roadsnap evaluate` makes of an option's text; undefined when it is not given. */
export function readOption<T>(option: string, text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : orRefuse(`--${option} ${text}: `, () => read(text));
}

/** Says what is wrong with the command, and ends. */
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
