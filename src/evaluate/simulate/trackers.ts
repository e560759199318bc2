// Trackers: what the devices of vehicles do: they send on events, go on while the vehicle is parked, have clocks of their own, and share a name.

import { angleBetween } from "../../geo/angles.js";
import { inSeconds } from "../../geo/dates.js";
import { cosDegrees, exp, hypot, sinDegrees } from "../../geo/maths.js";
import { RADIUS_68 } from "../../match/track/steps.js";
import type { TrackPoint } from "../../match/track/track.js";
import { MOTOR_VEHICLES } from "../../roads/attributes.js";
import { NearRoads } from "../near-roads.js";
import { moved, OPEN_SKY, ReceiverNoise } from "../noise.js";
import { arm, between, type Device, headingOf, inPlace, metresOf, round, type SentFix } from "./device.js";

/** What makes a tracker send: a turn since it sent last, degrees; so many metres since; so many seconds since. Infinity: it does not. */
export interface Events {
  degrees: number;
  metres: number;
  seconds: number;
}

/** How far a device looks for roads, metres. */
const REACH = 60;

/** Degrees between the headings before and after a fix in a bend. */
const BEND = 20;
/** Below this speed, m/s, a vehicle stands. */
const HALT = 0.5;

/** The drift of a parked receiver: its seconds, and the part of the error that is new at every fix, as a share of it. */
const PARKED = { driftSeconds: 300, independent: 0.3 };

/** How far away a vehicle was the day before, metres, and how many seconds ago. */
const YESTERDAY = { metres: [300, 3000], seconds: [46_000, 86_000] } as const;

/** Mean seconds between two times that a clock is set back, and by how many seconds. */
const SET_BACK = { every: 60, seconds: [1, 3] } as const;

/** Fixes sent when something happens: the first and the last, and after a turn, a distance or a time. */
export function events({ degrees, metres: most, seconds: longest }: Events): Device {
  return inPlace((track, _, seconds) => {
    let [heading, metres, from] = [Number.NaN, 0, 0];
    return track.map((point, i) => {
      if (i > 0) metres += metresOf(track[i - 1], point);
      const back = arm(track, seconds, i, -1);
      const now = back < 0 ? heading : headingOf(track[back], point);
      const turned = angleBetween(now, Number.isNaN(heading) ? now : heading) > degrees;
      const due = turned || metres >= most || seconds[i] - seconds[from] >= longest;
      if (i > 0 && i < track.length - 1 && !due) {
        if (Number.isNaN(heading)) heading = now;
        return null;
      }
      [heading, metres, from] = [now, 0, i];
      return point;
    });
  });
}

/** All fixes in bends, and one each minute elsewhere. */
export function inBends(longest: number): Device {
  return sentIf(longest, (track, seconds, i) => {
    const [from, to] = [arm(track, seconds, i, -1), arm(track, seconds, i, 1)];
    return from >= 0 && to >= 0 && angleBetween(headingOf(track[from], track[i]), headingOf(track[i], track[to])) > BEND;
  });
}

/** The fixes at which the vehicle halts or starts, by their speeds, and one each minute. */
export function atHalts(longest: number): Device {
  const stands = ({ speed }: TrackPoint): boolean => speed != null && speed < HALT;
  return sentIf(longest, (track, _, i) => stands(track[i]) !== stands(track[i - 1]));
}

/** The first and the last fix, those where something happens, and one each so many seconds. */
function sentIf(longest: number, happens: (track: readonly TrackPoint[], seconds: readonly number[], i: number) => boolean): Device {
  return inPlace((track, _, seconds) => {
    let last = -Infinity;
    return track.map((point, i) => {
      const due = seconds[i] - last >= longest || i === track.length - 1 || happens(track, seconds, i);
      if (due) last = seconds[i];
      return due ? point : null;
    });
  });
}

/** So many stops of so many seconds, in which a fix is sent every so many seconds; it drifts by so many metres per axis. */
export function parked(stops: number, { seconds: span, every, metres }: { seconds: number; every: number; metres: number }): Device {
  const noise = { independent: PARKED.independent * metres, drift: metres, driftSeconds: PARKED.driftSeconds };
  return (track, random, seconds) => {
    const where = new Set(Array.from({ length: stops }, () => random.int(Math.max(1, track.length - 1))));
    let since = 0;
    return track.flatMap((point, of): SentFix[] => {
      const later = (fix: TrackPoint, more: number): SentFix => ({ fix: delayed(fix, since + more), of, at: seconds[of] + since + more });
      const sent = [later(point, 0)];
      if (!where.has(of)) return sent;
      const receiver = new ReceiverNoise(random, noise);
      for (let t = every; t < span; t += every) {
        const [lon, lat] = moved(point.lon, point.lat, ...receiver.at(t));
        sent.push(
          later(
            {
              ...still(point),
              lon,
              lat,
              ...(point.accuracy == null ? {} : { accuracy: round(RADIUS_68 * hypot(noise.independent, metres)) }),
            },
            t,
          ),
        );
      }
      since += span;
      return sent;
    });
  };
}

/** The place that was held since the vehicle was parked the day before, sent first. */
export function yesterdayFirst(): Device {
  return (track, random, seconds) => {
    const [towards, metres, ago] = [360 * random.next(), between(YESTERDAY.metres, random), between(YESTERDAY.seconds, random)];
    const all = track.map((fix, of): SentFix => ({ fix, of, at: seconds[of] }));
    if (track.length === 0) return all;
    const [lon, lat] = moved(track[0].lon, track[0].lat, metres * sinDegrees(towards), metres * cosDegrees(towards));
    return [{ fix: { ...delayed(still(track[0]), -Math.round(ago)), lon, lat }, of: 0, at: seconds[0] - 1 }, ...all];
  };
}

/** A clock that is set forward half way. `by`: how many seconds, of those that the track takes. */
export function clockSet(by: (duration: number) => number): Device {
  return inPlace((track, _, seconds) => {
    const more = by(seconds[seconds.length - 1] - seconds[0]);
    return track.map((point, i) => (i < track.length / 2 ? point : delayed(point, more)));
  });
}

/** A clock that is set back by a few seconds now and then. */
export function clockSetBack(): Device {
  return inPlace((track, random, seconds) => {
    let by = 0;
    return track.map((point, i) => {
      const since = i > 0 ? seconds[i] - seconds[i - 1] : 0;
      if (random.next() < 1 - exp(-since / SET_BACK.every)) by -= Math.round(between(SET_BACK.seconds, random));
      return delayed(point, by);
    });
  });
}

/** What a device sends, put in the order of the times that it states. */
export function inOrderOfTime(device: Device): Device {
  return (...given) => {
    const sent = device(...given);
    const time = ({ fix, at }: SentFix): number => (fix.time == null ? at : inSeconds(fix.time));
    return sent
      .map((one, i) => ({ one, i }))
      .sort((a, b) => time(a.one) - time(b.one) || a.i - b.i)
      .map(({ one }) => one);
  };
}

/** Fixes of which each comes from one of two receivers. The second has errors of its own besides those of the first, and a clock that is so many seconds ahead. */
export function twoReceivers(ahead: number): Device {
  return inOrderOfTime(
    inPlace((track, random, seconds) => {
      const second = new ReceiverNoise(random, OPEN_SKY);
      return track.map((point, i) => {
        const error = second.at(seconds[i]);
        if (random.next() < 0.5) return point;
        const [lon, lat] = moved(point.lon, point.lat, ...error);
        return { ...delayed(point, ahead), lon, lat };
      });
    }),
  );
}

/** Places put on the nearest road, a share of them on the next nearest of another name. Without a map, or a road within reach, they stay. */
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

/** A field that is that of so many seconds before. */
export function fieldLate(field: "speed" | "course", by: number): Device {
  return inPlace((track, _, seconds) => {
    let before = 0;
    return track.map((point, i) => {
      while (before < i && seconds[before + 1] <= seconds[i] - by) before++;
      return point[field] == null ? point : { ...point, [field]: track[before][field] };
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

/** The fix as of a vehicle that stands. */
function still(point: TrackPoint): TrackPoint {
  return { ...point, ...(point.speed == null ? {} : { speed: 0 }), ...(point.course == null ? {} : { course: 0 }) };
}

/** The fix with a time that is so many seconds later. */
function delayed(point: TrackPoint, seconds: number): TrackPoint {
  return point.time == null || seconds === 0 ? point : { ...point, time: inSeconds(point.time) + seconds };
}
