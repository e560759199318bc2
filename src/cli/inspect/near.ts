// Near: the roads near a place: what they are, and who may use them in which direction.
import { limitText } from "../../export/sign.js";
import { bearing } from "../../geo/metres.js";
import { toTenths } from "../../geo/rounding.js";
import { Access, Flag, MODES, type Mode, openTo } from "../../roads/attributes.js";
import { HAS_TURNS, type RoadGraph } from "../../roads/graph.js";
import { nearbyRoads } from "../../roads/nearby.js";
import { nearestRoad } from "../../roads/nearest.js";
import { type Output, styles } from "../io.js";
import { kilometres, plain, tables } from "../report.js";

const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** What a flag means, in words. */
const MEANING: Partial<Record<keyof typeof Flag, string>> = {
  ramp: "ramp",
  private: "by permission only",
  destination: "no through traffic",
  minor: "within a property",
  pushed: "bicycles are pushed",
  truckRestricted: "lorries for deliveries only",
  gate: "a gate or barrier on it",
};

/** A road near a place. */
export interface NearbyRoad {
  edge: number;
  /** Metres away, and metres from the segment's start to the nearest place on it. */
  distance: number;
  offset: number;
  lon: number;
  lat: number;
  way: number;
  name: string;
  class: string;
  /** Metres. */
  length: number;
  /** Compass directions of travel along and against the segment, here. */
  along: string;
  against: string;
  /** Per mode: "both ways", "to NE", "no". */
  access: Record<Mode, string>;
  /** Posted limits as on the sign, "" when unknown: along and against, and for trucks. */
  limits: { along: string; against: string; truckAlong: string; truckAgainst: string };
  notes: string[];
}

/** The roads within a radius (metres) of a place, nearest first; when there are none, the nearest one at any distance. */
export function nearby(roads: RoadGraph, [lon, lat]: [number, number], radius: number): NearbyRoad[] {
  const within = nearbyRoads(roads, lon, lat, radius);
  const nearest = within.length > 0 ? null : nearestRoad(roads, lon, lat);
  return (nearest ? [nearest] : within).map(({ edge, distance, offset, ...at }) => {
    const length = roads.edgeLength[edge];
    // Offsets beyond an end are at the end.
    const [from, to] = [roads.pointAt(edge, offset - 3), roads.pointAt(edge, offset + 3)];
    const heading = bearing(from[0], from[1], to[0], to[1]);
    const [along, against] = [wind(heading), wind(heading + 180)];
    const [forward, backward] = [roads.arcAccess[edge * 2], roads.arcAccess[edge * 2 + 1]];
    const open = (mode: Mode) => {
      const ways = [forward & Access[mode], backward & Access[mode]];
      return ways[0] && ways[1] ? "both ways" : ways[0] ? `to ${along}` : ways[1] ? `to ${against}` : "no";
    };
    return {
      edge,
      // Rounded so that it stays on the same side of the radius.
      distance: nearest ? Math.ceil(distance * 10) / 10 : Math.min(toTenths(distance), radius),
      offset: toTenths(offset),
      lon: at.lon,
      lat: at.lat,
      way: roads.edgeWay[edge],
      name: roads.name(edge),
      class: roads.className(edge),
      length: toTenths(length),
      along,
      against,
      access: Object.fromEntries(MODES.map((mode) => [mode, open(mode)])) as Record<Mode, string>,
      limits: {
        along: limitText(roads.arcSpeed[edge * 2]),
        against: limitText(roads.arcSpeed[edge * 2 + 1]),
        truckAlong: limitText(roads.arcTruckSpeed[edge * 2]),
        truckAgainst: limitText(roads.arcTruckSpeed[edge * 2 + 1]),
      },
      notes: notesOn(roads, edge, along, against),
    };
  });
}

function notesOn(roads: RoadGraph, edge: number, along: string, against: string): string[] {
  const flags = Object.entries(Flag) as [keyof typeof Flag, number][];
  const notes = flags.filter(([, bit]) => roads.edgeFlags[edge] & bit).map(([name]) => MEANING[name] ?? name);
  if (roads.edgeFlags[edge] & openTo(Access.walking)) notes.push("anyone may walk");
  if (roads.edgeFlags[edge] & openTo(Access.cycling)) notes.push("anyone may cycle");
  const [forward, backward] = [roads.arcAccess[edge * 2], roads.arcAccess[edge * 2 + 1]];
  if (MODES.every((mode) => !((forward | backward) & Access[mode]))) notes.push("closed to everyone");
  if (forward & HAS_TURNS) notes.push(`turn restrictions at its ${along} end`);
  if (backward & HAS_TURNS) notes.push(`turn restrictions at its ${against} end`);
  return notes;
}

/** The roads near a place as a table. */
export function nearbyTable(found: NearbyRoad[], at: [number, number], radius: number, out: Output): string {
  const { bold } = styles(out);
  const place = `${at[0]}, ${at[1]}`;
  if (found.length === 0) return `This file has no roads.\n`;
  const head =
    found[0].distance > radius
      ? `No road within ${radius} m of ${place}; the nearest is ${found[0].distance < 1000 ? `${found[0].distance} m` : kilometres(found[0].distance)} away:`
      : `${found.length} road ${found.length === 1 ? "segment" : "segments"} within ${radius} m of ${place}, nearest first:`;
  const rows = found.map((road) => [
    road.distance.toFixed(1),
    plain(road.name) || "(unnamed)",
    road.class.replace("_", " "),
    limits(road.limits.along, road.limits.against, road),
    ...MODES.map((mode) => road.access[mode]),
    String(road.way),
    String(road.edge),
    [...road.notes, truckNote(road)].filter((note) => note !== "").join(", "),
  ]);
  const titles = ["metres", "road", "class", "limit", ...MODES, "way", "segment", "notes"];
  return `${bold(head)}\n\n${tables(
    titles.map((title) => ({ title, align: title === "metres" ? "right" : "left" })),
    rows,
    2,
    out,
  )}`;
}

function limits(along: string, against: string, road: NearbyRoad): string {
  if (along === against) return along || "–";
  return [along && `${along} to ${road.along}`, against && `${against} to ${road.against}`].filter(Boolean).join(", ");
}

function truckNote(road: NearbyRoad): string {
  const { truckAlong, truckAgainst } = road.limits;
  return truckAlong || truckAgainst ? `trucks ${limits(truckAlong, truckAgainst, road)}` : "";
}

function wind(degrees: number): string {
  return WINDS[Math.round(degrees / 45) % 8];
}
