// Clients that this package does not depend on: installed under out/ when they are first needed, and again when their lock file changes.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The messages of failed installations that are expected in some places, with what to print. Any other failure is an error. */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/npm error code (?:E\w*(?:AGAIN|CONN|NOTFOUND|TIMEDOUT|TIMEOUT|UNREACH)\w*)/, "the npm registry is out of reach"],
  [/\(from versions: none\)|HTTPS?ConnectionPool/, "PyPI is out of reach"],
  [/spawn python3 ENOENT/, "python3 is missing"],
  [/ensurepip is not|No module named '?(?:venv|ensurepip)/, "python3 comes without venv here"],
  [/Python 3\.11 is needed/, "python3 is older than the 3.11 it needs"],
];

/** A folder with the client, or the reason why there is none. */
export type Installed = { folder: string; missing?: undefined } | { folder?: undefined; missing: string };

/** A copy under out/ of the folder `name` next to this file, with what its commands install there. `lock` is its file that says what to install. */
export async function installed(name: string, lock: string, commands: readonly (readonly string[])[]): Promise<Installed> {
  const source = fileURLToPath(new URL(name, import.meta.url));
  const folder = fileURLToPath(new URL(`../../out/clients/${name}`, import.meta.url));
  const [wanted, done] = [readFileSync(join(source, lock), "utf8"), join(folder, "installed")];
  const isDone = existsSync(done) && readFileSync(done, "utf8") === wanted;
  if (!isDone) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true });
  try {
    for (const [command, ...argv] of isDone ? [] : commands) await promisify(execFile)(command, argv, { cwd: folder });
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    const reason = REASONS.find(([pattern]) => pattern.test(`${message}\n${stdout}\n${stderr}`))?.[1];
    if (reason === undefined) throw error;
    console.warn(`test/clients/${name} skipped: ${reason}.`);
    return { missing: reason };
  }
  writeFileSync(done, wanted);
  return { folder };
}
