// Types: what a portal holds, the caller, and what an operation returns. The portal file, the server and the store share these shapes.

/** The three roles every organisation has. */
export type DefaultRole = "org_admin" | "org_publisher" | "org_user";

/**
 * Who may see an item, highest first.
 * - `public`: everybody
 * - `org`: all members
 * - `shared`: its owner, administrators and the members of its groups
 * - `private`: its owner and administrators
 */
export type Access = "public" | "org" | "shared" | "private";

/** A member's role in a group. */
export type GroupRole = "owner" | "admin" | "member";

/** The whole state as plain JSON: what `roadsnap serve --portal` reads and `roadsnap portal` writes. */
export interface PortalFile {
  /** The organisation that everything belongs to. */
  organisation: Organisation;
  /** Custom roles, beside the three default ones. */
  roles?: Role[];
  /** Everybody who can sign in or own something. */
  members: Member[];
  /** Default: none. */
  groups?: Group[];
  /** Default: none. */
  items?: Item[];
}

/** The organisation that all members belong to. */
export interface Organisation {
  /** 1 to 64 letters, digits, _ and -. */
  id: string;
  /** Display name, up to 250 characters. */
  name: string;
  /** Short name in addresses; the id when absent. */
  urlKey?: string;
}

/** A custom role: a name for a list of privileges, such as `portal:user:shareToGroup`. */
export interface Role {
  /** The value of a member's `role`: 1 to 64 letters, digits, _ and -. */
  id: string;
  /** Display name. */
  name: string;
  /** Description for people. */
  description?: string;
  /** What its members may do. */
  privileges: string[];
}

/** A member of the organisation. */
export interface Member {
  /** Unique in the organisation: 1 to 128 letters, digits and . _ @ + - */
  username: string;
  /** Display name. */
  fullName?: string;
  /** Returned unchanged. */
  email?: string;
  /** A default role, or the id of a custom one. */
  role: string;
  /** `scrypt$N$r$p$saltBase64$hashBase64`; a member without it cannot sign in. */
  passwordHash?: string;
  /** Folders beside the root folder, in the order they were made. */
  folders?: Folder[];
  /** Milliseconds since the epoch. */
  created?: number;
}

/** A member's folder. Titles are unique per member, without regard to case. */
export interface Folder {
  /** 1 to 64 letters, digits, _ and -. */
  id: string;
  /** 1 to 250 characters without / and control characters. */
  title: string;
  /** Milliseconds since the epoch. */
  created?: number;
}

/** A group of members that items are shared with. */
export interface Group {
  /** 1 to 64 letters, digits, _ and -. */
  id: string;
  /** Display name. */
  title: string;
  /** Username of a member. */
  owner: string;
  /** Who may see that the group exists; members always may. */
  access: "public" | "org" | "private";
  /** Only its owner and administrators may share items with it. */
  isViewOnly?: boolean;
  /** `updateitemcontrol`: every member may update the items shared with it. */
  capabilities?: string[];
  /** Description for people. */
  description?: string;
  /** A line for people. */
  snippet?: string;
  /** Keywords for searches. */
  tags?: string[];
  /** The owner need not be listed. */
  members?: GroupMember[];
  /** Milliseconds since the epoch. */
  created?: number;
}

/** A member of a group, with the role in it. */
export interface GroupMember {
  /** Username of a member. */
  username: string;
  /** The member's role in the group. */
  role: GroupRole;
}

/** An item: a map, a layer, a file that somebody owns. */
export interface Item {
  /** 1 to 64 letters, digits, _ and -. */
  id: string;
  /** Username of a member. */
  owner: string;
  /** One of the owner's folders; null is the root folder. */
  folderId: string | null;
  /** Display name. */
  title: string;
  /** Such as `Feature Service` or `Web Map`. */
  type: string;
  /** Address of what the item stands for; returned unchanged. */
  url?: string | null;
  /** Keywords that tell more about the type. */
  typeKeywords?: string[];
  /** Keywords that only the system sets, such as `Hosted Service`. */
  reservedTypeKeywords?: string[];
  /** Description for people. */
  description?: string | null;
  /** A line for people. */
  snippet?: string | null;
  /** Keywords for searches. */
  tags?: string[];
  /** `shared` exactly when the item is neither public nor org and has groups. */
  access: Access;
  /** Ids of the groups it is shared with, in the order in which it was. */
  groups: string[];
  /** Milliseconds since the epoch. */
  created?: number;
  /** Milliseconds since the epoch. */
  modified?: number;
}

/** The caller: a member by name, or null if anonymous. */
export type Caller = { username: string } | null;

/** What the portal, being pure, cannot make itself: unused ids, and the time. */
export interface Fresh {
  /** A new id at every call: 32 hexadecimal digits as clients expect them. */
  id: () => string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** An error as in `{"error": …}` on the wire, with its members in the order of the wire. */
export interface PortalError {
  code: number;
  message: string;
  /** Sentences, or the items concerned. */
  details: readonly unknown[];
  /** The portal's own code, where the case has one. */
  messageCode?: string;
}

/** A response and the changes for it, not yet made. */
export interface Done<T> {
  response: T;
  changes: Change[];
}

/** What an operation returns. Nothing has changed yet: store the changes, then apply them, then send the response. */
export type Outcome<T> = ({ ok: true } & Done<T>) | { ok: false; error: PortalError };

/** One change, as plain JSON. All acknowledged changes, applied in order to the portal file, give the present state again. */
export type Change =
  | { kind: "folder-created"; username: string; folder: Folder }
  | { kind: "item-added"; item: Item }
  | { kind: "item-reassigned"; itemId: string; owner: string; folderId: string | null }
  | { kind: "item-shared"; itemId: string; access: Access; groups: string[] }
  | { kind: "group-member-set"; groupId: string; username: string; role: Exclude<GroupRole, "owner"> }
  | { kind: "group-member-removed"; groupId: string; username: string };
