// A small organisation for the tests, and functions to call it by name, with ids and a time that are always the same.
import { Portal } from "../../src/portal/portal.js";
import type { Caller, Fresh, Group, Item, Outcome, PortalError, PortalFile } from "../../src/portal/types.js";

export const NOT_PERMITTED: PortalError = {
  code: 403,
  message: "You do not have permissions to access this resource or perform this operation.",
  details: [],
  messageCode: "GWM_0003",
};
export const NO_ITEM: PortalError = {
  code: 400,
  message: "Item does not exist or is inaccessible.",
  details: [],
  messageCode: "CONT_0001",
};
export const NO_GROUP: PortalError = {
  code: 400,
  message: "Group does not exist or is inaccessible.",
  details: [],
  messageCode: "COM_0003",
};
export const NO_USER: PortalError = { code: 400, message: "User does not exist or is inaccessible.", details: [], messageCode: "COM_0018" };
export const NO_FOLDER: PortalError = { code: 400, message: "Folder does not exist or is inaccessible.", details: [] };
export const TOKEN_REQUIRED: PortalError = { code: 499, message: "Token Required", details: [] };
export const INVALID_TOKEN: PortalError = { code: 498, message: "Invalid token.", details: [] };

/** The error for bad input, with its sentence. */
export function badInput(sentence: string): PortalError {
  return { code: 400, message: "Unable to complete operation.", details: [sentence] };
}

export const ROLES = [
  { id: "viewer", name: "Viewer", privileges: ["portal:user:viewOrgItems"] },
  { id: "curator", name: "Curator", privileges: ["portal:user:receiveItems", "portal:admin:updateItems"] },
  { id: "mover", name: "Mover", privileges: ["portal:admin:reassignItems"] },
];

/**
 * alice and bob are users, vera is a viewer, cory a custom administrator, admin one by the default role. Groups: `team` of alice (member: bob), `board` of
 * admin (view-only; alice is an administrator of it, bob a member), `editors` of alice (member: bob; shares control), `secret` of admin (private; member:
 * bob).
 */
export function organisation(items: Item[] = [], change: Partial<PortalFile> = {}): PortalFile {
  const groups: Group[] = [
    { id: "team", title: "Team", owner: "alice", access: "org", members: [{ username: "bob", role: "member" }] },
    {
      id: "board",
      title: "Board",
      owner: "admin",
      access: "public",
      isViewOnly: true,
      members: [
        { username: "alice", role: "admin" },
        { username: "bob", role: "member" },
      ],
    },
    {
      id: "editors",
      title: "Editors",
      owner: "alice",
      access: "org",
      capabilities: ["updateitemcontrol"],
      members: [{ username: "bob", role: "member" }],
    },
    { id: "secret", title: "Secret", owner: "admin", access: "private", members: [{ username: "bob", role: "member" }] },
  ];
  return {
    organisation: { id: "town", name: "Town" },
    roles: ROLES,
    members: [
      { username: "admin", role: "org_admin" },
      { username: "cory", role: "curator" },
      { username: "alice", role: "org_publisher", folders: [{ id: "drives", title: "Drives" }] },
      { username: "bob", role: "org_user" },
      { username: "dana", role: "org_user" },
      { username: "vera", role: "viewer" },
    ],
    groups,
    items,
    ...change,
  };
}

/** An item; by default alice's, and private. */
export function item(id: string, change: Partial<Item> = {}): Item {
  return { id, owner: "alice", folderId: null, title: id, type: "Web Map", access: "private", groups: [], ...change };
}

export function portalOf(items: Item[] = [], change: Partial<PortalFile> = {}): Portal {
  return Portal.from(organisation(items, change));
}

export function as(username: string): Caller {
  return { username };
}

/** New ids are fresh1, fresh2, …, and the time is always the same. */
export function fresh(): Fresh {
  let count = 0;
  return { id: () => `fresh${++count}`, now: 1_700_000_000_000 };
}

/** The response of an operation that must succeed. */
export function response<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.error)}`);
  return outcome.response;
}

/** The error of an operation that must be refused. */
export function refusal(outcome: Outcome<unknown>): PortalError {
  if (outcome.ok) throw new Error(`not refused: ${JSON.stringify(outcome.response)}`);
  return outcome.error;
}

/** Applies a change as the server does, and returns the response. */
export function done<T>(portal: Portal, outcome: Outcome<T>): T {
  const sent = response(outcome);
  if (outcome.ok) for (const change of outcome.changes) portal.apply(JSON.parse(JSON.stringify(change)));
  return sent;
}

/** An item as it is stored. */
export function stored(portal: Portal, id: string): Item {
  return portal.toJSON().items!.find((one) => one.id === id)!;
}
