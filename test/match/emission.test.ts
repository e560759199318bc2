// What a fix's own evidence costs, number by number.
import { describe, expect, it } from "vitest";
import { courseCost, dearerDistance, distanceCost, hasteCost, jamCost } from "../../src/match/emission.js";
import * as MODEL from "../../src/match/model.js";

describe("distanceCost", () => {
  it("is nothing on the road, that of a normal error near it, and far less than that far off", () => {
    expect(distanceCost(0, 5)).toBe(0);
    expect(distanceCost(1, 5)).toBeCloseTo((0.5 * (MODEL.tailFreedom + 1) * 0.04) / MODEL.tailFreedom, 3);
    expect(distanceCost(50, 5)).toBeLessThan(8);
  });

  it.each([0, 3, 40])("is dearer by so many nats where dearerDistance says: %d m", (metres) => {
    expect(distanceCost(dearerDistance(metres, 2.5, 6), 6) - distanceCost(metres, 6)).toBeCloseTo(2.5, 9);
  });
});

describe("courseCost", () => {
  it("is nothing along the course, most against it, but no more than its floor, and less the slower one goes", () => {
    expect(courseCost(90, 20, 60, 1, 0)).toBeCloseTo(0, 9);
    expect(courseCost(90, 20, 60, -1, 0)).toBe(MODEL.courseMost);
    expect(courseCost(90, 1, 60, -1, 0)).toBeLessThan(courseCost(90, 4, 60, -1, 0));
    expect(courseCost(Number.NaN, 20, 60, -1, 0)).toBe(0);
  });
});

describe("hasteCost", () => {
  it.each([
    [Number.NaN, 0],
    [0.5, 0],
    [MODEL.hasteLeast, 0],
    [1.6, MODEL.haste * 0.5],
    [9, MODEL.hasteMost],
  ])("of going %d times as fast as usual is %d", (times, nats) => expect(hasteCost(times)).toBeCloseTo(nats, 9));
});

describe("jamCost", () => {
  const motorway = 0.05;

  it.each([
    ["at the usual pace", 20, motorway, 0],
    ["slowly on a fast road", 8, motorway, MODEL.jam * (MODEL.jamMost - 0.4)],
    ["crawling there", MODEL.jamSpeed, motorway, 0],
    ["slowly on a slow road", 6, MODEL.jamSlowness, 0],
    ["at a speed that nobody knows", Number.NaN, motorway, 0],
  ])("of going %s: %d m/s, %d s a metre: %d", (_, speed, slowness, nats) => expect(jamCost(speed, slowness)).toBeCloseTo(nats, 9));
});
