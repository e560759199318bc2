// Runs a command line within the process, with streams that record what is written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterAll } from "vitest";
import type { Output } from "../../src/cli/io.js";
import { run } from "../../src/cli/program.js";

/** The outcome of a command line. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A stream that records its text; it can pretend to be a terminal. */
export class Recorder extends Writable implements Output {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number = 100;
  constructor(isTTY = false) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
  }
  override _write(chunk: unknown, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
  hasColors(): boolean {
    return this.isTTY;
  }
}

/** Runs `roadsnap …argv`, with standard input given as text or as pieces of it. */
export async function roadsnap(
  argv: string[],
  options: { stdin?: string | (string | Uint8Array)[]; terminal?: boolean } = {},
): Promise<Outcome> {
  const stdin = Readable.from([options.stdin ?? []].flat().map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
  const [stdout, stderr] = [new Recorder(options.terminal), new Recorder(options.terminal)];
  const code = await run(argv, { stdin, stdout, stderr });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** A temporary folder for a test file, removed afterwards; returns the paths of names in it. */
export function scratch(): (name?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "roadsnap-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name = "") => join(folder, name);
}
