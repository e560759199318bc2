// Tags: from the tags of one way to what the road network keeps of it. Each topic has its file: tags-class, -access, -oneway, -speed, -flags, and -conditional
// for all.
import { Flag, ROAD_CLASSES } from "../../roads/attributes.js";
import type { SourceWay } from "../../roads/source.js";
import { accessOf } from "./access.js";
import { highwayKind } from "./class.js";
import { flagsOf } from "./flags.js";
import { directionsOf } from "./oneway.js";
import { speedsOf } from "./speed.js";

/** OSM tags: key → value. */
export type Tags = ReadonlyMap<string, string>;

/** What tags say about a way: all of a {@link SourceWay} but its id and nodes. */
export type WayRules = Omit<SourceWay, "id" | "nodes">;

/** A road and its rules; something like a road that nobody travels, with the reason that it is counted under; or something else. */
export type WayVerdict =
  | { kind: "road"; rules: WayRules /** Bits the class has by default, before access tags. */; usual: number }
  | { kind: "dropped"; reason: string }
  | { kind: "other" };

/** A way without any of these keys is no road: a quick first check. */
export const ROAD_KEYS: ReadonlySet<string> = new Set(["highway", "route", "man_made"]);

/**
 * Reads the tags of a way. A road closed to all (`access=no`) is a road with no access bits: it is physically there. Of conditional tags (`…:conditional`),
 * which hold at some times only, those count that open what is otherwise closed.
 */
export function readWayTags(tags: Tags): WayVerdict {
  const kind = highwayKind(tags);
  if (kind === null) return { kind: "other" };
  if ("drop" in kind) return { kind: "dropped", reason: kind.drop };
  const access = accessOf(tags, kind.access);
  const open = directionsOf(tags, kind.roadClass, access);
  const aboard = kind.roadClass === "ferry";
  // Pushing a bicycle aboard slows nobody down on a ferry.
  const whose = aboard ? (access.flags & ~Flag.pushed) | Flag.ferry : access.flags;
  const ramp = kind.ramp ? Flag.ramp : 0;
  return {
    kind: "road",
    usual: kind.access,
    rules: {
      roadClass: ROAD_CLASSES.indexOf(kind.roadClass),
      flags: flagsOf(tags, kind.roadClass) | whose | ramp,
      ...open,
      ...speedsOf(tags),
      name: nameOf(tags),
    },
  };
}

/** The name of a road, or else its number; "" if it has neither. */
export function nameOf(tags: Tags): string {
  return tags.get("name") || tags.get("ref") || "";
}
