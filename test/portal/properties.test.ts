// Whatever members ask for, in any order: the state stays consistent, and nobody gets access to what is not theirs.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Portal } from "../../src/portal/portal.js";
import type { Change, Fresh, Item, Outcome, PortalFile } from "../../src/portal/types.js";
import { runs } from "../helpers/runs.js";
import { as, item, organisation } from "./fake.js";

const ADMINISTRATORS = ["admin", "cory", "mo"];
const ITEMS: Item[] = [
  item("a"),
  item("b", { folderId: "drives", access: "shared", groups: ["team", "board"] }),
  item("c", { owner: "bob", access: "shared", groups: ["secret"] }),
  item("d", { owner: "dana", access: "org", groups: ["team"] }),
  item("e", { owner: "vera", access: "public" }),
];
const START = ((): PortalFile => {
  const file = organisation(ITEMS);
  return { ...file, members: [...file.members, { username: "mo", role: "mover" }] };
})();

const username = fc.constantFrom("admin", "cory", "mo", "alice", "bob", "dana", "vera", "nobody");
const itemId = fc.constantFrom("a", "b", "c", "d", "e", "a", "b", "c", "d", "e", "fresh1", "fresh2", "none");
const group = fc.constantFrom("team", "board", "editors", "secret", "team", "board", "editors", "secret", "none");
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const sharing = {
  groups: maybe(some(group)),
  everyone: maybe(fc.boolean()),
  org: maybe(fc.boolean()),
  confirmItemControl: maybe(fc.boolean()),
};
const folderName = fc.constantFrom("In", "IN", "in", "drives", "/", undefined, "a/b");
// The path of a member: the item's owner's or the caller's own, as clients write it, and sometimes anybody's.
const path = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: username });
const users = some(username);

type Command = (portal: Portal, caller: string, fresh: Fresh) => Outcome<object>;
const ownerOf = (portal: Portal, id: string) => portal.toJSON().items!.find((one) => one.id === id)?.owner ?? "nobody";
const asked = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }, ask: (request: T, ...context: Parameters<Command>) => Outcome<object>) =>
  fc.record(shape).map(
    (request): Command =>
      (...context) =>
        ask(request as T, ...context),
  );

const command: fc.Arbitrary<Command> = fc.oneof(
  asked({ path, itemId, targetUsername: username, targetFolderName: folderName }, ({ path, ...request }, p, caller, fresh) =>
    p.reassign(as(caller), { owner: path ?? ownerOf(p, request.itemId), ...request }, fresh),
  ),
  asked({ path, items: some(itemId), ...sharing }, ({ path, ...request }, p, caller) =>
    p.shareItems(as(caller), { username: path ?? caller, ...request }),
  ),
  asked({ path, items: some(itemId), groups: some(group) }, ({ path, ...request }, p, caller) =>
    p.unshareItems(as(caller), { username: path ?? caller, ...request }),
  ),
  asked({ username: path, itemId, ...sharing }, (request, p, caller) => p.shareItem(as(caller), request)),
  asked({ username: path, itemId, groups: some(group) }, (request, p, caller) => p.unshareItem(as(caller), request)),
  asked({ path, title: folderName }, ({ path, title }, p, caller, fresh) =>
    p.createFolder(as(caller), { username: path ?? caller, title }, fresh),
  ),
  asked(
    {
      path,
      folderId: fc.constantFrom(undefined, "drives"),
      title: fc.string(),
      type: fc.string(),
      tags: some(fc.string()),
      url: maybe(fc.string()),
    },
    ({ path, ...request }, p, caller, fresh) => p.addItem(as(caller), { username: path ?? caller, ...request }, fresh),
  ),
  asked({ groupId: group, users, admins: users }, (request, p, caller) => p.addGroupUsers(as(caller), request)),
  asked({ groupId: group, users }, (request, p, caller) => p.removeGroupUsers(as(caller), request)),
  asked({ groupId: group, users, admins: users }, (request, p, caller) => p.updateGroupUsers(as(caller), request)),
);
const commands = fc.array(fc.tuple(username, command), { minLength: 5, maxLength: 30 });

interface Step {
  caller: string;
  before: PortalFile;
  outcome: Outcome<object>;
  after: PortalFile;
}

/** Runs every command in turn, with the whole state before and after it. */
function run(sequence: [string, Command][], look: (step: Step, portal: Portal) => void = () => {}): { portal: Portal; changes: Change[] } {
  const portal = Portal.from(START);
  const changes: Change[] = [];
  let count = 0;
  const fresh = { id: () => `fresh${++count}`, now: 1 };
  let before = JSON.stringify(portal);
  for (const [caller, ask] of sequence) {
    const outcome = ask(portal, caller, fresh);
    expect(JSON.stringify(portal)).toBe(before);
    for (const change of outcome.ok ? outcome.changes : []) {
      portal.apply(change);
      changes.push(change);
    }
    const after = JSON.stringify(portal);
    look({ caller, before: JSON.parse(before), outcome, after: JSON.parse(after) }, portal);
    before = after;
  }
  return { portal, changes };
}

const isPrivate = ({ access }: Item) => access === "private" || access === "shared";
const without = (groups: string[], others: string[]) => groups.filter((id) => !others.includes(id));

/** The groups that a member owns or administers. */
const runBy = (file: PortalFile, name: string) =>
  file.groups!.filter((one) => one.owner === name || one.members!.some((member) => member.username === name && member.role === "admin"));

describe("any sequence of commands", () => {
  it("leaves a state that equals the replay of its changes, and is a valid portal file", () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        const { portal, changes } = run(sequence);
        const state = JSON.stringify(portal);
        const again = Portal.from(START);
        for (const change of JSON.parse(JSON.stringify(changes)) as Change[]) again.apply(change);
        expect(JSON.stringify(again)).toBe(state);
        expect(JSON.stringify(Portal.from(JSON.parse(state)))).toBe(state);
      }),
      { seed: 1, numRuns: runs(150) },
    );
  });

  it("loses no item, and changes of others' items neither owner nor access, nor groups that the caller does not run", () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        run(sequence, ({ caller, before, after }) => {
          for (const was of before.items!) {
            const is = after.items!.find((one) => one.id === was.id)!;
            if (is.owner !== was.owner) expect(["admin", "mo"]).toContain(caller);
            if (caller === was.owner || ADMINISTRATORS.includes(caller)) continue;
            expect(isPrivate(is) || is.access).toBe(isPrivate(was) || was.access);
            const groupsRun = runBy(before, caller).map(({ id }) => id);
            expect(without(without(was.groups, is.groups), groupsRun)).toEqual([]);
            expect(without(without(is.groups, was.groups), isPrivate(was) ? [] : groupsRun)).toEqual([]);
          }
        });
      }),
      { seed: 2, numRuns: runs(150) },
    );
  });

  it("succeeds only for items that the caller can see", () => {
    fc.assert(
      fc.property(commands, (sequence) => {
        run(sequence, ({ caller, before, outcome }) => {
          if (!outcome.ok || !("results" in outcome.response)) return;
          const portal = Portal.from(before);
          for (const { itemId, success } of outcome.response.results as { itemId?: string; success: boolean }[]) {
            if (itemId !== undefined && success) expect(portal.item(as(caller), { itemId }).ok).toBe(true);
          }
        });
      }),
      { seed: 3, numRuns: runs(50) },
    );
  });

  it("shows in no answer an item to someone who may not see it", () => {
    fc.assert(
      fc.property(commands, username, (sequence, viewer) => {
        const { portal } = run(sequence);
        const file = portal.toJSON();
        const groupsOf = (name: string) =>
          file.groups!.filter((one) => one.owner === name || one.members!.some((member) => member.username === name));
        const mine = new Set(groupsOf(viewer).map(({ id }) => id));
        const open = (one: Item) =>
          one.access === "public" ||
          one.owner === viewer ||
          ADMINISTRATORS.includes(viewer) ||
          (viewer !== "nobody" && (one.access === "org" || one.groups.some((id) => mine.has(id))));
        const caller = viewer === "nobody" ? null : as(viewer);
        const seen = [
          portal.search(caller, { num: 100 }),
          ...file.groups!.map(({ id }) => portal.groupContent(caller, { groupId: id, num: 100 })),
          ...file.members.map((member) => portal.userContent(caller, { username: member.username, num: 100 })),
          ...file.items!.map(({ id }) => portal.item(caller, { itemId: id })),
        ].flatMap((outcome) => (outcome.ok ? JSON.stringify(outcome.response) : []));
        for (const one of file.items!) {
          const isSeen = seen.some((text) => text.includes(`{"id":"${one.id}","owner"`));
          expect([one.id, isSeen]).toEqual([one.id, open(one)]);
        }
      }),
      { seed: 4, numRuns: runs(50) },
    );
  });
});

describe("any text as a query", () => {
  it("is answered or refused, and never throws", () => {
    const portal = Portal.from(START);
    const piece = fc.constantFrom(
      "title",
      ":",
      '"',
      "(",
      ")",
      " ",
      "AND",
      "OR",
      "NOT",
      "-",
      "*",
      "\\",
      "[",
      "a",
      "owner:bob",
      "&&",
      "\n",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, text) => {
        for (const q of [pieces.join(""), text]) {
          const outcome = portal.search(as("bob"), { q });
          expect(outcome.ok || outcome.error.code).toSatisfy((is) => is === true || is === 400);
        }
      }),
      { seed: 5, numRuns: runs(500) },
    );
  });
});
