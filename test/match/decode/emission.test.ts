// What a fix's own evidence costs, value by value.
import { describe, expect, it } from "vitest";
import { courseCost, dearerDistance, distanceCost, hasteCost, jamCost } from "../../../src/match/decode/emission.js";
import * as MODEL from "../../../src/match/model.js";

describe("distanceCost", () => {
  it("is 0 on the road, that of a Gaussian error nearby, and much less than that far away", () => {
    expect(distanceCost(0, 5)).toBe(0);
    expect(distanceCost(1, 5)).toBeCloseTo((0.5 * (MODEL.tailFreedom + 1) * 0.04) / MODEL.tailFreedom, 3);
    expect(distanceCost(50, 5)).toBeLessThan(8);
  });

  it.each([0, 3, 40])("agrees with dearerDistance on where the cost is a given number of nats higher: %d m", (metres) => {
    expect(distanceCost(dearerDistance(metres, 2.5, 6), 6) - distanceCost(metres, 6)).toBeCloseTo(2.5, 9);
  });
});

describe("courseCost", () => {
  it("is 0 along the course and highest against it, is bounded, and is smaller at lower speeds", () => {
    expect(courseCost(90, 20, 60, 1, 0)).toBeCloseTo(0, 9);
    expect(courseCost(90, 20, 60, -1, 0)).toBe(MODEL.courseMost);
    expect(courseCost(90, 1, 60, -1, 0)).toBeLessThan(courseCost(90, 4, 60, -1, 0));
    expect(courseCost(Number.NaN, 20, 60, -1, 0)).toBe(0);
  });

  it("counts half where the speed is not known", () => {
    expect(courseCost(90, Number.NaN, 60, 1, Math.sqrt(3))).toBeCloseTo(0.25 * MODEL.courseConcentration, 9);
  });
});

describe("hasteCost", () => {
  it.each([
    [Number.NaN, 0],
    [0.5, 0],
    [MODEL.hasteLeast, 0],
    [1.6, MODEL.haste * 0.5],
    [9, MODEL.hasteMost],
  ])("for %d times the usual speed is %d nats", (times, nats) => expect(hasteCost(times)).toBeCloseTo(nats, 9));
});

describe("jamCost", () => {
  const motorway = 0.05;

  it.each([
    ["at the usual pace", 20, motorway, 0],
    ["slowly on a fast road", 8, motorway, MODEL.jam * (MODEL.jamMost - 0.4)],
    ["crawling there", MODEL.jamSpeed, motorway, 0],
    ["slowly on a slow road", 6, MODEL.jamSlowness, 0],
    ["at an unknown speed", Number.NaN, motorway, 0],
  ])("for going %s (%d m/s, on a road of %d s a metre) is %d nats", (_, speed, slowness, nats) =>
    expect(jamCost(speed, slowness)).toBeCloseTo(nats, 9),
  );
});
