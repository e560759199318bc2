#!/usr/bin/env node
// The `roadsnap` command: hands the process's arguments and streams to the program.
import { tidyAtEnd } from "../node/atomic.js";
import { inFile } from "../node/trouble.js";
import { EXIT } from "./exit.js";
import { type Io, standardInput, standardOutput } from "./io.js";
import { run } from "./program.js";
import { tell } from "./report.js";

// If standard error is closed, messages are lost, but the work goes on.
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
// Nor does a reader that stops early (`| head`) count as an error: streams then end by themselves. Any other error of standard output, as of a full disk, does.
io.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") inFile("standard output", () => Promise.reject(error)).catch((trouble) => io.outputFailed?.(trouble));
});

tidyAtEnd();
process.exitCode = await run(process.argv.slice(2), io);
