#!/usr/bin/env node
// The `roadsnap` command: hands the process's arguments and streams to the program.
import { tidyAtEnd } from "../node/atomic.js";
import { inFile } from "../node/trouble.js";
import { EXIT } from "./exit.js";
import { standardInput, standardOutput } from "./io.js";
import { run } from "./program.js";
import { tell } from "./report.js";

// Sentences that nobody can be told any more stop no work.
process.stderr.on("error", () => {});
// Nor does a reader that has seen enough (`| head`): what is a stream ends by itself then. A full disk behind it is trouble, but for a command that
// listens for it.
const stdout = standardOutput();
stdout.on("error", async (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || stdout.listenerCount("error") > 1) return;
  await inFile("standard output", () => Promise.reject(error)).catch((trouble) => tell(trouble, process));
  process.exit(EXIT.badInput);
});

tidyAtEnd();
process.exitCode = await run(process.argv.slice(2), { stdin: standardInput(), stdout, stderr: process.stderr });
