// The tags of a road in GeoJSON: what converters, and makers of other road maps, call what OSM has tags for.
import { isObject } from "../errors.js";
import { hstorePairs } from "./hstore.js";
import type { Tags } from "./tags.js";

/** A JSON object, whatever is in it. */
export type Json = Readonly<Record<string, unknown>>;

/** Properties in which converters put tags that have no column of their own. */
const MORE_TAGS = ["tags", "other_tags", "all_tags"];
/**
 * What letters mean in columns of shape files: F(orward), T(o the other end), B(oth), in those made of OSM; F(rom) T(o) and the other way round, and
 * Y(es), in those of others; and F(alse), T(rue).
 */
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  oneway: { F: "yes", T: "-1", B: "no", FT: "yes", TF: "-1", Y: "yes", N: "no" },
  bridge: { F: "no", T: "yes" },
  tunnel: { F: "no", T: "yes" },
};

/** Words for a class of road in the column `fclass` that are no values of `highway`. */
const CLASSES: Readonly<Record<string, string>> = {
  unknown: "road",
  ...Object.fromEntries([1, 2, 3, 4, 5].map((grade) => [`track_grade${grade}`, "track"])),
};

/** The tags of a feature; `highway`: of one that has no class of its own. */
export function tagsOf(properties: Json, highway: string | undefined): Tags {
  const tags = new Map<string, string>();
  const add = (from: Json) => {
    for (const [key, value] of Object.entries(from)) {
      if (MORE_TAGS.includes(key)) continue;
      const text = textOf(firstOf(value));
      // Shape files may have their columns in capitals.
      const name = key === key.toUpperCase() ? key.toLowerCase() : key;
      if (text !== null && (name === key || !tags.has(name))) tags.set(name, LETTERS[name]?.[text] ?? text);
    }
  };
  for (const key of MORE_TAGS) add(pairsIn(properties[key]));
  add(properties);
  if (tags.has("highway") || tags.has("route")) return tags;
  const fclass = tags.get("fclass");
  if (fclass !== undefined) tags.set("highway", Object.hasOwn(CLASSES, fclass) ? CLASSES[fclass] : fclass);
  else if (properties.subtype === "road") addOverture(tags, properties);
  else if (highway !== undefined) tags.set("highway", highway);
  return tags;
}

/**
 * A segment of Overture's transportation theme: its classes are those of `highway`. Rules for all of it and for all are read, not those of a part of
 * it, of some travellers or at some times.
 */
function addOverture(tags: Map<string, string>, properties: Json): void {
  const kind = textOf(properties.class) ?? "unknown";
  const subclass = textOf(properties.subclass);
  tags.set("highway", Object.hasOwn(CLASSES, kind) ? CLASSES[kind] : subclass === "link" ? `${kind}_link` : kind);
  if (kind === "service" && subclass !== null) tags.set("service", subclass);
  const name = textOf(pairsIn(properties.names).primary);
  if (name !== null) tags.set("name", name);
  for (const { access_type, when } of rulesIn(properties.access_restrictions)) {
    const heading = isObject(when) && Object.keys(when).length === 1 ? when.heading : undefined;
    if (access_type === "denied" && heading !== undefined) tags.set("oneway", heading === "backward" ? "yes" : "-1");
    else if (access_type === "denied" && when === undefined) tags.set("access", "no");
  }
  for (const { max_speed, when } of rulesIn(properties.speed_limits)) {
    if (isObject(max_speed) && when === undefined) tags.set("maxspeed", `${max_speed.value} ${max_speed.unit}`);
  }
  for (const { values } of rulesIn(properties.road_flags)) {
    for (const flag of Array.isArray(values) ? values : []) {
      if (flag === "is_bridge" || flag === "is_tunnel") tags.set(flag.slice("is_".length), "yes");
    }
  }
}

/** The rules of a list that hold from end to end; null, as columns have it, is nothing. */
function rulesIn(value: unknown): Json[] {
  const rules = parsed(value);
  const all = Array.isArray(rules) ? rules.filter(isObject) : [];
  return all.map(withoutNull).filter(({ between }) => between === undefined);
}

function withoutNull(rule: Json): Json {
  const known = Object.entries(rule).filter(([, value]) => value !== null);
  return Object.fromEntries(known.map(([key, value]) => [key, isObject(value) ? withoutNull(value) : value]));
}

/** A list that a converter wrote as text, which is Python as often as JSON; its first element in quotes, or a number. */
const LIST = /^\[\s*(?:'([^']*)'|"([^"]*)"|(-?\d+))\s*[,\]]/;

/** The first of what is a list, as that of several ways put together. */
export function firstOf(value: unknown): unknown {
  if (Array.isArray(value)) return value[0];
  const list = typeof value === "string" ? LIST.exec(value) : null;
  return list === null ? value : (list[1] ?? list[2] ?? list[3]);
}

/** A tag's value as OSM writes it; null for what is none, as a column that is empty is, which says nothing against what stands elsewhere. */
function textOf(value: unknown): string | null {
  if (value === "True" || value === "False") return value === "True" ? "yes" : "no"; // Python's, in a column of text
  if (typeof value === "string") return value === "" ? null : value;
  if (typeof value === "number") return String(value);
  return typeof value === "boolean" ? (value ? "yes" : "no") : null;
}

/** Tags that are together in one property. */
function pairsIn(value: unknown): Json {
  const object = parsed(value);
  if (isObject(object)) return object;
  return typeof value === "string" && object === value ? Object.fromEntries(hstorePairs(value)) : {};
}

/** What JSON in a column of text says; anything else as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
