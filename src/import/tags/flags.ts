// Flags: the other properties of a road: tunnel, bridge, roundabout, toll, surface, and whether it is within a property.
import { Flag, type RoadClass } from "../../roads/attributes.js";
import type { Tags } from "./tags.js";

const UNPAVED = new Set([
  "unpaved",
  "clay",
  "compacted",
  "crushed_limestone",
  "dirt",
  "earth",
  "fine_gravel",
  "grass",
  "gravel",
  "ground",
  "ice",
  "laterite",
  "mud",
  "pebblestone",
  "rock",
  "salt",
  "sand",
  "shells",
  "snow",
  "soil",
  "stone",
  "woodchips",
]);
const NO = new Set(["no", "false", "0"]);
const YES = new Set(["yes", "true", "1"]);

/** Flag bits, except those from access tags, links and ferries. */
export function flagsOf(tags: Tags, roadClass: RoadClass): number {
  let flags = 0;
  if (isTunnel(tags)) flags |= Flag.tunnel;
  if (isBridge(tags)) flags |= Flag.bridge;
  const junction = tags.get("junction");
  if (junction === "roundabout" || junction === "circular") flags |= Flag.roundabout;
  if (YES.has(tags.get("toll") ?? "")) flags |= Flag.toll;
  if (isUnpaved(tags, roadClass)) flags |= Flag.unpaved;
  if (roadClass === "service" && says(tags.get("service"))) flags |= Flag.minor;
  return flags;
}

/** Whether a road runs through a tunnel. A culvert is a tunnel for the water under it. */
export function isTunnel(tags: Tags): boolean {
  return says(tags.get("tunnel")) && tags.get("tunnel") !== "culvert";
}

/** Whether a road runs on a bridge. */
export function isBridge(tags: Tags): boolean {
  return says(tags.get("bridge"));
}

/** Whether the key is there with any value but a no: `bridge=viaduct`, `service=parking_aisle`. */
function says(value: string | undefined): boolean {
  return value !== undefined && !NO.has(value);
}

/** Whether a road is unpaved: by its surface if that is tagged, else by its tracktype, of which only grade1 is paved; without either, a track is. */
function isUnpaved(tags: Tags, roadClass: RoadClass): boolean {
  const surface = tags.get("surface");
  if (surface !== undefined) return UNPAVED.has(surface.split(/[;:/]/, 1)[0].trim());
  const grade = tags.get("tracktype");
  if (grade !== undefined) return grade !== "grade1";
  return roadClass === "track";
}
