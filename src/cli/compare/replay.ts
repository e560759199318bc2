// `roadsnap replay`: has recorded requests answered again, here or elsewhere, and compares the answers with those recorded.
import { basename } from "node:path";
import type { Tolerances } from "../../compare/tolerances.js";
import { SnapError } from "../../errors.js";
import { listRecordings, type Recording, readRecording, replayRecording } from "../../node/service/recordings.js";
import { inFile } from "../../node/trouble.js";
import type { Io } from "../io.js";
import { checkJsonOutput } from "../outputs.js";
import { sentence, tell } from "../report.js";
import type { ComparedCase, FailedCase } from "./cases.js";
import { report } from "./compare.js";
import { isHopeless, type SideOptions, sidesOf } from "./sides.js";

export interface ReplayCommandOptions extends SideOptions {
  tolerance?: Partial<Tolerances>;
  cover: number;
  exact?: boolean;
  worst?: number;
  json?: string;
}

/** Replays a folder; returns the exit code. A recording that cannot be read or gets no answer is reported on stderr, and the others go on. */
export async function replay(folder: string, options: ReplayCommandOptions, io: Io): Promise<number> {
  if ((options.roads ?? []).length + (options.service ?? []).length !== 1) {
    throw new SnapError("bad-option", "Say who answers now, with one --roads or one --service.");
  }
  const paths = await listRecordings(folder);
  await checkJsonOutput(options.json, paths);
  const [{ service, token }] = await sidesOf(options, io);
  const recordings: Recording[] = [];
  const cases: ComparedCase[] = [];
  const failed: FailedCase[] = [];
  const fail = (name: string, error: unknown): void => {
    failed.push({ name, sentence: sentence(error) });
    tell(error, io);
  };
  for (const path of paths) {
    try {
      recordings.push(await readRecording(path));
    } catch (error) {
      fail(basename(path), error);
    }
  }
  for (const recording of recordings) {
    try {
      const settings = { token, tolerances: options.tolerance, coverMetres: options.cover };
      const { answer, exact, comparison } = await inFile(recording.name, () => replayRecording(recording, service, settings));
      const within = options.exact ? exact : comparison.within;
      cases.push({ name: recording.name, comparison, exact, within, ms: { a: [recording.ms], b: [answer.ms] } });
    } catch (error) {
      fail(recording.name, error);
      if (isHopeless(error)) break;
    }
  }
  const recordedBy = [...new Set(recordings.map((recording) => recording.service))].join(", ");
  return report({ a: `recorded from ${recordedBy}`, b: service.name }, cases, failed, { ...options, total: paths.length }, io);
}
