import { describe, expect, it } from "vitest";
import { moved, type NoiseSettings, OPEN_SKY, ReceiverNoise, trimWith, withNoise } from "../../src/evaluate/noise.js";
import { settleSimulation } from "../../src/evaluate/simulate/options.js";
import { type Reading, Reception } from "../../src/evaluate/simulate/reception.js";
import { distance, lonScale } from "../../src/geo/metres.js";
import { Random } from "../../src/geo/random.js";
import { RADIUS_68 } from "../../src/match/track/steps.js";

describe("receiver noise", () => {
  const series = (settings: NoiseSettings, count: number, step: number): number[] => {
    const noise = new ReceiverNoise(new Random(3), settings);
    return Array.from({ length: count }, (_, i) => noise.at(i * step)[0]);
  };
  const covariance = (values: number[], lag: number): number => {
    let sum = 0;
    for (let i = lag; i < values.length; i++) sum += values[i] * values[i - lag];
    return sum / (values.length - lag);
  };

  it.each<[independent: number, drift: number, driftSeconds: number]>([
    [5, 0, 60],
    [0, 4, 20],
    [2, 3, 10],
    [2, 3, 0],
  ])(
    "with σ %d m independent, and %d m drifting over %d s: variances add up, and only the drift is correlated",
    (independent, drift, driftSeconds) => {
      const values = series({ independent, drift, driftSeconds }, 60_000, 1);
      const variance = independent ** 2 + drift ** 2;
      expect(Math.abs(covariance(values, 0) / variance - 1)).toBeLessThan(0.06);
      for (const lag of [1, 10, 30]) {
        const remembered = driftSeconds > 0 ? drift ** 2 * Math.exp(-lag / driftSeconds) : 0;
        expect(Math.abs(covariance(values, lag) - remembered)).toBeLessThan(0.06 * variance);
      }
    },
  );

  it("is the same process at any interval", () => {
    const slow = series({ independent: 0, drift: 3, driftSeconds: 20 }, 60_000, 10);
    expect(covariance(slow, 1) / covariance(slow, 0)).toBeCloseTo(Math.exp(-0.5), 1);
  });

  it("moves positions by metres", () => {
    const [lon, lat] = moved(13, 53, 30, 40);
    expect(distance(13, 53, lon, lat)).toBeCloseTo(50, 1);
    expect(moved(179.9999, 0, 100, 0)[0]).toBeLessThan(0);
  });
});

describe("the reception of fixes", () => {
  const still = { independent: 1, drift: 0, driftSeconds: 60 };
  const read = (options: object, seconds: number, tunnel = (_: number) => false): (Reading | null)[] => {
    const reception = new Reception(new Random(8), settleSimulation({ noise: still, urban: 0, outliers: 0, losses: 0, ...options }));
    return Array.from({ length: seconds }, (_, t) => reception.read(t, t * 10, tunnel(t)));
  };
  const share = (readings: (Reading | null)[], is: (r: Reading | null) => boolean) => readings.filter(is).length / readings.length;

  it("is three times as noisy along the given share of the way", () => {
    const readings = read({ urban: 0.2 }, 60_000);
    expect(share(readings, (r) => r!.radius > 2 * 1.515)).toBeCloseTo(0.2, 1);
    const urban = readings.filter((r) => r!.radius > 2.9 * 1.515);
    expect(urban.reduce((sum, r) => sum + r!.east ** 2, 0) / urban.length).toBeCloseTo(9, 0);
  });

  it.each([1, 10])("has the given share of outliers with one fix in %d s", (interval) => {
    const reception = new Reception(new Random(2), settleSimulation({ noise: still, urban: 1, outliers: 0.05, losses: 0, interval }));
    const readings = Array.from({ length: 40_000 }, (_, i) => reception.read(i * interval, 0, false));
    const outliers = readings.filter((r) => r!.outlier);
    expect(Math.abs(outliers.length / readings.length - 0.05)).toBeLessThan(0.015);
    for (const { east, north } of outliers as Reading[]) expect(Math.hypot(east, north)).toBeGreaterThan(15);
  });

  it("loses the signal about as often as given", () => {
    const lost = share(read({ losses: 6 }, 100_000), (r) => r === null);
    expect(lost).toBeGreaterThan(0.06);
    expect(lost).toBeLessThan(0.14); // 6 times 65 s an hour
  });

  it("has no fixes in tunnels, and poor ones just after", () => {
    const readings = read({ tunnels: 1 }, 200, (t) => t >= 50 && t < 100);
    expect(readings.slice(50, 100).every((r) => r === null)).toBe(true);
    expect(readings[49]!.radius).toBeCloseTo(RADIUS_68, 3);
    expect(readings[100]!.radius).toBeGreaterThan(5);
    expect(readings[150]!.radius).toBeCloseTo(RADIUS_68, 2);
  });
});

describe("noise added to a track", () => {
  const track = Array.from({ length: 4000 }, (_, i) => ({ lon: 8, lat: 50, time: 100 * i, accuracy: 4, speed: 1 }));
  const noisy = withNoise(track, { independent: 3, drift: 4, driftSeconds: 10 }, new Random(5));

  it("moves fixes by the given amount, and changes nothing else", () => {
    const east = noisy.map(({ lon }) => (lon - 8) * lonScale(50));
    expect(Math.sqrt(east.reduce((sum, x) => sum + x * x, 0) / east.length)).toBeCloseTo(5, 0);
    expect(noisy.every(({ time, speed }, i) => time === 100 * i && speed === 1)).toBe(true);
  });

  it("is included in the accuracy of a receiver that reports one", () => {
    expect(noisy[0].accuracy).toBeCloseTo(Math.hypot(4, RADIUS_68 * 5), 6);
    expect(withNoise([{ lon: 8, lat: 50 }], OPEN_SKY, new Random(1))[0]).not.toHaveProperty("accuracy");
    for (const accuracy of [0, -1])
      expect(withNoise([{ lon: 8, lat: 50, accuracy }], OPEN_SKY, new Random(1))[0]).toMatchObject({ accuracy });
  });

  it.each([null, Number.NaN])("continues over a fix without a time: %s", (none) => {
    const drift = { independent: 0, drift: 10, driftSeconds: 1e6 };
    const missing = [0, 1, 2].map((i) => ({ lon: 8, lat: 50, time: i === 1 ? none : 1.7e9 + i }));
    const timed = missing.map((fix, i) => ({ ...fix, time: 1.7e9 + i }));
    const places = (track: typeof missing) => withNoise(track, drift, new Random(1)).map(({ lon, lat }) => [lon, lat]);
    expect(places(missing)).toEqual(places(timed));
  });

  it.each([
    [367.4, 50],
    [8, 95],
    [Number.NaN, 50],
    [0, 0],
  ])("leaves the invalid place %d, %d unchanged, and the noise of other fixes the same", (lon, lat) => {
    const loud = { independent: 30, drift: 40, driftSeconds: 60 };
    const holed = track.slice(0, 5).map((fix, i) => (i === 2 ? { ...fix, lon, lat } : fix));
    const [whole, hole] = [track.slice(0, 5), holed].map((fixes) => withNoise(fixes, loud, new Random(5)));
    expect(hole).toEqual(whole.with(2, holed[2]));
  });

  it("extends the ends of a truth that do not count by 3 σ and 10 m", () => {
    expect(trimWith(0, { independent: 30, drift: 40, driftSeconds: 1 })).toBe(160);
    expect(trimWith(25, { independent: 12, drift: 0, driftSeconds: 1 })).toBe(49);
    expect(trimWith(50, { independent: 0, drift: 0, driftSeconds: 1 })).toBe(50);
  });

  it("of size 0 is none, with or without times", () => {
    const still = { independent: 0, drift: 0, driftSeconds: 60 };
    const untimed = [
      { lon: 8, lat: 50 },
      { lon: 8.1, lat: 50 },
    ];
    expect(withNoise(untimed, still, new Random(1))).toEqual(untimed);
  });
});
