#!/usr/bin/env node
// The `roadsnap` command: hands the process's arguments and streams to the program.
import { run } from "./program.js";

// A reader that has seen enough (`| head`) closes the pipe: that is an end, not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), process);
