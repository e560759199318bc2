// What a portal holds, who asks, and what an operation answers: the shapes that the portal file, the server and the store share.

/** The three roles every organisation has. */
export type DefaultRole = "org_admin" | "org_publisher" | "org_user";

/** Who may see an item, highest first; `shared` is private but for the item's groups. */
export type Access = "public" | "org" | "shared" | "private";

/** What a member is to a group. */
export type GroupRole = "owner" | "admin" | "member";

/** The whole state as plain JSON: what `--portal` reads and `Portal.toJSON` writes. */
export interface PortalFile {
  organisation: Organisation;
  /** Custom roles, beside the three default ones. */
  roles?: Role[];
  members: Member[];
  groups?: Group[];
  items?: Item[];
}

/** The organisation that all members belong to. */
export interface Organisation {
  id: string;
  name: string;
  /** Short name in addresses; the id when absent. */
  urlKey?: string;
}

/** A custom role: a name for a list of privileges, such as `portal:user:shareToGroup`. */
export interface Role {
  id: string;
  name: string;
  description?: string;
  privileges: string[];
}

/** A member of the organisation. */
export interface Member {
  username: string;
  fullName?: string;
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
  id: string;
  title: string;
  /** Milliseconds since the epoch. */
  created?: number;
}

/** A group of members that items are shared with. */
export interface Group {
  id: string;
  title: string;
  owner: string;
  /** Who may see that the group exists; members always may. */
  access: "public" | "org" | "private";
  /** Only its owner and administrators may share items with it. */
  isViewOnly?: boolean;
  /** `updateitemcontrol`: every member may update the items shared with it. */
  capabilities?: string[];
  description?: string;
  snippet?: string;
  tags?: string[];
  /** The owner need not be listed. */
  members?: GroupMember[];
  /** Milliseconds since the epoch. */
  created?: number;
}

/** Who is in a group, and as what. */
export interface GroupMember {
  username: string;
  role: GroupRole;
}

/** An item: a map, a layer, a file that somebody owns. */
export interface Item {
  id: string;
  owner: string;
  /** One of the owner's folders; null is the root folder. */
  folderId: string | null;
  title: string;
  /** Such as `Feature Service` or `Web Map`. */
  type: string;
  url?: string | null;
  typeKeywords?: string[];
  /** Keywords only the system gives, such as `Hosted Service`. */
  reservedTypeKeywords?: string[];
  description?: string | null;
  snippet?: string | null;
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
