// State: the portal's state in memory, by id, and the one function that changes it.
import { SnapError } from "../errors.js";
import type { Change, Folder, Group, GroupRole, Item, Member, Organisation, PortalFile, Role } from "./types.js";

/** A member whose list of folders is always there. */
export type MemberRecord = Member & { folders: Folder[] };

/** A group with its members by username, the owner among them. */
export type GroupRecord = Omit<Group, "members"> & { members: Map<string, GroupRole> };

/** All that a portal holds. */
export class State {
  readonly organisation: Organisation;
  readonly roles: ReadonlyMap<string, Role>;
  readonly members: ReadonlyMap<string, MemberRecord>;
  readonly groups: ReadonlyMap<string, GroupRecord>;
  readonly items: Map<string, Item>;

  /** @param file a portal file that has been checked. The state takes over its parts. */
  constructor(file: PortalFile) {
    this.organisation = file.organisation;
    this.roles = new Map((file.roles ?? []).map((role) => [role.id, role]));
    this.members = new Map(file.members.map((member) => [member.username, { ...member, folders: member.folders ?? [] }]));
    this.groups = new Map((file.groups ?? []).map((group) => [group.id, groupRecord(group)]));
    this.items = new Map((file.items ?? []).map((item) => [item.id, item]));
  }

  toJSON(): PortalFile {
    return copy({
      organisation: this.organisation,
      roles: [...this.roles.values()],
      members: [...this.members.values()],
      groups: [...this.groups.values()].map((group) => ({
        ...group,
        members: [...group.members].filter(([, role]) => role !== "owner").map(([username, role]) => ({ username, role })),
      })),
      items: [...this.items.values()],
    });
  }

  /** Makes one change. @throws SnapError "bad-input" when it does not fit this state; then nothing has changed. */
  apply(change: Change): void {
    switch (change.kind) {
      case "folder-created": {
        const { folders } = known(this.members, change.username, change, "member");
        if (folders.some(({ id }) => id === change.folder.id)) throw misfit(change, `folder ${change.folder.id} exists already`);
        folders.push(copy(change.folder));
        return;
      }
      case "item-added": {
        if (this.items.has(change.item.id)) throw misfit(change, `item ${change.item.id} exists already`);
        this.#place(change.item.owner, change.item.folderId, change);
        this.items.set(change.item.id, copy(change.item));
        return;
      }
      case "item-reassigned": {
        const item = known(this.items, change.itemId, change, "item");
        this.#place(change.owner, change.folderId, change);
        item.owner = change.owner;
        item.folderId = change.folderId;
        return;
      }
      case "item-shared": {
        const item = known(this.items, change.itemId, change, "item");
        for (const id of change.groups) known(this.groups, id, change, "group");
        item.access = change.access;
        item.groups = [...change.groups];
        return;
      }
      case "group-member-set": {
        known(this.members, change.username, change, "member");
        known(this.groups, change.groupId, change, "group").members.set(change.username, change.role);
        return;
      }
      case "group-member-removed":
        known(this.groups, change.groupId, change, "group").members.delete(change.username);
        return;
      default:
        throw misfit(change, "this kind of change is not known");
    }
  }

  #place(owner: string, folderId: string | null, change: Change): void {
    const { folders } = known(this.members, owner, change, "member");
    if (folderId !== null && !folders.some(({ id }) => id === folderId)) throw misfit(change, `${owner} has no folder ${folderId}`);
  }
}

function groupRecord({ members = [], ...group }: Group): GroupRecord {
  const roles = members.map(({ username, role }): [string, GroupRole] => [username, role]);
  return { ...group, members: new Map([[group.owner, "owner"], ...roles.filter(([username]) => username !== group.owner)]) };
}

function known<T>(map: ReadonlyMap<string, T>, id: string, change: Change, what: string): T {
  const found = map.get(id);
  if (found === undefined) throw misfit(change, `there is no ${what} ${id}`);
  return found;
}

function misfit(change: { kind: string }, why: string): SnapError {
  return new SnapError("bad-input", `The stored change ${JSON.stringify(change.kind)} does not fit the portal file: ${why}.`, { change });
}

// Plain JSON that comes in or goes out is copied, so that nobody else holds a part of the state.
function copy<T>(plain: T): T {
  return JSON.parse(JSON.stringify(plain)) as T;
}
