#!/usr/bin/env node
// The `roadsnap` command: hands the process's arguments and streams to the program.
import { inFile } from "../node/trouble.js";
import { EXIT } from "./exit.js";
import { run } from "./program.js";
import { tell } from "./report.js";

// A reader that has seen enough (`| head`) closes the pipe: that is an end, not an error. A full disk behind it is one.
for (const [name, stream] of Object.entries({ "standard output": process.stdout, "standard error": process.stderr })) {
  stream.on("error", async (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    await inFile(name, () => Promise.reject(error)).catch((trouble) => tell(trouble, process));
    process.exit(EXIT.badInput);
  });
}

process.exitCode = await run(process.argv.slice(2), process);
