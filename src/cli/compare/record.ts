// `roadsnap record`: saves a service's answers as fixtures.
import { readResponse } from "../../compare/read.js";
import { SnapError } from "../../errors.js";
import { isServiceFailure, type Recording, recordRequest } from "../../node/service/recordings.js";
import { inFile } from "../../node/trouble.js";
import { EXIT } from "../exit.js";
import { type Io, write } from "../io.js";
import { count, duration, plain, table, tell, warn } from "../report.js";
import { checkStdin } from "../stdin.js";
import { isHopeless, requestFrom, requestSources, type SideOptions, sidesOf } from "./sides.js";

export interface RecordCommandOptions extends SideOptions {
  output: string;
  parameter?: Record<string, string>;
  again?: boolean;
}

/** Records requests; returns the exit code. A request without an answer is reported on stderr, and the others go on. */
export async function record(inputs: string[], options: RecordCommandOptions, io: Io): Promise<number> {
  if ((options.roads ?? []).length + (options.service ?? []).length !== 1) {
    throw new SnapError("bad-option", "Say who answers, with one --service or one --roads.");
  }
  if (options.output === "-")
    throw new SnapError("bad-option", "Recordings are written into a folder, not to standard output; name a folder.");
  checkStdin([...inputs, ...(options.roads ?? [])]);
  const [{ service, token }] = await sidesOf(options, io);
  const sources = await requestSources(inputs, io);
  const rows: string[][] = [];
  let failed = 0;
  let failures = 0;
  for (const { name, path } of sources) {
    try {
      const request = await requestFrom(path, options.parameter ?? {}, io);
      const date = new Date().toISOString();
      const settings = { date, token, again: options.again };
      const done = await inFile(name, () => recordRequest(name, request, service, options.output, settings));
      if (isServiceFailure(done.recording)) failures++;
      const { words, warnings } = outcomeOf(done.recording);
      for (const text of warnings) warn(`${name}: ${text}`, io);
      rows.push([plain(name), plain(done.path), done.isNew ? duration(done.recording.ms) : "there already", words]);
    } catch (error) {
      failed++;
      tell(error, io);
      if (isHopeless(error)) break;
    }
  }
  if (rows.length > 0) {
    await write(
      io.stdout,
      table([{ title: "request" }, { title: "recorded in" }, { title: "answered in", align: "right" }, { title: "" }], rows, io.stdout),
    );
  }
  if (failed > 0 && sources.length > 1) warn(`${sources.length - rows.length} of ${sources.length} requests could not be recorded.`, io);
  if (failures > 0) {
    const whose = failures === 1 ? "1 answer is" : `${failures} answers are`;
    warn(`${whose} a failure of the service; the next run asks again.`, io);
  }
  return failed + failures > 0 ? EXIT.badInput : EXIT.done;
}

/** What the user has to know about a recorded answer: that it is an error, or that nothing was snapped; and the answer's own warnings. */
function outcomeOf({ text }: Recording): { words: string; warnings: string[] } {
  try {
    const { answer, error } = readResponse("The answer", JSON.parse(text));
    if (answer !== null) {
      const { points, messages } = answer;
      const warnings = messages.filter(({ severity }) => severity !== "Informative").map((message) => message.text);
      return { words: points.some(({ snapped }) => snapped) ? "" : `0 of ${count(points.length)} points snapped`, warnings };
    }
    const said = [error.message, ...error.details.filter((detail) => typeof detail === "string")].join(" ");
    return { words: plain(`error ${error.code ?? "without a code"}: ${said}`), warnings: [] };
  } catch {
    return { words: "no response of SnapToRoads", warnings: [] };
  }
}
