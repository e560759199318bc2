// GeoJSON tags: from the properties of a road, as converters and other makers of road maps name them, to OSM tags.
import { isObject } from "../../errors.js";
import { hstorePairs } from "./hstore.js";
import type { Tags } from "./tags.js";

/** A JSON object, whatever is in it. */
export type Json = Readonly<Record<string, unknown>>;

/** Properties in which converters put tags that have no column of their own. */
const MORE_TAGS = ["tags", "other_tags", "all_tags"];
/**
 * Meaning of letters and words in columns of shape files, as OSM tags. F(orward), T(o the other end), B(oth) are in those made of OSM. FT (from – to), TF (the
 * other way round), TW (two ways) and Y(es) are in those of others; H(een), T(erug), B(eide) and O (not known) in those of the Netherlands, France and INSPIRE;
 * and F(alse), T(rue).
 */
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  oneway: {
    F: "yes",
    T: "-1",
    B: "no",
    FT: "yes",
    TF: "-1",
    TW: "no",
    Y: "yes",
    N: "no",
    "Sens direct": "yes",
    "Sens inverse": "-1",
    "Double sens": "no",
    H: "yes",
    O: "no",
    inDirection: "yes",
    inOppositeDirection: "-1",
    bothDirections: "no",
  },
  bridge: { F: "no", T: "yes" },
  tunnel: { F: "no", T: "yes" },
};

/** Values of the column `fclass` that are no values of `highway`. */
const CLASSES: Readonly<Record<string, string>> = {
  unknown: "road",
  ...Object.fromEntries([1, 2, 3, 4, 5].map((grade) => [`track_grade${grade}`, "track"])),
};

/** The name of a tag in the option columns, with the unit of a limit's column behind it. */
const COLUMN = /^(.+?)(?:_(mph|kmh))?$/;
const HAS_UNIT = /[a-z]/i;

/** The tags of a feature. `highway`: its class if it has none of its own. `columns`: the property of each tag; it goes before the known names. */
export function tagsOf(properties: Json, highway: string | undefined, columns: Readonly<Record<string, string>> = {}): Tags {
  const tags = new Map<string, string>();
  const add = (from: Json) => {
    for (const [key, value] of Object.entries(from)) {
      if (MORE_TAGS.includes(key)) continue;
      const text = textOf(firstOf(value));
      // Names of columns in shape files are in capitals, others mixed. A name in lower case goes first.
      const name = key.toLowerCase();
      if (text !== null && (name === key || !tags.has(name))) tags.set(name, LETTERS[name]?.[text] ?? text);
    }
  };
  for (const key of MORE_TAGS) add(pairsIn(properties[key]));
  add(properties);
  for (const [said, column] of Object.entries(columns)) {
    const text = textOf(firstOf(properties[column]));
    const [, tag, unit] = COLUMN.exec(said) as RegExpExecArray;
    // A limit that has a unit of its own keeps it, whatever the column is said to be in.
    if (text !== null) tags.set(tag, LETTERS[tag]?.[text] ?? (unit === "mph" && !HAS_UNIT.test(text) ? `${text} mph` : text));
  }
  if (tags.has("highway") || tags.has("route")) return tags;
  const fclass = tags.get("fclass");
  if (fclass !== undefined) tags.set("highway", Object.hasOwn(CLASSES, fclass) ? CLASSES[fclass] : fclass);
  else if (properties.subtype === "road") addOverture(tags, properties);
  else if (highway !== undefined) tags.set("highway", highway);
  return tags;
}

/** Overture's words that differ from OSM's: travel modes, then purposes and people in rules of access. */
const TRAVELLERS: Readonly<Record<string, string>> = { car: "motorcar", truck: "hgv" };
const PURPOSES: Readonly<Record<string, string>> = {
  as_private: "private",
  as_permitted: "permit",
  as_employee: "employees",
  at_destination: "destination",
  as_customer: "customers",
  to_deliver: "delivery",
  to_farm: "agricultural",
  for_forestry: "forestry",
};
/** Flags of Overture for what is not yet, or no longer, a road; with the value of `highway` for it. */
const UNUSABLE: Readonly<Record<string, string>> = { is_under_construction: "construction", is_abandoned: "abandoned" };

/**
 * Adds the tags of a segment of Overture's transportation theme, whose classes are values of `highway`. Rules for the whole segment are read, not those for a
 * part of it, for some times or for vehicles of some size.
 */
function addOverture(tags: Map<string, string>, properties: Json): void {
  const kind = textOf(properties.class) ?? "unknown";
  const subclass = textOf(properties.subclass);
  tags.set("highway", Object.hasOwn(CLASSES, kind) ? CLASSES[kind] : subclass === "link" ? `${kind}_link` : kind);
  if (kind === "service" && subclass !== null) tags.set("service", subclass);
  const name = textOf(pairsIn(properties.names).primary);
  if (name !== null) tags.set("name", name);
  for (const { access_type, when } of rulesIn(properties.access_restrictions)) {
    const { mode, heading, using, recognized, ...others } = pairsIn(when);
    if (Object.keys(others).length > 0) continue;
    const isDenied = access_type === "denied";
    const purposes = [...wordsIn(using), ...wordsIn(recognized)];
    // Closed only to people or purposes that no travel mode stands for.
    if (isDenied && purposes.length > 0) continue;
    if (isDenied && heading !== undefined && mode === undefined) {
      tags.set("oneway", heading === "backward" ? "yes" : "-1");
      continue;
    }
    const open = purposes.map((purpose) => PURPOSES[purpose] ?? "yes").join(";") || (access_type === "designated" ? "designated" : "yes");
    for (const word of mode === undefined ? ["access"] : wordsIn(mode)) {
      const key = TRAVELLERS[word] ?? word;
      tags.set(heading === undefined ? key : `${key}:${heading}`, isDenied ? "no" : open);
    }
  }
  for (const { max_speed, when } of rulesIn(properties.speed_limits)) {
    const { heading, ...others } = pairsIn(when);
    if (!isObject(max_speed) || Object.keys(others).length > 0) continue;
    tags.set(heading === undefined ? "maxspeed" : `maxspeed:${heading}`, `${max_speed.value} ${max_speed.unit}`);
  }
  for (const { value } of rulesIn(properties.road_surface)) if (typeof value === "string") tags.set("surface", value);
  const flags = rulesIn(properties.road_flags).flatMap(({ values }) => wordsIn(values));
  for (const flag of flags) {
    if (flag === "is_bridge" || flag === "is_tunnel") tags.set(flag.slice("is_".length), "yes");
    else if (flag === "is_link" && !tags.get("highway")?.endsWith("_link")) tags.set("highway", `${kind}_link`);
  }
  for (const flag of flags) if (Object.hasOwn(UNUSABLE, flag)) tags.set("highway", UNUSABLE[flag]);
}

function wordsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
}

/** The rules in a list that hold for the whole segment, without members that are null, as empty columns are. */
function rulesIn(value: unknown): Json[] {
  const rules = parsed(value);
  const all = Array.isArray(rules) ? rules.filter(isObject) : [];
  return all.map(withoutNull).filter(({ between }) => between === undefined);
}

function withoutNull(rule: Json): Json {
  const known = Object.entries(rule).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([key, value]) => [key, isObject(value) ? withoutNull(value) : value]));
}

/** A list that a converter wrote as text, in the syntax of Python or JSON: its first element, in quotes or a number. */
const LIST = /^\[\s*(?:'([^']*)'|"([^"]*)"|(-?\d+))\s*[,\]]/;

/** The first element of a list, as converters write when they join several ways; any other value unchanged. */
export function firstOf(value: unknown): unknown {
  if (Array.isArray(value)) return value[0];
  const list = typeof value === "string" ? LIST.exec(value) : null;
  return list === null ? value : (list[1] ?? list[2] ?? list[3]);
}

/** A tag's value as OSM writes it. Null if it has none, as in an empty column: then it does not override another source of the tag. */
function textOf(value: unknown): string | null {
  if (value === "True" || value === "False") return value === "True" ? "yes" : "no"; // as Python writes a boolean in a column of text
  if (typeof value === "string") return value === "" ? null : value;
  if (typeof value === "number") return String(value);
  return typeof value === "boolean" ? (value ? "yes" : "no") : null;
}

/** Several tags in one property. */
function pairsIn(value: unknown): Json {
  const object = parsed(value);
  if (isObject(object)) return object;
  return typeof value === "string" && object === value ? Object.fromEntries(hstorePairs(value)) : {};
}

/** The value of JSON in a column of text; any other value unchanged. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
