// Atomic: writes files so that there is either the old file or the complete new one. It is written beside the old one, synced, and then renamed over it.
import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { type FileHandle, open, readlink, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SnapError } from "../errors.js";
import { ENDING_SIGNALS } from "./signals.js";
import { inFolderOf, isForbidden } from "./trouble.js";

/** Largest piece handed to one write call; the system's own limit is 2 GiB. */
const PIECE = 1 << 28;
/** Characters of a text that are turned into UTF-8 at a time. */
const TEXT_PIECE = 1 << 20;
/** Most bytes of a file's name that are used in the name of its temporary file: the system allows 255 in all. */
const NAME_BYTES = 200;
/** Most symbolic links that are followed one after another: as many as the system follows. */
const MOST_LINKS = 40;
/** The temporary files that exist. */
const unfinished = new Set<string>();
/** Whether they are removed when the process ends. */
let isTidy = false;

/**
 * Removes temporary files also when the process ends by itself, or by SIGTERM, SIGINT or SIGHUP. For programs only: in a library, the signals are the business
 * of the program.
 */
export function tidyAtEnd(): void {
  isTidy = true;
  process.on("exit", removeUnfinished);
}

/** A file that is being written: the old one stays until `finish`, then the complete new one is there. */
export interface NewFile {
  write(data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void>;
  finish(): Promise<void>;
  /** Leaves nothing behind; the old file stays. */
  giveUp(): Promise<void>;
}

/**
 * Begins a file in such a way that no reader, crash or full disk leaves half of it. The temporary file is in the same folder. A symbolic link keeps its target,
 * even if that does not exist yet. An existing file keeps its permissions, and is not replaced if nobody may write to it. Pipes and devices are written to
 * directly.
 * `asked`: the file's permissions, in place of those it had.
 * @throws SnapError naming the path, as its methods do.
 */
export function newFile(path: string, asked?: number): Promise<NewFile> {
  return inFolderOf(path, async () => {
    const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    const direct = there !== null && isDirect(there);
    if (there) checkReplaceable(there);
    const target = direct ? path : there ? await realpath(path) : await linked(path);
    const written = direct ? target : temporary(target);
    if (!direct) begin(written);
    const mode = direct ? undefined : (asked ?? (there === null ? undefined : there.mode & 0o777));
    const file = await open(written, direct ? "w" : "wx", mode).catch((error) => {
      end(written);
      throw error;
    });
    // The old file may have permissions that the process does not give to new files.
    if (mode !== undefined) await file.chmod(mode).catch(() => {});
    return {
      write: (data) => inFolderOf(path, () => (typeof data === "string" ? writeText(file, data) : writeAll(file, data))),
      finish: () =>
        inFolderOf(path, async () => {
          if (!direct) await sync(file);
          await file.close();
          if (direct) return;
          await rename(written, target);
          end(written);
          await syncFolder(dirname(target));
        }),
      async giveUp() {
        await file.close().catch(() => {});
        if (!direct) await unlink(written).catch(() => {});
        end(written);
      },
    };
  });
}

/**
 * Checks a file that is to be replaced, because the rename would only need a writable folder.
 * @throws SnapError "bad-input" when nobody may write to it.
 */
export function checkReplaceable(about: { isFile(): boolean; mode: number }): void {
  if (about.isFile() && (about.mode & 0o222) === 0) throw new SnapError("bad-input", "the file is read-only and stays as it is.");
}

/**
 * Writes a file, completely or not at all: into a temporary file in the same folder, which is synced, then renamed over the old one. A symbolic link keeps its
 * target. Pipes and devices are written to directly. `mode`: the file's permissions, in place of those it had.
 * @throws SnapError naming the path; the old file is then unchanged.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer,
  mode?: number,
): Promise<void> {
  const file = await newFile(path, mode);
  try {
    await file.write(data);
    await file.finish();
  } catch (error) {
    await file.giveUp();
    throw error;
  }
}

/** What is needed of a file handle, without the types of Node, which programs that use the library may not have. */
type Syncable = Record<"sync" | "datasync", () => Promise<void>>;

/** Asks the system to put a file on disk. Under the permission model, Node from 26 on lets no process ask for that; the system then does it in its own time. */
export async function sync(file: Syncable, how: "sync" | "datasync" = "sync"): Promise<void> {
  await file[how]().catch((error) => {
    if (!isForbidden(error)) throw error;
  });
}

/** Whether it is a device or a pipe, which is written to directly. */
export function isDirect(about: { isFile(): boolean; isDirectory(): boolean }): boolean {
  return !about.isFile() && !about.isDirectory();
}

/** The target of a symbolic link whose target does not exist. */
async function linked(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const link = await readlink(target).catch(() => null);
    if (link === null) return target;
    target = resolve(dirname(target), link);
  }
  return target;
}

/** A name that no other process uses, even one with the same process id in another container, or one that was killed. */
function temporary(target: string): string {
  const name = Buffer.from(basename(target))
    .subarray(0, NAME_BYTES)
    .toString()
    .replace(/\ufffd+$/, "");
  return join(dirname(target), `.${name}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/** Listens to signals only while there is something to remove: a listener delays the end of a process that is busy. */
function begin(path: string): void {
  unfinished.add(path);
  // Before the other listeners, so that it can count them: some of those that end the work in order remove themselves at once.
  if (isTidy && unfinished.size === 1) for (const signal of ENDING_SIGNALS) process.prependListener(signal, dieBy);
}

function end(path: string): void {
  unfinished.delete(path);
  if (unfinished.size === 0) for (const signal of ENDING_SIGNALS) process.off(signal, dieBy);
}

function dieBy(signal: NodeJS.Signals): void {
  // Another listener ends the work in order.
  if (process.listenerCount(signal) > 1) return;
  removeUnfinished();
  process.off(signal, dieBy);
  process.kill(process.pid, signal);
}

function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // It is gone already.
    }
  }
}

/** In pieces: the UTF-8 of a long answer takes hundreds of megabytes. */
async function writeText(file: FileHandle, text: string): Promise<void> {
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + TEXT_PIECE);
    // Not between the two halves of a character.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    await writeAll(file, encoder.encode(text.slice(at, end)));
    at = end;
  }
}

async function writeAll(file: FileHandle, data: Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void> {
  const [buffer, start] = ArrayBuffer.isView(data) ? [data.buffer, data.byteOffset] : [data, 0];
  // A buffer may be larger than a typed array can be.
  for (let at = 0; at < data.byteLength; ) {
    const piece = new Uint8Array(buffer, start + at, Math.min(PIECE, data.byteLength - at));
    at += (await file.write(piece)).bytesWritten;
  }
}

/** Syncs a folder, after which the rename itself is safe on disk. Not every system can do that; then nothing can be done. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
