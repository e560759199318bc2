// Group users: changes who belongs to a group. Clients do this before an administrator shares something, and undo it afterwards.
import { type Asker, hasSharingAccess, runsGroup } from "./asker.js";
import { bounded } from "./limits.js";
import { badInput, forbidden } from "./refusal.js";
import type { GroupUsersRequest } from "./requests.js";
import type { AddGroupUsersResponse, LeaveGroupResponse, RemoveGroupUsersResponse, UpdateGroupUsersResponse } from "./responses.js";
import { withdrawItems } from "./sharing.js";
import type { GroupRecord } from "./state.js";
import type { Change, Done } from "./types.js";

/** Adds members. The response names those who could not be added: no members of the organisation, or in the group already. */
export function addGroupUsers(asker: Asker, request: GroupUsersRequest): Done<AddGroupUsersResponse> {
  const group = runBy(asker, request.groupId);
  const wanted = rolesAsked(request);
  const can = ([username]: [string, unknown]) => asker.state.members.has(username) && !group.members.has(username);
  return {
    response: { notAdded: wanted.filter((entry) => !can(entry)).map(([username]) => username) },
    changes: wanted.filter(can).map(([username, role]) => ({ kind: "group-member-set", groupId: group.id, username, role })),
  };
}

/** Removes members from a group, and their private items with them. The owner cannot be removed. */
export function removeGroupUsers(asker: Asker, request: GroupUsersRequest): Done<RemoveGroupUsersResponse> {
  const group = runBy(asker, request.groupId);
  const usernames = rolesAsked(request).map(([username]) => username);
  const can = (username: string) => mayChange(group, username);
  return {
    response: { notRemoved: usernames.filter((username) => !can(username)) },
    changes: removals(asker, group, usernames.filter(can)),
  };
}

/** Takes the caller and the caller's private items out of a group. The owner cannot leave. */
export function leaveGroup(asker: Asker, { groupId }: { groupId: string }): Done<LeaveGroupResponse> {
  const { username } = asker.signedIn();
  const group = asker.group(groupId);
  if (!mayChange(group, username)) throw forbidden();
  return { response: { success: true, groupId }, changes: removals(asker, group, [username]) };
}

function removals({ state }: Asker, group: GroupRecord, usernames: readonly string[]): Change[] {
  const gone = usernames.map((username): Change => ({ kind: "group-member-removed", groupId: group.id, username }));
  return [...gone, ...withdrawItems(state, group, usernames)];
}

/**
 * Makes members administrators of the group, or plain members again. In a view-only group plain members may not share, so their private items are withdrawn.
 */
export function updateGroupUsers(asker: Asker, request: GroupUsersRequest): Done<UpdateGroupUsersResponse> {
  const group = runBy(asker, request.groupId);
  const wanted = rolesAsked(request);
  const changed = wanted.filter(([username]) => mayChange(group, username));
  const after = { ...group, members: new Map([...group.members, ...changed]) };
  const barred = changed.map(([username]) => username).filter((username) => !hasSharingAccess(after, username));
  return {
    response: { results: wanted.map(([username]) => ({ username, success: mayChange(group, username) })) },
    changes: [
      ...changed.map(([username, role]): Change => ({ kind: "group-member-set", groupId: group.id, username, role })),
      ...withdrawItems(asker.state, group, barred),
    ],
  };
}

/** The group, if the caller may change who belongs to it. */
function runBy(asker: Asker, groupId: string): GroupRecord {
  const { username } = asker.signedIn();
  const group = asker.group(groupId);
  if (!asker.isAdministrator && !runsGroup(group, username)) throw forbidden();
  return group;
}

function mayChange(group: GroupRecord, username: string): boolean {
  return group.members.has(username) && group.members.get(username) !== "owner";
}

/** Each member named, with the role asked for. A member named in both lists is an administrator. */
function rolesAsked({ users = [], admins = [] }: GroupUsersRequest): [string, "member" | "admin"][] {
  const asked = [
    ...users.map((username): [string, "member"] => [username, "member"]),
    ...admins.map((username): [string, "admin"] => [username, "admin"]),
  ];
  if (asked.length === 0) throw badInput("users is missing; it must be a comma-separated list of usernames.");
  bounded("users", asked);
  return [...new Map<string, "member" | "admin">(asked)];
}
