// A run that stalls is ended with a sentence, and one that goes on is not.
import { expect, it, onTestFinished, vi } from "vitest";
import type { TestCase, TestModule } from "vitest/node";
import Stalled from "./stalled.js";

it("tells the files at work and the test last heard of in each, once nothing has ended for a quarter of an hour", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const reporter = new Stalled({}, (sentence) => void told.push(sentence));
  const [one, other, done] = ["one.test.ts", "other.test.ts", "done.test.ts"].map((name) => ({ relativeModuleId: name }) as TestModule);
  for (const module of [one, other, done]) reporter.onTestModuleStart(module);
  vi.advanceTimersByTime(14 * 60_000);
  reporter.onTestCaseReady({ module: one, fullName: "a tree > grows" } as TestCase);
  vi.advanceTimersByTime(14 * 60_000);
  reporter.onTestModuleEnd(done);
  vi.advanceTimersByTime(14 * 60_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["STALLED: nothing has ended for 15 minutes. At work: one.test.ts (at or behind: a tree > grows); other.test.ts."]);
});
