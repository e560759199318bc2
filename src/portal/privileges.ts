// Privileges: what each role may do, by the names that clients read in a member's `privileges`.
import type { State } from "./state.js";
import type { DefaultRole, Member } from "./types.js";

const USER = [
  "features:user:edit",
  "portal:user:createGroup",
  "portal:user:createItem",
  "portal:user:joinGroup",
  "portal:user:receiveItems",
  "portal:user:shareToGroup",
  "portal:user:shareToOrg",
  "portal:user:shareToPublic",
  "portal:user:viewOrgGroups",
  "portal:user:viewOrgItems",
  "portal:user:viewOrgUsers",
  "premium:user:networkanalysis",
];
const PUBLISHER = [...USER, "portal:publisher:publishFeatures", "portal:publisher:publishTiles"];
const ADMINISTRATOR = [
  ...PUBLISHER,
  "portal:admin:assignToGroups",
  "portal:admin:deleteItems",
  "portal:admin:reassignItems",
  "portal:admin:shareToGroup",
  "portal:admin:shareToOrg",
  "portal:admin:shareToPublic",
  "portal:admin:updateGroups",
  "portal:admin:updateItems",
  "portal:admin:viewGroups",
  "portal:admin:viewItems",
  "portal:admin:viewUsers",
];

/** The default roles and their privileges. */
export const DEFAULT_ROLES: Readonly<Record<DefaultRole, readonly string[]>> = {
  org_admin: ADMINISTRATOR,
  org_publisher: PUBLISHER,
  org_user: USER,
};

export function isDefaultRole(role: string): role is DefaultRole {
  return Object.hasOwn(DEFAULT_ROLES, role);
}

/** The privileges of a member's role. */
export function privilegesOf(state: State, { role }: Member): readonly string[] {
  return isDefaultRole(role) ? DEFAULT_ROLES[role] : (state.roles.get(role)?.privileges ?? []);
}

/** Whether any of the privileges is administrative. A member with such a privilege is an administrator, by a default or a custom role. */
export function isAdministrative(privileges: readonly string[]): boolean {
  return privileges.some((privilege) => privilege.startsWith("portal:admin:"));
}

/**
 * A member's role as clients expect it: a custom role is in `roleId`, and `role` is the default role nearest to it. That is never org_admin, since clients take
 * that for the default role itself.
 */
export function wireRole(state: State, member: Member): { role: DefaultRole; roleId?: string } {
  if (isDefaultRole(member.role)) return { role: member.role };
  const publishes = privilegesOf(state, member).some((privilege) => privilege.startsWith("portal:publisher:"));
  return { role: publishes ? "org_publisher" : "org_user", roleId: member.role };
}
