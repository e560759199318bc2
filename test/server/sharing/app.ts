// The sharing routes inside the server's app, without a socket: requests in, parsed answers and log notes out.
import type { PortalFile } from "../../../src/portal/types.js";
import { createApp } from "../../../src/server/app.js";
import type { ServerContext } from "../../../src/server/context.js";
import type { Note } from "../../../src/server/record.js";
import { memoryStore, type Store, sharingRoutes } from "../../../src/server/sharing/index.js";
import { createTokens, type TokensOptions } from "../../../src/server/tokens/index.js";
import { tokenRoutes } from "../../../src/server/tokens/routes.js";
import { ROUTES } from "../../../src/server/urls.js";
import { cheapHash } from "../tokens/members.js";

export const BASE = "http://gis.example.com";
export const NOW = 1_700_000_000_000;

/** A small organisation: ada is its administrator, ben and cleo are members, dan's role allows nothing; the group drivers has ben and cleo. */
export const FILE: PortalFile = {
  organisation: { id: "org", name: "Test" },
  roles: [{ id: "none", name: "None", privileges: [] }],
  members: [
    { username: "ada", role: "org_admin", passwordHash: cheapHash("adas password") },
    { username: "ben", role: "org_user", passwordHash: cheapHash("bens password"), folders: [{ id: "f1", title: "Maps" }] },
    { username: "cleo", role: "org_user", passwordHash: cheapHash("cleos password") },
    { username: "dan", role: "none", passwordHash: cheapHash("dans password") },
  ],
  groups: [
    { id: "drivers", title: "Drivers", owner: "ben", access: "org", members: [{ username: "cleo", role: "member" }] },
    { id: "board", title: "Board", owner: "ada", access: "private" },
  ],
  items: [
    { id: "map", owner: "ben", folderId: "f1", title: "Map", type: "Web Map", access: "private", groups: [] },
    { id: "roads", owner: "ben", folderId: null, title: "Roads", type: "CSV", access: "public", groups: [] },
    {
      id: "layer",
      owner: "ben",
      folderId: null,
      title: "Layer",
      type: "Feature Service",
      url: "http://gis.example.com/layer",
      reservedTypeKeywords: ["Hosted Service"],
      access: "private",
      groups: [],
    },
  ],
};

/** What a request sends besides its path; `as` is the member whose token it has. */
export interface Sent {
  as?: string;
  method?: string;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface SharingApp {
  store: Store;
  /** The log notes of all requests so far, and their paths as logged. */
  notes: Note[];
  clock: { ms: number };
  /** The response to a request below `/portal/sharing/rest`, or with `//` in front, at any path. */
  fetch(path: string, sent?: Sent): Promise<Response>;
  /** The parsed JSON of a response. */
  ask(path: string, sent?: Sent): Promise<Record<string, unknown>>;
  /** A token of a member, bound to the address that requests come from. */
  tokenOf(username: string): Promise<string>;
}

/** The app with a store; by default one in memory with {@link FILE}. */
export function sharingApp(options: Partial<TokensOptions> & { store?: Store } = {}): SharingApp {
  const clock = { ms: NOW };
  const store = options.store ?? memoryStore(FILE);
  const now = () => clock.ms;
  const publicUrl = () => BASE;
  const tokens = createTokens({ portal: store.portal, keeper: store.tokens, now, ...options });
  const shared = { tokens, store, publicUrl, trustProxy: false, now };
  // The geoprocessing server is not used here.
  const context = { options: { maxBodyBytes: 1 << 20, open: false }, publicUrl } as unknown as ServerContext;
  const app = createApp(context, [
    { at: ROUTES.sharing, routes: sharingRoutes(shared) },
    { at: ROUTES.tokens, routes: tokenRoutes(shared) },
  ]);
  const notes: Note[] = [];
  const known = new Map<string, string>();

  const tokenOf = async (username: string): Promise<string> => {
    const issued = await tokens.signIn({ username, password: `${username}s password`, binding: { ip: "" }, minutes: 60, ip: "" });
    if (!("token" in issued)) throw new Error(JSON.stringify(issued));
    return issued.token;
  };
  const fetch = async (path: string, { as, method = "POST", params = {}, headers = {} }: Sent = {}): Promise<Response> => {
    if (as && !known.has(as)) known.set(as, await tokenOf(as));
    const form = new URLSearchParams({ f: "json", ...params, ...(as && { token: known.get(as)! }) });
    const note: Note = {};
    notes.push(note);
    const url = `${BASE}${path.startsWith("//") ? path.slice(1) : `/portal/sharing/rest${path}`}`;
    if (method !== "POST") return app.request(`${url}${url.includes("?") ? "&" : "?"}${form}`, { method, headers }, { note });
    return app.request(url, { method, headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body: form }, { note });
  };
  return {
    store,
    notes,
    clock,
    tokenOf,
    fetch,
    ask: async (path, sent) => (await fetch(path, sent)).json() as Promise<Record<string, unknown>>,
  };
}
