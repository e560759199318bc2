// Clocks: times that are not those at which the fixes were made.

import { inSeconds } from "../../geo/dates.js";
import { exp } from "../../geo/maths.js";
import { between, type Device, delayed, inPlace, type SentFix, spellsOf } from "./device.js";

/** Mean seconds between two times that a clock is set back, and by how many seconds. */
const SET_BACK = { every: 60, seconds: [1, 3] } as const;

/** Fixes of a spell that are all sent at its end, with that time. */
export function batches(): Device {
  return inPlace((track, random, seconds) => {
    const inSpell = spellsOf(seconds, random);
    const sent = [...track];
    for (let i = track.length - 2; i >= 0; i--) if (inSpell[i]) sent[i] = { ...track[i], time: sent[i + 1].time };
    return sent;
  });
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
