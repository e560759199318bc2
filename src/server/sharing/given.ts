// Given: the values of a request to the sharing API, read from text: lists, booleans and numbers; undefined if absent.
import { SnapError, shown } from "../../errors.js";
import { isJson } from "../../import/json-stop.js";
import { isBlank, readBoolean, readNumber } from "../../snap/values.js";
import type { RequestContext } from "../context.js";

/** The parameters and the parts of the path. Its readers throw SnapError "bad-input" naming the parameter and the value. */
export class Given {
  readonly #c: RequestContext;

  constructor(c: RequestContext) {
    this.#c = c;
  }

  /** A part of the path by its name in the route; "" if the route has none. */
  path(name: string): string {
    return this.#c.req.param(name) ?? "";
  }

  text(name: string): string | undefined {
    return this.#c.var.parameters.text(name);
  }

  /** A list; if it is given twice, the words of both. Blank is an empty list: `groups=" "` means none, which differs from an absent parameter. */
  list(name: string): string[] | undefined {
    return this.#c.var.parameters.list(name);
  }

  /** As {@link list}, for words chosen by people, such as `[draft] roads`. */
  words(name: string): string[] | undefined {
    try {
      return this.list(name);
    } catch (error) {
      const text = this.text(name) ?? "";
      if (isJson(text)) throw error;
      return text
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== "");
    }
  }

  flag(name: string): boolean | undefined {
    const value = this.#c.var.parameters.get(name);
    return isBlank(value) ? undefined : readBoolean(name, value, false);
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = readNumber(value);
    if (Number.isInteger(number)) return number;
    throw new SnapError("bad-input", `${name} is ${shown(value)}; it must be a whole number.`, { parameter: name });
  }
}
