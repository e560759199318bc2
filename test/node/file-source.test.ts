// A file as a byte source: the bytes asked for, and errors that name the file.
import { truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FileSource, withSource } from "../../src/node/file-source.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
const BYTES = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 256);

describe("a file as a byte source", () => {
  it("gives the bytes asked for, in any order and concurrently", async () => {
    writeFileSync(at("bytes"), BYTES);
    await withSource(at("bytes"), { maxBytes: 1 }, async (source) => {
      expect(source).toBeInstanceOf(FileSource);
      expect(source.size).toBe(5000);
      const ranges = [
        [4000, 5000],
        [0, 10],
        [10, 10],
        [0, 5000],
        [4999, 5000],
      ];
      const pieces = await Promise.all(ranges.map(([start, end]) => source.read(start, end)));
      expect(pieces.map((piece) => [...piece])).toEqual(ranges.map(([start, end]) => [...BYTES.subarray(start, end)]));
      const whole = await (source as FileSource).whole();
      expect([whole instanceof ArrayBuffer, ...new Uint8Array(whole)]).toEqual([true, ...BYTES]);
      expect(await (source as FileSource).whole(true)).toBeInstanceOf(SharedArrayBuffer);
    });
  });

  it("is read as a whole first if it cannot be read in any order", async () => {
    const stdin = (async function* () {
      yield BYTES.subarray(0, 100);
      yield BYTES.subarray(100);
    })();
    expect(await withSource("-", { stdin, maxBytes: 5000 }, (source) => source.read(90, 110))).toEqual(BYTES.slice(90, 110));
  });

  it.skipIf(process.platform !== "linux")(
    "is read as a whole first if it says that it has no bytes, as those of the system do",
    async () => {
      const path = "/proc/self/status";
      expect(await withSource(path, { maxBytes: 1e6 }, async (source) => source.size > 0 && !(source instanceof FileSource))).toBe(true);
      const message = expect.stringMatching(/^\/proc\/self\/status: It has \d+ bytes or more; at most 10 are read\.$/);
      await expect(withSource(path, { maxBytes: 10 }, async () => 0)).rejects.toMatchObject({ code: "limit", message });
    },
  );

  it("is refused if it is more than may be read as a whole", async () => {
    const stdin = (async function* () {
      yield BYTES;
      yield BYTES;
    })();
    const message = "standard input: It has 10000 bytes or more; at most 9999 are read.";
    await expect(withSource("-", { stdin, maxBytes: 9999 }, async () => 0)).rejects.toMatchObject({ code: "limit", message });
  });

  it("is closed after the work, also if that fails", async () => {
    writeFileSync(at("open"), BYTES);
    const closed = { message: `${at("open")}: the system says EBADF.` };
    const kept = await withSource(at("open"), { maxBytes: 1 }, async (source) => source);
    await expect(kept.read(0, 1)).rejects.toMatchObject(closed);
    const lost: (typeof kept)[] = [];
    const failing = withSource(at("open"), { maxBytes: 1 }, async (source) => {
      lost.push(source);
      throw new RangeError("work");
    });
    await expect(failing).rejects.toMatchObject({ message: "work" });
    await expect(lost[0].read(0, 1)).rejects.toMatchObject(closed);
  });

  it("gives an error if it becomes shorter while it is read", async () => {
    writeFileSync(at("shrinking"), BYTES);
    const reading = withSource(at("shrinking"), { maxBytes: 1 }, async (source) => {
      await source.read(0, 1000);
      truncateSync(at("shrinking"), 2000);
      return source.read(1000, 3000);
    });
    await expect(reading).rejects.toMatchObject({
      code: "bad-input",
      message: `${at("shrinking")}: it became shorter while it was read: only 2000 of its 5000 bytes were left.`,
    });
  });

  it("gives an error that names it once if reading fails", async () => {
    writeFileSync(at("closed"), BYTES);
    const file = await open(at("closed"));
    await file.close();
    const source = new FileSource(file, at("closed"), 5000);
    await expect(source.read(0, 10)).rejects.toMatchObject({ code: "bad-input", message: `${at("closed")}: the system says EBADF.` });
  });
});
