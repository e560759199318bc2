#!/usr/bin/env node
// The `roadsnap` command: hands the process's arguments and streams to the program.
import { tidyAtEnd } from "../node/atomic.js";
import { inFile } from "../node/trouble.js";
import { EXIT } from "./exit.js";
import { type Io, standardInput, standardOutput } from "./io.js";
import { run } from "./program.js";
import { tell } from "./report.js";

// Sentences that nobody can be told any more stop no work.
process.stderr.on("error", () => {});
const io: Io = {
  stdin: standardInput(),
  stdout: standardOutput(),
  stderr: process.stderr,
  outputFailed: (trouble) => {
    tell(trouble, io);
    process.exit(EXIT.badInput);
  },
};
// Nor does a reader that has seen enough (`| head`): what is a stream ends by itself then. A full disk behind it is trouble.
io.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") inFile("standard output", () => Promise.reject(error)).catch((trouble) => io.outputFailed?.(trouble));
});

tidyAtEnd();
process.exitCode = await run(process.argv.slice(2), io);
