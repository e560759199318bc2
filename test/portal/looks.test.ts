// What callers may see: items, groups, members, and their details.
import { describe, expect, it } from "vitest";
import type { Caller, Item } from "../../src/portal/types.js";
import {
  as,
  done,
  INVALID_TOKEN,
  item,
  NO_FOLDER,
  NO_GROUP,
  NO_ITEM,
  NO_USER,
  NOT_PERMITTED,
  portalOf,
  refusal,
  response,
  TOKEN_REQUIRED,
} from "./fake.js";

const CALLERS: Caller[] = [null, as("admin"), as("cory"), as("alice"), as("bob"), as("dana")];

describe("an item", () => {
  // Who sees alice's item, in the order of CALLERS.
  it.each<[string, Partial<Item>, string]>([
    ["public", { access: "public" }, "yes yes yes yes yes yes"],
    ["shared with the organisation", { access: "org" }, "no yes yes yes yes yes"],
    ["shared with team, of which bob is a member", { access: "shared", groups: ["team"] }, "no yes yes yes yes no"],
    ["private", { access: "private" }, "no yes yes yes no no"],
  ])("is visible to those it should be: %s", (_, change, expected) => {
    const p = portalOf([item("map", change)]);
    const outcomes = CALLERS.map((caller) => p.item(caller, { itemId: "map" }));
    expect(outcomes.map(({ ok }) => (ok ? "yes" : "no")).join(" ")).toBe(expected);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error).toEqual(NO_ITEM);
  });

  it("has every member that clients read", () => {
    const p = portalOf([item("map", { folderId: "drives", url: "https://localhost/x", tags: ["a"], created: 5, access: "public" })]);
    const wire = {
      id: "map",
      owner: "alice",
      orgId: "town",
      created: 5,
      modified: 5,
      title: "map",
      type: "Web Map",
      typeKeywords: [],
      description: null,
      snippet: null,
      tags: ["a"],
      url: "https://localhost/x",
      access: "public",
      numViews: 0,
      size: 0,
      protected: false,
    };
    expect(response(p.item(null, { itemId: "map" }))).toEqual(wire);
    expect(response(p.item(as("alice"), { itemId: "map" }))).toEqual({ ...wire, ownerFolder: "drives", itemControl: "admin" });
  });

  it.each([
    ["alice", "admin"],
    ["admin", "admin"],
    ["bob", "update"],
    ["dana", undefined],
  ])("in a group that shares control gives %s the itemControl %s", (caller, itemControl) => {
    const p = portalOf([item("map", { access: "org", groups: ["editors"] })]);
    expect(response(p.item(as(caller), { itemId: "map" })).itemControl).toBe(itemControl);
  });

  it("has its sharing by its owner's path, for the owner and administrators", () => {
    const p = portalOf([item("map", { access: "shared", groups: ["team"], folderId: "drives" })]);
    const request = { username: "alice", itemId: "map" };
    for (const caller of ["alice", "admin"]) {
      expect(response(p.userItem(as(caller), request))).toMatchObject({
        item: { id: "map" },
        sharing: { access: "shared", groups: ["team"] },
        folder: "drives",
      });
    }
    expect(refusal(p.userItem(as("bob"), request))).toEqual(NOT_PERMITTED);
    expect(refusal(p.userItem(as("bob"), { ...request, username: "bob" }))).toEqual(NO_ITEM);
    expect(refusal(p.userItem(null, request))).toEqual(TOKEN_REQUIRED);
  });

  it("has its groups, by the caller's role in them, without those that the caller may not see", () => {
    const p = portalOf([item("map", { access: "public", groups: ["team", "board", "secret"] })]);
    const ids = (caller: Caller) => {
      const { admin, member, other } = response(p.itemGroups(caller, { itemId: "map" }));
      return [admin, member, other].map((groups) => groups.map(({ id }) => id));
    };
    expect(ids(as("alice"))).toEqual([["team", "board"], [], []]);
    expect(ids(as("bob"))).toEqual([[], ["team", "board", "secret"], []]);
    expect(ids(as("admin"))).toEqual([["board", "secret"], [], ["team"]]);
    expect(ids(null)).toEqual([[], [], ["board"]]);
    expect(refusal(p.itemGroups(null, { itemId: "none" }))).toEqual(NO_ITEM);
  });
});

describe("a group", () => {
  it.each([
    ["board", "public", "yes yes yes yes yes yes"],
    ["team", "org", "no yes yes yes yes yes"],
    ["secret", "private", "no yes yes no yes no"],
  ])("is visible to those it should be: %s (%s)", (groupId, _, expected) => {
    const outcomes = CALLERS.map((caller) => portalOf().group(caller, { groupId }));
    expect(outcomes.map(({ ok }) => (ok ? "yes" : "no")).join(" ")).toBe(expected);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error).toEqual(NO_GROUP);
  });

  it.each([
    ["alice", "owner"],
    ["bob", "member"],
    ["admin", "none"],
    ["dana", "none"],
  ])("has for %s the member type %s", (username, memberType) => {
    expect(response(portalOf().group(as(username), { groupId: "team" })).userMembership).toEqual({ username, memberType, applications: 0 });
  });

  it("has every member that clients read", () => {
    expect(response(portalOf().group(as("alice"), { groupId: "editors" }))).toEqual({
      id: "editors",
      title: "Editors",
      owner: "alice",
      orgId: "town",
      access: "org",
      description: null,
      snippet: null,
      tags: [],
      capabilities: ["updateitemcontrol"],
      isInvitationOnly: true,
      isViewOnly: false,
      isFav: false,
      autoJoin: false,
      protected: false,
      created: 0,
      modified: 0,
      userMembership: { username: "alice", memberType: "owner", applications: 0 },
    });
  });

  it("has a list of its members for its members and administrators", () => {
    const users = { owner: "admin", admins: ["admin", "alice"], users: ["bob"] };
    for (const caller of ["admin", "alice", "bob", "cory"])
      expect(response(portalOf().groupUsers(as(caller), { groupId: "board" }))).toEqual(users);
    expect(refusal(portalOf().groupUsers(as("dana"), { groupId: "board" }))).toEqual(NOT_PERMITTED);
    expect(refusal(portalOf().groupUsers(as("dana"), { groupId: "secret" }))).toEqual(NO_GROUP);
    expect(refusal(portalOf().groupUsers(null, { groupId: "board" }))).toEqual(TOKEN_REQUIRED);
  });

  it("has the items shared with it that the caller may see", () => {
    const p = portalOf([
      item("map", { access: "shared", groups: ["team"] }),
      item("open", { access: "public", groups: ["board", "team"] }),
      item("other", { access: "public" }),
    ]);
    const ids = (caller: Caller, groupId: string) => response(p.groupContent(caller, { groupId })).results.map(({ id }) => id);
    expect(ids(as("bob"), "team")).toEqual(["map", "open"]);
    expect(ids(as("dana"), "team")).toEqual(["open"]);
    expect(ids(null, "board")).toEqual(["open"]);
    expect(refusal(p.groupContent(null, { groupId: "team" }))).toEqual(NO_GROUP);
  });
});

describe("a member", () => {
  it("is visible to members, with the groups that the caller may see and the member's role in them", () => {
    const groups = (caller: Caller) =>
      response(portalOf().user(caller, { username: "bob" })).groups?.map(({ id, userMembership }) => `${id} ${userMembership.memberType}`);
    expect(groups(as("alice"))).toEqual(["team member", "board member", "editors member"]);
    expect(groups(as("bob"))).toEqual(["team member", "board member", "editors member", "secret member"]);
    expect(refusal(portalOf().user(null, { username: "bob" }))).toEqual(NO_USER);
    expect(refusal(portalOf().user(as("bob"), { username: "nobody" }))).toEqual(NO_USER);
  });

  it("shows e-mail address and privileges only to the member and to administrators, and the password's hash to nobody", () => {
    const passwordHash = "scrypt$16384$8$1$c2FsdA==$aGFzaA==";
    const members = [
      { username: "admin", role: "org_admin" },
      { username: "alice", role: "org_user", email: "alice@example.com", passwordHash },
      { username: "bob", role: "org_user" },
    ];
    const p = portalOf([], { groups: [], members });
    const seen = (caller: string) => response(p.user(as(caller), { username: "alice" }));
    for (const caller of ["alice", "admin"]) {
      expect(seen(caller)).toMatchObject({ email: "alice@example.com", privileges: expect.arrayContaining(["portal:user:createItem"]) });
    }
    expect(seen("bob")).not.toHaveProperty("email");
    expect(seen("bob")).not.toHaveProperty("privileges");
    expect(
      JSON.stringify([seen("alice"), seen("admin"), response(p.searchUsers(as("admin"), {})), response(p.portalSelf(as("admin")))]),
    ).not.toContain("scrypt");
    expect(p.passwordHash("alice")).toBe(passwordHash);
    expect(p.passwordHash("bob")).toBeUndefined();
    expect(p.passwordHash("nobody")).toBeUndefined();
  });

  it.each([
    ["admin", { role: "org_admin" }],
    ["alice", { role: "org_publisher" }],
    ["bob", { role: "org_user" }],
    ["vera", { role: "org_user", roleId: "viewer" }],
    ["cory", { role: "org_user", roleId: "curator" }],
  ])("as %s has %j: for clients, an administrator is someone with the default role and no roleId", (username, role) => {
    const { role: name, roleId } = response(portalOf().user(as("admin"), { username }));
    expect(roleId === undefined ? { role: name } : { role: name, roleId }).toEqual(role);
  });

  it("as a custom role with publishing privileges is a publisher for clients", () => {
    const roles = [{ id: "maker", name: "Maker", privileges: ["portal:publisher:publishFeatures"] }];
    const p = portalOf([], { roles, groups: [], members: [{ username: "mia", role: "maker" }] });
    expect(response(p.communitySelf(as("mia")))).toMatchObject({ role: "org_publisher", roleId: "maker" });
  });

  it("can read themselves with community/self", () => {
    expect(response(portalOf().communitySelf(as("bob"))).username).toBe("bob");
    expect(refusal(portalOf().communitySelf(null))).toEqual(TOKEN_REQUIRED);
    expect(refusal(portalOf().communitySelf(as("gone")))).toEqual(INVALID_TOKEN);
  });

  it("has the privileges of the role", () => {
    expect(portalOf().may("alice", "premium:user:networkanalysis")).toBe(true);
    expect(portalOf().may("vera", "premium:user:networkanalysis")).toBe(false);
    expect(portalOf().may("nobody", "premium:user:networkanalysis")).toBe(false);
  });
});

describe("the organisation", () => {
  it("is visible to all, with the calling member", () => {
    expect(response(portalOf().portalSelf(null))).toEqual({
      id: "town",
      name: "Town",
      urlKey: "town",
      isPortal: true,
      portalMode: "singletenant",
      supportsOAuth: false,
      access: "private",
      allSSL: false,
    });
    expect(response(portalOf().portalSelf(as("bob"))).user).toMatchObject({ username: "bob", role: "org_user" });
  });
});

describe("a member's content", () => {
  const items = [item("map"), item("plan", { folderId: "drives" }), item("open", { access: "public" }), item("bobs", { owner: "bob" })];
  const folder = { username: "alice", id: "drives", title: "Drives", created: 0 };

  it("consists of the items of the root folder, and the folders", () => {
    for (const caller of ["alice", "admin"]) {
      const content = response(portalOf(items).userContent(as(caller), { username: "alice" }));
      expect(content).toMatchObject({
        username: "alice",
        total: 2,
        start: 1,
        num: 10,
        nextStart: -1,
        currentFolder: null,
        folders: [folder],
      });
      expect(content.items.map(({ id }) => id)).toEqual(["map", "open"]);
    }
  });

  it("consists, for a folder, of its items", () => {
    const content = response(portalOf(items).userContent(as("alice"), { username: "alice", folderId: "drives" }));
    expect(content).toMatchObject({ currentFolder: folder, folders: [], items: [{ id: "plan" }] });
  });

  it("comes in pages", () => {
    const content = response(portalOf(items).userContent(as("alice"), { username: "alice", start: 1, num: 1 }));
    expect(content).toMatchObject({ total: 2, nextStart: 2, items: [{ id: "map" }] });
  });

  it("consists, for others, of the items that they may see", () => {
    const p = portalOf(items);
    expect(response(p.userContent(as("bob"), { username: "alice" }))).toMatchObject({ total: 1, items: [{ id: "open" }], folders: [] });
    expect(refusal(p.userContent(as("bob"), { username: "alice", folderId: "drives" }))).toEqual(NOT_PERMITTED);
    expect(refusal(p.userContent(as("alice"), { username: "alice", folderId: "none" }))).toEqual(NO_FOLDER);
    expect(refusal(p.userContent(as("alice"), { username: "nobody" }))).toEqual(NO_USER);
    expect(refusal(p.userContent(null, { username: "alice" }))).toEqual(TOKEN_REQUIRED);
  });

  it("changes as items are moved", () => {
    const p = portalOf(items);
    done(p, p.reassign(as("admin"), { owner: "alice", itemId: "map", targetUsername: "bob" }, { id: () => "x", now: 0 }));
    expect(response(p.userContent(as("bob"), { username: "bob" })).items.map(({ id }) => id)).toEqual(["map", "bobs"]);
  });
});
