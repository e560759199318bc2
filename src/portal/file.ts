// Portal file: reads it, and checks each value and each reference.
import { SnapError } from "../errors.js";
import { hasSharingAccess } from "./asker.js";
import { boolean, list, moment, nullable, object, oneOf, optional, pattern, type Reader, text, trouble } from "./fields.js";
import { TEXT_LENGTH, TITLE_LENGTH } from "./limits.js";
import { DEFAULT_ROLES, isDefaultRole } from "./privileges.js";
import { accessOf, levelOf } from "./sharing.js";
import { State } from "./state.js";
import type { Folder, Group, GroupMember, Item, Member, Organisation, PortalFile, Role } from "./types.js";

const title = text(1, TITLE_LENGTH);
const prose = text(0, TEXT_LENGTH);
const words = list(title);
const id = pattern(/^[\w-]{1,64}$/, "an id: 1 to 64 letters, digits, _ and -");
const username = pattern(/^[\w.@+-]{1,128}$/, "a username: 1 to 128 letters, digits and . _ @ + -");

const SCRYPT = /^scrypt\$\d{1,9}\$\d{1,5}\$\d{1,5}\$[A-Za-z0-9+/]+=*\$[A-Za-z0-9+/]+=*$/;
// The value is not in the sentence: if somebody wrote the password itself there, it must not get into a log.
const passwordHash: Reader<string> = (value, place) => {
  if (typeof value === "string" && SCRYPT.test(value)) return value;
  throw new SnapError("bad-input", `${place} is not a scrypt hash; it must be scrypt$N$r$p$saltBase64$hashBase64.`, { place });
};

const organisation = object<Organisation>({ id, name: title, urlKey: optional(id) });

const role = object<Role>({
  id,
  name: title,
  description: optional(prose),
  privileges: list(pattern(/^\w+(:\w+)+$/, "a privilege such as portal:user:shareToGroup")),
});

const folder = object<Folder>({
  id,
  title: pattern(/^[^/\p{Cc}]{1,250}$/u, "a title: 1 to 250 characters without / and control characters"),
  created: optional(moment),
});

const member = object<Member>({
  username,
  fullName: optional(title),
  email: optional(title),
  role: id,
  passwordHash: optional(passwordHash),
  folders: optional(list(folder)),
  created: optional(moment),
});

const group = object<Group>({
  id,
  title,
  owner: username,
  access: oneOf("public", "org", "private"),
  isViewOnly: optional(boolean),
  capabilities: optional(list(oneOf("updateitemcontrol"))),
  description: optional(prose),
  snippet: optional(prose),
  tags: optional(words),
  members: optional(list(object<GroupMember>({ username, role: oneOf("owner", "admin", "member") }))),
  created: optional(moment),
});

const item = object<Item>({
  id,
  owner: username,
  folderId: nullable(id),
  title,
  type: title,
  url: optional(nullable(prose)),
  typeKeywords: optional(words),
  reservedTypeKeywords: optional(words),
  description: optional(nullable(prose)),
  snippet: optional(nullable(prose)),
  tags: optional(words),
  access: oneOf("public", "org", "shared", "private"),
  groups: list(id),
  created: optional(moment),
  modified: optional(moment),
});

const portalFile = object<PortalFile>({
  organisation,
  roles: optional(list(role)),
  members: list(member),
  groups: optional(list(group)),
  items: optional(list(item)),
});

/**
 * The state that a portal file describes.
 * @throws SnapError "bad-input" naming the place, the value and what is allowed.
 */
export function readPortalFile(value: unknown): State {
  const file = portalFile(value, "");
  const { roles = [], members, groups = [], items = [] } = file;
  unique("roles", "id", roles);
  for (const [i, { id }] of roles.entries()) if (isDefaultRole(id)) throw trouble(`roles[${i}].id`, id, "an id that no default role has");
  unique("members", "username", members);
  unique("groups", "id", groups);
  unique("items", "id", items);

  const state = new State(file);
  for (const [i, one] of members.entries()) checkMember(state, one, `members[${i}]`);
  for (const [i, one] of groups.entries()) checkGroup(state, one, `groups[${i}]`);
  for (const [i, one] of items.entries()) checkItem(state, one, `items[${i}]`);
  return state;
}

function checkMember(state: State, { role, folders = [] }: Member, place: string): void {
  if (!isDefaultRole(role) && !state.roles.has(role)) {
    throw trouble(`${place}.role`, role, `${Object.keys(DEFAULT_ROLES).join(", ")} or the id of a role in roles`);
  }
  unique(`${place}.folders`, "id", folders);
  unique(
    `${place}.folders`,
    "title",
    folders.map(({ title }) => ({ title: title.toLowerCase() })),
  );
}

function checkGroup(state: State, { owner, members = [] }: Group, place: string): void {
  knownMember(state, owner, `${place}.owner`);
  unique(`${place}.members`, "username", members);
  for (const [i, { username, role }] of members.entries()) {
    knownMember(state, username, `${place}.members[${i}].username`);
    if ((role === "owner") !== (username === owner)) {
      throw trouble(`${place}.members[${i}].role`, role, username === owner ? "owner, as the group's owner says" : "admin or member");
    }
  }
}

function checkItem(state: State, item: Item, place: string): void {
  knownMember(state, item.owner, `${place}.owner`);
  const folders = state.members.get(item.owner)?.folders ?? [];
  if (item.folderId !== null && !folders.some(({ id }) => id === item.folderId)) {
    throw trouble(`${place}.folderId`, item.folderId, `null or the id of one of ${item.owner}'s folders`);
  }
  if (new Set(item.groups).size < item.groups.length) throw trouble(`${place}.groups`, item.groups, "without duplicates");
  for (const [i, id] of item.groups.entries()) {
    const group = state.groups.get(id);
    if (group === undefined) throw trouble(`${place}.groups[${i}]`, id, "the id of a group in groups");
    if (levelOf(item) === "private" && !hasSharingAccess(group, item.owner)) {
      throw trouble(`${place}.groups[${i}]`, id, `a group that ${item.owner} may share with, the item being neither public nor org`);
    }
  }
  const access = accessOf(levelOf(item), item.groups);
  if (access !== item.access) {
    throw trouble(
      `${place}.access`,
      item.access,
      `${access}, public or org: the item has ${item.groups.length === 0 ? "no" : "its"} groups`,
    );
  }
}

function knownMember(state: State, username: string, place: string): void {
  if (!state.members.has(username)) throw trouble(place, username, "the username of a member in members");
}

/** @throws SnapError for the first value that an earlier one has already. */
function unique<K extends string>(place: string, name: K, things: readonly { [key in K]: string }[]): void {
  const first = new Map<string, number>();
  for (const [i, thing] of things.entries()) {
    const earlier = first.get(thing[name]);
    if (earlier !== undefined) throw trouble(`${place}[${i}].${name}`, thing[name], `different from ${place}[${earlier}].${name}`);
    first.set(thing[name], i);
  }
}
