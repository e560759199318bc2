// IO: the streams of a command, passed in so that tests can read them.
import { fstatSync, writeSync } from "node:fs";
import { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number; hasColors?: () => boolean };

/** Where a command reads and writes. */
export interface Io {
  stdin: Readable;
  stdout: Output;
  stderr: Output;
  /** Called when standard output cannot be written to any more; ends the process. A command that can go on without it replaces this. */
  outputFailed?: (trouble: unknown) => void;
}

/** The process's standard input. If that is a folder, as with `snap - < folder`, reading it is an error; Node's own stream would just be empty. */
export function standardInput(): Readable {
  if (!isOpenFolder(0)) return process.stdin;
  return new Readable({
    read() {
      this.destroy(Object.assign(new Error("EISDIR"), { code: "EISDIR", syscall: "read" }));
    },
  });
}

/** Whether a file that is open is a folder. */
function isOpenFolder(fd: number): boolean {
  try {
    return fstatSync(fd).isDirectory();
  } catch {
    return false; // a process may be started without it
  }
}

/** The process's standard output. If that is a file, Node's own stream takes a write that a full disk has cut short for complete; this one does not. */
export function standardOutput(): Output {
  const { fd } = process.stdout;
  if (!fstatSync(fd).isFile()) return process.stdout;
  return new Writable({
    write(bytes: Uint8Array, _encoding, done) {
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/** Writes text and waits until the stream has room again. A large result must not pile up in front of a slow reader. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
}

/** Text styles where the stream is a terminal that shows them, plain text elsewhere. */
export function styles(stream: Output): Record<"bold" | "dim" | "red" | "yellow" | "magenta" | "green", (text: string) => string> {
  const on = stream.isTTY === true && stream.hasColors?.() === true;
  const style = (start: number, end: number) => (text: string) => (on ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  return { bold: style(1, 22), dim: style(2, 22), red: style(31, 39), yellow: style(33, 39), magenta: style(35, 39), green: style(32, 39) };
}
