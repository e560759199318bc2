// shareItems and unshareItems: who may share which item with whom, item by item; known errors byte for byte.
import { describe, expect, it } from "vitest";
import type { ShareItemsRequest, Sharing } from "../../src/portal/requests.js";
import type { Access, Caller } from "../../src/portal/types.js";
import {
  as,
  badInput,
  done,
  INVALID_TOKEN,
  item,
  NO_USER,
  NOT_PERMITTED,
  organisation,
  portalOf,
  ROLES,
  refusal,
  response,
  stored,
  TOKEN_REQUIRED,
} from "./fake.js";

/** Shares alice's only item, by the caller's own path, and returns the result and the item's sharing. */
function shared(caller: string, access: Access, groups: string[], sharing: Sharing, owner = "alice", username = caller) {
  const p = portalOf([item("map", { owner, access, groups })]);
  const { results } = done(p, p.shareItems(as(caller), { username, items: ["map"], ...sharing }));
  const after = stored(p, "map");
  return { result: results[0], access: after.access, groups: after.groups };
}

const ok = (...notSharedWith: string[]) => ({ itemId: "map", success: true, notSharedWith });
const inaccessible = (itemId = "map") => ({
  itemId,
  success: false,
  notSharedWith: [],
  error: { code: 500, message: "Item does not exist or is inaccessible" },
});
const forbidden = { itemId: "map", success: false, notSharedWith: [], error: { code: 403, message: NOT_PERMITTED.message } };

describe("with which groups an item may be shared, by its access level, the caller, and group membership", () => {
  // alice owns team and is an administrator of board. bob is a member of team, may read in board, and belongs to the hidden group secret. dana belongs to
  // no group.
  it.each<[owner: string, caller: string, access: Access, group: string, shares: boolean]>([
    // A private item can be shared only with groups that its owner can share with.
    ["alice", "alice", "private", "team", true],
    ["alice", "alice", "private", "board", true], // view-only, and she runs it
    ["alice", "alice", "private", "secret", false], // hidden from her
    ["bob", "bob", "private", "team", true],
    ["bob", "bob", "private", "board", false], // view-only: belongs, may not share
    ["bob", "bob", "private", "secret", true],
    ["dana", "dana", "private", "team", false],
    ["dana", "dana", "private", "none", false],
    // An administrator acting in their own name must belong to the group, as an owner must.
    ["alice", "admin", "private", "team", false],
    ["alice", "admin", "private", "board", true],
    ["alice", "admin", "private", "secret", false], // the administrator's own group
    ["bob", "admin", "private", "secret", true],
    ["dana", "admin", "private", "team", false],
    // Public and org items can be shared with any group by those who manage the item.
    ["alice", "alice", "public", "team", true],
    ["bob", "bob", "public", "board", true],
    ["dana", "dana", "public", "team", true],
    ["dana", "dana", "org", "team", true],
    ["dana", "dana", "org", "board", true],
    ["dana", "dana", "public", "secret", false], // there is no such group for her
    ["dana", "admin", "public", "secret", true],
    ["dana", "admin", "org", "team", true],
    // Other members can share what all may see anyway with groups that they run.
    ["dana", "alice", "public", "team", true],
    ["dana", "alice", "org", "board", true],
    ["dana", "bob", "public", "team", false],
    ["dana", "bob", "org", "board", false],
  ])("%s's item, shared by %s, %s → %s: %s", (owner, caller, access, group, shares) => {
    expect(shared(caller, access, [], { groups: [group] }, owner)).toEqual({
      result: shares ? ok() : ok(group),
      access: shares && access === "private" ? "shared" : access,
      groups: shares ? [group] : [],
    });
  });

  it.each<[owner: string, path: string, group: string, shares: boolean]>([
    ["alice", "alice", "team", true],
    ["alice", "alice", "secret", false], // the administrator's own group
    ["dana", "dana", "team", false],
    ["alice", "bob", "team", true],
    ["alice", "dana", "team", false],
  ])("%s's private item, shared by an administrator on behalf of %s → %s: %s", (owner, path, group, shares) => {
    expect(shared("admin", "private", [], { groups: [group] }, owner, path).groups).toEqual(shares ? [group] : []);
  });

  it("a private item cannot be shared with a group that the custom administrator who shares it does not belong to", () => {
    const roles = [...ROLES, { id: "sharer", name: "Sharer", privileges: ["portal:user:shareToGroup", "portal:admin:shareToGroup"] }];
    const members = [...(organisation().members ?? []), { username: "sam", role: "sharer" }];
    const p = portalOf([item("map", { owner: "bob" })], { roles, members });
    const share = (username: string) => done(p, p.shareItems(as("sam"), { username, items: ["map"], groups: ["secret"] })).results;
    expect([share("sam"), share("bob")]).toEqual([[ok("secret")], [ok()]]);
  });

  it.each<[string, Access, boolean]>([
    ["a viewer's own private item", "private", false],
    ["a viewer's own public item", "public", false],
  ])("%s cannot be shared with groups: the role may not share", (_, access) => {
    const groups = [{ id: "club", title: "Club", owner: "vera", access: "org" as const }];
    const p = portalOf([item("map", { owner: "vera", access })], { groups });
    expect(response(p.shareItems(as("vera"), { username: "vera", items: ["map"], groups: ["club"] })).results).toEqual([ok("club")]);
  });

  it("an item shared with groups counts as private", () => {
    expect(shared("dana", "public", ["team"], { groups: ["board"], everyone: false, org: false }, "dana")).toEqual({
      result: ok("team", "board"),
      access: "private",
      groups: [],
    });
    expect(shared("bob", "shared", ["team"], { groups: ["board", "secret"] }, "bob")).toEqual({
      result: ok("board"),
      access: "shared",
      groups: ["team", "secret"],
    });
  });

  it("the access level set in the same request counts", () => {
    expect(shared("dana", "private", [], { groups: ["team"], everyone: true }, "dana")).toEqual({
      result: ok(),
      access: "public",
      groups: ["team"],
    });
    expect(shared("dana", "private", [], { groups: ["team"], org: true }, "dana")).toEqual({
      result: ok(),
      access: "org",
      groups: ["team"],
    });
    expect(shared("dana", "org", [], { groups: ["team"], org: false }, "dana")).toEqual({
      result: ok("team"),
      access: "private",
      groups: [],
    });
  });

  it("a refused group is listed once, and the item is shared with the others", () => {
    expect(shared("alice", "private", [], { groups: ["none", "team", "none", "secret", "team"] })).toEqual({
      result: ok("none", "secret"),
      access: "shared",
      groups: ["team"],
    });
  });

  it("another member cannot share an item that is in a group of both with more groups", () => {
    expect(shared("bob", "shared", ["team"], { groups: ["board"] })).toEqual({ result: ok("board"), access: "shared", groups: ["team"] });
  });

  it("groups are added to those the item has; a group that it has already is not refused", () => {
    expect(shared("bob", "shared", ["team"], { groups: ["team"] })).toEqual({ result: ok(), access: "shared", groups: ["team"] });
    expect(shared("alice", "shared", ["editors"], { groups: ["editors"] })).toEqual({
      result: ok(),
      access: "shared",
      groups: ["editors"],
    });
    expect(shared("alice", "shared", ["team"], { groups: ["board", "team"] })).toEqual({
      result: ok(),
      access: "shared",
      groups: ["team", "board"],
    });
  });
});

describe("groups whose members may update items", () => {
  it.each<[string, Access, boolean | undefined, boolean]>([
    ["alice", "private", undefined, false],
    ["alice", "private", false, false],
    ["alice", "private", true, true],
    ["alice", "public", false, false],
    ["alice", "public", true, true],
    ["admin", "private", true, true],
    ["admin", "private", false, false],
  ])("need confirmItemControl: shared by %s, %s, confirmItemControl %s: %s", (caller, access, confirmItemControl, shares) => {
    expect(shared(caller, access, [], { groups: ["editors", "team"], confirmItemControl }, "alice", "alice")).toMatchObject({
      result: shares ? ok() : ok("editors"),
      groups: shares ? ["editors", "team"] : ["team"],
    });
  });

  it("do not get others' items: an administrator of such a group cannot share what is not theirs", () => {
    expect(shared("alice", "public", [], { groups: ["editors"], confirmItemControl: true }, "dana").result).toEqual(ok("editors"));
  });
});

describe("the parameters everyone and org", () => {
  const U = undefined;
  it.each<[from: Access, everyone: boolean | undefined, org: boolean | undefined, to: Access]>([
    ["private", U, U, "private"],
    ["private", true, U, "public"],
    ["private", true, false, "public"],
    ["private", true, true, "public"],
    ["private", false, true, "org"],
    ["private", U, true, "org"],
    ["private", false, false, "private"],
    ["org", U, U, "org"],
    ["org", true, U, "public"],
    ["org", false, U, "org"],
    ["org", U, false, "private"],
    ["org", false, false, "private"],
    ["public", U, U, "public"],
    ["public", U, true, "public"],
    ["public", U, false, "public"],
    ["public", false, true, "org"],
    ["public", false, false, "private"],
    ["public", false, U, "private"],
  ])("change the access from %s with everyone %s and org %s to %s", (from, everyone, org, to) => {
    expect(shared("alice", from, [], { everyone, org }).access).toBe(to);
    // The groups stay, whatever the level; without public and org they are what is left.
    const withGroup = shared("alice", from === "private" ? "shared" : from, ["team"], { everyone, org });
    expect(withGroup).toEqual({ result: ok(), access: to === "private" ? "shared" : to, groups: ["team"] });
  });

  it.each<[string, string, Access, Sharing, boolean]>([
    ["alice", "a publisher", "private", { everyone: true }, true],
    ["vera", "a viewer", "private", { everyone: true }, false],
    ["vera", "a viewer", "private", { org: true }, false],
    ["vera", "a viewer", "org", { everyone: true }, false],
    ["vera", "a viewer", "public", { everyone: false, org: false }, true],
    ["vera", "a viewer", "public", { everyone: true }, true],
  ])("can be used or not by the owner and administrators: %s, %s, own %s item, %j: %s", (caller, _, access, sharing, may) => {
    expect(shared(caller, access, [], sharing, caller).result).toEqual(may ? ok() : forbidden);
  });

  it.each<[string, Access, Sharing, boolean]>([
    ["bob", "public", { everyone: false }, false],
    ["bob", "org", { everyone: true }, false],
    ["bob", "org", { org: true }, true], // as it is
    ["admin", "public", { everyone: false }, true],
    ["admin", "private", { everyone: true }, true],
    ["cory", "public", { everyone: false }, true],
    ["cory", "private", { everyone: true }, false], // an administrator's role, but without a privilege to share
  ])("can be used or not by others: %s on alice's %s item, %j: %s", (caller, access, sharing, may) => {
    expect(shared(caller, access, [], sharing).result).toEqual(may ? ok() : forbidden);
  });

  it.each<[string, string[], boolean]>([
    ["an administrator with other privileges", ["portal:admin:viewUsers", "portal:user:shareToPublic", "portal:user:shareToGroup"], false],
    ["an administrator with sharing privileges", ["portal:admin:shareToPublic", "portal:admin:shareToGroup"], true],
  ])("by %s share others' items further: %s, %s", (_, privileges, may) => {
    const roles = [...ROLES, { id: "some", name: "Some", privileges }];
    const members = [...(organisation().members ?? []), { username: "sam", role: "some" }];
    const groups = [
      { id: "club", title: "Club", owner: "sam", access: "org" as const, members: [{ username: "alice", role: "member" as const }] },
    ];
    const ask = (sharing: Sharing) => {
      const p = portalOf([item("map", { owner: "alice" })], { roles, members, groups });
      return done(p, p.shareItems(as("sam"), { username: "sam", items: ["map"], ...sharing })).results[0];
    };
    expect(ask({ everyone: true })).toEqual(may ? ok() : forbidden);
    expect(ask({ groups: ["club"] })).toEqual(may ? ok() : ok("club"));
  });

  it("change nothing of an item that may not get the level asked for", () => {
    const groups = [{ id: "club", title: "Club", owner: "vera", access: "org" as const }];
    const p = portalOf([item("map", { owner: "vera", access: "shared", groups: ["club"] })], { groups });
    done(p, p.shareItems(as("vera"), { username: "vera", items: ["map"], everyone: true, groups: [] }));
    expect(stored(p, "map")).toMatchObject({ access: "shared", groups: ["club"] });
  });
});

describe("an empty list of groups", () => {
  it.each<[string, Sharing, Access, string[]]>([
    ["makes an item private together with everyone=false and org=false", { groups: [], everyone: false, org: false }, "private", []],
    ["changes no groups if the item becomes public", { groups: [], everyone: true, org: false }, "public", ["team"]],
    ["changes no groups if the item is shared with the organisation", { groups: [], everyone: false, org: true }, "org", ["team"]],
    ["changes no groups on its own", { groups: [] }, "shared", ["team"]],
  ])("%s", (_, sharing, access, groups) => {
    expect(shared("alice", "shared", ["team"], sharing)).toEqual({ result: ok(), access, groups });
  });

  it("is refused for another member", () => {
    expect(shared("bob", "shared", ["team"], { groups: [], everyone: false, org: false })).toEqual({
      result: forbidden,
      access: "shared",
      groups: ["team"],
    });
  });
});

describe("a group that may not have a private item", () => {
  it("loses it if it is no longer public, and is listed", () => {
    expect(shared("dana", "public", ["team"], { everyone: false, org: false }, "dana")).toEqual({
      result: ok("team"),
      access: "private",
      groups: [],
    });
    expect(shared("bob", "org", ["team", "board"], { org: false }, "bob")).toEqual({
      result: ok("board"),
      access: "shared",
      groups: ["team"],
    });
  });
});

describe("a batch of items", () => {
  const items = () => [item("a"), item("b", { access: "public" }), item("c", { owner: "bob" })];

  it("has one result for each id, in order, whatever happens to the others", () => {
    const p = portalOf(items());
    const request = { username: "alice", items: ["gone", "a", "c", "b", "a"], groups: ["team", "none"] };
    expect(done(p, p.shareItems(as("alice"), request)).results).toEqual([
      inaccessible("gone"),
      { itemId: "a", success: true, notSharedWith: ["none"] },
      inaccessible("c"),
      { itemId: "b", success: true, notSharedWith: ["none"] },
      { itemId: "a", success: true, notSharedWith: ["none"] },
    ]);
    expect([stored(p, "a").groups, stored(p, "b").groups, stored(p, "c").groups]).toEqual([["team"], ["team"], []]);
  });

  it("reports an item that does not exist, or that the caller may not see, in bytes that clients know", () => {
    const bytes =
      '{"itemId":"c","success":false,"notSharedWith":[],"error":{"code":500,"message":"Item does not exist or is inaccessible"}}';
    const request = { username: "alice", items: ["c"], everyone: true };
    expect(JSON.stringify(response(portalOf(items()).shareItems(as("alice"), request)))).toBe(`{"results":[${bytes}]}`);
    expect(JSON.stringify(response(portalOf().shareItems(as("alice"), request)))).toBe(`{"results":[${bytes}]}`);
  });

  it("stores one change for each item that changes, and none for others", () => {
    const p = portalOf([...items(), item("d", { access: "shared", groups: ["team"] })]);
    const outcome = p.shareItems(as("alice"), { username: "alice", items: ["a", "a", "d", "gone"], groups: ["team"] });
    expect(outcome.ok && outcome.changes).toEqual([{ kind: "item-shared", itemId: "a", access: "shared", groups: ["team"] }]);
  });

  it.each<[string, Caller, Partial<ShareItemsRequest>, unknown]>([
    ["nobody signed in", null, {}, TOKEN_REQUIRED],
    ["a member who was removed", as("gone"), {}, INVALID_TOKEN],
    ["another member's batch", as("bob"), {}, NOT_PERMITTED],
    ["an unknown user's batch, by an administrator", as("admin"), { username: "nobody" }, NO_USER],
    ["an unknown user's batch, by another member", as("bob"), { username: "nobody" }, NOT_PERMITTED],
    ["no items", as("alice"), { items: [] }, badInput("items is missing; it must be a comma-separated list of item ids.")],
    [
      "too many items",
      as("alice"),
      { items: Array(1001).fill("a") },
      badInput("items has 1001 entries; at most 1000 are allowed in one request."),
    ],
    [
      "too many groups",
      as("alice"),
      { groups: Array(513).fill("team") },
      badInput("groups has 513 entries; at most 512 are allowed in one request."),
    ],
  ])("is refused for %s", (_, caller, request, error) => {
    expect(refusal(portalOf(items()).shareItems(caller, { username: "alice", items: ["a"], ...request }))).toEqual(error);
  });

  it("of an administrator may be in the owner's name, or contain anybody's items", () => {
    for (const username of ["alice", "admin"]) {
      const p = portalOf([item("map")]);
      expect(done(p, p.shareItems(as("admin"), { username, items: ["map"], groups: ["board"] })).results).toEqual([ok()]);
    }
  });

  it("of the greatest length allowed is answered in full", () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `item${i}`);
    const p = portalOf(ids.map((id) => item(id)));
    expect(done(p, p.shareItems(as("alice"), { username: "alice", items: ids, groups: ["team"] })).results).toHaveLength(1000);
    expect(p.toJSON().items!.every(({ access }) => access === "shared")).toBe(true);
  });
});

describe("unsharing items", () => {
  it.each<[owner: string, caller: string, access: Access, groups: string[], from: string[], left: string[], notUnsharedFrom: string[]]>([
    ["alice", "alice", "shared", ["team", "board"], ["team"], ["board"], []],
    ["alice", "alice", "shared", ["team"], ["team"], [], []],
    ["alice", "alice", "public", ["team"], ["team"], [], []],
    ["alice", "alice", "shared", ["team"], ["board"], ["team"], []], // was not shared with it
    ["alice", "alice", "shared", ["team"], ["none"], ["team"], ["none"]],
    ["alice", "alice", "shared", ["team"], ["secret"], ["team"], ["secret"]], // hidden from her
    ["alice", "alice", "public", ["team", "secret"], ["secret"], ["team"], []], // hidden from her, but the item is hers
    // Administrators, by the default role or a custom one, in the owner's name.
    ["alice", "admin", "shared", ["team"], ["team"], [], []],
    ["alice", "cory", "shared", ["team"], ["team"], [], []],
    ["alice", "cory", "org", ["team", "board"], ["board", "team"], [], []],
    // Others, from the groups that they run.
    ["bob", "alice", "shared", ["team"], ["team"], [], []],
    ["alice", "bob", "shared", ["team"], ["team"], ["team"], ["team"]],
    ["alice", "dana", "public", ["team"], ["team"], ["team"], ["team"]],
  ])("%s's item by %s: %s in %j, from %j → %j", (owner, caller, access, groups, from, left, notUnsharedFrom) => {
    const p = portalOf([item("map", { owner, access, groups })]);
    const { results } = done(p, p.unshareItems(as(caller), { username: caller, items: ["map"], groups: from }));
    expect(results).toEqual([{ itemId: "map", success: true, notUnsharedFrom }]);
    expect(stored(p, "map")).toMatchObject({ groups: left, access: access === "shared" && left.length === 0 ? "private" : access });
  });

  it.each<[string, string, boolean]>([
    ["the owner", "alice", true],
    ["an administrator", "admin", true],
    ["a custom administrator", "cory", true],
    ["another member", "bob", false],
    ["a viewer", "vera", false],
  ])("is possible in the owner's name by %s %s: %s", (_, caller, may) => {
    const p = portalOf([item("map", { access: "shared", groups: ["team"] })]);
    const outcome = p.unshareItems(as(caller), { username: "alice", items: ["map"], groups: ["team"] });
    expect(outcome.ok ? "done" : outcome.error).toEqual(may ? "done" : NOT_PERMITTED);
  });

  it("reports an item that does not exist, and unshares the others", () => {
    const p = portalOf([item("map", { access: "shared", groups: ["team"] })]);
    expect(done(p, p.unshareItems(as("alice"), { username: "alice", items: ["gone", "map"], groups: ["team"] })).results).toEqual([
      { itemId: "gone", success: false, notUnsharedFrom: [], error: { code: 500, message: "Item does not exist or is inaccessible" } },
      { itemId: "map", success: true, notUnsharedFrom: [] },
    ]);
  });

  it.each([undefined, []])("needs groups, and not %j", (groups) => {
    expect(refusal(portalOf([item("map")]).unshareItems(as("alice"), { username: "alice", items: ["map"], groups }))).toEqual(
      badInput("groups is missing; it must be a comma-separated list of group ids."),
    );
  });
});
