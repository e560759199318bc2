// The process that harness/memory.ts starts: does one job, and writes its result as JSON.
import { bigJob, openJob, readJob } from "./subjects/big.js";
import { buildJob } from "./subjects/build.js";
import { importJob } from "./subjects/import.js";

const JOBS: Record<string, (argument: never) => Promise<unknown>> = {
  big: bigJob,
  build: buildJob,
  import: importJob,
  open: openJob,
  read: readJob,
};

const [name, argument] = process.argv.slice(2);
const job = JOBS[name];
if (job === undefined) throw new Error(`There is no job "${name}"; there are ${Object.keys(JOBS).join(", ")}.`);
process.stdout.write(JSON.stringify(await job(JSON.parse(argument) as never)));
