// Membership of groups: adding, removing and promoting members, and what happens to their items.
import { describe, expect, it } from "vitest";
import type { GroupUsersRequest } from "../../src/portal/requests.js";
import type { Caller } from "../../src/portal/types.js";
import { as, badInput, done, item, NO_GROUP, NOT_PERMITTED, portalOf, refusal, response, stored, TOKEN_REQUIRED } from "./fake.js";

const usersOf = (p: ReturnType<typeof portalOf>, groupId: string) => {
  const { admins, users } = response(p.groupUsers(as("admin"), { groupId }));
  return [admins, users];
};

describe("addUsers", () => {
  it.each(["alice", "admin", "cory"])("called by %s adds the possible members and lists the others", (caller) => {
    const p = portalOf();
    const request = { groupId: "team", users: ["dana", "bob", "nobody", "alice"], admins: ["vera"] };
    expect(done(p, p.addGroupUsers(as(caller), request))).toEqual({ notAdded: ["bob", "nobody", "alice"] });
    expect(usersOf(p, "team")).toEqual([
      ["alice", "vera"],
      ["bob", "dana"],
    ]);
  });

  it("makes a member who is named in both lists an administrator of the group", () => {
    const p = portalOf();
    done(p, p.addGroupUsers(as("alice"), { groupId: "team", users: ["dana"], admins: ["dana"] }));
    expect(usersOf(p, "team")).toEqual([["alice", "dana"], ["bob"]]);
  });
});

describe("removeUsers", () => {
  it("removes the possible members and lists the others: the owner stays", () => {
    const p = portalOf();
    expect(done(p, p.removeGroupUsers(as("alice"), { groupId: "team", users: ["bob", "alice", "dana"] }))).toEqual({
      notRemoved: ["alice", "dana"],
    });
    expect(usersOf(p, "team")).toEqual([["alice"], []]);
  });

  it("removes the member's private items, and keeps those that all may see", () => {
    const p = portalOf([
      item("own", { owner: "bob", access: "shared", groups: ["team", "secret"] }),
      item("open", { owner: "bob", access: "org", groups: ["team"] }),
      item("others", { access: "shared", groups: ["team"] }),
    ]);
    done(p, p.removeGroupUsers(as("alice"), { groupId: "team", users: ["bob"] }));
    expect(["own", "open", "others"].map((id) => stored(p, id).groups)).toEqual([["secret"], ["team"], ["team"]]);
  });
});

describe("updateUsers", () => {
  it("promotes and demotes members, but not the owner", () => {
    const p = portalOf();
    expect(done(p, p.updateGroupUsers(as("alice"), { groupId: "team", admins: ["bob", "dana", "alice"] }))).toEqual({
      results: [
        { username: "bob", success: true },
        { username: "dana", success: false },
        { username: "alice", success: false },
      ],
    });
    expect(usersOf(p, "team")).toEqual([["alice", "bob"], []]);
    done(p, p.updateGroupUsers(as("alice"), { groupId: "team", users: ["bob"] }));
    expect(usersOf(p, "team")).toEqual([["alice"], ["bob"]]);
  });

  it("removes from a view-only group the private items of those who may no longer share with it", () => {
    const p = portalOf([item("map", { access: "shared", groups: ["board", "team"] })]);
    done(p, p.updateGroupUsers(as("admin"), { groupId: "board", users: ["alice"] }));
    expect(stored(p, "map").groups).toEqual(["team"]);
  });
});

describe("leave", () => {
  it("removes the caller, and the caller's private items", () => {
    const p = portalOf([item("own", { owner: "bob", access: "shared", groups: ["team"] })]);
    expect(done(p, p.leaveGroup(as("bob"), { groupId: "team" }))).toEqual({ success: true, groupId: "team" });
    expect(usersOf(p, "team")).toEqual([["alice"], []]);
    expect(stored(p, "own")).toMatchObject({ groups: [], access: "private" });
  });

  it.each<[string, Caller, string, unknown]>([
    ["the owner", as("alice"), "team", NOT_PERMITTED],
    ["a member of the organisation who is not in the group", as("dana"), "team", NOT_PERMITTED],
    ["a member who may not see the group", as("dana"), "secret", NO_GROUP],
    ["nobody signed in", null, "team", TOKEN_REQUIRED],
  ])("is refused for %s", (_, caller, groupId, error) => {
    expect(refusal(portalOf().leaveGroup(caller, { groupId }))).toEqual(error);
  });
});

describe("changing the members of a group", () => {
  it.each<[string, Caller, GroupUsersRequest, unknown]>([
    ["nobody signed in", null, { groupId: "team", users: ["dana"] }, TOKEN_REQUIRED],
    ["a plain member", as("bob"), { groupId: "team", users: ["dana"] }, NOT_PERMITTED],
    ["someone who is not in the group", as("dana"), { groupId: "team", users: ["dana"] }, NOT_PERMITTED],
    ["a member who may not see the group", as("dana"), { groupId: "secret", users: ["dana"] }, NO_GROUP],
    ["an unknown group", as("admin"), { groupId: "none", users: ["dana"] }, NO_GROUP],
    ["no names", as("alice"), { groupId: "team" }, badInput("users is missing; it must be a comma-separated list of usernames.")],
    [
      "too many names",
      as("alice"),
      { groupId: "team", users: Array(1001).fill("bob") },
      badInput("users has 1001 entries; at most 1000 are allowed in one request."),
    ],
  ])("is refused for %s", (_, caller, request, error) => {
    for (const operation of ["addGroupUsers", "removeGroupUsers", "updateGroupUsers"] as const) {
      expect(refusal(portalOf()[operation](caller, request))).toEqual(error);
    }
  });
});

it("an administrator joins, shares the owner's item and leaves again, as clients do it", () => {
  const p = portalOf([item("map")]);
  done(p, p.addGroupUsers(as("admin"), { groupId: "editors", users: ["admin"] }));
  const request = { username: "alice", itemId: "map", groups: ["editors"], confirmItemControl: true };
  expect(done(p, p.shareItem(as("admin"), request))).toEqual({ notSharedWith: [], itemId: "map" });
  done(p, p.removeGroupUsers(as("admin"), { groupId: "editors", users: ["admin"] }));
  expect(stored(p, "map")).toMatchObject({ access: "shared", groups: ["editors"] });
});
