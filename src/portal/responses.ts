// Responses: what the operations return, with the members in the order of the wire.
import type { Access, DefaultRole, Group, GroupRole } from "./types.js";

export interface ReassignResponse {
  success: true;
  itemId: string;
}

export interface ShareItemsResponse {
  results: ShareResult[];
}

/** One item of shareItems. */
export interface ShareResult {
  itemId: string;
  success: boolean;
  notSharedWith: string[];
  error?: { code: number; message: string };
}

export interface UnshareItemsResponse {
  results: UnshareResult[];
}

/** One item of unshareItems. */
export interface UnshareResult {
  itemId: string;
  success: boolean;
  notUnsharedFrom: string[];
  error?: { code: number; message: string };
}

/** …/items/{id}/share */
export interface ShareItemResponse {
  notSharedWith: string[];
  itemId: string;
}

/** …/items/{id}/unshare */
export interface UnshareItemResponse {
  notUnsharedFrom: string[];
  itemId: string;
}

/** community/groups/{id}/addUsers */
export interface AddGroupUsersResponse {
  notAdded: string[];
}

/** community/groups/{id}/removeUsers */
export interface RemoveGroupUsersResponse {
  notRemoved: string[];
}

/** community/groups/{id}/leave */
export interface LeaveGroupResponse {
  success: true;
  groupId: string;
}

/** community/groups/{id}/updateUsers */
export interface UpdateGroupUsersResponse {
  results: { username: string; success: boolean }[];
}

export interface WireFolder {
  username: string;
  id: string;
  title: string;
  created: number;
}

export interface CreateFolderResponse {
  success: true;
  folder: WireFolder;
}

export interface AddItemResponse {
  success: true;
  id: string;
  /** The folder's id; null is the root folder. */
  folder: string | null;
}

export interface WireItem {
  id: string;
  owner: string;
  orgId: string;
  created: number;
  modified: number;
  title: string;
  type: string;
  typeKeywords: string[];
  description: string | null;
  snippet: string | null;
  tags: string[];
  url: string | null;
  access: Access;
  numViews: number;
  size: number;
  protected: boolean;
  /** Only for the owner and administrators: the folder's id, null for the root folder. */
  ownerFolder?: string | null;
  /** `admin` for those who may change the item, `update` for members of a group that may update it. */
  itemControl?: "admin" | "update";
}

/** content/users/{owner}/items/{id} */
export interface UserItemResponse {
  item: WireItem;
  sharing: { access: Access; groups: string[] };
  folder: string | null;
}

/** content/items/{id}/groups: the groups that the caller may see, by the caller's role in them */
export interface ItemGroupsResponse {
  admin: WireGroup[];
  member: WireGroup[];
  other: WireGroup[];
}

export interface WireGroup {
  id: string;
  title: string;
  owner: string;
  orgId: string;
  access: Group["access"];
  description: string | null;
  snippet: string | null;
  tags: string[];
  capabilities: string[];
  isInvitationOnly: boolean;
  isViewOnly: boolean;
  isFav: boolean;
  autoJoin: boolean;
  protected: boolean;
  created: number;
  modified: number;
  userMembership: { username: string; memberType: GroupRole | "none"; applications: number };
}

/** community/groups/{id}/users */
export interface GroupUsersResponse {
  owner: string;
  admins: string[];
  users: string[];
}

export interface WireUser {
  username: string;
  fullName: string;
  firstName: string;
  lastName: string;
  /** Only for the member and administrators. */
  email?: string | null;
  orgId: string;
  role: DefaultRole;
  /** Only for members with a custom role. */
  roleId?: string;
  /** Only for the member and administrators. */
  privileges?: string[];
  access: "org";
  level: "2";
  disabled: boolean;
  provider: "arcgis";
  created: number;
  modified: number;
  /** Not in search results. In each group, userMembership is this member's. */
  groups?: WireGroup[];
}

/** content/users/{username} and content/users/{username}/{folderId} */
export interface UserContentResponse {
  username: string;
  total: number;
  start: number;
  num: number;
  nextStart: number;
  currentFolder: WireFolder | null;
  items: WireItem[];
  folders: WireFolder[];
}

/** A page of results; nextStart is -1 on the last one. */
export interface SearchResponse<T> {
  query: string;
  total: number;
  start: number;
  num: number;
  nextStart: number;
  results: T[];
}

/** portals/self, without the addresses and helper services that only the server knows. */
export interface PortalSelfResponse {
  id: string;
  name: string;
  urlKey: string;
  isPortal: boolean;
  portalMode: "singletenant";
  supportsOAuth: boolean;
  access: "private";
  allSSL: boolean;
  /** Only for members. */
  user?: WireUser;
}
