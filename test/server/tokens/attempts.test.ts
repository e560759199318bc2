// The waiting time after wrong passwords.
import { describe, expect, it } from "vitest";
import { Attempts } from "../../../src/server/tokens/attempts.js";

/** Seconds until the next try is allowed after this many wrong ones in a row. */
function waitAfter(wrong: number): number {
  const attempts = new Attempts();
  let now = 0;
  for (let i = 0; i < wrong; i++) {
    while (attempts.mustWait("ben", "10.0.0.7", now)) now += 1000;
    attempts.failed("ben", "10.0.0.7", now);
  }
  const last = now;
  while (attempts.mustWait("ben", "10.0.0.7", now)) now += 1000;
  return (now - last) / 1000;
}

describe("wrong passwords", () => {
  it.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [10, 32],
    [11, 60],
    [30, 60],
  ])("make the next try wait: after %i in a row for %i s", (wrong, seconds) => {
    expect(waitAfter(wrong)).toBe(seconds);
  });

  it.each<[what: string, after: (attempts: Attempts) => void, now: number]>([
    ["the right one", (attempts) => attempts.succeeded("ben", "10.0.0.7"), 0],
    ["a quarter of an hour", (attempts) => attempts.failed("ben", "10.0.0.7", 900_000), 900_000],
    ["ten thousand others", (attempts) => Array.from({ length: 10_000 }, (_, i) => attempts.failed(`b${i}`, "10.0.0.7", 0)), 0],
  ])("are forgotten after %s", (_, after, now) => {
    const attempts = new Attempts();
    for (let i = 0; i < 8; i++) attempts.failed("ben", "10.0.0.7", 0);
    expect(attempts.mustWait("ben", "10.0.0.7", 0)).toBe(true);
    after(attempts);
    expect(attempts.mustWait("ben", "10.0.0.7", now)).toBe(false);
  });

  it.each([
    ["another name", "ada", "10.0.0.7"],
    ["another address", "ben", "10.0.0.8"],
  ])("make nobody wait with %s", (_, username, ip) => {
    const attempts = new Attempts();
    for (let i = 0; i < 8; i++) attempts.failed("ben", "10.0.0.7", 0);
    expect(attempts.mustWait(username, ip, 0)).toBe(false);
  });

  it("are not forgotten while they go on, however many others there are", () => {
    const attempts = new Attempts();
    for (let i = 0; i < 10_500; i++) {
      attempts.failed(`b${i}`, "10.0.0.7", 0);
      if (i % 1000 === 0) attempts.failed("ben", "10.0.0.7", 0);
    }
    expect(attempts.mustWait("ben", "10.0.0.7", 0)).toBe(true);
  });
});
