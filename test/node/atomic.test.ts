// Files written completely or not at all: the old one stays until the new one is on disk.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeFileAtomic } from "../../src/node/index.js";
import { trouble } from "../helpers/road-source.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();

describe("writeFileAtomic", () => {
  it.each([
    ["a character of two halves across it", "x🚗"],
    ["half a character", "x\ud83dx"],
  ])("writes a long text piece by piece: where a piece ends, %s", async (_, end) => {
    const text = end.padStart(2 ** 20 + end.length - 2, "x") + "y".repeat(2 ** 20);
    expect(text.charCodeAt(2 ** 20 - 1)).toBe(0xd83d);
    const whole = Buffer.from(text);
    const encode = vi.spyOn(TextEncoder.prototype, "encode");
    try {
      await writeFileAtomic(at("long.txt"), text);
      for (const [piece] of encode.mock.calls) expect(piece?.length).toBeLessThanOrEqual(2 ** 20);
      expect(encode.mock.calls.length).toBeGreaterThan(1);
    } finally {
      encode.mockRestore();
    }
    expect(readFileSync(at("long.txt")).equals(whole)).toBe(true);
  });

  it("is not stopped by a temporary file that a killed process with the same id left behind", async () => {
    mkdirSync(at("left"));
    for (let n = 0; n < 3; n++) writeFileSync(at(`left/.out.txt.${process.pid}-${n}.tmp`), "half");
    for (const text of ["one", "two"]) await writeFileAtomic(at("left/out.txt"), text);
    expect(readFileSync(at("left/out.txt"), "utf8")).toBe("two");
  });

  it("keeps the permissions of the existing file", async () => {
    writeFileSync(at("private.txt"), "old");
    for (const mode of [0o600, 0o666]) {
      chmodSync(at("private.txt"), mode);
      await writeFileAtomic(at("private.txt"), "new");
      expect(statSync(at("private.txt")).mode & 0o777).toBe(mode);
    }
  });

  it("does not change a file without write permission", async () => {
    mkdirSync(at("kept"));
    writeFileSync(at("kept/out.txt"), "old");
    chmodSync(at("kept/out.txt"), 0o444);
    const { code, message } = await trouble(writeFileAtomic(at("kept/out.txt"), "new"));
    expect([code, message]).toEqual(["bad-input", `${at("kept/out.txt")}: the file is read-only and stays as it is.`]);
    expect([readFileSync(at("kept/out.txt"), "utf8"), readdirSync(at("kept"))]).toEqual(["old", ["out.txt"]]);
  });

  it("follows a symbolic link, even to a file that does not exist yet", async () => {
    mkdirSync(at("real"));
    symlinkSync("real/out.txt", at("to-real"));
    symlinkSync("to-real", at("to-link"));
    await writeFileAtomic(at("to-link"), "new");
    expect(readFileSync(at("real/out.txt"), "utf8")).toBe("new");
    expect([lstatSync(at("to-link")).isSymbolicLink(), lstatSync(at("to-real")).isSymbolicLink()]).toEqual([true, true]);
  });

  it("accepts the longest file names, in any script", async () => {
    for (const name of [`${"a".repeat(251)}.gpx`, `a${"é".repeat(124)}.gpx`]) {
      await writeFileAtomic(at(name), "new");
      expect(readFileSync(at(name), "utf8")).toBe("new");
    }
  });

  it("replaces the whole file, and leaves no other file in the folder", async () => {
    mkdirSync(at("clean"));
    await writeFileAtomic(at("clean/out.txt"), "old");
    await writeFileAtomic(at("clean/out.txt"), "new");
    expect(readFileSync(at("clean/out.txt"), "utf8")).toBe("new");
    expect(readdirSync(at("clean"))).toEqual(["out.txt"]);
  });

  it("removes the temporary file if the rename fails", async () => {
    mkdirSync(at("taken/out.txt"), { recursive: true }); // a folder where the file should go
    const error = await trouble(writeFileAtomic(at("taken/out.txt"), "new"));
    expect(error.message).toContain(`${at("taken/out.txt")}: this is a folder`);
    expect(readdirSync(at("taken"))).toEqual(["out.txt"]);
  });

  it("gives an error if the folder is missing", async () => {
    const { code, message } = await trouble(writeFileAtomic(at("nowhere/out.txt"), "new"));
    expect([code, message]).toEqual(["not-found", `${at("nowhere/out.txt")}: the folder to write it in does not exist.`]);
    expect(existsSync(at("nowhere"))).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)("gives an error if the folder is not writable", async () => {
    mkdirSync(at("locked"));
    chmodSync(at("locked"), 0o555);
    expect((await trouble(writeFileAtomic(at("locked/out.txt"), "new"))).message).toContain("permission denied");
  });

  it.skipIf(process.platform === "win32")("writes through a symbolic link, which is kept", async () => {
    writeFileSync(at("real.txt"), "old");
    symlinkSync(at("real.txt"), at("link.txt"));
    await writeFileAtomic(at("link.txt"), "new");
    expect(lstatSync(at("link.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("real.txt"), "utf8")).toBe("new");
  });

  it.skipIf(process.platform === "win32")("writes to a device without replacing it", async () => {
    await writeFileAtomic("/dev/null", "gone");
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("is on disk before it takes the place of the old one, and its folder after; all that was opened is closed", async () => {
    mkdirSync(at("synced"));
    writeFileSync(at("synced/out.txt"), "old");
    const file = await open(at("synced/out.txt"));
    await file.close();
    const handles: FileHandle = Object.getPrototypeOf(file);
    const [sync, there]: [FileHandle["sync"], string[]] = [handles.sync, []];
    const synced = vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
      await sync.call(this);
      there.push(readFileSync(at("synced/out.txt"), "utf8"));
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await writeFileAtomic(at("synced/out.txt"), "new");
    expect(there).toEqual(["old", "new"]);
    expect(synced.mock.contexts.map((handle) => (handle as FileHandle).fd)).toEqual([-1, -1]);
  });

  it("is closed and removed if it cannot be written, and the error is that of the writing", async () => {
    mkdirSync(at("failed"));
    const file = await open(at("failed"));
    await file.close();
    const written = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, "write").mockImplementation(async () => {
      throw Object.assign(new Error(), { code: "ENOSPC", syscall: "write" });
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const { code, message } = await trouble(writeFileAtomic(at("failed/out.txt"), "new"));
    expect([code, message]).toEqual(["limit", `${at("failed/out.txt")}: no space left on the device.`]);
    expect(written.mock.contexts.map((handle) => (handle as FileHandle).fd)).toEqual([-1]);
    expect(readdirSync(at("failed"))).toEqual([]);
  });
});
