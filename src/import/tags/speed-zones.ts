// Speed zones: the number for a limit that is tagged as a zone (`RO:rural`), which is the general limit for passenger cars in national law.
import { encodeSpeed, type SpeedCode } from "../../roads/attributes.js";

/** Walking pace, km/h, for laws that say only that: the figure in use for German living streets. */
const WALK = 7;

/**
 * km/h by country and kind of road. Limits without a single number are left out: those that differ by province or time of day, and roads without a limit. A
 * country's rural limit is that of an ordinary two-lane road.
 */
const KPH: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AT: { urban: 50, rural: 100, trunk: 100, motorway: 130, bicycle_road: 30 },
  BE: { urban: 50, motorway: 120, trunk: 120, living_street: 20, cyclestreet: 30 },
  "BE-BRU": { urban: 30, rural: 70, motorway: 120 },
  "BE-VLG": { urban: 50, rural: 70, motorway: 120 },
  "BE-WAL": { urban: 50, rural: 90, motorway: 120 },
  BA: { urban: 50, rural: 80, motorway: 130 },
  BG: { urban: 50, rural: 90, trunk: 120, motorway: 140, living_street: 20 },
  BY: { urban: 60, rural: 90, motorway: 110, living_street: 20 },
  CH: { urban: 50, rural: 80, trunk: 100, motorway: 120, living_street: 20 },
  CY: { urban: 50, rural: 80, motorway: 100 },
  CZ: { urban: 50, rural: 90, trunk: 110, motorway: 130, urban_trunk: 80, urban_motorway: 80, living_street: 20, pedestrian_zone: 20 },
  DE: { urban: 50, rural: 100, living_street: WALK, walk: WALK, bicycle_road: 30 },
  DK: { urban: 50, rural: 80, motorway: 130 },
  EE: { urban: 50, rural: 90, living_street: 20 },
  ES: { urban: 50, rural: 90, motorway: 120, living_street: 20 },
  FI: { urban: 50, rural: 80, living_street: 20 },
  FR: { urban: 50, rural: 80, trunk: 110, motorway: 130, living_street: 20 },
  GR: { urban: 50, rural: 90, trunk: 110, motorway: 130 },
  HR: { urban: 50, rural: 90, trunk: 110, motorway: 130 },
  HU: { urban: 50, rural: 90, trunk: 110, motorway: 130, living_street: 20 },
  IT: { urban: 50, rural: 90, trunk: 110, motorway: 130 },
  LT: { urban: 50, rural: 90, living_street: 20 },
  LU: { urban: 50, rural: 90, motorway: 130, living_street: 20 },
  LV: { urban: 50, rural: 90, living_street: 20 },
  MK: { urban: 50, rural: 80, motorway: 130 },
  MT: { urban: 50, rural: 80 },
  NL: { urban: 50, rural: 80, trunk: 100, living_street: 15 },
  NO: { urban: 50, rural: 80 },
  PL: { urban: 50, rural: 90, motorway: 140, living_street: 20 },
  PT: { urban: 50, rural: 90, trunk: 100, motorway: 120, living_street: 20 },
  RO: { urban: 50, rural: 90, trunk: 100, motorway: 130, living_street: 20 },
  RS: { urban: 50, rural: 80, trunk: 100, motorway: 130, living_street: 10 },
  RU: { urban: 60, rural: 90, motorway: 110, living_street: 20 },
  SE: { urban: 50, rural: 70, motorway: 110 },
  SI: { urban: 50, rural: 90, trunk: 110, motorway: 130, living_street: 10 },
  SK: { urban: 50, rural: 90, motorway: 130, living_street: 20 },
  UA: { urban: 50, rural: 90, trunk: 110, motorway: 130, living_street: 20 },
  ZA: { urban: 60, rural: 100, motorway: 120 },
};

/** mph by kind of road, for the countries that post miles. */
const MPH: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  GB: { nsl_restricted: 30, nsl_single: 60, nsl_dual: 70, motorway: 70 },
  "GB-WLS": { nsl_restricted: 20, nsl_single: 60, nsl_dual: 70, motorway: 70 },
};
const ALIASES: Readonly<Record<string, string>> = { UK: "GB" };

/** The limit that a zone value stands for: `DE:urban`, `GB:nsl_dual`, `FR:zone30`, `DE:zone:30`, `DE:30`; 0 if it has no single number, as `walk` has none. */
export function zoneSpeed(value: string): SpeedCode {
  const zone = /^([A-Za-z]{2}(?:-[A-Za-z]{2,3})?):(.+)$/.exec(value);
  if (zone === null) return 0;
  const country = ALIASES[zone[1].toUpperCase()] ?? zone[1].toUpperCase();
  const kind = zone[2].toLowerCase();
  const posted = /^(?:zone:?)?(\d+)( ?mph)?$/.exec(kind);
  if (posted) return encodeSpeed(Number(posted[1]), posted[2] || country.slice(0, 2) in MPH ? "mph" : "kph");
  for (const law of [country, country.slice(0, 2)]) {
    const speed = encodeSpeed(look(MPH, law, kind), "mph") || encodeSpeed(look(KPH, law, kind));
    if (speed !== 0) return speed;
  }
  return 0;
}

function look(table: Readonly<Record<string, Readonly<Record<string, number>>>>, country: string, kind: string): number {
  return Object.hasOwn(table, country) && Object.hasOwn(table[country], kind) ? table[country][kind] : 0;
}
