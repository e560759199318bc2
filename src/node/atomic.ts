// Files that are either the old ones or the whole new ones: written beside the target, synced, then renamed over it.
import { open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inFolderOf } from "./trouble.js";

/** Largest piece handed to one write call; the system's own limit is 2 GiB. */
const PIECE = 1 << 28;
let counter = 0;

/**
 * Writes a file so that a reader, a crash or a full disk never meets half of it. The temporary file is in the same folder and is removed
 * when anything fails. A symbolic link keeps pointing where it did; pipes and devices are written to directly.
 * @throws SnapError naming the path.
 */
export function writeFileAtomic(path: string, data: string | Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void> {
  return inFolderOf(path, async () => {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    const there = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (there && !there.isFile() && !there.isDirectory()) return writeWhole(path, "w", bytes);
    const target = there ? await realpath(path) : path;
    const temporary = join(dirname(target), `.${basename(target)}.${process.pid}-${counter++}.tmp`);
    try {
      await writeWhole(temporary, "wx", bytes);
      await rename(temporary, target);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(target));
  });
}

async function writeWhole(path: string, flags: "w" | "wx", data: Uint8Array | ArrayBuffer | SharedArrayBuffer): Promise<void> {
  const [buffer, start] = ArrayBuffer.isView(data) ? [data.buffer, data.byteOffset] : [data, 0];
  const file = await open(path, flags);
  try {
    // A buffer may be larger than one array can be.
    for (let at = 0; at < data.byteLength; ) {
      const piece = new Uint8Array(buffer, start + at, Math.min(PIECE, data.byteLength - at));
      at += (await file.write(piece)).bytesWritten;
    }
    if (flags === "wx") await file.sync();
  } finally {
    await file.close();
  }
}

/** The rename itself is only safe on disk once its folder is; not every system can sync a folder, and then there is nothing to do. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
