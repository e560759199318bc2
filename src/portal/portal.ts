// The portal: one organisation's members, groups, folders and items, and the operations on them. A pure state machine.
import { Asker } from "./asker.js";
import { addItem, createFolder } from "./content.js";
import { readPortalFile } from "./file.js";
import { addGroupUsers, leaveGroup, removeGroupUsers, updateGroupUsers } from "./group-users.js";
import { groupUsers, itemGroups, userContent, userItem } from "./looks.js";
import { privilegesOf } from "./privileges.js";
import { reassign } from "./reassign.js";
import { Refusal } from "./refusal.js";
import type * as requests from "./requests.js";
import type * as responses from "./responses.js";
import { searchGroups, searchItems, searchUsers } from "./search.js";
import { shareItem, shareItems, unshareItem, unshareItems } from "./sharing.js";
import type { State } from "./state.js";
import type { Caller, Change, Done, Fresh, Outcome, PortalFile } from "./types.js";
import { wireGroup, wireItem, wireMember, wirePortal } from "./wire.js";

/**
 * Only {@link Portal.apply} changes the state. An operation returns what it would do: a response and the changes for it. Store the changes, apply them in
 * order, then send the response. Only then ask for the next operation, so that it sees the state that its changes will meet. A request that is not allowed or
 * not valid gives an outcome with an error; it never throws.
 */
export class Portal {
  readonly #state: State;

  private constructor(state: State) {
    this.#state = state;
  }

  /** @param file a portal file, parsed. @throws SnapError "bad-input" naming the place, the value and what is allowed. */
  static from(file: unknown): Portal {
    return new Portal(readPortalFile(file));
  }

  /** The whole state as a portal file. Password hashes are in it: it is for the store, not for the wire. */
  toJSON(): PortalFile {
    return this.#state.toJSON();
  }

  /** Makes one stored change. @throws SnapError "bad-input" when it does not fit the state; then nothing has changed. */
  apply(change: Change): void {
    this.#state.apply(change);
  }

  /** The stored password hash; undefined for no such member, or one who cannot sign in. */
  passwordHash(username: string): string | undefined {
    return this.#state.members.get(username)?.passwordHash;
  }

  /** Whether the member exists and has the privilege. */
  may(username: string, privilege: string): boolean {
    const member = this.#state.members.get(username);
    return member !== undefined && privilegesOf(this.#state, member).includes(privilege);
  }

  // Operations that change something.

  reassign(caller: Caller, request: requests.ReassignRequest, fresh: Fresh): Outcome<responses.ReassignResponse> {
    return this.#answer(caller, (asker) => reassign(asker, request, fresh));
  }

  shareItems(caller: Caller, request: requests.ShareItemsRequest): Outcome<responses.ShareItemsResponse> {
    return this.#answer(caller, (asker) => shareItems(asker, request));
  }

  unshareItems(caller: Caller, request: requests.UnshareItemsRequest): Outcome<responses.UnshareItemsResponse> {
    return this.#answer(caller, (asker) => unshareItems(asker, request));
  }

  shareItem(caller: Caller, request: requests.ShareItemRequest): Outcome<responses.ShareItemResponse> {
    return this.#answer(caller, (asker) => shareItem(asker, request));
  }

  unshareItem(caller: Caller, request: requests.UnshareItemRequest): Outcome<responses.UnshareItemResponse> {
    return this.#answer(caller, (asker) => unshareItem(asker, request));
  }

  createFolder(caller: Caller, request: requests.CreateFolderRequest, fresh: Fresh): Outcome<responses.CreateFolderResponse> {
    return this.#answer(caller, (asker) => createFolder(asker, request, fresh));
  }

  addItem(caller: Caller, request: requests.AddItemRequest, fresh: Fresh): Outcome<responses.AddItemResponse> {
    return this.#answer(caller, (asker) => addItem(asker, request, fresh));
  }

  addGroupUsers(caller: Caller, request: requests.GroupUsersRequest): Outcome<responses.AddGroupUsersResponse> {
    return this.#answer(caller, (asker) => addGroupUsers(asker, request));
  }

  removeGroupUsers(caller: Caller, request: requests.GroupUsersRequest): Outcome<responses.RemoveGroupUsersResponse> {
    return this.#answer(caller, (asker) => removeGroupUsers(asker, request));
  }

  leaveGroup(caller: Caller, request: { groupId: string }): Outcome<responses.LeaveGroupResponse> {
    return this.#answer(caller, (asker) => leaveGroup(asker, request));
  }

  updateGroupUsers(caller: Caller, request: requests.GroupUsersRequest): Outcome<responses.UpdateGroupUsersResponse> {
    return this.#answer(caller, (asker) => updateGroupUsers(asker, request));
  }

  // Operations that only read.

  /** portals/self */
  portalSelf(caller: Caller): Outcome<responses.PortalSelfResponse> {
    return this.#look(caller, (asker) => wirePortal(asker));
  }

  /** community/self */
  communitySelf(caller: Caller): Outcome<responses.WireUser> {
    return this.#look(caller, (asker) => wireMember(asker, asker.signedIn()));
  }

  /** community/users/{username} */
  user(caller: Caller, { username }: { username: string }): Outcome<responses.WireUser> {
    return this.#look(caller, (asker) => wireMember(asker, asker.user(username)));
  }

  /** community/groups/{groupId} */
  group(caller: Caller, { groupId }: { groupId: string }): Outcome<responses.WireGroup> {
    return this.#look(caller, (asker) => wireGroup(asker, asker.group(groupId)));
  }

  /** community/groups/{groupId}/users */
  groupUsers(caller: Caller, request: { groupId: string }): Outcome<responses.GroupUsersResponse> {
    return this.#look(caller, (asker) => groupUsers(asker, request));
  }

  /** content/items/{itemId} */
  item(caller: Caller, { itemId }: { itemId: string }): Outcome<responses.WireItem> {
    return this.#look(caller, (asker) => wireItem(asker, asker.item(itemId)));
  }

  /** content/items/{itemId}/groups */
  itemGroups(caller: Caller, request: { itemId: string }): Outcome<responses.ItemGroupsResponse> {
    return this.#look(caller, (asker) => itemGroups(asker, request));
  }

  /** content/users/{username}/items/{itemId} */
  userItem(caller: Caller, request: { username: string; itemId: string }): Outcome<responses.UserItemResponse> {
    return this.#look(caller, (asker) => userItem(asker, request));
  }

  /** content/users/{username} and content/users/{username}/{folderId} */
  userContent(caller: Caller, request: requests.UserContentRequest): Outcome<responses.UserContentResponse> {
    return this.#look(caller, (asker) => userContent(asker, request));
  }

  /** search */
  search(caller: Caller, request: requests.SearchRequest): Outcome<responses.SearchResponse<responses.WireItem>> {
    return this.#look(caller, (asker) => searchItems(asker, request));
  }

  /** content/groups/{groupId} and content/groups/{groupId}/search: the items of one group */
  groupContent(
    caller: Caller,
    { groupId, ...request }: requests.SearchRequest & { groupId: string },
  ): Outcome<responses.SearchResponse<responses.WireItem>> {
    return this.#look(caller, (asker) => searchItems(asker, request, asker.group(groupId).id));
  }

  /** community/groups */
  searchGroups(caller: Caller, request: requests.SearchRequest): Outcome<responses.SearchResponse<responses.WireGroup>> {
    return this.#look(caller, (asker) => searchGroups(asker, request));
  }

  /** community/users and portals/self/users/search */
  searchUsers(caller: Caller, request: requests.SearchRequest): Outcome<responses.SearchResponse<responses.WireUser>> {
    return this.#look(caller, (asker) => searchUsers(asker, request));
  }

  #look<T>(caller: Caller, look: (asker: Asker) => T): Outcome<T> {
    return this.#answer(caller, (asker) => ({ response: look(asker), changes: [] }));
  }

  #answer<T>(caller: Caller, operation: (asker: Asker) => Done<T>): Outcome<T> {
    try {
      return { ok: true, ...operation(new Asker(this.#state, caller)) };
    } catch (trouble) {
      if (trouble instanceof Refusal) return { ok: false, error: trouble.error };
      throw trouble;
    }
  }
}
