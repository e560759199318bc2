// `roadsnap portal`: writes what a portal's data folder holds as a portal file.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../node/atomic.js";
import { inFile } from "../node/trouble.js";
import { DATABASE } from "../server/sharing/database.js";
import { openStore } from "../server/sharing/index.js";
import { EXIT } from "./exit.js";
import { type Io, write } from "./io.js";
import { checkOutput } from "./outputs.js";
import { count } from "./report.js";

/** Writes the file; returns the exit code. */
export async function portal(folder: string, output: string, io: Io): Promise<number> {
  // Opening a database that does not exist would create it.
  const database = join(folder, DATABASE);
  await inFile(database, () => stat(database));
  await checkOutput(output, [database]);
  const store = await openStore(folder);
  try {
    const file = store.portal.toJSON();
    await writeFileAtomic(output, `${JSON.stringify(file, null, 1)}\n`, 0o600);
    const { members, groups = [], items = [] } = file;
    await write(io.stdout, `${output}: ${count(members.length)} members, ${count(groups.length)} groups, ${count(items.length)} items.\n`);
  } finally {
    store.close();
  }
  return EXIT.done;
}
