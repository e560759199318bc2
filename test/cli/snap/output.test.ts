// Where the answers of a stream go: standard output whose reader may leave, and a file that grows by whole lines, whatever happens.
import { readFileSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { growingSink, ReaderLeft, stdoutSink } from "../../../src/cli/snap/output.js";
import { Recorder, scratch } from "../../helpers/terminal.js";

const at = scratch();
const line = (text: string) => Buffer.from(`${text}\n`);

describe("standard output", () => {
  /** A stream whose writes end with an error of that code. */
  const failing = (code: string | null) =>
    stdoutSink({
      stdin: [] as never,
      stderr: new Recorder(),
      stdout: Object.assign(new Recorder(), {
        write: (_: unknown, done: (error: Error | null) => void) => done(code === null ? null : Object.assign(new Error(code), { code })),
      }) as never,
    });

  it("is an end of the stream if its reader has stopped", async () => {
    await expect(failing("EPIPE").write(line("a"))).rejects.toBeInstanceOf(ReaderLeft);
  });

  it.each([null, "EIO"])("leaves other errors to the process: %s", async (code) => {
    await expect(failing(code).write(line("a"))).resolves.toBeUndefined();
  });
});

describe("a file that grows", () => {
  /** The file with some text, and the prototype of all its handles. */
  const begun = async (name: string, text: string) => {
    writeFileSync(at(name), text);
    const file = await open(at(name));
    await file.close();
    return Object.getPrototypeOf(file) as FileHandle;
  };

  it("goes on behind its last whole line", async () => {
    await begun("cut", "a\nb\nhal");
    const sink = await growingSink(at("cut"), { size: 7, end: 4 });
    await sink.write(line("c"));
    await sink.write(line("d"));
    await sink.finish();
    expect(readFileSync(at("cut"), "utf8")).toBe("a\nb\nc\nd\n");
  });

  it("ends with a whole line if the disk is full half way", async () => {
    const handles = await begun("full", "a\n");
    const sink = await growingSink(at("full"), { size: 2, end: 2 });
    await sink.write(line("b"));
    vi.spyOn(handles, "writeFile").mockImplementationOnce(async function (this: FileHandle) {
      await this.write("hal");
      throw Object.assign(new Error(), { code: "ENOSPC", syscall: "write" });
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(sink.write(line("half"))).rejects.toMatchObject({ message: `${at("full")}: no space left on the device.` });
    await sink.giveUp();
    expect(readFileSync(at("full"), "utf8")).toBe("a\nb\n");
  });

  /** Whether the handles that a spied function was called on are closed. */
  const areClosed = ({ mock }: { mock: { contexts: unknown[] } }) => mock.contexts.map((file) => (file as FileHandle).fd === -1);

  it("is closed if it cannot be gone on with", async () => {
    const handles = await begun("other", "a\nb\n");
    const asked = vi.spyOn(handles, "stat");
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(growingSink(at("other"), { size: 2, end: 2 })).rejects.toMatchObject({ code: "bad-input" });
    expect(areClosed(asked)).toEqual([true]);
    expect(readFileSync(at("other"), "utf8")).toBe("a\nb\n");
  });

  it("is put on disk after every 64 MB, at its end, and if it is given up, and closed", async () => {
    const handles = await begun("large", "");
    // Without the bytes, of which nothing is read.
    vi.spyOn(handles, "writeFile").mockImplementation(async function (this: FileHandle, bytes) {
      await this.truncate((await this.stat()).size + (bytes as Uint8Array).length);
    });
    const [synced, ended] = [vi.spyOn(handles, "datasync"), vi.spyOn(handles, "sync")];
    onTestFinished(() => void vi.restoreAllMocks());
    const sink = await growingSink(at("large"), { size: 0, end: 0 });
    const half = new Uint8Array(1 << 25);
    const counts: number[] = [];
    for (let written = 0; written < 5; written++) {
      await sink.write(half);
      counts.push(synced.mock.calls.length);
    }
    expect(counts).toEqual([0, 1, 1, 2, 2]);
    await sink.finish();
    expect(areClosed(ended)).toEqual([true]);
    const again = await growingSink(at("large"), { size: 5 * half.length, end: 0 });
    await again.giveUp();
    expect(areClosed(ended)).toEqual([true, true]);
  });
});
