// The state of the portal on disk: what survives, what is refused, and that nothing is half done.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import Database from "libsql";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore, type Store } from "../../../src/server/sharing/index.js";
import { roadsnap, scratch } from "../../helpers/terminal.js";
import { FILE, sharingApp } from "./app.js";

const at = scratch();
let folders = 0;
const newFolder = () => at(`data-${folders++}`);
const share = { as: "ben", params: { items: "map,layer", groups: "drivers" } };
const sharedWith = (store: Store, id: string) => store.portal.toJSON().items?.find((item) => item.id === id)?.groups;

/** Opens a store, runs something over HTTP, and closes it. */
async function session<T>(folder: string, happens: (app: ReturnType<typeof sharingApp>) => Promise<T>, file: unknown = FILE): Promise<T> {
  const store = await openStore(folder, file);
  try {
    return await happens(sharingApp({ store }));
  } finally {
    store.close();
  }
}

/** Opens the database without the store. */
function inside<T>(folder: string, look: (database: InstanceType<typeof Database>) => T): T {
  const database = new Database(`${folder}/portal.db`);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

describe("a data folder", () => {
  it("is created with access for its owner only", async () => {
    const folder = newFolder();
    (await openStore(`${folder}/deeper`, FILE)).close();
    expect([statSync(`${folder}/deeper`).mode & 0o777, statSync(`${folder}/deeper/portal.db`).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it("keeps every kind of change over restarts, and needs the portal file no more", async () => {
    const folder = newFolder();
    const before = await session(folder, async (app) => {
      await app.ask("/content/users/ben/shareItems", share);
      await app.ask("/content/users/cleo/createFolder", { as: "cleo", params: { title: "New" } });
      await app.ask("/content/users/ben/addItem", { as: "ben", params: { title: "New", type: "CSV" } });
      await app.ask("/content/users/ben/items/roads/reassign", { as: "ada", params: { targetUsername: "cleo", targetFolderName: "new" } });
      await app.ask("/community/groups/drivers/addUsers", { as: "ben", params: { users: "ada" } });
      await app.ask("/community/groups/drivers/removeUsers", { as: "ben", params: { users: "cleo" } });
      return app.store.portal.toJSON();
    });
    expect(before).not.toEqual(FILE);
    for (let restarts = 0; restarts < 2; restarts++) {
      expect(await session(folder, async (app) => app.store.portal.toJSON(), undefined)).toEqual(before);
    }
  });

  it("does not grow with the changes of earlier runs", async () => {
    const folder = newFolder();
    const changes = () => inside(folder, (database) => database.prepare("SELECT count(*) AS n FROM changes").all());
    await session(folder, (app) => app.ask("/content/users/ben/shareItems", share));
    expect(changes()).toEqual([{ n: 1 }]);
    await session(folder, async () => {});
    expect(changes()).toEqual([{ n: 0 }]);
  });

  it("does not grow with requests that change nothing", async () => {
    const folder = newFolder();
    await session(folder, async (app) => app.store.commit([]));
    expect(inside(folder, (database) => database.prepare("SELECT count(*) AS n FROM changes").all())).toEqual([{ n: 0 }]);
  });

  it("keeps tokens valid, and those signed out invalid", async () => {
    const folder = newFolder();
    const [staying, leaving] = await session(folder, async (app) => {
      const tokens = [await app.tokenOf("ben"), await app.tokenOf("ben")];
      for (let times = 0; times < 2; times++) {
        expect(await app.ask("/oauth2/revokeToken/", { params: { auth_token: tokens[1] } })).toEqual({ success: true });
        expect(await app.ask("/community/self", { params: { token: tokens[1] } })).toMatchObject({ error: { code: 498 } });
      }
      return tokens;
    });
    await session(folder, async (app) => {
      expect(await app.ask("/community/self", { params: { token: staying } })).toMatchObject({ username: "ben" });
      expect(await app.ask("/community/self", { params: { token: leaving } })).toMatchObject({ error: { code: 498 } });
    });
  });

  it("forgets tokens signed out once they would have expired", async () => {
    const folder = newFolder();
    const store = await openStore(folder, FILE);
    store.tokens!.signOut("a", 10, 0);
    store.tokens!.signOut("b", 30, 20);
    store.close();
    const after = await openStore(folder);
    expect([store, after].map(({ tokens }) => [...tokens!.signedOut])).toEqual([[["b", 30]], [["b", 30]]]);
    after.close();
  });

  it("counts rather than a portal file that has changed since, which gives one warning", async () => {
    const folder = newFolder();
    const warningsFor = async (file: unknown) => {
      const store = await openStore(folder, file);
      store.close();
      return store.warnings;
    };
    expect(await warningsFor(FILE)).toEqual([]);
    await session(folder, (app) => app.ask("/content/users/ben/shareItems", share));
    expect(await warningsFor(JSON.parse(JSON.stringify(FILE, null, 4)))).toEqual([]);
    expect(await warningsFor(undefined)).toEqual([]);
    const other = { ...FILE, items: [] };
    expect(await warningsFor(other)).toEqual([
      `${folder}: the portal file is not the one that this folder began with; the folder's state is served, and the file is not read.`,
    ]);
    expect(await session(folder, async (app) => sharedWith(app.store, "map"), other)).toEqual(["drivers"]);
  });
});

describe("a data folder gives an error of one sentence", () => {
  const refusal = async (folder: string, ...files: unknown[]) => {
    const [file] = files.length > 0 ? files : [FILE];
    const error = await openStore(folder, file).then(
      (store) => store.close(),
      (error) => error,
    );
    return error?.message;
  };

  it("if it is new and there is no portal file", async () => {
    const folder = newFolder();
    expect(await refusal(folder, undefined)).toBe(`${folder}: this folder has no portal yet; give a portal file to begin with.`);
    expect(existsSync(`${folder}/portal.db`)).toBe(false);
    expect(await refusal(folder)).toBeUndefined();
  });

  it("if another server has it open, in this process or another, and not afterwards", async () => {
    const folder = newFolder();
    const store = await openStore(folder, FILE);
    const sentence = `${folder}: another process is using this folder; stop it first, or give this one a folder of its own.`;
    expect(await refusal(folder)).toBe(sentence);
    const other = spawnSync(
      process.execPath,
      ["-e", `new (require("libsql"))(process.argv[1]).prepare("SELECT 1 FROM kept")`, `${folder}/portal.db`],
      {
        encoding: "utf8",
      },
    );
    expect(other.stderr).toContain("SQLITE_BUSY");
    store.close();
    expect(await refusal(folder)).toBeUndefined();
  });

  const damaged = (folder: string) =>
    `${folder}: its portal.db is damaged; restore a copy of it, or name another folder to start again from the portal file.`;

  it.each<[what: string, damage: (path: string, folder: string) => void]>([
    [
      "is a different kind of file",
      (path) => writeFileSync(path, "no database at all, just some text that is long enough to be one".repeat(100)),
    ],
    ["is cut short", (path) => truncateSync(path, 5000)],
    ["has garbage in the middle", (path) => writeFileSync(path, readFileSync(path).fill(0x55, 4096, 12_000))],
    [
      "holds text that is not JSON",
      (_, folder) => inside(folder, (database) => database.exec("UPDATE kept SET value = '{' WHERE name = 'portal'")),
    ],
    ["holds no portal", (_, folder) => inside(folder, (database) => database.exec("UPDATE kept SET value = '{}' WHERE name = 'portal'"))],
    [
      "holds a change that does not fit",
      (_, folder) =>
        inside(folder, (database) => database.exec(`INSERT INTO changes (changes) VALUES ('[{"kind":"item-shared","itemId":"gone"}]')`)),
    ],
    ["has garbage where nothing is read at the start", (path) => writeFileSync(path, readFileSync(path).fill(0x55, 5 * 4096, 6 * 4096))],
    ["lost a table", (_, folder) => inside(folder, (database) => database.exec("DROP TABLE changes"))],
  ])("if its portal.db %s", async (_, damage) => {
    const folder = newFolder();
    await session(folder, (app) => app.ask("/content/users/ben/shareItems", share));
    inside(folder, (database) => database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get());
    damage(`${folder}/portal.db`, folder);
    expect(await refusal(folder)).toBe(damaged(folder));
  });

  it("and is not kept open then", async () => {
    const folder = newFolder();
    await session(folder, async () => {});
    inside(folder, (database) => database.exec("UPDATE kept SET value = '{}' WHERE name = 'portal'"));
    expect(await refusal(folder)).toBe(damaged(folder));
    expect(inside(folder, (database) => database.prepare("SELECT count(*) AS n FROM kept").all())).toEqual([{ n: 3 }]);
  });

  it("if a later version of roadsnap wrote it", async () => {
    const folder = newFolder();
    await session(folder, async () => {});
    inside(folder, (database) => database.exec("PRAGMA user_version = 2"));
    expect(await refusal(folder)).toBe(`${folder}: its portal.db was written by a later version of roadsnap.`);
    expect(inside(folder, (database) => database.prepare("PRAGMA user_version").all())).toEqual([{ user_version: 2 }]);
  });

  it("if the database is not installed", async () => {
    vi.doMock("libsql", () => {
      throw new Error("Cannot find package");
    });
    try {
      expect(await refusal(newFolder())).toBe(
        "a data folder needs the optional package libsql, which is not installed: npm install libsql",
      );
    } finally {
      vi.doUnmock("libsql");
    }
  });

  it("if it is a file", async () => {
    writeFileSync(at("file"), "");
    expect(await refusal(at("file"))).toMatch(/file: .*\.$/);
  });

  it.skipIf(process.getuid?.() === 0)("if it cannot be written to", async () => {
    const folder = newFolder();
    await session(folder, async () => {});
    chmodSync(`${folder}/portal.db`, 0o400);
    expect(await refusal(folder)).toMatch(/permission denied|cannot be written to/);
  });

  it("if the portal file is wrong, in which case no folder is created", async () => {
    const folder = newFolder();
    const malformed = { username: "eve", role: "org_user", passwordHash: "scrypt$3$1$1$c2FsdCBvZiB0aGUgdGVzdHM=$c2FsdCBvZiB0aGUgdGVzdHM=" };
    expect(await refusal(folder, { members: [] })).toMatch(/\.$/);
    expect(await refusal(folder, { ...FILE, members: [...FILE.members, malformed] })).toMatch(/^The member eve: a password hash must be/);
    expect(existsSync(folder)).toBe(false);
  });
});

it("a change that cannot be stored has no effect, and its error does not mention the path", async () => {
  const folder = newFolder();
  await session(folder, async (app) => {
    app.store.close(); // like a disk that went away
    expect(await app.ask("/content/users/ben/shareItems", share)).toEqual({
      error: { code: 500, message: "Unable to complete operation.", details: ["The change could not be stored, so it was not made."] },
    });
    expect(sharedWith(app.store, "map")).toEqual([]);
    expect(app.notes.at(-1)?.failure).toContain(folder);
    expect(readdirSync(folder)).toContain("portal.db");
  });
});

describe.each([
  ["which has undone the change itself", "ROLLBACK"],
  ["which has left that to its user", "SELECT 1"],
])("a full disk, told by the database, %s:", (_, undo) => {
  const whole = { code: "limit", message: expect.stringMatching(/^\S+: no space left on the device\.$/) };
  /** Lets the statements that begin like this fail until it is called. */
  const fill = (begin: string) => {
    const { prepare } = Database.prototype;
    const full = vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: InstanceType<typeof Database>, sql: string) {
      const statement = prepare.call(this, sql);
      if (sql.startsWith(begin))
        statement.run = () => {
          if (this.inTransaction) this.exec(undo);
          throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
        };
      return statement;
    });
    onTestFinished(() => full.mockRestore());
    return () => full.mockRestore();
  };

  it("a change has no effect", async () => {
    fill("INSERT INTO changes");
    const store = await openStore(newFolder(), FILE);
    const before = JSON.stringify(store.portal);
    expect(() => store.commit([{ kind: "item-shared", itemId: "map", access: "public", groups: [] }])).toThrow(
      expect.objectContaining(whole),
    );
    expect(JSON.stringify(store.portal)).toBe(before);
    store.close();
  });

  it("a token is not signed out, and is when there is room again", async () => {
    const store = await openStore(newFolder(), FILE);
    const room = fill("INSERT OR REPLACE INTO signed_out");
    expect(() => store.tokens!.signOut("a", 10, 0)).toThrow(expect.objectContaining(whole));
    expect([...store.tokens!.signedOut]).toEqual([]);
    room();
    store.tokens!.signOut("a", 10, 0);
    expect([...store.tokens!.signedOut]).toEqual([["a", 10]]);
    store.close();
  });
});

describe("roadsnap portal", () => {
  it("writes the contents of the folder as a portal file, readable for its owner only, from which another folder can be started", async () => {
    const folder = newFolder();
    const before = await session(folder, async (app) => {
      await app.ask("/content/users/ben/shareItems", share);
      return app.store.portal.toJSON();
    });
    const { code, stdout } = await roadsnap(["portal", folder, "-o", at("written.json")]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/written\.json: 4 members, 2 groups, 3 items\.\n$/)]);
    expect(statSync(at("written.json")).mode & 0o777).toBe(0o600);
    const file = JSON.parse(readFileSync(at("written.json"), "utf8"));
    file.members = file.members.filter(({ username }: { username: string }) => username !== "dan");
    expect(await session(newFolder(), async (app) => app.store.portal.toJSON(), file)).toEqual({ ...before, members: file.members });
  });

  it("creates no folder, and does not wait for a server", async () => {
    const none = await roadsnap(["portal", at("nowhere"), "-o", at("none.json")]);
    expect([none.code, none.stderr, existsSync(at("nowhere"))]).toEqual([
      1,
      expect.stringContaining("portal.db: there is no such file."),
      false,
    ]);
    const folder = newFolder();
    await session(folder, async () => {
      const busy = await roadsnap(["portal", folder, "-o", at("busy.json")]);
      expect([busy.code, existsSync(at("busy.json"))]).toEqual([1, false]);
    });
  });
});
