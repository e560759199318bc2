// Sharing: who may share what with whom. It computes an item's new sharing level and groups, alone or in a batch of shareItems and unshareItems.
import { type Asker, hasSharingAccess, runsGroup, sharesControl } from "./asker.js";
import { bounded } from "./limits.js";
import { badInput, forbidden, Refusal } from "./refusal.js";
import type { ShareItemRequest, ShareItemsRequest, Sharing, UnshareItemRequest, UnshareItemsRequest } from "./requests.js";
import type {
  ShareItemResponse,
  ShareItemsResponse,
  ShareResult,
  UnshareItemResponse,
  UnshareItemsResponse,
  UnshareResult,
} from "./responses.js";
import type { GroupRecord, State } from "./state.js";
import type { Access, Change, Done, Item } from "./types.js";

/** A sharing level without regard to groups. */
type Level = Exclude<Access, "shared">;

/** The new level and groups of an item, and the groups that it could not be shared with or unshared from. */
interface Verdict {
  access: Access;
  groups: string[];
  refused: string[];
}

export function shareItems(asker: Asker, request: ShareItemsRequest): Done<ShareItemsResponse> {
  const { username } = asker.actsFor(request.username);
  bounded("groups", request.groups ?? []);
  const result = (itemId: string, success: boolean, notSharedWith: string[]): ShareResult => ({ itemId, success, notSharedWith });
  return batch(asker, request.items, (item) => share(asker, username, item, request), result);
}

export function unshareItems(asker: Asker, request: UnshareItemsRequest): Done<UnshareItemsResponse> {
  asker.actsFor(request.username);
  const groups = neededGroups(request.groups);
  const result = (itemId: string, success: boolean, notUnsharedFrom: string[]): UnshareResult => ({ itemId, success, notUnsharedFrom });
  return batch(asker, request.items, (item) => unshare(asker, item, groups), result);
}

export function shareItem(asker: Asker, request: ShareItemRequest): Done<ShareItemResponse> {
  const item = singleItem(asker, request);
  bounded("groups", request.groups ?? []);
  const verdict = share(asker, request.username ?? asker.signedIn().username, item, request);
  return { response: { notSharedWith: verdict.refused, itemId: item.id }, changes: changesOf(item, verdict) };
}

export function unshareItem(asker: Asker, request: UnshareItemRequest): Done<UnshareItemResponse> {
  const item = singleItem(asker, request);
  const verdict = unshare(asker, item, neededGroups(request.groups));
  return { response: { notUnsharedFrom: verdict.refused, itemId: item.id }, changes: changesOf(item, verdict) };
}

/** The changes that withdraw members' private items from a group with which these members may no longer share. */
export function withdrawItems(state: State, group: GroupRecord, usernames: readonly string[]): Change[] {
  const leavers = new Set(usernames);
  const others = (item: Item) => item.groups.filter((id) => id !== group.id);
  return [...state.items.values()]
    .filter((item) => leavers.has(item.owner) && levelOf(item) === "private")
    .flatMap((item) => changesOf(item, verdict("private", others(item), [])));
}

/** The item's level without regard to its groups. */
export function levelOf({ access }: Pick<Item, "access">): Level {
  return access === "shared" ? "private" : access;
}

/** The level shown: the highest of public, org, shared, private. */
export function accessOf(level: Level, groups: readonly string[]): Access {
  return level === "private" && groups.length > 0 ? "shared" : level;
}

/**
 * Shares an item. `username`: the member in the path, for whom the caller acts.
 * @throws Refusal 403 when the caller may not give the item this level, or take it away from everybody else.
 */
function share(asker: Asker, username: string, item: Item, sharing: Sharing): Verdict {
  const level = askedLevel(levelOf(item), sharing);
  // groups=" " together with everyone=false and org=false makes an item private. Without these, or when raising the level, it just adds no group.
  const empties = sharing.groups?.length === 0 && sharing.everyone === false && sharing.org === false;
  if ((level !== levelOf(item) && !maySetLevel(asker, item, level)) || (empties && !asker.manages(item))) throw forbidden();

  const groups = new Set<string>();
  const refused = new Set<string>();
  for (const id of empties ? [] : item.groups) (mayKeep(asker.state, item, level, id) ? groups : refused).add(id);
  for (const id of sharing.groups ?? []) {
    if (groups.has(id)) continue;
    (mayShareWith(asker, username, item, level, id, sharing.confirmItemControl === true) ? groups : refused).add(id);
  }
  return verdict(level, [...groups], [...refused]);
}

function askedLevel(level: Level, { everyone, org }: Sharing): Level {
  if (everyone ?? level === "public") return "public";
  if (org ?? level === "org") return "org";
  return "private";
}

function maySetLevel(asker: Asker, item: Item, level: Level): boolean {
  if (!asker.manages(item)) return false;
  if (level === "public") return mayShareAs(asker, item, "shareToPublic");
  if (level === "org") return mayShareAs(asker, item, "shareToOrg");
  return true;
}

/** Whether the caller may share an item like that: one's own with the user privilege, others' with the administrator privilege of the same name. */
function mayShareAs(asker: Asker, item: Item, privilege: "shareToGroup" | "shareToOrg" | "shareToPublic"): boolean {
  return asker.has(`portal:admin:${privilege}`) || (asker.is(item.owner) && asker.has(`portal:user:${privilege}`));
}

/** Whether an item stays in a group: a private one only if its owner might share it with the group now. */
function mayKeep(state: State, item: Item, level: Level, groupId: string): boolean {
  const group = state.groups.get(groupId);
  return group !== undefined && (level !== "private" || hasSharingAccess(group, item.owner));
}

function mayShareWith(asker: Asker, username: string, item: Item, level: Level, groupId: string, confirmed: boolean): boolean {
  const group = asker.state.groups.get(groupId);
  if (group === undefined || !asker.seesGroup(group)) return false;
  if (!asker.has("portal:user:shareToGroup", "portal:admin:shareToGroup")) return false;
  const manages = asker.manages(item);
  // Only those who may change an item may give others the right to change it.
  if (sharesControl(group) && !(confirmed && manages)) return false;
  // For a private item, whoever shares it (even an administrator) has to belong to the group, and its owner to have sharing access.
  if (level === "private") {
    return manages && mayShareAs(asker, item, "shareToGroup") && group.members.has(username) && hasSharingAccess(group, item.owner);
  }
  // An item that more people may see anyway: its owner and administrators may share it with any group, others with groups that they run.
  return manages || runsGroup(group, asker.member?.username);
}

function unshare(asker: Asker, item: Item, groupIds: readonly string[]): Verdict {
  const groups = new Set(item.groups);
  const refused = new Set<string>();
  for (const id of groupIds) {
    const group = asker.state.groups.get(id);
    // The owner of an item may always take it back.
    const isSeen = group !== undefined && (asker.seesGroup(group) || (groups.has(id) && asker.is(item.owner)));
    if (!isSeen) refused.add(id);
    else if (groups.has(id) && !asker.manages(item) && !runsGroup(group, asker.member?.username)) refused.add(id);
    else groups.delete(id);
  }
  return verdict(levelOf(item), [...groups], [...refused]);
}

function verdict(level: Level, groups: string[], refused: string[]): Verdict {
  return { access: accessOf(level, groups), groups, refused };
}

function changesOf(item: Item, { access, groups }: Verdict): Change[] {
  const same = access === item.access && groups.length === item.groups.length && groups.every((id, i) => id === item.groups[i]);
  return same ? [] : [{ kind: "item-shared", itemId: item.id, access, groups }];
}

/** One result per id asked for, in that order. An id given twice has two results and is changed once. */
function batch<Result extends { error?: { code: number; message: string } }>(
  asker: Asker,
  itemIds: readonly string[],
  judge: (item: Item) => Verdict,
  resultOf: (itemId: string, success: boolean, refused: string[]) => Result,
): Done<{ results: Result[] }> {
  if (itemIds.length === 0) throw badInput("items is missing; it must be a comma-separated list of item ids.");
  bounded("items", itemIds);
  const changes = new Map<string, Change[]>();
  const failed = (itemId: string, code: number, message: string) => ({ ...resultOf(itemId, false, []), error: { code, message } });
  const results = itemIds.map((itemId) => {
    const item = asker.state.items.get(itemId);
    if (item === undefined || !asker.sees(item)) return failed(itemId, 500, "Item does not exist or is inaccessible");
    try {
      const judged = judge(item);
      changes.set(itemId, changesOf(item, judged));
      return resultOf(itemId, true, judged.refused);
    } catch (trouble) {
      if (trouble instanceof Refusal) return failed(itemId, trouble.error.code, trouble.error.message);
      throw trouble;
    }
  });
  return { response: { results }, changes: [...changes.values()].flat() };
}

/** The item of a single share or unshare. If the path names a member, the item has to be that member's. */
function singleItem(asker: Asker, { username, itemId }: { username?: string; itemId: string }): Item {
  if (username === undefined) asker.signedIn();
  else asker.actsFor(username);
  return asker.item(itemId, username);
}

function neededGroups(groups: readonly string[] | undefined): readonly string[] {
  if (groups === undefined || groups.length === 0) throw badInput("groups is missing; it must be a comma-separated list of group ids.");
  bounded("groups", groups);
  return groups;
}
