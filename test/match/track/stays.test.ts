// While somebody stands for minutes the receiver wanders: the places of such a stay become one. A traveller who moves keeps every place.
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/geo/random.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { gatherStays } from "../../../src/match/track/stays.js";

const DRIVING = 60;
const WALKING = 3;
/** A metre in degrees on the equator. */
const METRE = 1 / 111_195;

/** The number of different places left of fixes that are `seconds` apart, at these metres east and north. */
function placesOf(places: readonly (readonly [number, number])[], seconds: number, maxSpeed = DRIVING): number {
  const fixes = readFixes(places.map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: 1_700_000_000 + i * seconds })));
  const { lon, lat } = gatherStays(fixes, new Uint8Array(fixes.count), maxSpeed);
  return new Set([...lon].map((one, i) => `${one} ${lat[i]}`)).size;
}

/** Around one place, drifting from fix to fix, at most `metres` away from it. */
function drift(count: number, metres: number): [number, number][] {
  const random = new Random(5);
  let [x, y] = [0, 0];
  const keep = (value: number) => Math.max(-metres, Math.min(metres, value));
  return Array.from({ length: count }, () => {
    [x, y] = [keep(x + (random.normal() * metres) / 4), keep(y + (random.normal() * metres) / 4)];
    return [x, y];
  });
}
const east = (count: number, step: number, from = 0): [number, number][] =>
  Array.from({ length: count }, (_, i) => [from + (i + 1) * step, 0]);

/** Each place moved independently, with a standard deviation of `metres` for each axis. */
function blurred(places: readonly (readonly [number, number])[], metres: number): [number, number][] {
  const random = new Random(6);
  return places.map(([x, y]) => [x + metres * random.normal(), y + metres * random.normal()]);
}

/** Walks to one random place after another on a green of 80 m. */
function strolled(count: number): [number, number][] {
  const random = new Random(7);
  return Array.from({ length: count }, () => [80 * random.next(), 80 * random.next()]);
}

/** Up and down a field of 90 m in lanes 10 m apart, at 1 m/s. */
function mown(): [number, number][] {
  return Array.from({ length: 1000 }, (_, i) => {
    const [lane, on] = [Math.floor(i / 100), i % 100];
    const across = 10 * lane + Math.max(0, on - 90);
    return [across, lane % 2 === 0 ? Math.min(on, 90) : 90 - Math.min(on, 90)];
  });
}

/** Round a square block `times` times, with a fix every `metres`, each a little off. */
function rounds(side: number, times: number, metres: number): [number, number][] {
  const random = new Random(3);
  return Array.from({ length: Math.floor((4 * side * times) / metres) }, (_, i) => {
    const along = (i * metres) % (4 * side);
    const [leg, on] = [Math.floor(along / side), along % side];
    const [x, y] = [
      [on, 0],
      [side, on],
      [side - on, side],
      [0, side - on],
    ][leg];
    return [x + 2 * random.normal(), y + 2 * random.normal()];
  });
}

/** Six times round a block of 70 m at 7 m/s, each time with a halt of 20 s at one corner; a fix every 5 s. */
function haltingRounds(): [number, number][] {
  const random = new Random(5);
  return Array.from({ length: 72 }, (_, i) => {
    const gone = Math.min(7 * ((5 * i) % 60), 280);
    const [leg, on] = [Math.floor(gone / 70) % 4, gone % 70];
    const [x, y] = [
      [on, 0],
      [70, on],
      [70 - on, 70],
      [0, 70 - on],
    ][leg];
    return [x + 2 * random.normal(), y + 2 * random.normal()];
  });
}

/**
 * East and north in turns, 45 m each, with a halt of `seconds` at each corner; a fix a second, with an error of 1 m and one of 3 m that drifts over a
 * minute.
 */
function stairs(seconds: number): [number, number][] {
  const random = new Random(4);
  const places = Array.from({ length: 20 * (seconds + 6) }, (_, i) => {
    const leg = Math.floor(i / (seconds + 6));
    const gone = 7.5 * Math.max(0, (i % (seconds + 6)) - seconds);
    return [45 * ((leg + 1) >> 1) + (leg % 2 === 0 ? 0 : gone), 45 * (leg >> 1) + (leg % 2 === 0 ? gone : 0)];
  });
  let [east, north] = [0, 0];
  return places.map(([x, y]) => {
    [east, north] = [0.983 * east + 0.55 * random.normal(), 0.983 * north + 0.55 * random.normal()];
    return [x + east + random.normal(), y + north + random.normal()];
  });
}

describe("a stay", () => {
  it.each([
    ["of ten minutes, with a fix a second, is one place, except for its first and last fixes", 600, 1, 3],
    ["of an hour, with a fix a minute, is one place", 60, 60, 1],
  ])("%s, between the drives before and after it", (_, count, seconds, left) => {
    const before = east(20, 55, -1_200);
    const after = east(20, 55, 100);
    expect(placesOf([...before, ...drift(count, 35), ...after], seconds)).toBe(40 + left);
  });

  it("of three-quarters of an hour is one place, though of a fix in two minutes little movement is seen", () => {
    const parked = blurred(Array(23).fill([0, 0]), 8);
    expect(placesOf([...east(5, 900, -5_000), ...parked, ...east(5, 900)], 120)).toBe(5 + 1 + 5);
  });

  it("of an hour is one place also if its last fix reports a speed: that held for some of the two minutes since the fix before", () => {
    const parked = blurred(Array(30).fill([0, 0]), 8);
    const track = parked.map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: 120 * i, speed: i === 29 ? 12 : 0 }));
    const { lon } = gatherStays(readFixes(track), new Uint8Array(30), DRIVING);
    expect(new Set(lon).size).toBe(1);
  });

  it("of an hour is one place though the receiver is 20 m off and more, if each fix says that the traveller stands", () => {
    const parked = blurred(Array(30).fill([0, 0]), 25);
    const left = (speed: number | null) => {
      const track = parked.map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: 120 * i, speed }));
      return new Set(gatherStays(readFixes(track), new Uint8Array(30), DRIVING).lon).size;
    };
    expect(left(0.4)).toBe(1);
    expect([left(null), left(0.6)].every((places) => places > 1)).toBe(true);
  });

  it("of an hour within ten metres is one place", () => {
    expect(placesOf(drift(3600, 4.9), 1)).toBe(1);
  });

  it("is not detected if reported speeds say that the traveller moved, but is if they are low, or only now and then high", () => {
    const places = drift(600, 12);
    const isStay = (speed: (metres: number, i: number) => number) => {
      const track = places.map(([x, y], i) => {
        const [x0, y0] = places[Math.max(0, i - 1)];
        return { lon: x * METRE, lat: y * METRE, time: i, speed: speed(Math.hypot(x - x0, y - y0), i) };
      });
      const fixes = readFixes(track);
      return gatherStays(fixes, new Uint8Array(600), DRIVING) !== fixes;
    };
    expect([isStay((metres) => metres), isStay(() => 1.9), isStay((_, i) => (i % 60 === 0 ? 3 : 0))]).toEqual([false, true, true]);
  });

  it("becomes one place, without any distance travelled, even if there are outliers in it and after it", () => {
    const places = drift(600, 35);
    places[300] = [0, 700];
    places.push([700, 0], [110, 0]);
    const fixes = readFixes(places.map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: i })));
    const outliers = [300, 600];
    const { lon, apart } = gatherStays(
      fixes,
      Uint8Array.from(places, (_, i) => (outliers.includes(i) ? 1 : 0)),
      DRIVING,
    );
    const stay = places.map((_, i) => i).filter((i) => i < 600 && i !== 300);
    expect(new Set(stay.map((i) => lon[i])).size).toBe(1);
    expect(stay.filter((i) => i > 0 && i !== 301).map((i) => apart[i])).toEqual(Array(597).fill(0));
  });

  it("leaves alone the way to it and from it, a halt on that way, and the fix before the stay", () => {
    const way = east(4, 11, -99);
    const light = Array.from({ length: 60 }, (_, i): [number, number] => [-99, i / 100]);
    const parked = drift(400, 12);
    expect(placesOf([...light, ...way, ...parked, ...east(4, 11, 44)], 1)).toBe(60 + 4 + 1 + 4);
    expect(placesOf([...way, ...parked, ...light], 1)).toBe(4 + 1 + 60 + 1);
  });

  it("is detected after a fix without a time, and not because of an outlier", () => {
    const parked = drift(600, 35).map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: i === 0 ? null : i }));
    const { lon } = gatherStays(readFixes(parked), new Uint8Array(600), DRIVING);
    expect(new Set(lon.subarray(1)).size).toBe(1);
    const queue = readFixes(east(400, 0.2).map(([x], i) => ({ lon: x * METRE, lat: i === 150 ? 500 * METRE : 0, time: i })));
    expect(
      gatherStays(
        queue,
        Uint8Array.from({ length: 400 }, (_, i) => (i === 150 ? 1 : 0)),
        DRIVING,
      ),
    ).toBe(queue);
  });

  it.each([
    ["a time", 420],
    ["no time", null],
  ])("is not found in seven minutes with little movement, whose last fix has %s", (_, last) => {
    const track = Array.from({ length: 8 }, (_, i) => ({ lon: (i % 2) * 20 * METRE, lat: 0, time: i === 7 ? last : 60 * i }));
    const fixes = readFixes(track);
    expect(gatherStays(fixes, new Uint8Array(8), DRIVING)).toBe(fixes);
  });

  it.each([
    ["ends early enough for a traveller who walks out of it", false],
    ["begins late enough for a traveller who walks into it", true],
  ])("%s", (_, isInto) => {
    // Indoors until the middle of the drift; ten metres off when it ends, and on at 1.4 m/s from there. Or the other way round.
    const out = east(60, 1.4, 40);
    const places = [...drift(600, 8), ...out];
    if (isInto) places.reverse();
    const fixes = readFixes(places.map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: i })));
    const { lon, lat } = gatherStays(fixes, new Uint8Array(fixes.count), 4);
    expect(new Set(lon).size).toBeLessThan(150);
    for (let i = 1; i < fixes.count; i++) {
      const moved = Math.hypot(lon[i] - lon[i - 1], lat[i] - lat[i - 1]) / METRE;
      const asItWas = Math.hypot(places[i][0] - places[i - 1][0], places[i][1] - places[i - 1][1]);
      expect(moved).toBeLessThanOrEqual(Math.max(4 + 10, asItWas) + 1e-6);
    }
  });

  it("is placed where most of its fixes are", () => {
    const fixes = readFixes([...drift(600, 20), [45, 45], [45, 45]].map(([x, y], i) => ({ lon: x * METRE, lat: y * METRE, time: i })));
    const { lon, lat } = gatherStays(fixes, new Uint8Array(fixes.count), DRIVING);
    expect([Math.abs(lon[0] / METRE), Math.abs(lat[0] / METRE)].every((metres) => metres < 20)).toBe(true);
  });

  it.each<[string, [number, number][], number, number?]>([
    ["in two minutes at a red light", drift(120, 35), 1],
    [
      "if the receiver does not wander: someone drives in, stands, and drives out",
      [...east(6, 14), ...Array.from({ length: 600 }, (): [number, number] => [84, 0]), ...east(6, -14, 84)],
      1,
    ],
    [
      "if the receiver has independent errors of some metres: someone drives in, stands, and drives out",
      blurred([...east(6, 14), ...Array.from({ length: 600 }, (): [number, number] => [84, 0]), ...east(6, -14, 84)], 1.5),
      1,
    ],
    ["in a slow but steady movement", east(600, 0.5), 1],
    [
      "in only four fixes",
      [
        [0, 99],
        [0, 0],
        [99, 99],
        [0, 0],
        [5000, 0],
      ],
      110,
    ],
    ["in a walker's stroll about a green of 80 m", strolled(60), 60, WALKING],
    ["in the mowing of a field, up and down in straight lanes", mown(), 1],
    ["in a car's five rounds of a block of 80 m", rounds(80, 5, 5), 1],
    ["in a car's five rounds of a block of 80 m, with a fix every ten seconds", rounds(80, 5, 50), 10],
    ["in a car's rounds of a block with a halt at one corner each time", haltingRounds(), 5],
    ["in a van's stops of two minutes at every corner of a zigzag", stairs(120), 1],
    ["in a walker's rounds of a block of 45 m", rounds(45, 5, 7), 5, WALKING],
    [
      "in a walker's round of a circle of 80 m",
      Array.from({ length: 600 }, (_, i): [number, number] => [40 * Math.cos(i / 40), 40 * Math.sin(i / 40)]),
      1,
      WALKING,
    ],
  ])("is not detected %s", (_, places, seconds, maxSpeed) => {
    expect(placesOf(places, seconds, maxSpeed)).toBe(new Set(places.map(String)).size);
  });
});
