// Snap output: where answers go as they come: to standard output, to a file that is written as a whole or not at all, or to a file that grows line by line.
import { type FileHandle, open } from "node:fs/promises";
import { SnapError } from "../../errors.js";
import { newFile, sync } from "../../node/atomic.js";
import { inFolderOf } from "../../node/trouble.js";
import type { Io } from "../io.js";
import type { Target } from "../outputs.js";

/** Takes whole lines, as UTF-8. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Says that all is written. */
  finish(): Promise<void>;
  /** Says that no more comes. Nothing is left behind, except whole lines that were promised to stay. */
  giveUp(): Promise<void>;
}

/** Thrown by a sink whose reader has stopped: an end, not an error. */
export class ReaderLeft extends Error {}

/** Standard output. What is written cannot be taken back. Its errors are handled by the process; but if its reader has stopped, the stream ends. */
export function stdoutSink({ stdout }: Io): Sink {
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stdout.write(bytes, (error) => ((error as NodeJS.ErrnoException)?.code === "EPIPE" ? reject(new ReaderLeft()) : resolve()));
    });
  return { write, finish: async () => {}, giveUp: async () => {} };
}

/** Where the answers go. `answered`: what the file holds already, if it goes on; else it is written as a whole or not at all. */
export function sinkOf({ kind, path }: Target, answered: { size: number; end: number } | null, io: Io): Sink | Promise<Sink> {
  if (kind === "stdout") return stdoutSink(io);
  return answered ? growingSink(path, answered) : newFile(path);
}

/** Bytes written between two syncs to the disk. */
const SYNC_EVERY = 1 << 26;

/**
 * A file of `size` bytes that continues behind its first `end` bytes; the rest is cut off. Whatever happens, it ends with a whole line. If another process
 * writes to it too, the one that notices first leaves it as it is.
 * @throws SnapError naming the path, as its methods do.
 */
export function growingSink(path: string, { size, end }: { size: number; end: number }): Promise<Sink> {
  return inFolderOf(path, async () => {
    const file = await open(path, "a");
    let synced = end;
    let isOurs = true;
    const checkSize = async (expected: number): Promise<void> => {
      if ((await file.stat()).size === expected) return;
      isOurs = false;
      throw new SnapError("bad-input", "Another process has written to it meanwhile; only one --resume can go on with a file at a time.");
    };
    try {
      await checkSize(size);
      await file.truncate(end);
    } catch (error) {
      await file.close();
      throw error;
    }
    return {
      write: (bytes) =>
        inFolderOf(path, async () => {
          await checkSize(end);
          await file.writeFile(bytes);
          end += bytes.length;
          if (end - synced < SYNC_EVERY) return;
          await sync(file, "datasync");
          synced = end;
        }),
      finish: () => inFolderOf(path, () => syncAndClose(file)),
      async giveUp() {
        if (isOurs) await file.truncate(end).catch(() => {});
        await syncAndClose(file).catch(() => {});
      },
    };
  });
}

async function syncAndClose(file: FileHandle): Promise<void> {
  try {
    await sync(file);
  } finally {
    await file.close();
  }
}
