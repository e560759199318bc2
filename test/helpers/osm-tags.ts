// Tags and rules in the short form of the test tables: "highway=primary, name=High Street" and "dtwc".
import { readWayTags, type Tags, type WayRules } from "../../src/import/tags/tags.js";
import { Access, Flag, MODES, openTo as openFlag } from "../../src/roads/attributes.js";

/** Tags from `key=value, key=value`. */
export function tags(text: string): Tags {
  return new Map(
    text
      .split(",")
      .filter((part) => part.trim() !== "")
      .map((part) => [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()]),
  );
}

/** Access bits as letters: d driving, t trucking, w walking, c cycling; "-" for none. */
export function letters(bits: number): string {
  const found = Object.entries(Access).filter(([, bit]) => bits & bit);
  return found.map(([mode]) => mode[0]).join("") || "-";
}

/** Flag bits as their names, in the order of the bits. */
export function flagNames(bits: number): string {
  const found = Object.entries(Flag).filter(([, bit]) => bits & bit);
  return found.map(([name]) => name).join(" ");
}

/** The modes among flag bits that `private` and `destination` do not bind: w walking, c cycling; "" for none. */
export function openTo(bits: number): string {
  return MODES.filter((mode) => bits & openFlag(Access[mode]))
    .map((mode) => mode[0])
    .join("");
}

/** The rules of a way that is a road; the test fails for any other way. */
export function rules(text: string): WayRules {
  const verdict = readWayTags(tags(text));
  if (verdict.kind !== "road") throw new Error(`${text}: ${JSON.stringify(verdict)}`);
  return verdict.rules;
}

/** Who may use a way in its direction and against it: "dtwc / dtwc". */
export function directions(text: string): string {
  const { forward, backward } = rules(text);
  return `${letters(forward)} / ${letters(backward)}`;
}
