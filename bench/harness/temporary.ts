// Temporary files of a bench.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes the files into a new folder, does the work, and removes the folder in any case. */
export async function withFiles<Result>(
  files: readonly { name: string; bytes: Uint8Array }[],
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "roadsnap-bench-"));
  try {
    for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
