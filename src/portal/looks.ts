// Looks: operations that only read lists: a member's content, an item's groups, a group's members.
import { type Asker, runsGroup } from "./asker.js";
import { forbidden, noSuchFolder } from "./refusal.js";
import type { UserContentRequest } from "./requests.js";
import type { GroupUsersResponse, ItemGroupsResponse, UserContentResponse, UserItemResponse } from "./responses.js";
import { paged } from "./search.js";
import { wireFolder, wireGroup, wireItem } from "./wire.js";

/**
 * The items in one of a member's folders, by default the root folder. Callers other than the member and administrators get those items of the root folder that
 * they may see.
 */
export function userContent(asker: Asker, { username, folderId, start, num }: UserContentRequest): UserContentResponse {
  asker.signedIn();
  const member = asker.user(username);
  const whole = asker.is(username) || asker.isAdministrator;
  const folder = folderId === undefined ? undefined : member.folders.find(({ id }) => id === folderId);
  if (folderId !== undefined && !whole) throw forbidden();
  if (folderId !== undefined && folder === undefined) throw noSuchFolder();

  const inFolder = [...asker.state.items.values()].filter(
    (item) => item.owner === username && item.folderId === (folder?.id ?? null) && asker.sees(item),
  );
  const { page, ...where } = paged({ start, num }, inFolder);
  return {
    username,
    ...where,
    currentFolder: folder ? wireFolder(member, folder) : null,
    items: page.map((item) => wireItem(asker, item)),
    folders: whole && folder === undefined ? member.folders.map((one) => wireFolder(member, one)) : [],
  };
}

/** An item with its sharing and folder, for its owner and administrators. */
export function userItem(asker: Asker, { username, itemId }: { username: string; itemId: string }): UserItemResponse {
  asker.actsFor(username);
  const item = asker.item(itemId, username);
  return { item: wireItem(asker, item), sharing: { access: item.access, groups: [...item.groups] }, folder: item.folderId };
}

/** The groups that an item is shared with and that the caller may see. */
export function itemGroups(asker: Asker, { itemId }: { itemId: string }): ItemGroupsResponse {
  const username = asker.member?.username;
  const groups: ItemGroupsResponse = { admin: [], member: [], other: [] };
  for (const group of asker.groupsSeen(asker.item(itemId))) {
    const isMember = username !== undefined && group.members.has(username);
    const part = runsGroup(group, username) ? groups.admin : isMember ? groups.member : groups.other;
    part.push(wireGroup(asker, group));
  }
  return groups;
}

/** Who belongs to a group, for its members and for administrators of the organisation. Its owner is listed among its administrators too. */
export function groupUsers(asker: Asker, { groupId }: { groupId: string }): GroupUsersResponse {
  const { username } = asker.signedIn();
  const group = asker.group(groupId);
  if (!asker.isAdministrator && !group.members.has(username)) throw forbidden();
  const entries = [...group.members];
  return {
    owner: group.owner,
    admins: entries.filter(([, role]) => role !== "member").map(([name]) => name),
    users: entries.filter(([, role]) => role === "member").map(([name]) => name),
  };
}
