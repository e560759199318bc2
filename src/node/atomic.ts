// Atomic: writes files so that there is either the old file or the whole new one: beside the target, synced, then renamed over it.
import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { type FileHandle, open, readlink, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SnapError } from "../errors.js";
import { ENDING_SIGNALS } from "./signals.js";
import { inFolderOf, isForbidden } from "./trouble.js";

/** Largest piece handed to one write call; the system's own limit is 2 GiB. */
const PIECE = 1 << 28;
/** Most bytes of a file's name that the name of its temporary file takes over: the system allows 255 in all. */
const NAME_BYTES = 200;
/** Most symbolic links that are followed one after another: as many as the system follows. */
const MOST_LINKS = 40;
/** The temporary files that are there. */
const unfinished = new Set<string>();
/** Whether they are removed when the process ends. */
let isTidy = false;

/**
 * Has temporary files removed, too, when the process ends itself or is ended by SIGTERM, SIGINT or SIGHUP. For programs: in a library's process the
 * signals are somebody else's.
 */
export function tidyAtEnd(): void {
  isTidy = true;
  process.on("exit", removeUnfinished);
}

/** A file on its way: the old one is there until `finish`, when the whole new one is. */
export interface NewFile {
  write(data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void>;
  finish(): Promise<void>;
  /** Nothing is left behind, the old file stays. */
  giveUp(): Promise<void>;
}

/**
 * Begins a file so that a reader, a crash or a full disk never meets half of it. The temporary file is in the same folder. A symbolic link keeps
 * pointing where it did, be it to nothing yet; a file that is there keeps its permissions, and is not replaced if nobody may write it; pipes and
 * devices are written to directly.
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
    // What the process does not give to new files, the old one may have had.
    if (mode !== undefined) await file.chmod(mode).catch(() => {});
    return {
      write: (data) => inFolderOf(path, () => writeAll(file, typeof data === "string" ? new TextEncoder().encode(data) : data)),
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
 * Looks at a file that another is to take the place of: the rename asks for no more than a folder that may be written.
 * @throws SnapError "bad-input" when nobody may write it.
 */
export function checkReplaceable(about: { isFile(): boolean; mode: number }): void {
  if (about.isFile() && (about.mode & 0o222) === 0) throw new SnapError("bad-input", "the file is read-only and stays as it is.");
}

/**
 * Writes a file, all of it or none: into a temporary file in the same folder, synced, then renamed over the old one. A symbolic link keeps pointing where
 * it did; pipes and devices are written to directly. `mode`: the file's permissions, in place of those it had.
 * @throws SnapError naming the path; the old file is as it was then.
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

/** Has the system put a file on disk. Under its permission model Node from 26 on lets no process ask for that, and the system does it when it likes. */
export async function sync(file: FileHandle, how: "sync" | "datasync" = "sync"): Promise<void> {
  await file[how]().catch((error) => {
    if (!isForbidden(error)) throw error;
  });
}

/** Whether it is a device or a pipe, which is written to itself and not beside it. */
export function isDirect(about: { isFile(): boolean; isDirectory(): boolean }): boolean {
  return !about.isFile() && !about.isDirectory();
}

/** Where the symbolic links of a file that is not there lead. */
async function linked(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const link = await readlink(target).catch(() => null);
    if (link === null) return target;
    target = resolve(dirname(target), link);
  }
  return target;
}

/** A name that no other process has taken: neither one with the same process id in another container, nor one that was killed. */
function temporary(target: string): string {
  const name = Buffer.from(basename(target))
    .subarray(0, NAME_BYTES)
    .toString()
    .replace(/\ufffd+$/, "");
  return join(dirname(target), `.${name}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/** Signals are listened to only while there is something to remove: a listener keeps them from a process that is deep in its work. */
function begin(path: string): void {
  unfinished.add(path);
  // Before the other listeners, to count them: some that end the work in order remove themselves at once.
  if (isTidy && unfinished.size === 1) for (const signal of ENDING_SIGNALS) process.prependListener(signal, dieBy);
}

function end(path: string): void {
  unfinished.delete(path);
  if (unfinished.size === 0) for (const signal of ENDING_SIGNALS) process.off(signal, dieBy);
}

function dieBy(signal: NodeJS.Signals): void {
  // There is another listener, which ends the work in order.
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

async function writeAll(file: FileHandle, data: Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void> {
  const [buffer, start] = ArrayBuffer.isView(data) ? [data.buffer, data.byteOffset] : [data, 0];
  // A buffer may be larger than one array can be.
  for (let at = 0; at < data.byteLength; ) {
    const piece = new Uint8Array(buffer, start + at, Math.min(PIECE, data.byteLength - at));
    at += (await file.write(piece)).bytesWritten;
  }
}

/** The rename itself is only safe on disk once its folder is; not every system can sync a folder, and then there is nothing to do. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
