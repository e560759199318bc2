// Asker: the caller of an operation, and what the caller may see and do.
import { isAdministrative, privilegesOf } from "./privileges.js";
import { forbidden, invalidToken, noSuchGroup, noSuchItem, noSuchUser, tokenRequired } from "./refusal.js";
import type { GroupRecord, MemberRecord, State } from "./state.js";
import type { Caller, Item } from "./types.js";

/** Whether the member may share items with the group: every member may, unless the group is view-only. */
export function hasSharingAccess(group: GroupRecord, username: string): boolean {
  return group.isViewOnly ? runsGroup(group, username) : group.members.has(username);
}

/** Whether the member owns or administers the group. */
export function runsGroup(group: GroupRecord, username: string | undefined): boolean {
  const role = username === undefined ? undefined : group.members.get(username);
  return role === "owner" || role === "admin";
}

/** Whether every member of the group may update the items shared with it. */
export function sharesControl(group: GroupRecord): boolean {
  return group.capabilities?.includes("updateitemcontrol") ?? false;
}

/** One caller in one request. */
export class Asker {
  readonly state: State;
  /** Undefined for an anonymous caller. */
  readonly member: MemberRecord | undefined;
  readonly isAdministrator: boolean;
  readonly #privileges: readonly string[];

  /** @throws Refusal 498 when the caller is no member any more. */
  constructor(state: State, caller: Caller) {
    this.state = state;
    this.member = caller === null ? undefined : state.members.get(caller.username);
    if (caller !== null && this.member === undefined) throw invalidToken();
    this.#privileges = this.member ? privilegesOf(state, this.member) : [];
    this.isAdministrator = isAdministrative(this.#privileges);
  }

  /** Whether the caller has one of the privileges. */
  has(...privileges: readonly string[]): boolean {
    return privileges.some((privilege) => this.#privileges.includes(privilege));
  }

  is(username: string): boolean {
    return this.member?.username === username;
  }

  /** Whether the caller may change an item: its owner and administrators. */
  manages(item: Item): boolean {
    return this.is(item.owner) || this.isAdministrator;
  }

  sees(item: Item): boolean {
    if (item.access === "public" || this.manages(item)) return true;
    if (this.member === undefined) return false;
    const { username } = this.member;
    return item.access === "org" || this.#groupsOf(item).some((group) => group.members.has(username));
  }

  /** Whether the caller may update an item of others: the members of its groups that share control. Those who {@link manages | manage} it may do more. */
  updates(item: Item): boolean {
    const username = this.member?.username;
    return username !== undefined && this.#groupsOf(item).some((group) => sharesControl(group) && group.members.has(username));
  }

  seesGroup(group: GroupRecord): boolean {
    if (group.access === "public" || this.isAdministrator) return true;
    if (this.member === undefined) return false;
    return group.access === "org" || group.members.has(this.member.username);
  }

  /** The caller as a member. @throws Refusal 499 for an anonymous caller. */
  signedIn(): MemberRecord {
    if (this.member === undefined) throw tokenRequired();
    return this.member;
  }

  /** The member named in a path under content/users/: the caller, or for an administrator any member. @throws Refusal 499, 403, COM_0018. */
  actsFor(username: string): MemberRecord {
    this.signedIn();
    if (!this.is(username) && !this.isAdministrator) throw forbidden();
    return this.user(username);
  }

  /** @throws Refusal CONT_0001 when there is no such item that the caller may see, or it is not `owner`'s. */
  item(itemId: string, owner?: string): Item {
    const item = this.state.items.get(itemId);
    if (item === undefined || !this.sees(item) || (owner !== undefined && item.owner !== owner)) throw noSuchItem();
    return item;
  }

  /** The item's groups that the caller may see. */
  groupsSeen(item: Item): GroupRecord[] {
    return this.#groupsOf(item).filter((group) => this.seesGroup(group));
  }

  /** @throws Refusal COM_0003 when there is no such group that the caller may see. */
  group(groupId: string): GroupRecord {
    const group = this.state.groups.get(groupId);
    if (group === undefined || !this.seesGroup(group)) throw noSuchGroup();
    return group;
  }

  /** @throws Refusal COM_0018 when there is no such member, or the caller is anonymous. */
  user(username: string): MemberRecord {
    const member = this.state.members.get(username);
    if (member === undefined || this.member === undefined) throw noSuchUser();
    return member;
  }

  #groupsOf({ groups }: Item): GroupRecord[] {
    return groups.map((id) => this.state.groups.get(id)!);
  }
}
