// The options of the pool library, by runtime.
import { afterEach, expect, it, vi } from "vitest";
import { Workers } from "../../../src/node/pool/workers.js";

const asked = vi.hoisted(() => [] as { useAtomics?: boolean }[]);
vi.mock("tinypool", () => ({
  Tinypool: class {
    threads = [];
    constructor(options: object) {
      asked.push(options);
    }
    on() {}
  },
}));
const versions = Object.getOwnPropertyDescriptor(process, "versions") as PropertyDescriptor;
afterEach(() => void Object.defineProperty(process, "versions", versions));

it.each([
  [{}, true],
  [{ deno: "2.9.6" }, false],
])("workers of %j wait with Atomics: %j", (more, useAtomics) => {
  Object.defineProperty(process, "versions", { ...versions, value: { ...process.versions, ...more } });
  new Workers({ data: new SharedArrayBuffer(0), matcher: {}, service: {} }, 1, undefined);
  expect(asked.at(-1)?.useAtomics).toBe(useAtomics);
});
