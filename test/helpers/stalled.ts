// Ends a run in which nothing ends any more, and says what was at work: a test's own limit cannot stop code that never gives control back.
import { spawnSync } from "node:child_process";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** More than the longest limit of a test, or of its preparations. */
const MINUTES = 15;

export default class Stalled implements Reporter {
  /** The test files at work, and the test of each that was last heard of: it, or one behind it, is the one that does not end. */
  readonly #running = new Map<TestModule, TestCase | null>();
  readonly #limit: NodeJS.Timeout;

  constructor(_?: unknown, end = endProcesses) {
    this.#limit = setTimeout(() => end(this.#sentence()), MINUTES * 60_000).unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#heard(module, null);
  }
  onTestCaseReady(test: TestCase): void {
    this.#heard(test.module, test);
  }
  onTestCaseResult(test: TestCase): void {
    this.#heard(test.module, test);
  }
  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module);
    this.#limit.refresh();
  }
  onTestRunEnd(): void {
    clearTimeout(this.#limit);
  }

  #heard(module: TestModule, test: TestCase | null): void {
    this.#running.set(module, test);
    this.#limit.refresh();
  }

  #sentence(): string {
    const names = [...this.#running].map(
      ([{ relativeModuleId }, test]) => relativeModuleId + (test ? ` (at or behind: ${test.fullName})` : ""),
    );
    return `STALLED: nothing has ended for ${MINUTES} minutes. At work: ${names.join("; ") || "no test"}.`;
  }
}

function endProcesses(sentence: string): void {
  console.error(sentence);
  // Those of the tests first, which may not listen to anything else.
  spawnSync("pkill", ["-KILL", "-P", String(process.pid)]);
  process.exit(1);
}
