// Operations: the sharing API's addresses and the portal's operations behind them. A folder in the path of an item is ignored, as the item's id suffices.
import type { Portal } from "../../portal/portal.js";
import { noSuchFolder } from "../../portal/refusal.js";
import type { GroupUsersRequest, SearchRequest, Sharing } from "../../portal/requests.js";
import type { Caller, Fresh, Outcome } from "../../portal/types.js";
import { invalidUrl } from "../failures.js";
import type { Given } from "./given.js";

/** One operation: from the values of a request to the portal's outcome. */
export type Operation = (portal: Portal, caller: Caller, given: Given, fresh: Fresh) => Outcome<object>;

/** Operations that only read, by GET or POST. */
export const READS: Readonly<Record<string, Operation>> = {
  "/community/self": (portal, caller) => portal.communitySelf(caller),
  "/community/users": (portal, caller, given) => portal.searchUsers(caller, searchIn(given)),
  "/community/users/:username": (portal, caller, given) => portal.user(caller, { username: given.path("username") }),
  "/community/groups": (portal, caller, given) => portal.searchGroups(caller, searchIn(given)),
  "/community/groups/:groupId": (portal, caller, given) => portal.group(caller, { groupId: given.path("groupId") }),
  "/community/groups/:groupId/users": (portal, caller, given) => portal.groupUsers(caller, { groupId: given.path("groupId") }),
  "/portals/self/users/search": (portal, caller, given) => portal.searchUsers(caller, searchIn(given)),
  "/search": (portal, caller, given) => portal.search(caller, searchIn(given)),
  "/content/groups/:groupId": (portal, caller, given) =>
    portal.groupContent(caller, { groupId: given.path("groupId"), ...searchIn(given) }),
  "/content/groups/:groupId/search": (portal, caller, given) =>
    portal.groupContent(caller, { groupId: given.path("groupId"), ...searchIn(given) }),
  "/content/items/:itemId": (portal, caller, given) => portal.item(caller, { itemId: given.path("itemId") }),
  "/content/items/:itemId/groups": (portal, caller, given) => portal.itemGroups(caller, { itemId: given.path("itemId") }),
  "/content/users/:username": userContent,
  "/content/users/:username/:folderId": userFolder,
  "/content/users/:username/items/:itemId": userItem,
  "/content/users/:username/:folderId/items/:itemId": userItem,
};

/** Operations that change the portal, by POST. */
export const WRITES: Readonly<Record<string, Operation>> = {
  "/community/groups/:groupId/addUsers": (portal, caller, given) => portal.addGroupUsers(caller, groupUsersIn(given)),
  "/community/groups/:groupId/removeUsers": (portal, caller, given) => portal.removeGroupUsers(caller, groupUsersIn(given)),
  "/community/groups/:groupId/leave": (portal, caller, given) => portal.leaveGroup(caller, { groupId: given.path("groupId") }),
  "/community/groups/:groupId/updateUsers": (portal, caller, given) => portal.updateGroupUsers(caller, groupUsersIn(given)),
  "/content/users/:username/createFolder": (portal, caller, given, fresh) =>
    portal.createFolder(caller, { username: given.path("username"), title: given.text("title") }, fresh),
  "/content/users/:username/addItem": addItem,
  "/content/users/:username/:folderId/addItem": addItem,
  "/content/users/:username/shareItems": (portal, caller, given) =>
    portal.shareItems(caller, { username: given.path("username"), items: given.list("items") ?? [], ...sharingIn(given) }),
  "/content/users/:username/unshareItems": (portal, caller, given) =>
    portal.unshareItems(caller, { username: given.path("username"), items: given.list("items") ?? [], groups: given.list("groups") }),
  "/content/items/:itemId/share": shareItem,
  "/content/users/:username/items/:itemId/share": shareItem,
  "/content/users/:username/:folderId/items/:itemId/share": shareItem,
  "/content/items/:itemId/unshare": unshareItem,
  "/content/users/:username/items/:itemId/unshare": unshareItem,
  "/content/users/:username/:folderId/items/:itemId/unshare": unshareItem,
  "/content/users/:username/items/:itemId/reassign": reassign,
  "/content/users/:username/:folderId/items/:itemId/reassign": reassign,
};

function userContent(portal: Portal, caller: Caller, given: Given): Outcome<object> {
  const [start, num] = [given.whole("start"), given.whole("num")];
  return portal.userContent(caller, { username: given.path("username"), folderId: given.path("folderId") || undefined, start, num });
}

/** The content of a folder by its id: one of the form that this server makes, or one in the portal file. Any other word is taken for an unknown operation. */
function userFolder(portal: Portal, caller: Caller, given: Given): Outcome<object> {
  const outcome = userContent(portal, caller, given);
  const isMissing = !outcome.ok && outcome.error.message === noSuchFolder().error.message;
  return isMissing && !/^[0-9a-f]{32}$/.test(given.path("folderId")) ? { ok: false, error: invalidUrl().error } : outcome;
}

function userItem(portal: Portal, caller: Caller, given: Given): Outcome<object> {
  return portal.userItem(caller, { username: given.path("username"), itemId: given.path("itemId") });
}

function addItem(portal: Portal, caller: Caller, given: Given, fresh: Fresh): Outcome<object> {
  const request = {
    username: given.path("username"),
    folderId: given.path("folderId") || undefined,
    title: given.text("title"),
    type: given.text("type"),
    url: given.text("url"),
    typeKeywords: given.words("typeKeywords"),
    description: given.text("description"),
    snippet: given.text("snippet"),
    tags: given.words("tags"),
  };
  return portal.addItem(caller, request, fresh);
}

function shareItem(portal: Portal, caller: Caller, given: Given): Outcome<object> {
  return portal.shareItem(caller, { username: given.path("username") || undefined, itemId: given.path("itemId"), ...sharingIn(given) });
}

function unshareItem(portal: Portal, caller: Caller, given: Given): Outcome<object> {
  const [username, itemId] = [given.path("username") || undefined, given.path("itemId")];
  return portal.unshareItem(caller, { username, itemId, groups: given.list("groups") });
}

function reassign(portal: Portal, caller: Caller, given: Given, fresh: Fresh): Outcome<object> {
  const request = {
    owner: given.path("username"),
    itemId: given.path("itemId"),
    targetUsername: given.text("targetUsername"),
    targetFolderName: given.text("targetFolderName"),
  };
  return portal.reassign(caller, request, fresh);
}

function sharingIn(given: Given): Sharing {
  return {
    groups: given.list("groups"),
    everyone: given.flag("everyone"),
    org: given.flag("org"),
    confirmItemControl: given.flag("confirmItemControl"),
  };
}

function groupUsersIn(given: Given): GroupUsersRequest {
  return { groupId: given.path("groupId"), users: given.list("users"), admins: given.list("admins") };
}

function searchIn(given: Given): SearchRequest {
  return {
    q: given.text("q"),
    filter: given.text("filter"),
    start: given.whole("start"),
    num: given.whole("num"),
    sortField: given.text("sortField"),
    sortOrder: given.text("sortOrder"),
  };
}
