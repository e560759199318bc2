// Where the answers of a stream go: standard output, a file that is there whole or not at all, or a file that grows line by line.
import { randomUUID } from "node:crypto";
import { type FileHandle, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inFolderOf } from "../node/trouble.js";
import type { Io } from "./io.js";

/** Takes texts of whole lines. */
export interface Sink {
  write(text: string): Promise<void>;
  /** All is written. */
  finish(): Promise<void>;
  /** No more comes; nothing is left behind but whole lines that are promised to stay. */
  giveUp(): Promise<void>;
}

/** Standard output: what is written is written. Its errors are the process's own business. */
export function stdoutSink({ stdout }: Io): Sink {
  const write = (text: string) => new Promise<void>((resolve) => void stdout.write(text, () => resolve()));
  return { write, finish: async () => {}, giveUp: async () => {} };
}

/**
 * A file that is the old one until `finish`, when it is the whole new one. Pipes and devices are written to directly.
 * @throws SnapError naming the path, as its methods do.
 */
export function wholeFileSink(path: string): Promise<Sink> {
  return inFolderOf(path, async () => {
    const there = await stat(path).catch(() => null);
    const direct = there !== null && !there.isFile();
    const target = there ? await realpath(path) : path;
    const written = direct ? target : join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
    const file = await open(written, direct ? "w" : "wx");
    return {
      write: (text) => inFolderOf(path, () => file.writeFile(text)),
      finish: () =>
        inFolderOf(path, async () => {
          if (!direct) await file.sync();
          await file.close();
          if (!direct) await rename(written, target);
        }),
      async giveUp() {
        await file.close().catch(() => {});
        if (!direct) await unlink(written).catch(() => {});
      },
    };
  });
}

/** Bytes written between two calls that bring them safely to the disk. */
const SYNC_EVERY = 1 << 26;

/**
 * A file that goes on behind its first `size` bytes, what is after them cut off. Whatever happens, it ends with a whole line.
 * @throws SnapError naming the path, as its methods do.
 */
export function growingSink(path: string, size: number): Promise<Sink> {
  return inFolderOf(path, async () => {
    const file = await open(path, "a");
    let [end, synced] = [size, size];
    await file.truncate(end);
    return {
      write: (text) =>
        inFolderOf(path, async () => {
          await file.writeFile(text);
          end += Buffer.byteLength(text);
          if (end - synced < SYNC_EVERY) return;
          await file.datasync();
          synced = end;
        }),
      finish: () => inFolderOf(path, () => syncAndClose(file)),
      async giveUp() {
        await file.truncate(end).catch(() => {});
        await syncAndClose(file).catch(() => {});
      },
    };
  });
}

async function syncAndClose(file: FileHandle): Promise<void> {
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
