// The portal file: what it may contain, with an error of one sentence for everything else; changes that do not fit.

import { scryptSync, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Portal } from "../../src/portal/portal.js";
import type { Change, PortalFile } from "../../src/portal/types.js";
import { item, organisation, portalOf } from "./fake.js";

/** A file in which one value is replaced, by its path such as `members.2.username`, or removed if undefined. */
function fileWith(path: string, value: unknown): unknown {
  const file = JSON.parse(JSON.stringify(organisation([item("map"), item("plan")]))) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop()!;
  const at = names.reduce((inner, name) => inner[name] as Record<string, unknown>, file);
  if (value === undefined) delete at[last];
  else at[last] = value;
  return file;
}

describe("a portal file", () => {
  it("needs an organisation and members; groups and items are optional", () => {
    const file = { organisation: { id: "town", name: "Town" }, members: [{ username: "alice", role: "org_admin" }] };
    expect(Portal.from(file).toJSON()).toEqual({
      ...file,
      members: [{ ...file.members[0], folders: [] }],
      roles: [],
      groups: [],
      items: [],
    });
  });

  it("is equal to what the portal writes, again and again", () => {
    const once = portalOf([item("map", { access: "shared", groups: ["team", "editors"], folderId: "drives", tags: ["a"] })]).toJSON();
    expect(Portal.from(once).toJSON()).toEqual(once);
    expect(JSON.stringify(Portal.from(JSON.parse(JSON.stringify(once))))).toBe(JSON.stringify(once));
  });

  it("is copied: neither changing it afterwards nor changing what the portal returned has an effect", () => {
    const file = organisation([item("map", { access: "shared", groups: ["team"] })]);
    const p = Portal.from(file);
    const before = JSON.stringify(p);
    file.items![0]!.groups.push("board");
    file.members[2]!.folders!.push({ id: "x", title: "x" });
    p.toJSON().items![0]!.groups.length = 0;
    expect(JSON.stringify(p)).toBe(before);
  });

  it("may list a group's owner among its members", () => {
    const members = [{ username: "alice", role: "owner" }];
    expect(Portal.from(fileWith("groups.0.members", members)).toJSON().groups![0]).toMatchObject({ owner: "alice", members: [] });
  });

  const USERNAME = "it must be a username: 1 to 128 letters, digits and . _ @ + -.";
  const ID = "it must be an id: 1 to 64 letters, digits, _ and -.";
  it.each<[string, unknown, string]>([
    // Shapes of values
    ["organisation", undefined, "organisation is missing; it must be an object."],
    ["organisation.name", " ", 'organisation.name is " "; it must be text of 1 to 250 characters.'],
    ["members", undefined, "members is missing; it must be a list."],
    ["members", {}, "members is an object; it must be a list."],
    ["members.3", null, "members[3] is null; it must be an object."],
    ["members.3.username", 7, `members[3].username is 7; ${USERNAME}`],
    ["members.3.username", "a,b", `members[3].username is "a,b"; ${USERNAME}`],
    ["members.3.username", "x".repeat(129), `members[3].username is "${"x".repeat(60)}…"; ${USERNAME}`],
    [
      "members.3.name",
      "Bob",
      'members[3] has the field "name"; its fields may be username, fullName, email, role, passwordHash, folders, created.',
    ],
    ["accounts", [], 'The portal file has the field "accounts"; its fields may be organisation, roles, members, groups, items.'],
    ["groups.1.isViewOnly", "yes", 'groups[1].isViewOnly is "yes"; it must be true or false.'],
    ["groups.1.access", "all", 'groups[1].access is "all"; it must be public, org or private.'],
    ["groups.1.capabilities", ["update"], 'groups[1].capabilities[0] is "update"; it must be updateitemcontrol.'],
    ["items.0.id", "a b", `items[0].id is "a b"; ${ID}`],
    ["items.0.groups", undefined, "items[0].groups is missing; it must be a list."],
    ["items.0.created", "today", 'items[0].created is "today"; it must be a whole number of milliseconds since the epoch.'],
    ["items.0.created", -1, "items[0].created is -1; it must be a whole number of milliseconds since the epoch."],
    ["items.0.tags", [7], "items[0].tags[0] is 7; it must be text of 1 to 250 characters."],
    ["roles.0.privileges", ["all"], 'roles[0].privileges[0] is "all"; it must be a privilege such as portal:user:shareToGroup.'],
    [
      "members.2.folders",
      [{ id: "x", title: "a/b" }],
      'members[2].folders[0].title is "a/b"; it must be a title: 1 to 250 characters without / and control characters.',
    ],
    // References between values
    ["members.3.role", "chief", 'members[3].role is "chief"; it must be org_admin, org_publisher, org_user or the id of a role in roles.'],
    [
      "members.3.role",
      "constructor",
      'members[3].role is "constructor"; it must be org_admin, org_publisher, org_user or the id of a role in roles.',
    ],
    ["groups.0.owner", "nobody", 'groups[0].owner is "nobody"; it must be the username of a member in members.'],
    [
      "groups.0.members",
      [{ username: "nobody", role: "member" }],
      'groups[0].members[0].username is "nobody"; it must be the username of a member in members.',
    ],
    ["groups.0.members", [{ username: "bob", role: "owner" }], 'groups[0].members[0].role is "owner"; it must be admin or member.'],
    [
      "groups.0.members",
      [{ username: "alice", role: "admin" }],
      'groups[0].members[0].role is "admin"; it must be owner, as the group\'s owner says.',
    ],
    ["items.0.owner", "nobody", 'items[0].owner is "nobody"; it must be the username of a member in members.'],
    ["items.0.folderId", "none", 'items[0].folderId is "none"; it must be null or the id of one of alice\'s folders.'],
    ["items.0.groups", ["none"], 'items[0].groups[0] is "none"; it must be the id of a group in groups.'],
    // Duplicates
    ["members.3.username", "alice", 'members[3].username is "alice"; it must be different from members[2].username.'],
    ["groups.1.id", "team", 'groups[1].id is "team"; it must be different from groups[0].id.'],
    ["items.1.id", "map", 'items[1].id is "map"; it must be different from items[0].id.'],
    ["roles.1.id", "viewer", 'roles[1].id is "viewer"; it must be different from roles[0].id.'],
    ["roles.1.id", "org_user", 'roles[1].id is "org_user"; it must be an id that no default role has.'],
    [
      "members.2.folders",
      [
        { id: "a", title: "Same" },
        { id: "b", title: "SAME" },
      ],
      'members[2].folders[1].title is "same"; it must be different from members[2].folders[0].title.',
    ],
    [
      "groups.0.members",
      [
        { username: "bob", role: "member" },
        { username: "bob", role: "admin" },
      ],
      'groups[0].members[1].username is "bob"; it must be different from groups[0].members[0].username.',
    ],
    [
      "items.0",
      item("map", { access: "shared", groups: ["team", "team"] }),
      "items[0].groups is a list of 2; it must be without duplicates.",
    ],
    // Sharing that the rules do not allow
    ["items.0.access", "shared", 'items[0].access is "shared"; it must be private, public or org: the item has no groups.'],
    ["items.0.groups", ["team"], 'items[0].access is "private"; it must be shared, public or org: the item has its groups.'],
    [
      "items.0",
      item("map", { access: "shared", groups: ["team", "secret"] }),
      'items[0].groups[1] is "secret"; it must be a group that alice may share with, the item being neither public nor org.',
    ],
  ])("is refused with %s: %j", (path, value, sentence) => {
    expect(() => Portal.from(fileWith(path, value))).toThrow(expect.objectContaining({ code: "bad-input", message: sentence }));
  });

  it.each([undefined, null, 7, "portal", []])("is refused as %j", (value) => {
    expect(() => Portal.from(value)).toThrow(/^The portal file is .*; it must be an object\.$/);
  });

  it("is refused with a password in place of its hash, and the error does not quote the password", () => {
    const trouble = (() => {
      try {
        return Portal.from(fileWith("members.0.passwordHash", "open sesame"));
      } catch (error) {
        return error as Error & { details: object };
      }
    })() as Error & { details: object };
    expect(trouble.message).toBe("members[0].passwordHash is not a scrypt hash; it must be scrypt$N$r$p$saltBase64$hashBase64.");
    expect(JSON.stringify(trouble.details)).not.toContain("sesame");
  });

  it("knows only its own names, even for a name such as __proto__", () => {
    const member = { username: "__proto__", role: "org_user" };
    const file = { organisation: { id: "town", name: "Town" }, members: [member] };
    expect(Portal.from(file).may("__proto__", "portal:user:createItem")).toBe(true);
    expect(() => Portal.from(JSON.parse(JSON.stringify(file).replace("{", '{"__proto__":{"items":7},')))).toThrow(
      'The portal file has the field "__proto__"',
    );
  });
});

describe("a change", () => {
  it("is copied: changing it afterwards has no effect", () => {
    const folder = { id: "in", title: "In" };
    const added = item("new", { owner: "bob", folderId: "in" });
    const groups = ["team"];
    const p = portalOf();
    p.apply({ kind: "folder-created", username: "bob", folder });
    p.apply({ kind: "item-added", item: added });
    p.apply({ kind: "item-shared", itemId: "new", access: "shared", groups });
    const before = JSON.stringify(p);
    folder.title = "Out";
    added.title = "old";
    groups.push("board");
    expect(JSON.stringify(p)).toBe(before);
  });
});

describe("a change that does not fit", () => {
  it.each<[Change, string]>([
    [{ kind: "item-added", item: item("map") }, '"item-added" does not fit the portal file: item map exists already.'],
    [
      { kind: "item-added", item: item("new", { owner: "nobody" }) },
      '"item-added" does not fit the portal file: there is no member nobody.',
    ],
    [
      { kind: "item-added", item: item("new", { folderId: "none" }) },
      '"item-added" does not fit the portal file: alice has no folder none.',
    ],
    [
      { kind: "item-reassigned", itemId: "none", owner: "bob", folderId: null },
      '"item-reassigned" does not fit the portal file: there is no item none.',
    ],
    [
      { kind: "item-reassigned", itemId: "map", owner: "bob", folderId: "drives" },
      '"item-reassigned" does not fit the portal file: bob has no folder drives.',
    ],
    [
      { kind: "item-shared", itemId: "map", access: "shared", groups: ["none"] },
      '"item-shared" does not fit the portal file: there is no group none.',
    ],
    [
      { kind: "folder-created", username: "alice", folder: { id: "drives", title: "x" } },
      '"folder-created" does not fit the portal file: folder drives exists already.',
    ],
    [
      { kind: "group-member-set", groupId: "team", username: "nobody", role: "member" },
      '"group-member-set" does not fit the portal file: there is no member nobody.',
    ],
    [
      { kind: "group-member-removed", groupId: "none", username: "bob" },
      '"group-member-removed" does not fit the portal file: there is no group none.',
    ],
    [{ kind: "item-burnt" } as unknown as Change, '"item-burnt" does not fit the portal file: this kind of change is not known.'],
  ])("is refused: %j", (change, sentence) => {
    const p = portalOf([item("map")]);
    const before = JSON.stringify(p);
    expect(() => p.apply(change)).toThrow(expect.objectContaining({ code: "bad-input", message: `The stored change ${sentence}` }));
    expect(JSON.stringify(p)).toBe(before);
  });
});

describe("the example file in fixtures/", () => {
  const file = JSON.parse(readFileSync(new URL("../../fixtures/portal.json", import.meta.url), "utf8")) as PortalFile;

  it("is a portal file, with every kind of access, role and group", () => {
    expect(Portal.from(file).toJSON()).toMatchObject({ organisation: { id: "rivermouth" } });
    expect(new Set(file.items!.map(({ access }) => access))).toEqual(new Set(["public", "org", "shared", "private"]));
    expect(new Set(file.members.map(({ role }) => role))).toEqual(
      new Set(["org_admin", "org_publisher", "org_user", "librarian", "viewer"]),
    );
    expect(new Set(file.groups!.map(({ access }) => access))).toEqual(new Set(["public", "org", "private"]));
  });

  it.each(file.members.map(({ username, passwordHash }): [string, string] => [username, passwordHash!]))(
    "lets %s sign in",
    (username, hash) => {
      const [, n, r, p, salt, key] = hash.split("$");
      const expected = Buffer.from(key!, "base64");
      const options = { N: Number(n), r: Number(r), p: Number(p) };
      const given = scryptSync(`changeme-${username}`, Buffer.from(salt!, "base64"), expected.length, options);
      expect(timingSafeEqual(given, expected)).toBe(true);
    },
  );
});
