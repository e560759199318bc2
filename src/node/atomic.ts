// Files that are either the old ones or the whole new ones: written beside the target, synced, then renamed over it.
import { type FileHandle, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inFolderOf } from "./trouble.js";

/** Largest piece handed to one write call; the system's own limit is 2 GiB. */
const PIECE = 1 << 28;
let counter = 0;

/** A file on its way: the old one is there until `finish`, when the whole new one is. */
export interface NewFile {
  write(data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void>;
  finish(): Promise<void>;
  /** Nothing is left behind, the old file stays. */
  giveUp(): Promise<void>;
}

/**
 * Begins a file so that a reader, a crash or a full disk never meets half of it. The temporary file is in the same folder. A symbolic link keeps
 * pointing where it did; pipes and devices are written to directly.
 * @throws SnapError naming the path, as its methods do.
 */
export function newFile(path: string): Promise<NewFile> {
  return inFolderOf(path, async () => {
    const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    const direct = there !== null && !there.isFile() && !there.isDirectory();
    const target = there && !direct ? await realpath(path) : path;
    const written = direct ? target : join(dirname(target), `.${basename(target)}.${process.pid}-${counter++}.tmp`);
    const file = await open(written, direct ? "w" : "wx");
    return {
      write: (data) => inFolderOf(path, () => writeAll(file, typeof data === "string" ? new TextEncoder().encode(data) : data)),
      finish: () =>
        inFolderOf(path, async () => {
          if (!direct) await file.sync();
          await file.close();
          if (direct) return;
          await rename(written, target);
          await syncFolder(dirname(target));
        }),
      async giveUp() {
        await file.close().catch(() => {});
        if (!direct) await unlink(written).catch(() => {});
      },
    };
  });
}

/** Writes a file, all of it or none: see {@link newFile}. @throws SnapError naming the path. */
export async function writeFileAtomic(path: string, data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void> {
  const file = await newFile(path);
  try {
    await file.write(data);
    await file.finish();
  } catch (error) {
    await file.giveUp();
    throw error;
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
