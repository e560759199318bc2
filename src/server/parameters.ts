// The parameters of a request: query and body as one set of names and values.
import { SnapError, shown } from "../errors.js";
import { isBlank, readList, readText } from "../snap/values.js";

/** Most parameters of a request, so that a body of nothing but separators costs little. */
const MAX_PARAMETERS = 1000;
/** Longest text of a list that is read in this thread rather than by a worker: more than a thousand words or ids. */
const MAX_LIST = 100_000;

/** Parameters that are lists: if given twice, the words of both count. */
export const LISTS = ["road_properties_on_snapped_points", "road_properties_on_lines"];

/** The format that a request asks for. */
export type Format = "json" | "pjson" | "html";

/** Names and values in the order given; names are matched without regard to case. */
export class RequestParameters {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  /** @throws SnapError "limit" when there are more than {@link MAX_PARAMETERS}. */
  add(name: string, value: string): void {
    if (++this.#count > MAX_PARAMETERS) {
      throw new SnapError("limit", `The request has more than ${MAX_PARAMETERS} parameters, the most this service takes.`);
    }
    const key = name.trim().toLowerCase();
    const values = this.#values.get(key);
    if (values) values.push(value);
    else this.#values.set(key, [value]);
  }

  /** The last value that is not blank; a blank one when there is no other; undefined when the request has no such parameter. */
  get(name: string): string | undefined {
    const values = this.#values.get(name.toLowerCase());
    return values?.findLast((value) => !isBlank(value)) ?? values?.at(-1);
  }

  /** As {@link get}, undefined when blank. */
  text(name: string): string | undefined {
    const value = this.get(name);
    return isBlank(value) ? undefined : value;
  }

  /**
   * The words of all values of a list, none when they are blank; undefined when the request has no such parameter.
   * @throws SnapError "bad-input" for what is no list; "limit" when it is too long.
   */
  list(name: string): string[] | undefined {
    const values = this.#values.get(name.toLowerCase());
    const length = values?.reduce((sum, value) => sum + value.length, 0) ?? 0;
    if (length > MAX_LIST) throw new SnapError("limit", `${name} has ${length} characters; a list may have at most ${MAX_LIST}.`);
    return values?.flatMap((value) => readList(name, value));
  }

  /** The parameters for execute, by lower-case name: all except those that are for the server itself. */
  forExecute(): Record<string, unknown> {
    const names = [...this.#values.keys()].filter((name) => name !== "f" && name !== "token");
    return Object.fromEntries(names.map((name) => [name, this.#forExecute(name)]));
  }

  #forExecute(name: string): unknown {
    const isRepeated = (this.#values.get(name)?.length ?? 0) > 1;
    return isRepeated && LISTS.includes(name) ? this.list(name) : this.get(name);
  }

  /** The f parameter; html when blank. @throws SnapError "bad-input" for anything else. */
  format(): Format {
    const value = this.text("f");
    if (value === undefined) return "html";
    const word = readText(value).toLowerCase();
    if (word === "json" || word === "pjson" || word === "html") return word;
    throw new SnapError("bad-input", `f is ${shown(value)}; it must be json, pjson or html.`, { parameter: "f" });
  }
}
