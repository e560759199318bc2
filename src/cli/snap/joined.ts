// Snap joined: answers files on all cores, and writes the answers one behind the other into one CSV or NDJSON, in memory that does not grow with their number.
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { type EchoPlan, joinPlans } from "../../export/echo.js";
import { canBeJoined, type JoinedFormat, joinedHeader } from "../../export/joined.js";
import { isDirect } from "../../node/atomic.js";
import { readInput } from "../../node/files.js";
import { inOrder } from "../../node/pool/flow.js";
import type { MatcherPool } from "../../node/pool/pool.js";
import type { ReadFile, SnappedFile } from "../../node/tracks/track-file.js";
import { inFile } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { type Target, uniqueNames } from "../outputs.js";
import { showProgress } from "../progress.js";
import { AHEAD, type Outcome, poolFor, rowOf, type SnapFiles } from "./file-outcomes.js";
import { ReaderLeft, sinkOf } from "./output.js";
import type { SnapOptions } from "./work.js";

/** A file and its name among the others. */
interface One {
  path: string;
  as: string;
  /** Its bytes, if it can be read only once but is asked for twice. */
  bytes?: Uint8Array;
  /** What failed when its columns were planned. */
  failed?: { error: unknown };
}
/** A file's answer, or why there is none. */
type Answered = { path: string; answer: SnappedFile } | { error: unknown };

const NO_COLUMNS: EchoPlan = { added: [], keys: [] };

/** Whether the answers can be written as they come. */
export function isJoined(inputs: readonly string[], { kind, format }: Target, { html }: SnapOptions): boolean {
  return inputs.length > 1 && kind !== "folder" && !html && canBeJoined(format);
}

/** Snaps the files and writes their answers, in their order. If none can be answered there is no output. */
export async function* joined(work: SnapFiles, io: Io): AsyncGenerator<Outcome, void, undefined> {
  const { inputs, target, reading, options } = work;
  const format = target.format as JoinedFormat;
  const names = uniqueNames(inputs);
  const files: One[] = inputs.map((path, k) => ({ path, as: names[k] }));
  const sink = await sinkOf(target, null, io);
  const pool = poolFor(work);
  const progress = await showProgress(io.stderr, `snapping ${inputs.length} files`);
  const read = async ({ path, bytes }: One): Promise<ReadFile> => ({
    bytes: bytes ?? (await readInput(path, { stdin: io.stdin })),
    name: path,
    reading,
    gap: options.gap,
  });
  const ahead = AHEAD * pool.threads;
  const steps = format === "csv" ? 2 * files.length : files.length;
  let done = 0;
  const step = () => progress.update(++done, steps);
  let begun = false;
  let finished = false;
  try {
    const plan = format === "csv" ? await planOf(files, read, pool, ahead, step) : NO_COLUMNS;
    const snapOne = async (one: One): Promise<Answered> => {
      const { path, as, failed } = one;
      if (failed) return failed;
      try {
        const file = await read(one);
        return { path, answer: await inFile(path, () => pool.snapJoined({ ...file, to: format, as, plan })) };
      } catch (error) {
        return { error };
      }
    };
    for await (const one of inOrder(Readable.from(files), snapOne, ahead)) {
      step();
      if ("error" in one || one.answer.warnings.length > 0) progress.pause();
      if ("error" in one) {
        yield one;
        continue;
      }
      const { bytes, warnings, unread } = one.answer;
      if (!begun) await sink.write(Buffer.from(joinedHeader(format, plan)));
      begun = true;
      await sink.write(bytes);
      yield { summary: rowOf(one.path, one.answer), warnings, unread };
    }
    if (begun) await sink.finish();
    finished = begun;
  } catch (error) {
    if (!(error instanceof ReaderLeft)) throw error;
  } finally {
    if (!finished) await sink.giveUp();
    progress.stop();
    await pool.close();
  }
}

/** The columns of all files, which are read for that. A file that cannot be read has none; that is noted, and said when its turn comes. */
async function planOf(
  files: readonly One[],
  read: (one: One) => Promise<ReadFile>,
  pool: MatcherPool,
  ahead: number,
  step: () => void,
): Promise<EchoPlan> {
  const planOne = async (one: One): Promise<EchoPlan> => {
    try {
      const file = await read(one);
      if (await isReadOnce(one.path)) one.bytes = file.bytes;
      return await inFile(one.path, () => pool.planJoined({ ...file, as: one.as }));
    } catch (error) {
      one.failed = { error };
      return NO_COLUMNS;
    }
  };
  let all = NO_COLUMNS;
  for await (const plan of inOrder(Readable.from(files), planOne, ahead)) {
    all = joinPlans([all, plan]);
    step();
  }
  return all;
}

/** Whether it is standard input or a pipe. */
async function isReadOnce(path: string): Promise<boolean> {
  return path === "-" || isDirect(await stat(path));
}
