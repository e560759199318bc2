// Each address of the sharing API as clients call it: its answer, its effect, and who is refused.
import { beforeEach, describe, expect, it } from "vitest";
import type { Group } from "../../../src/portal/types.js";
import { memoryStore } from "../../../src/server/sharing/index.js";
import { BASE, FILE, NOW, type SharingApp, sharingApp } from "./app.js";

const HEX32 = /^[0-9a-f]{32}$/;
let app: SharingApp;
beforeEach(() => {
  app = sharingApp();
});
const itemOf = (id: string) => app.store.portal.toJSON().items?.find((item) => item.id === id);

describe.each(["GET", "POST"])("routes that only read, by %s", (method) => {
  it.each<[path: string, as: string | undefined, answer: object]>([
    ["", undefined, { currentVersion: "2024.2" }],
    ["/info", undefined, { authInfo: { isTokenBasedSecurity: true, tokenServicesUrl: `${BASE}/portal/sharing/rest/generateToken` } }],
    ["/info", undefined, { owningSystemUrl: `${BASE}/portal` }],
    ["/portals/self", undefined, { id: "org", portalName: "Test", portalHostname: "gis.example.com/portal" }],
    ["/portals/self", "ben", { user: { username: "ben", role: "org_user" } }],
    ["/portals/org", "ben", { id: "org" }],
    ["/portals/self/users/search", "ada", { total: 4 }],
    ["/community/self", "ada", { username: "ada", role: "org_admin", orgId: "org" }],
    ["/community/users", "ben", { total: 4 }],
    ["/community/users/cleo", "ben", { username: "cleo" }],
    ["/community/groups", "cleo", { total: 1 }],
    ["/community/groups/drivers", "cleo", { id: "drivers", userMembership: { memberType: "member" } }],
    ["/community/groups/drivers/users", "cleo", { owner: "ben", users: ["cleo"] }],
    ["/content/items/roads", undefined, { id: "roads", owner: "ben", access: "public" }],
    ["/content/items/map", "ben", { id: "map", ownerFolder: "f1" }],
    ["/content/items/map/groups", "ben", { admin: [], member: [], other: [] }],
    [
      "/content/users/ben",
      "ben",
      { folders: [{ id: "f1", title: "Maps" }], currentFolder: null, items: [{ id: "roads" }, { id: "layer" }] },
    ],
    ["/content/users/ben/f1", "ben", { currentFolder: { id: "f1" }, items: [{ id: "map" }] }],
    ["/content/users/ben/items/map", "ben", { item: { id: "map" }, sharing: { access: "private", groups: [] } }],
    ["/content/users/ben/f1/items/map", "ben", { item: { id: "map" } }],
    ["/content/groups/drivers", "cleo", { total: 0 }],
    ["/content/groups/drivers/search", "cleo", { total: 0 }],
    ["/search", undefined, { total: 1, results: [{ id: "roads" }] }],
  ])("%s for %s", async (path, as, answer) => {
    expect(await app.ask(path, { method, as })).toMatchObject(answer);
  });

  it("helper services refer to the geoprocessing server", async () => {
    const { helperServices } = await app.ask("/portals/self", { method });
    expect(helperServices).toEqual({
      snapToRoads: { url: expect.stringMatching(/^http:\/\/gis\.example\.com\/server\/rest\/services\/.*\/GPServer$/) },
      odCostMatrix: { url: expect.stringMatching(/^http:\/\/gis\.example\.com\/server\/rest\/services\//) },
    });
  });

  it("a search takes a query, and returns its results in pages", async () => {
    const params = { q: "owner:ben", start: "1", num: "1", sortField: "title", sortOrder: "desc" };
    expect(await app.ask("/search", { method, as: "ben", params })).toMatchObject({
      query: "owner:ben",
      total: 3,
      start: 1,
      num: 1,
      nextStart: 2,
      results: [{ id: "roads" }],
    });
    expect(await app.ask("/search", { method, as: "ben", params: { q: "owner:ben", filter: "type:CSV" } })).toMatchObject({ total: 1 });
  });
});

describe("routes that change the portal", () => {
  it.each(["/content/users/ben/items/map/reassign", "/content/users/ben/f1/items/map/reassign"])("%s", async (path) => {
    const params = { targetUsername: "cleo", targetFolderName: "From Ben" };
    expect(await app.ask(path, { as: "ada", params })).toEqual({ success: true, itemId: "map" });
    const folder = app.store.portal.toJSON().members.find(({ username }) => username === "cleo")?.folders?.[0];
    expect(folder).toEqual({ id: expect.stringMatching(HEX32), title: "From Ben", created: NOW });
    expect(itemOf("map")).toMatchObject({ owner: "cleo", folderId: folder?.id });
  });

  it("/content/users/ben/shareItems", async () => {
    const params = { items: "map,gone", groups: "drivers", everyone: "false", org: "false" };
    expect(await app.ask("/content/users/ben/shareItems", { as: "ben", params })).toEqual({
      results: [
        { itemId: "map", success: true, notSharedWith: [] },
        {
          itemId: "gone",
          success: false,
          notSharedWith: [],
          error: { code: 500, message: "Item does not exist or is inaccessible" },
        },
      ],
    });
    expect(itemOf("map")).toMatchObject({ access: "shared", groups: ["drivers"] });
  });

  it("a list that is given twice is joined", async () => {
    const path = "/content/users/ben/shareItems?items=map";
    const { results } = await app.ask(path, { as: "ben", params: { items: "gone", groups: "drivers" } });
    expect((results as { itemId: string }[]).map(({ itemId }) => itemId)).toEqual(["map", "gone"]);
  });

  it("/content/users/ben/unshareItems", async () => {
    await app.ask("/content/users/ben/shareItems", { as: "ben", params: { items: "map", groups: "drivers" } });
    expect(await app.ask("/content/users/ben/unshareItems", { as: "ben", params: { items: "map", groups: "drivers" } })).toEqual({
      results: [{ itemId: "map", success: true, notUnsharedFrom: [] }],
    });
    expect(itemOf("map")).toMatchObject({ access: "private", groups: [] });
  });

  it.each(["/content/items/map", "/content/users/ben/items/map", "/content/users/ben/f1/items/map"])(
    "%s/share and /unshare",
    async (path) => {
      expect(await app.ask(`${path}/share`, { as: "ben", params: { groups: "drivers" } })).toEqual({ itemId: "map", notSharedWith: [] });
      expect(itemOf("map")?.groups).toEqual(["drivers"]);
      expect(await app.ask(`${path}/unshare`, { as: "ben", params: { groups: "drivers" } })).toEqual({
        itemId: "map",
        notUnsharedFrom: [],
      });
      expect(itemOf("map")?.groups).toEqual([]);
    },
  );

  it("a blank list of groups is empty, and a missing one changes no groups", async () => {
    const share = (params: Record<string, string>) => app.ask("/content/users/ben/items/map/share", { as: "ben", params });
    await share({ groups: "drivers" });
    await share({ org: "TRUE" });
    expect(itemOf("map")).toMatchObject({ access: "org", groups: ["drivers"] });
    await share({ org: "false", everyone: "false", groups: " " });
    expect(itemOf("map")).toMatchObject({ access: "private", groups: [] });
  });

  it("a level that is blank or missing changes none", async () => {
    for (const level of [{}, { everyone: " ", org: "" }] as Record<string, string>[]) {
      await app.ask("/content/users/ben/items/roads/share", { as: "ben", params: { groups: "drivers", ...level } });
      expect(itemOf("roads")).toMatchObject({ access: "public", groups: ["drivers"] });
    }
  });

  it("a group whose members may update its items gets one only if that is confirmed", async () => {
    const editors: Group = { ...FILE.groups![0], capabilities: ["updateitemcontrol"] };
    app = sharingApp({ store: memoryStore({ ...FILE, groups: [editors] }) });
    const share = (more: Record<string, string>) =>
      app.ask("/content/items/map/share", { as: "ben", params: { groups: "drivers", ...more } });
    expect(await share({})).toMatchObject({ notSharedWith: ["drivers"] });
    expect(await share({ confirmItemControl: "true" })).toMatchObject({ notSharedWith: [] });
  });

  it("/content/users/cleo/createFolder", async () => {
    expect(await app.ask("/content/users/cleo/createFolder", { as: "cleo", params: { title: "New" } })).toEqual({
      success: true,
      folder: { username: "cleo", id: expect.stringMatching(HEX32), title: "New", created: NOW },
    });
  });

  it.each([
    ["/content/users/ben/addItem", null],
    ["/content/users/ben/f1/addItem", "f1"],
  ])("%s", async (path, folder) => {
    const params = { title: "New", type: "Web Map", tags: "a, b", typeKeywords: "c", snippet: "d", url: "http://gis.example.com/new" };
    const added = await app.ask(path, { as: "ben", params });
    expect(added).toEqual({ success: true, id: expect.stringMatching(HEX32), folder });
    expect(itemOf(String(added.id))).toMatchObject({ title: "New", owner: "ben", folderId: folder, tags: ["a", "b"], access: "private" });
  });

  it("tags may be JSON, or only look like it", async () => {
    const tagsOf = async (tags: string) => {
      const { id } = await app.ask("/content/users/ben/addItem", { as: "ben", params: { title: "T", type: "Web Map", tags } });
      return itemOf(String(id))?.tags;
    };
    expect(await tagsOf("[draft] roads, ,other,")).toEqual(["[draft] roads", "other"]);
    expect(await tagsOf('"north"ern,{x}')).toEqual(['"north"ern', "{x}"]);
    expect(await tagsOf('["a","b, c"]')).toEqual(["a", "b, c"]);
  });

  it("/community/groups/drivers/leave", async () => {
    expect(await app.ask("/community/groups/drivers/leave", { as: "cleo" })).toEqual({ success: true, groupId: "drivers" });
    expect(await app.ask("/community/groups/drivers/users", { as: "ben" })).toEqual({ owner: "ben", admins: ["ben"], users: [] });
  });

  it("/community/groups/drivers/addUsers, updateUsers and removeUsers", async () => {
    const ask = (what: string, params: Record<string, string>) => app.ask(`/community/groups/drivers/${what}`, { as: "ben", params });
    expect(await ask("addUsers", { users: "ada,dora" })).toEqual({ notAdded: ["dora"] });
    expect(await ask("updateUsers", { admins: "cleo" })).toMatchObject({ results: [{ username: "cleo", success: true }] });
    expect(await ask("removeUsers", { users: "ada" })).toEqual({ notRemoved: [] });
    expect(await app.ask("/community/groups/drivers/users", { as: "ben" })).toEqual({ owner: "ben", admins: ["ben", "cleo"], users: [] });
  });
});

describe("errors for", () => {
  const NOT_PERMITTED = "You do not have permissions to access this resource or perform this operation.";
  const reassign = "/content/users/ben/items/layer/reassign";

  it.each<[what: string, path: string, as: string | undefined, params: Record<string, string>, error: object]>([
    ["no token", "/community/self", undefined, {}, { code: 499, message: "Token Required", details: [] }],
    ["a bad token", "/content/items/roads", undefined, { token: "x" }, { code: 498, message: "Invalid token.", details: [] }],
    [
      "reassigning as a member",
      reassign,
      "ben",
      { targetUsername: "cleo" },
      { code: 403, message: NOT_PERMITTED, details: [], messageCode: "GWM_0003" },
    ],
    [
      "reassigning to a member who may not receive",
      reassign,
      "ada",
      { targetUsername: "dan" },
      {
        code: 403,
        messageCode: "CONT_0291",
        details: [
          {
            itemId: "layer",
            type: "Feature Service",
            url: "http://gis.example.com/layer",
            reservedTypeKeywords: ["Hosted Service"],
            owner: "ben",
          },
        ],
      },
    ],
    [
      "reassigning an unknown item",
      "/content/users/cleo/items/map/reassign",
      "ada",
      { targetUsername: "ben" },
      { code: 400, message: "Item does not exist or is inaccessible.", details: [], messageCode: "CONT_0001" },
    ],
    ["an item that the caller may not see", "/content/items/map", "cleo", {}, { code: 400, messageCode: "CONT_0001" }],
    ["a group that the caller may not see", "/community/groups/board", "ben", {}, { code: 400, messageCode: "COM_0003" }],
    ["another organisation", "/portals/other", undefined, {}, { code: 400, message: "Invalid URL" }],
    [
      "an unknown folder",
      `/content/users/ben/${"0".repeat(32)}`,
      "ben",
      {},
      { code: 400, message: "Folder does not exist or is inaccessible." },
    ],
    ["an unknown operation", "/content/users/ben/moveItems", "ben", { items: "map" }, { code: 400, message: "Invalid URL" }],
    ["an unknown path", "/community/nowhere", "ada", {}, { code: 400, message: "Invalid URL", details: ["Invalid URL"] }],
    [
      "an invalid boolean",
      "/content/users/ben/shareItems",
      "ben",
      { items: "map", everyone: "yes" },
      { code: 400, message: "Unable to complete operation.", details: ['everyone is "yes"; it must be true or false.'] },
    ],
    [
      "tags that are JSON, but no list of words",
      "/content/users/ben/addItem",
      "ben",
      { title: "T", type: "Web Map", tags: '{"a":1}' },
      { code: 400, details: [expect.stringMatching(/^tags /)] },
    ],
    ...["shareItems", "unshareItems"].map((operation): [string, string, string, Record<string, string>, object] => [
      `${operation} without items`,
      `/content/users/ben/${operation}`,
      "ben",
      { groups: "drivers" },
      { code: 400, details: ["items is missing; it must be a comma-separated list of item ids."] },
    ]),
    ["an invalid number", "/search", "ben", { num: "ten" }, { code: 400, details: ['num is "ten"; it must be a whole number.'] }],
    [
      "an unknown format, before anything is done",
      "/content/users/ben/shareItems",
      "ben",
      { items: "map", everyone: "true", f: "xml" },
      { code: 400, details: ['f is "xml"; it must be json, pjson or html.'] },
    ],
  ])("%s", async (_, path, as, params, error) => {
    const response = await app.fetch(path, { as, params });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^\{"error":\{"code":\d+,/);
    expect(JSON.parse(text)).toMatchObject({ error });
    expect(app.store.portal.toJSON()).toEqual(sharingApp().store.portal.toJSON());
  });

  it("changes by GET, which a browser can be made to send", async () => {
    const sent = { method: "GET", as: "ben", params: { items: "map", everyone: "true" } };
    expect(await app.ask("/content/users/ben/shareItems", sent)).toMatchObject({
      error: { code: 400, details: ["The method is GET; requests that change the portal must use POST."] },
    });
    expect(itemOf("map")?.access).toBe("private");
  });
});

describe("the form of an answer", () => {
  it("is indented for pjson", async () => {
    const text = await (await app.fetch("", { params: { f: "pjson" } })).text();
    expect(text).toBe('{\n  "currentVersion": "2024.2"\n}');
  });

  it("is JSON for an error, even if a page is asked for", async () => {
    expect(await app.ask("/community/self", { params: { f: "html" } })).toMatchObject({ error: { code: 499 } });
  });

  it("is a page for html", async () => {
    const response = await app.fetch("/community/self", { method: "GET", as: "ben", params: { f: "html" } });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain("&quot;username&quot;: &quot;ben&quot;");
  });

  it.each(["//portal/sharing/rest/info", "//sharing/rest/info", "//arcgis/sharing/info", "//portal//sharing/rest/info/"])(
    "is the same at %s",
    async (path) => {
      expect(await app.ask(path)).toHaveProperty("owningSystemUrl", `${BASE}/portal`);
    },
  );
});

it("the log names the caller", async () => {
  await app.ask("/community/self", { as: "ben" });
  await app.ask("/search");
  expect(app.notes.map(({ user }) => user)).toEqual(["ben", undefined]);
});

describe("an open server", () => {
  it("treats callers without a token as the first administrator", async () => {
    app = sharingApp({ open: true });
    expect(await app.ask("/community/self")).toMatchObject({ username: "ada" });
    expect(await app.ask("/content/users/ben/items/map/reassign", { params: { targetUsername: "cleo" } })).toMatchObject({ success: true });
  });
});

it("with a fixed token treats its bearer as the first administrator", async () => {
  app = sharingApp({ token: "dev" });
  expect(await app.ask("/community/self", { params: { token: "dev" } })).toMatchObject({ username: "ada" });
  expect(await app.ask("/community/self")).toMatchObject({ error: { code: 499 } });
});
