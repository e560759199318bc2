// What a start that fails leaves behind: nothing. And passwords for portal files, as an operator makes them.
import { describe, expect, it } from "vitest";
import { createServer, hashPassword } from "../../src/server/index.js";
import { scratch } from "../helpers/terminal.js";
import { fixture, inThread, sixPointRoads } from "./serving.js";

const at = scratch();
const portal = JSON.parse(fixture("portal.json"));
const roads = await sixPointRoads();
const executor = inThread(roads);

describe("a data folder", () => {
  it("is free again after a start that failed, and takes the portal file once it is right", async () => {
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
});

describe("hashPassword", () => {
  it("makes what a portal file holds for a member who may sign in", async () => {
    const members = portal.members.map((member: object) => ({ ...member, passwordHash: undefined }));
    members[0].passwordHash = await hashPassword("of the tests");
    const server = createServer({ roads, executor, portal: { ...portal, members: JSON.parse(JSON.stringify(members)) } });
    const body = new URLSearchParams({ f: "json", username: members[0].username, password: "of the tests" });
    const request = new Request("http://127.0.0.1/portal/sharing/rest/generateToken", { method: "POST", body });
    expect(await (await server.fetch(request)).json()).toMatchObject({ token: expect.any(String) });
    await server.close();
  });
});
