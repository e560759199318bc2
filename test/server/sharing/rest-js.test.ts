// @esri/arcgis-rest-request and -portal as published, with the listening server: signing in, federation, reassigning and sharing.
import {
  createFolder,
  createItem,
  getItem,
  getItemGroups,
  getSelf,
  getUser,
  getUserContent,
  isItemSharedWithGroup,
  reassignItem,
  searchItems,
  setItemAccess,
  shareItemWithGroup,
  unshareItemWithGroup,
} from "@esri/arcgis-rest-portal";
import { ArcGISIdentityManager, request } from "@esri/arcgis-rest-request";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Executor } from "../../../src/server/executor.js";
import { createServer, type RequestRecord } from "../../../src/server/index.js";
import { FILE } from "./app.js";

// Nothing is snapped here: execute returns its parameters.
const executor: Executor = { execute: async (given) => JSON.stringify({ results: [], given }), close: async () => {} };
const log: RequestRecord[] = [];
const server = createServer({ roads: {} as never, executor, portal: FILE, port: 0, log: (record) => log.push(record) });
const tokens = new Set<string>();
let base = "";
let portal = "";

async function signIn(username: string): Promise<ArcGISIdentityManager> {
  const manager = await ArcGISIdentityManager.signIn({ username, password: `${username}s password`, portal });
  tokens.add(manager.token);
  return manager;
}

beforeAll(async () => {
  base = (await server.listen()).url;
  portal = `${base}/portal/sharing/rest`;
});
afterAll(() => server.close());

describe("rest-js", () => {
  it("signs in, and gets an error if it cannot", async () => {
    const ada = await signIn("ada");
    expect(ada.username).toBe("ada");
    expect(ada.tokenExpires.getTime()).toBeGreaterThan(Date.now() + 13 * 24 * 3_600_000);
    await expect(ArcGISIdentityManager.signIn({ username: "ada", password: "x", portal })).rejects.toThrow("Unable to generate token.");
  });

  it("gets a server token for the geoprocessing server on its own", async () => {
    const authentication = await signIn("ben");
    const task = `${base}/server/rest/services/Routing/NetworkAnalysisSync/GPServer/SnapToRoads`;
    const answer = await request(`${task}/execute`, { authentication, params: { points: { features: [] }, return_lines: true } });
    expect(answer.given).toEqual({ points: '{"features":[]}', return_lines: "true" });
    const serverToken = await authentication.getToken(task);
    expect(serverToken).not.toBe(authentication.token);
    tokens.add(serverToken);
  });

  it("gets an error if the member's role does not allow the geoprocessing server", async () => {
    const authentication = await signIn("dan");
    await expect(request(`${base}/server/rest/services/Any/GPServer/SnapToRoads/execute`, { authentication })).rejects.toMatchObject({
      code: "GWM_0003",
    });
  });

  it("reads the organisation, members, groups and items", async () => {
    const authentication = await signIn("ben");
    expect(await getSelf({ authentication })).toMatchObject({ id: "org", user: { username: "ben" } });
    expect(await getUser({ username: "cleo", authentication })).toMatchObject({ username: "cleo" });
    expect(await getUserContent({ authentication, num: 100 })).toMatchObject({ folders: [{ id: "f1" }], total: 2 });
    expect(await searchItems({ q: "Roads", authentication })).toMatchObject({ total: 1, results: [{ id: "roads" }] });
    expect(await getItem("map", { authentication })).toMatchObject({ id: "map", owner: "ben" });
  });

  it("creates folders and items", async () => {
    const authentication = await signIn("cleo");
    const { folder } = await createFolder({ title: "Surveys", authentication });
    expect(folder).toMatchObject({ title: "Surveys", username: "cleo" });
    const { id } = await createItem({ item: { title: "Survey", type: "CSV", tags: ["a"] }, authentication });
    expect(await getItem(id, { authentication })).toMatchObject({ title: "Survey", tags: ["a"] });
  });

  it("shares with everybody, the organisation, and nobody", async () => {
    const authentication = await signIn("ben");
    for (const access of ["public", "org", "private"] as const) {
      await setItemAccess({ id: "map", access, authentication });
      expect((await getItem("map", { authentication })).access).toBe(access);
    }
  });

  it("shares with a group, and unshares", async () => {
    const authentication = await signIn("ben");
    const what = { id: "map", groupId: "drivers", authentication };
    expect(await shareItemWithGroup(what)).toEqual({ itemId: "map", notSharedWith: [] });
    expect(await isItemSharedWithGroup(what)).toBe(true);
    expect(await shareItemWithGroup(what)).toMatchObject({ shortcut: true });
    expect(await getItemGroups("map", { authentication })).toMatchObject({ admin: [{ id: "drivers" }] });
    expect(await unshareItemWithGroup(what)).toEqual({ itemId: "map", notUnsharedFrom: [] });
    expect(await isItemSharedWithGroup(what)).toBeFalsy();
  });

  it("shares as an administrator, who joins the group for a moment", async () => {
    const authentication = await signIn("ada");
    await expect(shareItemWithGroup({ id: "map", groupId: "drivers", owner: "ben", authentication })).resolves.toMatchObject({
      notSharedWith: [],
    });
    expect(await request(`${portal}/community/groups/drivers/users`, { authentication })).toEqual({
      owner: "ben",
      admins: ["ben"],
      users: ["cleo"],
    });
  });

  it("shares many items by request()", async () => {
    const authentication = await signIn("ben");
    const params = { items: ["map", "gone"], groups: ["drivers"], everyone: false, org: false };
    expect(await request(`${portal}/content/users/ben/shareItems`, { authentication, params })).toMatchObject({
      results: [
        { itemId: "map", success: true },
        { itemId: "gone", success: false, error: { code: 500 } },
      ],
    });
  });

  it("reassigns as an administrator, and gets the reason if it may not", async () => {
    const authentication = await signIn("ada");
    const what = { id: "layer", currentOwner: "ben", authentication };
    await expect(reassignItem({ ...what, targetUsername: "dan" })).rejects.toMatchObject({ code: "CONT_0291" });
    expect(await reassignItem({ ...what, targetUsername: "cleo", targetFolderName: "/" })).toEqual({ success: true, itemId: "layer" });
    await expect(reassignItem({ ...what, targetUsername: "cleo" })).rejects.toThrow("Item does not exist or is inaccessible.");
  });

  it("signs out", async () => {
    const manager = await signIn("ben");
    expect(await manager.signOut()).toMatchObject({ success: true });
    await expect(request(`${portal}/community/self`, { params: { token: manager.token } })).rejects.toMatchObject({ code: 498 });
  });
});

it("the log contains no token and no password", () => {
  const text = JSON.stringify(log);
  expect(log.length).toBeGreaterThan(50);
  expect(tokens.size).toBeGreaterThan(5);
  expect([...tokens, "s password", "s+password", "s%20password"].filter((secret) => text.includes(secret))).toEqual([]);
  expect(log.filter(({ path }) => /[?&=]/.test(path))).toEqual([]);
  expect(log.filter(({ failure }) => failure !== undefined)).toEqual([]);
});
