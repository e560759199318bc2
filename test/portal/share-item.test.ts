// share and unshare for a single item: by its owner's path or by the item's own path, with errors for the whole request.
import { describe, expect, it } from "vitest";
import type { Caller, Item } from "../../src/portal/types.js";
import { as, badInput, done, item, NO_ITEM, NO_USER, NOT_PERMITTED, portalOf, refusal, stored, TOKEN_REQUIRED } from "./fake.js";

const items = (): Item[] => [
  item("map"),
  item("open", { owner: "dana", access: "public" }),
  item("teams", { owner: "bob", access: "shared", groups: ["team"] }),
];

describe("share", () => {
  it.each<[string, string, string | undefined, string, string[]]>([
    ["the owner, by the owner's path", "alice", "alice", "map", []],
    ["the owner, by the item's path", "alice", undefined, "map", []],
    ["an administrator, by the owner's path", "admin", "alice", "map", []],
    ["an administrator outside the group, by the item's path", "admin", undefined, "map", ["team"]],
    ["an administrator of the group, by the item's path", "alice", undefined, "open", []],
    ["another member, by the item's path", "bob", undefined, "open", ["team"]],
  ])("called by %s", (_, caller, username, itemId, notSharedWith) => {
    const p = portalOf(items());
    expect(done(p, p.shareItem(as(caller), { username, itemId, groups: ["team"] }))).toEqual({ notSharedWith, itemId });
    expect(stored(p, itemId).groups).toEqual(notSharedWith.length === 0 ? ["team"] : []);
  });

  it.each<[string, Caller, string | undefined, string, unknown]>([
    ["nobody signed in", null, undefined, "open", TOKEN_REQUIRED],
    ["nobody signed in, by a member's path", null, "alice", "map", TOKEN_REQUIRED],
    ["another member's path", as("bob"), "alice", "map", NOT_PERMITTED],
    ["an unknown user's path", as("admin"), "nobody", "map", NO_USER],
    ["an item of another owner than the path", as("admin"), "bob", "map", NO_ITEM],
    ["an unknown item", as("alice"), "alice", "none", NO_ITEM],
    ["an item that the caller may not see", as("bob"), undefined, "map", NO_ITEM],
  ])("is refused for %s", (_, caller, username, itemId, error) => {
    expect(refusal(portalOf(items()).shareItem(caller, { username, itemId, groups: ["team"] }))).toEqual(error);
  });

  it("refuses the whole request if the caller may not change the access level", () => {
    expect(refusal(portalOf(items()).shareItem(as("bob"), { itemId: "open", everyone: false }))).toEqual(NOT_PERMITTED);
  });

  it("accepts no more than 512 groups", () => {
    const groups = Array(513).fill("team");
    expect(refusal(portalOf(items()).shareItem(as("alice"), { itemId: "map", groups }))).toEqual(
      badInput("groups has 513 entries; at most 512 are allowed in one request."),
    );
  });
});

describe("unshare", () => {
  it.each<[string, string, string | undefined, string[]]>([
    ["the owner", "bob", "bob", []],
    ["an administrator", "admin", "bob", []],
    ["an administrator of the group, by the item's path", "alice", undefined, []],
  ])("called by %s", (_, caller, username, groups) => {
    const p = portalOf(items());
    expect(done(p, p.unshareItem(as(caller), { username, itemId: "teams", groups: ["team"] }))).toEqual({
      notUnsharedFrom: [],
      itemId: "teams",
    });
    expect(stored(p, "teams")).toMatchObject({ groups, access: "private" });
  });

  it.each([
    ["no group", [], "groups is missing; it must be a comma-separated list of group ids."],
    ["more than 512 groups", Array(513).fill("team"), "groups has 513 entries; at most 512 are allowed in one request."],
  ])("is refused for %s", (_, groups, sentence) => {
    expect(refusal(portalOf(items()).unshareItem(as("bob"), { itemId: "teams", groups }))).toEqual(badInput(sentence));
  });

  it("lists the groups that the item was not unshared from", () => {
    const p = portalOf([item("map", { access: "shared", groups: ["team"] })]);
    expect(done(p, p.unshareItem(as("bob"), { itemId: "map", groups: ["team", "none"] }))).toEqual({
      notUnsharedFrom: ["team", "none"],
      itemId: "map",
    });
  });

  it.each<[string, Caller, string | undefined, unknown]>([
    ["nobody signed in", null, undefined, TOKEN_REQUIRED],
    ["another member's path", as("alice"), "bob", NOT_PERMITTED],
    ["an item that the caller may not see", as("dana"), undefined, NO_ITEM],
  ])("is refused for %s", (_, caller, username, error) => {
    expect(refusal(portalOf(items()).unshareItem(caller, { username, itemId: "teams", groups: ["team"] }))).toEqual(error);
  });
});
