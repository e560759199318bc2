// A failed start leaves nothing behind; and hashes of passwords for portal files.
import { describe, expect, it } from "vitest";
import type { PortalFile } from "../../src/portal/types.js";
import { RoadGraph } from "../../src/roads/graph.js";
import { createServer, hashPassword } from "../../src/server/index.js";
import { scratch } from "../helpers/terminal.js";
import { fixture, inThread, sixPointRoads } from "./serving.js";

const at = scratch();
const portal = JSON.parse(fixture("portal.json"));
const roads = await sixPointRoads();
const executor = inThread(roads);

describe("a data folder", () => {
  it("is free again after a failed start, and accepts the portal file once it is right", async () => {
    const start = async (members: object[]) => {
      const server = createServer({ roads, executor, port: 0, data: at("data"), portal: { ...portal, members } });
      await server.listen().finally(() => server.close());
    };
    const [first, ...others] = portal.members;
    await expect(start([{ ...first, passwordHash: first.passwordHash.replace("16384", "16383") }, ...others])).rejects.toThrow(
      first.username,
    );
    await expect(start(portal.members)).resolves.toBeUndefined();
  });

  it("is free again after a start with roads that were transferred to another thread", async () => {
    const gone = RoadGraph.from((roads.data as ArrayBuffer).slice(0));
    const server = createServer({ roads: gone, port: 0, data: at("moved"), portal });
    structuredClone(gone.data, { transfer: [gone.data as ArrayBuffer] });
    await expect(server.listen()).rejects.toThrow("moved to another thread");
    const next = createServer({ roads, executor, port: 0, data: at("moved") });
    await expect(next.listen()).resolves.toMatchObject({ warnings: [] });
    await next.close();
  });

  it("is free again after a start whose workers do not start; that is an error of the start, and not of each request", async () => {
    const damaged = Object.assign(Object.create(RoadGraph.prototype), roads, { data: new SharedArrayBuffer(roads.data.byteLength) });
    const server = createServer({ roads: damaged, port: 0, threads: 1, data: at("damaged"), portal });
    await expect(server.listen()).rejects.toThrow(/^The pool's workers did not start: .*road file/);
    const next = createServer({ roads, executor, port: 0, data: at("damaged") });
    await expect(next.listen()).resolves.toMatchObject({ warnings: [] });
    await next.close();
  });

  it("is free again once the server is closed and its workers have ended", async () => {
    let ended = 0;
    const counting = { ...executor, close: async () => void ended++ };
    for (const again of [1, 2]) {
      const server = createServer({ roads, executor: counting, port: 0, data: at("closed"), portal });
      await server.listen();
      expect(ended).toBe(again - 1);
      await server.close();
      expect(ended).toBe(again);
    }
  });

  it("that was created from another portal file gives a warning at the start", async () => {
    const warningsOf = async (file: PortalFile) => {
      const server = createServer({ roads, executor, port: 0, data: at("other"), portal: file });
      const { warnings } = await server.listen();
      await server.close();
      return warnings;
    };
    expect(await warningsOf(portal)).toEqual([]);
    const [, ...members] = portal.members.slice().reverse();
    expect(await warningsOf({ ...portal, members: members.reverse(), items: [] })).toEqual([
      expect.stringContaining("the portal file is not the one that this folder began with"),
    ]);
  });
});

describe("hashPassword", () => {
  it("makes the hash that a portal file needs for a member to sign in", async () => {
    const members = portal.members.map((member: object) => ({ ...member, passwordHash: undefined }));
    members[0].passwordHash = await hashPassword("of the tests");
    const server = createServer({ roads, executor, portal: { ...portal, members: JSON.parse(JSON.stringify(members)) } });
    const body = new URLSearchParams({ f: "json", username: members[0].username, password: "of the tests" });
    const request = new Request("http://127.0.0.1/portal/sharing/rest/generateToken", { method: "POST", body });
    expect(await (await server.fetch(request)).json()).toMatchObject({ token: expect.any(String) });
    await server.close();
  });
});
