// Store: keeps the portal's state in memory, and with a data folder also on disk: each change is stored before anybody is told about it.
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SnapError } from "../../errors.js";
import { Portal } from "../../portal/portal.js";
import type { Change } from "../../portal/types.js";
import type { TokenKeeper } from "../tokens/index.js";
import { storedPasswords } from "../tokens/passwords.js";
import { closeDatabase, DATABASE, type Database, inDatabase, openDatabase, transaction } from "./database.js";

/** The portal, and how its changes are kept. */
export interface Store {
  readonly portal: Portal;
  /** The key of the tokens, and the sessions signed out; undefined if nothing outlives the process. */
  readonly tokens: TokenKeeper | undefined;
  /** Sentences for the person who starts the server. */
  readonly warnings: readonly string[];
  /** Stores the changes of one request as a whole, then applies them. @throws SnapError when they cannot be stored; then nothing has changed. */
  commit(changes: readonly Change[]): void;
  close(): void;
}

/** A portal that starts from its file each time. @throws SnapError as {@link Portal.from} does. */
export function memoryStore(portalFile: unknown): Store {
  const portal = Portal.from(portalFile);
  return {
    portal,
    tokens: undefined,
    warnings: [],
    commit: (changes) => applyAll(portal, changes),
    close() {},
  };
}

/**
 * A portal that continues where it stopped. The first start in a folder uses the portal file; from then on the folder's own state is used, and a portal file
 * that differs from the first one gives a warning. At each start, the changes since the last are merged into one state.
 * @throws SnapError naming the folder: in use by another process, damaged, not writable, or new and no portal file given.
 */
export async function openStore(folder: string, portalFile?: unknown): Promise<Store> {
  const given = portalFile === undefined ? undefined : Portal.from(portalFile);
  if (given) storedPasswords(given.toJSON().members); // checked before it is stored, because correcting the file afterwards would have no effect
  // Without a portal, no folder is created.
  if (given === undefined && !existsSync(join(folder, DATABASE))) return inDatabase(folder, noPortal);
  const database = await openDatabase(folder);
  try {
    return inDatabase(folder, () => storeIn(folder, database, given));
  } catch (error) {
    closeDatabase(database);
    throw error;
  }
}

function storeIn(folder: string, database: Database, given: Portal | undefined): Store {
  const known = kept(database, "portal");
  const portal = known === undefined ? given : replayed(database, known);
  if (!portal) return noPortal();
  const other = known !== undefined && given && kept(database, "first-portal-file") !== fingerprint(given);

  transaction(database, () => {
    if (known === undefined) {
      keep(database, "first-portal-file", fingerprint(portal));
      keep(database, "token-key", randomBytes(32).toString("hex"));
    }
    keep(database, "portal", JSON.stringify(portal));
    database.exec("DELETE FROM changes");
  });

  const insert = database.prepare("INSERT INTO changes (changes) VALUES (?)");
  return {
    portal,
    tokens: tokenKeeper(folder, database),
    warnings: other
      ? [`${folder}: the portal file is not the one that this folder began with; the folder's state is served, and the file is not read.`]
      : [],
    commit(changes) {
      if (changes.length === 0) return;
      if (!database.open) throw new SnapError("aborted", `${folder}: it is closed.`);
      // One row is one transaction: it is on the disk as a whole when this returns.
      inDatabase(folder, () => insert.run([JSON.stringify(changes)]));
      applyAll(portal, changes);
    },
    close: () => closeDatabase(database),
  };
}

function noPortal(): never {
  throw new SnapError("not-found", "this folder has no portal yet; give a portal file to begin with.");
}

/** The last merged state, with every change since. */
function replayed(database: Database, state: string): Portal {
  try {
    const portal = Portal.from(JSON.parse(state));
    const rows = database.prepare("SELECT changes FROM changes ORDER BY number").all() as { changes: string }[];
    for (const row of rows) applyAll(portal, JSON.parse(row.changes));
    return portal;
  } catch (error) {
    throw Object.assign(new Error("what is stored is no portal", { cause: error }), { code: "SQLITE_CORRUPT" });
  }
}

function applyAll(portal: Portal, changes: readonly Change[]): void {
  for (const change of changes) portal.apply(change);
}

function tokenKeeper(folder: string, database: Database): TokenKeeper {
  const rows = database.prepare("SELECT session, expires FROM signed_out").all() as { session: string; expires: number }[];
  const signedOut = new Map(rows.map(({ session, expires }) => [session, expires]));
  return {
    key: Buffer.from(kept(database, "token-key")!, "hex"),
    signedOut,
    signOut(session, expires, now) {
      inDatabase(folder, () =>
        transaction(database, () => {
          database.prepare("DELETE FROM signed_out WHERE expires < ?").run([now]);
          database.prepare("INSERT OR REPLACE INTO signed_out (session, expires) VALUES (?, ?)").run([session, expires]);
        }),
      );
      for (const [other, until] of signedOut) if (until < now) signedOut.delete(other);
      signedOut.set(session, expires);
    },
  };
}

/** One of the few single values of the database, by name. */
function kept(database: Database, name: string): string | undefined {
  return (database.prepare("SELECT value FROM kept WHERE name = ?").get([name]) as { value: string } | undefined)?.value;
}

function keep(database: Database, name: string, value: string): void {
  database.prepare("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)").run([name, value]);
}

/** A hash that is the same for portal files with the same content, whatever their layout. */
function fingerprint(portal: Portal): string {
  return createHash("sha256").update(JSON.stringify(portal)).digest("hex");
}
