// Noise that is independent from fix to fix is measured and averaged out; noise that lasts is left alone.
import { describe, expect, it } from "vitest";
import { latScale, lonScale, wrapLon } from "../../../src/geo/metres.js";
import { Random } from "../../../src/geo/random.js";
import * as MODEL from "../../../src/match/model.js";
import { readFixes } from "../../../src/match/track/fixes.js";
import { measureNoise, smooth } from "../../../src/match/track/smooth.js";
import type { TrackPoint } from "../../../src/match/track/track.js";

const [LON, LAT, MAX_SPEED] = [8, 50, 60];
type Place = [east: number, north: number];

/** The places, at this interval in seconds, of a car that drives round blocks of 200 m at 10 m/s, and more slowly at the corners. */
function truth(count: number, interval: number): Place[] {
  return Array.from({ length: count }, (_, i) => {
    const metres = 10 * i * interval;
    const [leg, along] = [Math.floor(metres / 200), metres % 200];
    return leg % 2 === 0 ? [100 * leg + along, 100 * leg] : [100 * leg + 100, 100 * leg - 100 + along];
  });
}

/** Places along a straight line, this many metres apart. */
function straight(count: number, metres: number): Place[] {
  return Array.from({ length: count }, (_, i) => [metres * i, 0]);
}

function fixAt([east, north]: Place, time: number | null, lon = LON): TrackPoint {
  return { lon: wrapLon(lon + east / lonScale(LAT)), lat: LAT + north / latScale(LAT), time };
}

function noisy(places: Place[], sigma: number, seed = 1): Place[] {
  const random = new Random(seed);
  return places.map(([east, north]) => [east + sigma * random.normal(), north + sigma * random.normal()]);
}

/** Noise that changes over about a minute. */
function drifting(places: Place[], sigma: number): Place[] {
  const random = new Random(2);
  const kept = Math.exp(-1 / 60);
  let [x, y] = [0, 0];
  return places.map(([east, north]) => {
    const fresh = sigma * Math.sqrt(1 - kept * kept);
    [x, y] = [kept * x + fresh * random.normal(), kept * y + fresh * random.normal()];
    return [east + x, north + y];
  });
}

const fixesOf = (places: Place[], interval = 1, accuracy?: number) =>
  readFixes(places.map((place, i) => ({ ...fixAt(place, 1_700_000_000 + i * interval), accuracy })));
const noOutliers = (count: number) => new Uint8Array(count);
const smoothed = (fixes: ReturnType<typeof fixesOf>, maxSpeed = MAX_SPEED) =>
  smooth(fixes, noOutliers(fixes.count), measureNoise(fixes, maxSpeed), maxSpeed);

/** Root mean square distance from the truth, for each axis. */
function errorOf(fixes: ReturnType<typeof fixesOf>, places: Place[]): number {
  const squares = places.map(([east, north], i) => {
    const x = wrapLon(fixes.lon[i] - LON) * lonScale(LAT) - east;
    const y = (fixes.lat[i] - LAT) * latScale(LAT) - north;
    return (x * x + y * y) / 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

describe("independent noise", () => {
  const places = truth(400, 1);

  it.each([3, 5, 10, 15, 30])("of %i m is measured, and at least a third of it averaged out", (sigma) => {
    const fixes = fixesOf(noisy(places, sigma));
    expect(measureNoise(fixes, MAX_SPEED) / sigma).toBeGreaterThan(0.8);
    expect(measureNoise(fixes, MAX_SPEED) / sigma).toBeLessThan(1.2);
    expect(errorOf(smoothed(fixes), places)).toBeLessThan(0.66 * sigma);
  });

  it.each<[sigma: number, interval: number, reaches: boolean]>([
    [3, 3, true],
    [3, 4, false],
    [5, 5, false],
    [15, 5, true],
    [15, 7, false],
    [30, 7, true],
    [30, 10, false],
  ])("of %i m with a fix every %i s: is averaged out: %s", (sigma, interval, reaches) => {
    const fixes = fixesOf(noisy(straight(400, 10 * interval), sigma), interval);
    expect(smoothed(fixes) !== fixes).toBe(reaches);
  });

  it.each<[sigma: number, stated: number | undefined, interval: number, reaches: boolean]>([
    [40, undefined, 8, true],
    [40, undefined, 10, false],
    [40, 60, 10, true],
    [40, 20, 10, false],
    [40, 60, 14, true],
    [40, 60, 19, false],
    [100, 150, 26, true],
    [300, 450, 30, true],
    [300, 450, 33, false],
    [150, undefined, 1, false],
    [150, 225, 1, true],
    [150, 20, 1, false],
  ])("of %i m, with a stated error of %s m and a fix every %i s: is averaged out: %s", (sigma, stated, interval, reaches) => {
    const fixes = fixesOf(noisy(straight(400, 10 * interval), sigma), interval, stated);
    expect(smoothed(fixes) !== fixes).toBe(reaches);
  });

  it("is not confused with the turns of a track with distant fixes, unless they state such errors", () => {
    const turning = truth(200, 15);
    expect(measureNoise(fixesOf(turning, 15), MAX_SPEED)).toBe(0);
    expect(measureNoise(fixesOf(turning, 15, 30), MAX_SPEED)).toBe(0);
    expect(measureNoise(fixesOf(turning, 15, 90), MAX_SPEED)).toBeGreaterThan(30);
  });

  it("of a walker is averaged out with fixes farther apart, and over a longer time, than that of a car", () => {
    const places = straight(400, 14);
    const fixes = fixesOf(noisy(places, 10), 10);
    const walked = smoothed(fixes, 4);
    expect(smoothed(fixes)).toBe(fixes);
    expect(errorOf(walked, places)).toBeLessThan(0.66 * 10);
    const second = fixesOf(noisy(straight(400, 1.4), 10));
    expect(errorOf(smoothed(second, 4), straight(400, 1.4))).toBeLessThan(0.7 * errorOf(smoothed(second), straight(400, 1.4)));
  });

  it.each<[what: string, fixes: ReturnType<typeof fixesOf>]>([
    ["there is no noise", fixesOf(places)],
    ["the noise lasts, as that of most receivers does", fixesOf(drifting(places, 10))],
    ["fixes are far apart", fixesOf(noisy(truth(100, 10), 5), 10)],
    ["fixes have no times", readFixes(noisy(places, 10).map((place) => fixAt(place, null)))],
    ["there are only a few fixes", fixesOf(noisy(places.slice(0, 15), 10))],
  ])("leaves the fixes unchanged if %s", (_, fixes) => {
    expect(smoothed(fixes)).toBe(fixes);
  });

  it("is measured nearly the same if a fix of the track is missing", () => {
    const all = noisy(truth(900, 1), 3).map((place, i) => fixAt(place, 1_700_000_000 + i));
    const noise = measureNoise(readFixes(all), MAX_SPEED);
    for (let missing = 50; missing < 900; missing += 100) {
      const rest = readFixes(all.filter((_, i) => i !== missing));
      expect(Math.abs(measureNoise(rest, MAX_SPEED) - noise), `${missing}`).toBeLessThan(0.05);
    }
  });

  it("leaves the fixes unchanged if their times are muted after it was measured", () => {
    const fixes = fixesOf(noisy(places, 10));
    const noise = measureNoise(fixes, MAX_SPEED);
    fixes.time.fill(Number.NaN);
    expect(noise).toBeGreaterThan(5);
    expect(smooth(fixes, noOutliers(fixes.count), noise, MAX_SPEED)).toBe(fixes);
  });

  it("is subtracted from a fix's error once averaged out, except for what is left of it", () => {
    const fixes = smoothed(fixesOf(noisy(places, 15)));
    expect(Math.sqrt(fixes.averaged[200])).toBeGreaterThan(13);
    expect(Math.sqrt(fixes.averaged[200])).toBeLessThan(18);
    expect(Math.sqrt(fixes.left[200])).toBeGreaterThan(4);
    expect(Math.sqrt(fixes.left[200])).toBeLessThan(9);
    expect(fixes.left[0]).toBeGreaterThan(fixes.left[200]);
  });

  it("counts for less in fixes that state a larger accuracy", () => {
    const random = new Random(5);
    const shares = places.map((_, i) => (i % 3 === 2 ? 3 : 0.4));
    const wild = places.map(([east, north], i): Place => {
      const sigma = 10 * Math.sqrt(shares[i]);
      return [east + sigma * random.normal(), north + sigma * random.normal()];
    });
    const told = readFixes(wild.map((place, i) => ({ ...fixAt(place, 1_700_000_000 + i), accuracy: (shares[i] < 1 ? 10 : 29) + (i % 2) })));
    // Not so large that they are taken for those of another source.
    expect(29 + 1).toBeLessThan(MODEL.coarseTimes * (10 + 1));
    const [with_, without] = [told, fixesOf(wild)].map((fixes) => {
      const { lon, lat, ...rest } = smooth(fixes, noOutliers(400), 10, MAX_SPEED);
      const sharp = <T>(_: T, i: number) => shares[i] < 1;
      return errorOf({ ...rest, lon: lon.filter(sharp), lat: lat.filter(sharp) }, places.filter(sharp));
    });
    expect(with_).toBeLessThan(0.9 * without);
  });

  it("is taken to be larger in the part of the track where it is", () => {
    const [calm, wild] = [noisy(places, 4), noisy(places, 25, 3)];
    const isWild = (i: number) => i >= 120 && i < 240;
    const fixes = smoothed(fixesOf(places.map((_, i) => (isWild(i) ? wild : calm)[i])));
    const mean = (within: (i: number) => boolean) => {
      const variances = [...fixes.averaged].filter((_, i) => within(i));
      return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0) / variances.length);
    };
    expect(mean(isWild)).toBeGreaterThan(2 * mean((i) => i < 120 || i >= 240));
  });

  it.each([
    ["a jump to another town", 5000, 0],
    ["an hour without a fix", 0, 3600],
  ])("is averaged out separately before and after %s", (_, metres, seconds) => {
    // As many fixes as make whole blocks, each of which has its own noise.
    const first = places.slice(0, 5 * MODEL.smoothBlock);
    const { length } = first;
    const second = first.map(([east, north]): Place => [east, north + metres]);
    const wild = noisy([...first, ...second], 10).map((place, i) => fixAt(place, 1_700_000_000 + i + (i < length ? 0 : seconds)));
    const both = smooth(readFixes(wild), noOutliers(2 * length), 10, MAX_SPEED);
    const apart = [wild.slice(0, length), wild.slice(length)].map((half) => smooth(readFixes(half), noOutliers(length), 10, MAX_SPEED));
    expect([...both.lon]).toEqual(apart.flatMap(({ lon }) => [...lon]));
    expect([...both.lat]).toEqual(apart.flatMap(({ lat }) => [...lat]));
  });

  it("stays as it is at a pole, where a degree of longitude has no length", () => {
    const fixes = readFixes(Array.from({ length: 200 }, (_, i) => ({ lon: i % 2, lat: 89.995 + (i % 3) * 1e-4, time: 1_700_000_000 + i })));
    expect(smooth(fixes, noOutliers(200), 10, MAX_SPEED)).toBe(fixes);
  });

  it("is the same if fixes are repeated", () => {
    const twice = noisy(places, 10).flatMap((place, i) => Array(1 + (i % 3)).fill(fixAt(place, 1_700_000_000 + i)) as TrackPoint[]);
    const [once, again] = [fixesOf(noisy(places, 10)), readFixes(twice)];
    expect(again.unplaced.every((fix) => fix.again)).toBe(true);
    expect({ ...again, unplaced: [] }).toEqual(once);
  });

  it("is measured among the fixes that have a time if others have none", () => {
    const fixes = readFixes(noisy(truth(600, 1), 10).map((place, i) => fixAt(place, i % 3 === 2 ? null : 1_700_000_000 + i)));
    expect(measureNoise(fixes, MAX_SPEED)).toBeGreaterThan(7);
    expect(measureNoise(fixes, MAX_SPEED)).toBeLessThan(13);
  });

  it("is averaged out in the same way across the antimeridian", () => {
    const wild = noisy(places, 10);
    const here = smoothed(readFixes(wild.map((place, i) => fixAt(place, i, LON))));
    const there = smoothed(readFixes(wild.map((place, i) => fixAt(place, i, 179.99))));
    for (let i = 0; i < here.count; i++) expect(wrapLon(there.lon[i] - 179.99)).toBeCloseTo(here.lon[i] - LON, 9);
  });

  it("neither moves outliers and fixes without a place or time, nor is averaged with them", () => {
    const wild = noisy(places, 10);
    const fixes = fixesOf(wild);
    const outlier = noOutliers(fixes.count);
    outlier[100] = 1;
    const without = readFixes(wild.map((place, i) => ({ ...fixAt(place, 1_700_000_000 + i), ...(i === 100 ? { lat: 99 } : {}) })));
    const marked = smooth(fixes, outlier, 10, MAX_SPEED);
    expect([marked.lon[100], marked.lat[100]]).toEqual([fixes.lon[100], fixes.lat[100]]);
    expect(marked.lon[99]).toBe(smooth(without, noOutliers(fixes.count), 10, MAX_SPEED).lon[99]);
  });
});

describe("fixes that state far larger errors than most, as those of wireless networks", () => {
  const places = truth(400, 1);
  const isCoarse = (i: number) => i >= 100 && i < 200;
  /** The track of a good receiver that reports every second, but in between so many of `errors` (a place for each of `places`) every five seconds. */
  const mixed = (errors: Place[], count = 20) => {
    const kept = places.map((_, i) => i).filter((i) => !isCoarse(i) || (i % 5 === 0 && i < 100 + 5 * count));
    const track = kept.map((i) => ({
      ...fixAt((isCoarse(i) ? errors : drifting(places, 3))[i], 1_700_000_000 + i),
      accuracy: isCoarse(i) ? 60 : 4 + (i % 2),
    }));
    const [fixes, among] = [readFixes(track), (_: unknown, n: number) => isCoarse(kept[n])];
    const errorAmong = ({ lon, lat }: typeof fixes) =>
      errorOf(
        { ...fixes, lon: lon.filter(among), lat: lat.filter(among) },
        kept.filter(isCoarse).map((i) => places[i]),
      );
    return { fixes, found: smoothed(fixes), errorAmong, isFine: (n: number) => !isCoarse(kept[n]) };
  };

  it("have their noise averaged out, though that of the others lasts; the others stay where they are", () => {
    const { fixes, found, errorAmong, isFine } = mixed(noisy(places, 40));
    expect(measureNoise(fixes, MAX_SPEED)).toBeLessThan(MODEL.smoothLeast);
    expect(errorAmong(found)).toBeLessThan(0.7 * errorAmong(fixes));
    expect([...found.lon].filter((_, n) => isFine(n))).toEqual([...fixes.lon].filter((_, n) => isFine(n)));
    expect([...found.averaged].map((averaged) => averaged > 0)).toEqual([...fixes.lon].map((_, n) => !isFine(n)));
  });

  it.each<[string, Place[], number]>([
    ["their errors last, as those of dead reckoning", drifting(places, 40), 20],
    ["there are only a few of them", noisy(places, 40), 7],
  ])("stay where they are if %s", (_, errors, count) => {
    const { fixes, found } = mixed(errors, count);
    expect(found).toBe(fixes);
  });
});

describe("the smoothing filter", () => {
  /** Solves a symmetric system by elimination. */
  function solve(matrix: number[][], right: number[]): number[] {
    const rows = matrix.map((row, i) => [...row, right[i]]);
    for (let i = 0; i < rows.length; i++) {
      for (let k = 0; k < rows.length; k++) {
        if (k === i) continue;
        const factor = rows[k][i] / rows[i][i];
        for (let j = i; j <= rows.length; j++) rows[k][j] -= factor * rows[i][j];
      }
    }
    return rows.map((row, i) => row[rows.length] / row[i]);
  }

  it("solves the least squares of all fixes at once: places, changes of velocity, and a free initial speed", () => {
    const times = [0, 1, 2, 4, 5, 9, 10, 11.5];
    const random = new Random(5);
    const east = times.map((t) => 10 * t + 8 * random.normal());
    const [r, q] = [8 * 8, (MAX_SPEED * MAX_SPEED) / MODEL.smoothTurnSeconds];
    // The unknowns are the place and the speed at each time.
    const size = 2 * times.length;
    const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    const right = new Array<number>(size).fill(0);
    times.forEach((_, n) => {
      matrix[2 * n][2 * n] += 1 / r;
      right[2 * n] += east[n] / r;
    });
    matrix[1][1] += 1 / 900;
    for (let n = 1; n < times.length; n++) {
      const dt = times[n] - times[n - 1];
      // The inverse of the covariance [[dt³/3, dt²/2], [dt²/2, dt]] q.
      const inverse = [
        [12 / (q * dt ** 3), -6 / (q * dt ** 2)],
        [-6 / (q * dt ** 2), 4 / (q * dt)],
      ];
      // By how much place and speed differ from those before, extrapolated: rows of coefficients.
      const differs = [
        [-1, -dt, 1, 0],
        [0, -1, 0, 1],
      ];
      const at = 2 * n - 2;
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) {
          for (let a = 0; a < 2; a++) for (let b = 0; b < 2; b++) matrix[at + i][at + j] += differs[a][i] * inverse[a][b] * differs[b][j];
        }
      }
    }
    const expected = solve(matrix, right).filter((_, i) => i % 2 === 0);
    const fixes = readFixes(times.map((t, i) => fixAt([east[i], 0], 1000 + t)));
    const found = smooth(fixes, noOutliers(fixes.count), 8, MAX_SPEED);
    expected.forEach((metres, i) => {
      expect((found.lon[i] - LON) * lonScale(LAT)).toBeCloseTo(metres, 4);
    });
  });
});

it("two travellers who share an id are not taken for noise", () => {
  const one = truth(60, 1).map((place, i) => fixAt(place, 2 * i));
  const other = truth(60, 1).map(([east, north], i) => fixAt([east + 2000, north], 2 * i + 1));
  const mixed = [...one, ...other].sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
  expect(measureNoise(readFixes(mixed), MAX_SPEED)).toBe(0);
});
