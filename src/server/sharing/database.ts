// Database: the database file in the data folder. It is a libsql file, open in this process alone; its errors become sentences.
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type Libsql from "libsql";
import { SnapError } from "../../errors.js";
import { inFile } from "../../node/trouble.js";

/** An open database. */
export type Database = Libsql.Database;

/** The version of the tables. A file with a higher one was written by a later roadsnap. */
const FORMAT = 1;
const TABLES = `
  CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE changes (number INTEGER PRIMARY KEY, changes TEXT NOT NULL) STRICT;
  CREATE TABLE signed_out (session TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
  PRAGMA user_version = ${FORMAT};
`;

const TROUBLE: [pattern: RegExp, sentence: string][] = [
  [/BUSY|LOCKED/, "another process is using this folder; stop it first, or give this one a folder of its own"],
  [/FULL/, "no space left on the device"],
  [/READONLY|PERM|CANTOPEN|AUTH/, "it cannot be written to"],
  [/CORRUPT|NOTADB/, "its portal.db is damaged; restore a copy of it, or name another folder to start again from the portal file"],
  [/IOERR/, "the device reports an error"],
];

/** The file of a data folder. */
export const DATABASE = "portal.db";

/**
 * Opens the folder's `portal.db`, which is created if missing, and keeps every other process out of it until it is closed or the process ends, however that
 * happens. @throws SnapError in a sentence that begins with the folder.
 */
export async function openDatabase(folder: string): Promise<Database> {
  const Libsql = await loadLibsql();
  const path = join(folder, DATABASE);
  await inFile(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createFile(path);
  });
  return inDatabase(folder, () => {
    const database = new Libsql(path);
    try {
      database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;");
      const { user_version: format } = database.prepare("PRAGMA user_version").get() as { user_version: number };
      if (format > FORMAT) throw new SnapError("bad-input", "its portal.db was written by a later version of roadsnap.");
      if (format === 0) transaction(database, () => database.exec(TABLES));
      const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
      if (found !== "ok") throw Object.assign(new Error(found), { code: "SQLITE_CORRUPT" });
      return database;
    } catch (error) {
      closeDatabase(database);
      throw error;
    }
  });
}

/** Releases the folder. libsql keeps a file open as long as any of its statements is in memory; the lock is released before that. */
export function closeDatabase(database: Database): void {
  try {
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM kept");
  } catch {
    // Everything that was acknowledged is in the files already, and is found when they are opened next.
  }
  database.close();
}

/** Runs work that is stored as a whole or not at all. */
export function transaction(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** Runs work on the folder's database. Its errors are thrown as a SnapError whose sentence begins with the folder. */
export function inDatabase<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SnapError) throw new SnapError(error.code, `${folder}: ${error.message}`, { ...error.details, path: folder });
    const code = (error as { code?: unknown }).code;
    if (typeof code !== "string" || !code.startsWith("SQLITE_")) throw error;
    const sentence = TROUBLE.find(([pattern]) => pattern.test(code))?.[1] ?? `the database says ${code}`;
    throw new SnapError(/FULL/.test(code) ? "limit" : "bad-input", `${folder}: ${sentence}.`, { path: folder, databaseCode: code });
  }
}

/**
 * Creates the file if it is missing. Only its owner may read it, as it holds password hashes and the key of the tokens; the journal gets the same permissions.
 * An existing file is not opened here: closing it would release a lock that this process may already have on it.
 */
async function createFile(path: string): Promise<void> {
  const created = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await created?.close();
}

async function loadLibsql(): Promise<typeof Libsql> {
  try {
    return (await import("libsql")).default;
  } catch {
    throw new SnapError("bad-option", "a data folder needs the optional package libsql, which is not installed: npm install libsql");
  }
}
