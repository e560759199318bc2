// Wire: items, groups, members and folders in the form of the wire, restricted to what the caller may know.
import type { Asker } from "./asker.js";
import { privilegesOf, wireRole } from "./privileges.js";
import type { PortalSelfResponse, WireFolder, WireGroup, WireItem, WireUser } from "./responses.js";
import type { GroupRecord, MemberRecord } from "./state.js";
import type { Folder, Item } from "./types.js";

export function wireItem(asker: Asker, item: Item): WireItem {
  const wire: WireItem = {
    id: item.id,
    owner: item.owner,
    orgId: asker.state.organisation.id,
    created: item.created ?? 0,
    modified: item.modified ?? item.created ?? 0,
    title: item.title,
    type: item.type,
    typeKeywords: [...(item.typeKeywords ?? [])],
    description: item.description ?? null,
    snippet: item.snippet ?? null,
    tags: [...(item.tags ?? [])],
    url: item.url ?? null,
    access: item.access,
    numViews: 0,
    size: 0,
    protected: false,
  };
  if (asker.manages(item)) return { ...wire, ownerFolder: item.folderId, itemControl: "admin" };
  return asker.updates(item) ? { ...wire, itemControl: "update" } : wire;
}

/** A group, with the membership of `subject`, by default the caller. */
export function wireGroup(asker: Asker, group: GroupRecord, subject = asker.member): WireGroup {
  return {
    id: group.id,
    title: group.title,
    owner: group.owner,
    orgId: asker.state.organisation.id,
    access: group.access,
    description: group.description ?? null,
    snippet: group.snippet ?? null,
    tags: [...(group.tags ?? [])],
    capabilities: [...(group.capabilities ?? [])],
    isInvitationOnly: true,
    isViewOnly: group.isViewOnly ?? false,
    isFav: false,
    autoJoin: false,
    protected: false,
    created: group.created ?? 0,
    modified: group.created ?? 0,
    userMembership: {
      username: subject?.username ?? "",
      memberType: (subject && group.members.get(subject.username)) ?? "none",
      applications: 0,
    },
  };
}

/** A member; e-mail address and privileges only for the member and administrators. */
export function wireUser(asker: Asker, member: MemberRecord): WireUser {
  const fullName = member.fullName ?? member.username;
  const [firstName = "", ...lastNames] = fullName.split(" ");
  const wire: WireUser = {
    username: member.username,
    fullName,
    firstName,
    lastName: lastNames.join(" "),
    orgId: asker.state.organisation.id,
    ...wireRole(asker.state, member),
    access: "org",
    level: "2",
    disabled: false,
    provider: "arcgis",
    created: member.created ?? 0,
    modified: member.created ?? 0,
  };
  if (!asker.is(member.username) && !asker.isAdministrator) return wire;
  return { ...wire, email: member.email ?? null, privileges: [...privilegesOf(asker.state, member)] };
}

/** A member with the groups that the caller may see. */
export function wireMember(asker: Asker, member: MemberRecord): WireUser {
  const groups = [...asker.state.groups.values()].filter((group) => group.members.has(member.username) && asker.seesGroup(group));
  return { ...wireUser(asker, member), groups: groups.map((group) => wireGroup(asker, group, member)) };
}

export function wireFolder({ username }: MemberRecord, { id, title, created }: Folder): WireFolder {
  return { username, id, title, created: created ?? 0 };
}

export function wirePortal(asker: Asker): PortalSelfResponse {
  const { id, name, urlKey } = asker.state.organisation;
  const wire: PortalSelfResponse = {
    id,
    name,
    urlKey: urlKey ?? id,
    isPortal: true,
    portalMode: "singletenant",
    supportsOAuth: false,
    access: "private",
    allSSL: false,
  };
  return asker.member ? { ...wire, user: wireMember(asker, asker.member) } : wire;
}
