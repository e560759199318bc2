// File source: a file as a byte source. It is read in any order, so it may be of any size.
import { open } from "node:fs/promises";
import { SnapError } from "../errors.js";
import { type ByteSource, bytesSource } from "../import/byte-source.js";
import type { Pieces } from "./tracks/lines.js";
import { inFile } from "./trouble.js";

/** Largest piece asked of one read call; the system's own limit is 2 GiB. */
const PIECE = 1 << 30;

/** The part of a Node file handle that is used. Declared here, so that the types of `roadsnap/node` are valid without Node's own types. */
interface OpenFile {
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** Reads from an open file; errors are sentences that begin with its path. */
export class FileSource implements ByteSource {
  readonly size: number;
  readonly #file: OpenFile;
  readonly #path: string;

  constructor(file: OpenFile, path: string, size: number) {
    this.#file = file;
    this.#path = path;
    this.size = size;
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start);
    await this.fill(bytes, start);
    return bytes;
  }

  /** Fills bytes with those that begin at `start`. */
  async fill(bytes: Uint8Array, start: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const length = Math.min(PIECE, bytes.length - at);
      const { bytesRead } = await inFile(this.#path, () => this.#file.read(bytes, at, length, start + at));
      if (bytesRead === 0) {
        const sentence = `${this.#path}: it became shorter while it was read: only ${start + at} of its ${this.size} bytes were left.`;
        throw new SnapError("bad-input", sentence, { path: this.#path });
      }
      at += bytesRead;
    }
  }

  /** The whole file in one buffer, which may be larger than one typed array. */
  async whole(shared = false): Promise<ArrayBuffer | SharedArrayBuffer> {
    const buffer = allocate(this.size, shared);
    for (let at = 0; at < this.size; at += PIECE) await this.fill(new Uint8Array(buffer, at, Math.min(PIECE, this.size - at)), at);
    return buffer;
  }
}

/**
 * Opens a file for the duration of `work`. What cannot be read in any order, such as a pipe or standard input (`-`), is first read whole, up to `maxBytes`.
 * @throws SnapError, its sentence beginning with the path.
 */
export async function withSource<T>(
  path: string,
  { stdin = process.stdin, maxBytes }: { stdin?: Pieces; maxBytes: number },
  work: (source: ByteSource | FileSource) => Promise<T>,
): Promise<T> {
  if (path === "-") return inFile(path, async () => work(bytesSource(await readStream(stdin, maxBytes))));
  return inFile(path, async () => {
    const file = await open(path, "r");
    try {
      const about = await file.stat();
      if (about.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR", syscall: "read" });
      // Pipes, /dev/stdin and files in /proc state 0 bytes although they have some.
      if (about.isFile() && about.size > 0) return await work(new FileSource(file, path, about.size));
      return await work(bytesSource(await readStream(file.createReadStream({ autoClose: false }), maxBytes)));
    } finally {
      await file.close();
    }
  });
}

/** @throws SnapError "limit" when there is not so much memory. */
export function allocate(size: number, shared = false): ArrayBuffer | SharedArrayBuffer {
  try {
    return shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
  } catch {
    throw new SnapError("limit", `It needs ${size} bytes of memory in one piece, which this machine does not have.`);
  }
}

/** All of a stream. @throws SnapError "limit" when it has more than `maxBytes`. */
export async function readStream(stream: Pieces, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    size += bytes.length;
    checkSize(size, maxBytes);
    pieces.push(bytes);
  }
  const whole = new Uint8Array(allocate(size));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** @throws SnapError "limit" for more bytes than may be read whole. */
export function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new SnapError("limit", `It has ${size} bytes or more; at most ${maxBytes} are read.`, { maxBytes });
}
