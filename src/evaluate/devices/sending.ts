// Sending: which fixes come: on events, while the vehicle is parked, from the day before, from two receivers under one name.

import { angleBetween } from "../../geo/angles.js";
import { cosDegrees, hypot, sinDegrees } from "../../geo/maths.js";
import { toTenths } from "../../geo/rounding.js";
import { RADIUS_68 } from "../../match/track/steps.js";
import type { TrackPoint } from "../../match/track/track.js";
import { moved, OPEN_SKY, ReceiverNoise } from "../noise.js";
import { inOrderOfTime } from "./clocks.js";
import { arm, between, type Device, delayed, HALT, headingOf, inPlace, metresOf, type SentFix } from "./device.js";

/** What makes a tracker send: a turn since it sent last, degrees; so many metres since; so many seconds since. Infinity: it does not. */
export interface Events {
  degrees: number;
  metres: number;
  seconds: number;
}

/** Degrees between the headings before and after a fix in a bend. */
const BEND = 20;

/** The drift of a parked receiver: its seconds, and the part of the error that is new at every fix, as a share of it. */
const PARKED = { driftSeconds: 300, independent: 0.3 };

/** How far away a vehicle was the day before, metres, and how many seconds ago. */
const YESTERDAY = { metres: [300, 3000], seconds: [46_000, 86_000] } as const;

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

/** All fixes in bends, and elsewhere one each so many seconds. */
export function inBends(longest: number): Device {
  return sentIf(longest, (track, seconds, i) => {
    const [from, to] = [arm(track, seconds, i, -1), arm(track, seconds, i, 1)];
    return from >= 0 && to >= 0 && angleBetween(headingOf(track[from], track[i]), headingOf(track[i], track[to])) > BEND;
  });
}

/** The fixes at which the vehicle halts or starts, by their speeds, and one each so many seconds. */
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

/** Stops in which fixes go on. Of each: its seconds; seconds from fix to fix; σ per axis, metres, by which they drift. */
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
              ...(point.accuracy == null ? {} : { accuracy: toTenths(RADIUS_68 * hypot(noise.independent, metres)) }),
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

/**
 * Fixes of which each comes from one of two receivers. The second has errors of its own besides those of the first, and a clock that is so many seconds ahead.
 */
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

/** The fix as of a vehicle that stands. */
function still(point: TrackPoint): TrackPoint {
  return { ...point, ...(point.speed == null ? {} : { speed: 0 }), ...(point.course == null ? {} : { course: 0 }) };
}
