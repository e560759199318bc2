// Reassign: who may move whose items to whom, and into which folder; the order of the checks; known errors byte for byte.
import { describe, expect, it } from "vitest";
import type { ReassignRequest } from "../../src/portal/requests.js";
import {
  as,
  badInput,
  done,
  fresh,
  INVALID_TOKEN,
  item,
  NO_ITEM,
  NO_USER,
  NOT_PERMITTED,
  portalOf,
  refusal,
  stored,
  TOKEN_REQUIRED,
} from "./fake.js";

const moved = { owner: "alice", itemId: "map", targetUsername: "bob" };
const portal = () => portalOf([item("map"), item("bobs", { owner: "bob" })]);

describe("moving an item", () => {
  it("returns success and the item's id, and makes the target its owner", () => {
    const p = portal();
    expect(done(p, p.reassign(as("admin"), moved, fresh()))).toEqual({ success: true, itemId: "map" });
    expect(stored(p, "map")).toMatchObject({ owner: "bob", folderId: null, access: "private" });
  });

  it("changes nothing until the change is applied", () => {
    const p = portal();
    p.reassign(as("admin"), moved, fresh());
    expect(stored(p, "map").owner).toBe("alice");
  });

  it("takes the item out of its owner's folder", () => {
    const p = portalOf([item("map", { folderId: "drives" })]);
    done(p, p.reassign(as("admin"), moved, fresh()));
    expect(stored(p, "map").folderId).toBeNull();
  });

  it("to its own owner moves it between folders", () => {
    const p = portal();
    done(p, p.reassign(as("admin"), { ...moved, targetUsername: "alice", targetFolderName: "Drives" }, fresh()));
    expect(stored(p, "map")).toMatchObject({ owner: "alice", folderId: "drives" });
  });
});

describe("the target folder", () => {
  const made = [{ id: "fresh1", title: "In", created: 1_700_000_000_000 }];
  it.each<[string, string | undefined, string | null, unknown[]]>([
    ["the root folder by /", "/", null, []],
    ["the root folder if it is left out", undefined, null, []],
    ["the root folder if it is blank", "  ", null, []],
    ["the root folder by / with blanks around it", " / ", null, []],
    ["created if it does not exist", "In", "fresh1", made],
    ["named without the blanks around it", "  In ", "fresh1", made],
  ])("is %s", (_, targetFolderName, folderId, folders) => {
    const p = portal();
    done(p, p.reassign(as("admin"), { ...moved, targetFolderName }, fresh()));
    expect(stored(p, "map").folderId).toBe(folderId);
    expect(p.toJSON().members.find(({ username }) => username === "bob")?.folders).toEqual(folders);
  });

  it.each(["Drives", "DRIVES", "drives", " dRives "])("is the target's existing one, whatever its case: %j", (targetFolderName) => {
    const p = portal();
    done(p, p.reassign(as("admin"), { owner: "bob", itemId: "bobs", targetUsername: "alice", targetFolderName }, fresh()));
    expect(stored(p, "bobs").folderId).toBe("drives");
    expect(p.toJSON().members.find(({ username }) => username === "alice")?.folders).toHaveLength(1);
  });

  it.each([
    ["a/b", '"a/b"'],
    ["//", '"//"'],
    ["a\u0000b", '"a\\u0000b"'],
    ["x".repeat(251), `"${"x".repeat(60)}…"`],
  ])("may not be called %j", (targetFolderName, shown) => {
    expect(refusal(portal().reassign(as("admin"), { ...moved, targetFolderName }, fresh()))).toEqual(
      badInput(`targetFolderName is ${shown}; it must be 1 to 250 characters without / and control characters.`),
    );
  });
});

describe("who may reassign an item", () => {
  const organisation = [
    { username: "alice", role: "org_user" },
    { username: "bob", role: "org_user" },
  ];
  it.each([
    ["org_admin", true],
    ["org_publisher", false],
    ["org_user", false],
    ["viewer", false],
    ["mover", true],
    ["curator", false],
  ])("with the role %s: %s", (role, may) => {
    const p = portalOf([item("map")], { groups: [], members: [...organisation, { username: "caller", role }] });
    const outcome = p.reassign(as("caller"), moved, fresh());
    if (may) expect(done(p, outcome)).toEqual({ success: true, itemId: "map" });
    else expect(refusal(outcome)).toEqual(NOT_PERMITTED);
  });

  it("does not include its own owner", () => {
    expect(refusal(portal().reassign(as("alice"), moved, fresh()))).toEqual(NOT_PERMITTED);
  });
});

describe("who may receive an item", () => {
  it.each([
    ["org_admin", true],
    ["org_publisher", true],
    ["org_user", true],
    ["viewer", false],
    ["curator", true],
    ["mover", false],
  ])("with the role %s: %s", (role, may) => {
    const members = [
      { username: "admin", role: "org_admin" },
      { username: "alice", role: "org_user" },
      { username: "target", role },
    ];
    const outcome = portalOf([item("map")], { groups: [], members }).reassign(as("admin"), { ...moved, targetUsername: "target" }, fresh());
    expect(outcome.ok ? "moved" : outcome.error.messageCode).toBe(may ? "moved" : "CONT_0291");
  });

  it("is checked with an error whose bytes clients know", () => {
    const url = "https://localhost/server/rest/services/Hosted/Drives/FeatureServer";
    const p = portalOf([item("layer", { type: "Feature Service", url, reservedTypeKeywords: ["Hosted Service"] })]);
    const outcome = p.reassign(as("admin"), { owner: "alice", itemId: "layer", targetUsername: "vera" }, fresh());
    expect(JSON.stringify({ error: refusal(outcome) })).toBe(
      '{"error":{"code":403,"message":"The item cannot be reassigned because the target user lacks the right privileges.","details":[' +
        `{"itemId":"layer","type":"Feature Service","url":"${url}","reservedTypeKeywords":["Hosted Service"],"owner":"alice"}` +
        '],"messageCode":"CONT_0291"}}',
    );
  });

  it("is checked with an error of the same form for an item without address and keywords", () => {
    expect(refusal(portal().reassign(as("admin"), { ...moved, targetUsername: "vera" }, fresh())).details).toEqual([
      { itemId: "map", type: "Web Map", url: "", reservedTypeKeywords: [], owner: "alice" },
    ]);
  });
});

describe("the target must be a member of the item's groups", () => {
  const NOT_ADMITTED = (closed: number, first: string) =>
    badInput(
      `targetUsername is "bob", who does not have sharing access to every group that the item is shared with (${closed} without, the first is ${first}); unshare the item or add the member to the group first.`,
    );
  const groups = (bobIn: string[]) =>
    ["one", "two"].map((id) => ({
      id,
      title: id,
      owner: "alice",
      access: "org" as const,
      isViewOnly: id === "two",
      members: bobIn.includes(id) ? [{ username: "bob", role: "member" as const }] : [],
    }));
  it.each<[string, string[], string[], "public" | "org" | "shared", unknown]>([
    ["allowed: the target is in its group", ["one"], ["one"], "shared", undefined],
    ["refused: the target is not in its group", [], ["one"], "shared", NOT_ADMITTED(1, "one")],
    ["refused: the target may only read in one of two groups", ["one", "two"], ["one", "two"], "shared", NOT_ADMITTED(1, "two")],
    ["refused: the target is in none of two groups", [], ["one", "two"], "shared", NOT_ADMITTED(2, "one")],
    ["allowed: the organisation may see the item anyway", [], ["one"], "org", undefined],
    ["allowed: the item is public anyway", [], ["one"], "public", undefined],
  ])("%s", (_, bobIn, itemGroups, access, error) => {
    const p = portalOf([item("map", { access, groups: itemGroups })], { groups: groups(bobIn) });
    const outcome = p.reassign(as("admin"), moved, fresh());
    expect(outcome.ok ? undefined : outcome.error).toEqual(error);
    if (outcome.ok) done(p, outcome);
    expect(stored(p, "map")).toMatchObject({ owner: error ? "alice" : "bob", access, groups: itemGroups });
  });
});

describe("the order of the checks", () => {
  // Each request has the named fault and all that follow it in this table.
  const worst: ReassignRequest = { owner: "bob", itemId: "map", targetUsername: "nobody", targetFolderName: "a/b" };
  const p = () => portalOf([item("map", { access: "shared", groups: ["team"] })]);
  const notAdmitted = (outcome: unknown) => (outcome as { details: string[] }).details[0]?.startsWith('targetUsername is "dana"');
  it.each<[string, ReturnType<typeof as>, ReassignRequest, unknown]>([
    ["nobody signed in", null, worst, TOKEN_REQUIRED],
    ["a member who was removed", as("gone"), worst, INVALID_TOKEN],
    ["a caller who is no administrator", as("bob"), worst, NOT_PERMITTED],
    ["an administrator without the privilege", as("cory"), worst, NOT_PERMITTED],
    ["an unknown item", as("admin"), { ...worst, itemId: "none" }, NO_ITEM],
    ["an item of another owner than given", as("admin"), worst, NO_ITEM],
    ["an owner who is no member", as("admin"), { ...worst, owner: "nobody" }, NO_ITEM],
    [
      "no target",
      as("admin"),
      { ...worst, owner: "alice", targetUsername: undefined },
      badInput("targetUsername is missing; it must be the username of a member of the organisation."),
    ],
    ["a target who is no member", as("admin"), { ...worst, owner: "alice" }, NO_USER],
    [
      "a target who may not receive items",
      as("admin"),
      { ...worst, owner: "alice", targetUsername: "vera" },
      expect.objectContaining({ messageCode: "CONT_0291" }),
    ],
    [
      "a target outside the item's groups",
      as("admin"),
      { ...worst, owner: "alice", targetUsername: "dana" },
      expect.toSatisfy(notAdmitted),
    ],
    [
      "an invalid folder name",
      as("admin"),
      { ...worst, owner: "alice", targetUsername: "bob" },
      badInput('targetFolderName is "a/b"; it must be 1 to 250 characters without / and control characters.'),
    ],
  ])("reports %s before the faults below it", (_, caller, request, error) => {
    expect(refusal(p().reassign(caller, request, fresh()))).toEqual(error);
  });
});
