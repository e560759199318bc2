// Places: what phones, receivers and devices with a map make of where the traveller is.

import { angleBetween, normaliseAngle } from "../../geo/angles.js";
import { cosDegrees, exp, hypot, sinDegrees } from "../../geo/maths.js";
import { toTenths } from "../../geo/rounding.js";
import { RADIUS_68 } from "../../match/track/steps.js";
import type { TrackPoint } from "../../match/track/track.js";
import { MOTOR_VEHICLES } from "../../roads/attributes.js";
import { NearRoads } from "../near-roads.js";
import { moved } from "../noise.js";
import { apart, arm, between, type Device, headingOf, inPlace, metresOf, spellsOf } from "./device.js";

/** Places of wireless networks: seconds from one to the next, and the range of their 68 % radius, metres. */
const WIRELESS = { every: 5, radius: [20, 100] } as const;

/** Dead reckoning: metres; errors of the scale, of the heading at its start, degrees, and of its rate, degrees a second. */
const RECKONED = { metres: [500, 1500], scale: 0.04, heading: 1, rate: 2 / 60 } as const;
/** 68 % radius that it states: metres, and this for each metre travelled. */
const STATED = { first: 5, perMetre: 0.06 };

/** How far off a receiver's first place is, metres, and the seconds in which that shrinks to a third. */
const START = { metres: [30, 100], seconds: 8 } as const;

/** Degrees of a turn that a filter misses, the share of such turns at which it does, and for how many seconds. */
const MISSED = { degrees: 40, share: 0.8, seconds: [2, 4] } as const;

/** How far a device looks for roads, metres. */
const REACH = 60;

/** Places of wireless networks instead of a receiver's, for spells. `share`: what is stated of their 68 % radius. */
export function wireless(share: number): Device {
  return inPlace((track, random, seconds) => {
    const inSpell = spellsOf(seconds, random);
    let next = -Infinity;
    return track.map((point, i) => {
      if (!inSpell[i]) return point;
      if (seconds[i] < next) return null;
      next = seconds[i] + WIRELESS.every;
      const radius = between(WIRELESS.radius, random);
      const [lon, lat] = moved(point.lon, point.lat, (radius / RADIUS_68) * random.normal(), (radius / RADIUS_68) * random.normal());
      return { lon, lat, time: point.time, ...(point.accuracy == null ? {} : { accuracy: toTenths(share * radius) }) };
    });
  });
}

/** Places reckoned by odometer and gyroscope for a while, from a place of the receiver on. `stated`: the accuracy that they have; null: a good guess. */
export function deadReckoning(stated: number | null): Device {
  return inPlace((track, random, seconds) => {
    const first = random.int(Math.max(1, Math.floor(0.8 * track.length)));
    const most = between(RECKONED.metres, random);
    const scale = 1 + RECKONED.scale * random.normal();
    const rate = RECKONED.rate * random.normal();
    let turned = RECKONED.heading * random.normal();
    let [east, north, metres] = [0, 0, 0];
    const start = track[first];
    return track.map((point, i) => {
      if (i <= first || metres > most) return point;
      const [x, y] = apart(track[i - 1], point);
      // Reckoning begins with the heading's own error.
      if (i > first + 1) turned += rate * (seconds[i] - seconds[i - 1]);
      const [cos, sin] = [scale * cosDegrees(turned), scale * sinDegrees(turned)];
      east += cos * x + sin * y;
      north += cos * y - sin * x;
      metres += hypot(x, y);
      const [lon, lat] = moved(start.lon, start.lat, east, north);
      const reckoned: TrackPoint = { ...point, lon, lat };
      if (point.accuracy != null) reckoned.accuracy = stated ?? toTenths(STATED.first + STATED.perMetre * metres);
      if (point.speed != null) reckoned.speed = toTenths(scale * point.speed);
      if (point.course != null) reckoned.course = toTenths(normaliseAngle(point.course + turned));
      return reckoned;
    });
  });
}

/** Places that are far off at the start. `states`: whether the accuracy says so. */
export function coldStart(states: boolean): Device {
  return inPlace((track, random, seconds) => {
    const metres = between(START.metres, random);
    const towards = 360 * random.next();
    return track.map((point, i) => {
      const off = metres * exp(-(seconds[i] - seconds[0]) / START.seconds);
      const [lon, lat] = moved(point.lon, point.lat, off * sinDegrees(towards), off * cosDegrees(towards));
      return { ...point, lon, lat, ...(states && point.accuracy != null ? { accuracy: toTenths(hypot(point.accuracy, off)) } : {}) };
    });
  });
}

/** Places that are filtered: each is drawn towards those before it, which fade in so many seconds. */
export function lagging(tau: number): Device {
  return inPlace((track, _, seconds) => {
    let last: TrackPoint | null = null;
    return track.map((point, i) => {
      const kept = last === null ? 0 : exp(-Math.max(0, seconds[i] - seconds[i - 1]) / tau);
      const [east, north] = last === null ? [0, 0] : apart(point, last);
      const [lon, lat] = moved(point.lon, point.lat, kept * east, kept * north);
      last = { ...point, lon, lat };
      return last;
    });
  });
}

/** Places that go straight on for some seconds where the traveller turns. */
export function overshooting(): Device {
  return inPlace((track, random, seconds) => {
    const sent = [...track];
    for (let i = 1; i < track.length - 1; i++) {
      const from = arm(track, seconds, i, -1);
      const to = arm(track, seconds, i, 1);
      if (from < 0 || to < 0) continue;
      const heading = headingOf(track[from], track[i]);
      if (angleBetween(heading, headingOf(track[i], track[to])) < MISSED.degrees || random.next() >= MISSED.share) continue;
      const speed = metresOf(track[from], track[i]) / (seconds[i] - seconds[from]);
      const end = seconds[i] + between(MISSED.seconds, random);
      let j = i + 1;
      for (; j < track.length && seconds[j] <= end; j++) {
        const metres = speed * (seconds[j] - seconds[i]);
        const [lon, lat] = moved(track[i].lon, track[i].lat, metres * sinDegrees(heading), metres * cosDegrees(heading));
        sent[j] = { ...track[j], lon, lat, ...(track[j].course == null ? {} : { course: toTenths(heading) }) };
      }
      i = j;
    }
    return sent;
  });
}

/** A place that stays for so many seconds while time goes on. */
export function held(span: number): Device {
  return inPlace((track, _, seconds) => {
    let at: TrackPoint | null = null;
    let until = -Infinity;
    return track.map((point, i) => {
      if (at === null || seconds[i] >= until) [at, until] = [point, seconds[i] + span];
      return { ...point, lon: at.lon, lat: at.lat };
    });
  });
}

/** A place, with its speed and course, that is held once for so many seconds. */
export function heldOnce(span: number): Device {
  return inPlace((track, random, seconds) => {
    const first = random.int(Math.max(1, track.length));
    return track.map((point, i) => (i < first || seconds[i] > seconds[first] + span ? point : { ...track[first], time: point.time }));
  });
}

/** Places to a part of a degree: `unit` of them are a degree. `toWhole`: how they are made whole numbers of it. */
export function whole(unit: number, toWhole: (value: number) => number): Device {
  return inPlace((track) =>
    track.map((point) => ({ ...point, lon: toWhole(unit * point.lon) / unit, lat: toWhole(unit * point.lat) / unit })),
  );
}

/** Places put on the nearest road of motor vehicles, a share of them on the next nearest of another name. Without a map, or a road within reach, they stay. */
export function onRoads(wrong: number): Device {
  return inPlace((track, random, _, roads) => {
    const search = roads === null ? null : new NearRoads(roads);
    return track.map((point) => {
      const isWrong = random.next() < wrong;
      if (roads === null || search === null) return point;
      const { count, edge, distance, offset } = search.within(point.lon, point.lat, REACH);
      const near = Array.from({ length: count }, (_, i) => i)
        .filter((i) => ((roads.arcAccess[2 * edge[i]] | roads.arcAccess[2 * edge[i] + 1]) & MOTOR_VEHICLES) !== 0)
        .sort((a, b) => distance[a] - distance[b]);
      if (near.length === 0) return point;
      const name = roads.name(edge[near[0]]);
      const other = near.find((i) => edge[i] !== edge[near[0]] && (name === "" || roads.name(edge[i]) !== name));
      const chosen = (isWrong ? other : undefined) ?? near[0];
      const [lon, lat] = roads.pointAt(edge[chosen], offset[chosen]);
      return { ...point, lon, lat };
    });
  });
}
