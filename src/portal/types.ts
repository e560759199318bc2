// What a portal holds, who asks, and what an operation answers: the shapes that the portal file, the server and the store share.

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

/** What a member is to a group. */
export type GroupRole = "owner" | "admin" | "member";

/** The whole state as plain JSON: what `roadsnap serve --portal` reads and `roadsnap portal` writes. */
export interface PortalFile {
  /** Whom all of it belongs to. */
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
  /** For people, up to 250 characters. */
  name: string;
  /** Short name in addresses; the id when absent. */
  urlKey?: string;
}

/** A custom role: a name for a list of privileges, such as `portal:user:shareToGroup`. */
export interface Role {
  /** What `role` of a member names: 1 to 64 letters, digits, _ and -. */
  id: string;
  /** For people. */
  name: string;
  /** For people. */
  description?: string;
  /** What its members may do. */
  privileges: string[];
}

/** A member of the organisation. */
export interface Member {
  /** Unique in the organisation: 1 to 128 letters, digits and . _ @ + - */
  username: string;
  /** For people. */
  fullName?: string;
  /** Given back as it is. */
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

/** A member's folder. Titles are unique per member, whatever their case. */
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
  /** For people. */
  title: string;
  /** Username of a member. */
  owner: string;
  /** Who may see that the group exists; members always may. */
  access: "public" | "org" | "private";
  /** Only its owner and administrators may share items with it. */
  isViewOnly?: boolean;
  /** `updateitemcontrol`: every member may update the items shared with it. */
  capabilities?: string[];
  /** For people. */
  description?: string;
  /** A line for people. */
  snippet?: string;
  /** To be found by. */
  tags?: string[];
  /** The owner need not be listed. */
  members?: GroupMember[];
  /** Milliseconds since the epoch. */
  created?: number;
}

/** Who is in a group, and as what. */
export interface GroupMember {
  /** Of a member. */
  username: string;
  /** What the member is to the group. */
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
  /** For people. */
  title: string;
  /** Such as `Feature Service` or `Web Map`. */
  type: string;
  /** Of what it stands for; given back as it is. */
  url?: string | null;
  /** More of what it is. */
  typeKeywords?: string[];
  /** Keywords only the system gives, such as `Hosted Service`. */
  reservedTypeKeywords?: string[];
  /** For people. */
  description?: string | null;
  /** A line for people. */
  snippet?: string | null;
  /** To be found by. */
  tags?: string[];
  /** `shared` exactly when the item is neither public nor org and has groups. */
  access: Access;
  /** Ids of the groups it is shared with, in the order it was. */
  groups: string[];
  /** Milliseconds since the epoch. */
  created?: number;
  /** Milliseconds since the epoch. */
  modified?: number;
}

/** Who asks: a member by name, or null for nobody in particular. */
export type Caller = { username: string } | null;

/** What the portal cannot make itself, being pure: ids that were never used, and the time. */
export interface Fresh {
  /** A new id at every call: 32 hexadecimal digits as clients expect them. */
  id: () => string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** What went wrong, as it goes on the wire inside `{"error": …}`, its members in the order of the wire. */
export interface PortalError {
  code: number;
  message: string;
  /** Sentences, or the items concerned. */
  details: readonly unknown[];
  /** The portal's own code, where the case has one. */
  messageCode?: string;
}

/** A response and the changes behind it, not yet made. */
export interface Done<T> {
  response: T;
  changes: Change[];
}

/** What an operation answers. Nothing has changed yet: the changes are to be stored, then applied, then the response sent. */
export type Outcome<T> = ({ ok: true } & Done<T>) | { ok: false; error: PortalError };

/** One acknowledged change, as plain JSON. All changes in their order over the portal file give the state again. */
export type Change =
  | { kind: "folder-created"; username: string; folder: Folder }
  | { kind: "item-added"; item: Item }
  | { kind: "item-reassigned"; itemId: string; owner: string; folderId: string | null }
  | { kind: "item-shared"; itemId: string; access: Access; groups: string[] }
  | { kind: "group-member-set"; groupId: string; username: string; role: Exclude<GroupRole, "owner"> }
  | { kind: "group-member-removed"; groupId: string; username: string };
