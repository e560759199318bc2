// Requests: the operations' parameters, already parsed from text: lists, booleans; undefined if absent. Some clients have the item's folder in the path
// (content/users/{u}/{folderId}/items/{id}/…); it is not needed to find the item.

/** content/users/{owner}/items/{itemId}/reassign */
export interface ReassignRequest {
  owner: string;
  itemId: string;
  targetUsername?: string;
  /** A folder's title, without regard to case; `/`, blank or absent is the root folder. It is created if it is missing. */
  targetFolderName?: string;
}

/** What a share operation may ask for one item. */
export interface Sharing {
  /** Groups to share with, in addition to those it has. [] is `groups=" "`: no groups. Undefined if the request has no such parameter. */
  groups?: readonly string[];
  /** true: public; false: not public; undefined: unchanged. */
  everyone?: boolean;
  /** true: for the organisation; false: not for it; undefined: unchanged. */
  org?: boolean;
  /** Needed for groups whose members may update the items they are given. */
  confirmItemControl?: boolean;
}

/** content/users/{username}/shareItems */
export interface ShareItemsRequest extends Sharing {
  username: string;
  items: readonly string[];
}

/** content/users/{username}/unshareItems */
export interface UnshareItemsRequest {
  username: string;
  items: readonly string[];
  groups?: readonly string[];
}

/** content/users/{username}/items/{itemId}/share, and content/items/{itemId}/share without a username */
export interface ShareItemRequest extends Sharing {
  username?: string;
  itemId: string;
}

/** content/users/{username}/items/{itemId}/unshare, and content/items/{itemId}/unshare without a username */
export interface UnshareItemRequest {
  username?: string;
  itemId: string;
  groups?: readonly string[];
}

/** content/users/{username}/createFolder */
export interface CreateFolderRequest {
  username: string;
  title?: string;
}

/** content/users/{username}/addItem, and content/users/{username}/{folderId}/addItem */
export interface AddItemRequest {
  username: string;
  folderId?: string;
  title?: string;
  type?: string;
  url?: string;
  typeKeywords?: readonly string[];
  description?: string;
  snippet?: string;
  tags?: readonly string[];
}

/** community/groups/{groupId}/addUsers, updateUsers (users: back to plain members) and removeUsers (users only) */
export interface GroupUsersRequest {
  groupId: string;
  users?: readonly string[];
  admins?: readonly string[];
}

/** content/users/{username} and content/users/{username}/{folderId} */
export interface UserContentRequest {
  username: string;
  folderId?: string;
  /** As in a search. */
  start?: number;
  num?: number;
}

/** search, community/groups and community/users */
export interface SearchRequest {
  q?: string;
  /** A second query that results must meet too. */
  filter?: string;
  /** The first result wanted, from 1. */
  start?: number;
  /** How many results, 0 to 100; 10 when absent. */
  num?: number;
  sortField?: string;
  sortOrder?: string;
}
