// Who may use the geoprocessing server: with a fixed token, with a portal's token, without one; and the errors for others.
import { beforeAll, describe, expect, it } from "vitest";
import type { PortalFile } from "../../src/portal/types.js";
import type { ForClients } from "../../src/server/executor.js";
import type { Executor } from "../../src/server/index.js";
import { EXECUTE, form, goldenParameters, type Served, serve } from "./serving.js";
import { cheapHash } from "./tokens/members.js";

const asked = { points: goldenParameters("six-points").points };
const REQUIRED = '{"error":{"code":499,"message":"Token Required","details":[]}}';
const INVALID = '{"error":{"code":498,"message":"Invalid token.","details":[]}}';
const OK = /^\{"results":\[/;

let fixed: Served;
beforeAll(async () => {
  fixed = await serve({ token: "correct-token" });
});
const execute = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  fixed.get(EXECUTE, form({ ...asked, f: "json", ...parameters }, headers));

describe("a fixed token", () => {
  it.each<[string, Record<string, string>, Record<string, string>, string | RegExp]>([
    ["none", {}, {}, REQUIRED],
    ["a blank one", { token: " " }, {}, REQUIRED],
    ["another", { token: "wrong" }, {}, INVALID],
    ["its beginning", { token: "correct-toke" }, {}, INVALID],
    ["the right one, in the body", { token: "correct-token" }, {}, OK],
    ["in X-Esri-Authorization", {}, { "x-esri-authorization": "Bearer correct-token" }, OK],
    ["in Authorization", {}, { authorization: "bearer correct-token" }, OK],
    ["another in a header", {}, { authorization: "Bearer wrong" }, INVALID],
    ["another kind of header", {}, { authorization: "Basic correct-token" }, REQUIRED],
    ["the parameter takes precedence over the header", { token: "wrong" }, { authorization: "Bearer correct-token" }, INVALID],
  ])("is checked: %s", async (_, parameters, headers, expected) => {
    const { text, status } = await execute(parameters, headers);
    expect(status).toBe(200);
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it("may be in the query of a POST", async () => {
    expect((await fixed.get(`${EXECUTE}?token=correct-token`, form({ ...asked, f: "json" }))).text).toMatch(OK);
  });

  it.each(["/GPServer", "/GPServer/SnapToRoads", "/x/retrieveTravelModes"])("is needed for %s", async (path) => {
    expect((await fixed.get(`${path}?f=json`)).text).toBe(REQUIRED);
    expect((await fixed.get(`${path}?f=json&token=wrong`)).text).toBe(INVALID);
    expect((await fixed.get(`${path}?f=json&token=correct-token`)).text).not.toContain("error");
  });

  it("is not needed for the descriptions, or for the form", async () => {
    expect(JSON.parse((await fixed.get("/server/rest/info?f=json")).text).authInfo).toEqual({ isTokenBasedSecurity: true });
    expect((await fixed.get(EXECUTE)).text).toContain('type="password" id="token"');
    expect((await fixed.get("/healthz")).text).toBe('{"status":"ok"}');
  });

  it("cannot be had from any address, and so none is given", async () => {
    expect(JSON.parse((await fixed.get("/server/rest/info?f=json")).text)).not.toHaveProperty("owningSystemUrl");
    for (const path of ["/portal/sharing/rest/portals/self", "/portal/sharing/rest/info", "/portal/sharing/rest/generateToken"]) {
      expect((await fixed.get(`${path}?f=json&token=correct-token`)).text).toContain("Invalid URL");
    }
    const signIn = form({ username: "a", password: "correct-token", f: "json" });
    expect((await fixed.get("/server/tokens/generateToken", signIn)).text).toContain("Unable to generate token.");
  });

  it("is in no line of the log, wherever it was sent", async () => {
    const tries = await serve({ token: "correct-token" });
    const send: Record<string, string>[] = [{ authorization: "Bearer correct-token" }, { "x-esri-authorization": "Bearer correct-token" }];
    for (const headers of send) await tries.get(EXECUTE, form({ ...asked, f: "json" }, headers));
    await tries.get(`${EXECUTE}?f=json&token=correct-token&points=x`);
    await tries.get(`${EXECUTE}?f=json&token=not-the-correct-token`);
    await tries.get("/nothing?token=correct-token");
    await expect.poll(() => tries.records).toHaveLength(5);
    expect(JSON.stringify(tries.records)).not.toContain("correct-token");
    expect(tries.records.map(({ code }) => code)).toEqual([undefined, undefined, 400, 498, 400]);
  });
});

describe("an open server", () => {
  it("needs no token, and accepts any", async () => {
    const open = await serve({ token: "T", open: true });
    for (const token of ["", "T", "anything"]) expect((await open.get(EXECUTE, form({ ...asked, f: "json", token }))).text).toMatch(OK);
  });
});

describe("an open portal", () => {
  const admin = { username: "ada", role: "org_admin", passwordHash: cheapHash("adas password") };
  const portal = { organisation: { id: "o", name: "O" }, members: [admin] } satisfies PortalFile;
  /** Not over a socket, where the client itself chooses the host. */
  const sharing = async (served: Served, path: string, parameters: Record<string, string>, headers: Record<string, string>) => {
    const request = new Request(`${served.url}/portal/sharing/rest${path}`, form({ f: "json", ...parameters }, headers));
    return JSON.parse(await (await served.server.fetch(request)).text());
  };
  const asks = async (served: Served, headers: Record<string, string>, token = "") => {
    const { username, error } = await sharing(served, "/community/self", { token }, headers);
    return username ?? [error.code, ...error.details];
  };
  const lentTo = (page: string) => `Without a token, the portal answers only programs and pages of this machine, not those of "${page}".`;

  it.each<[what: string, headers: Record<string, string>, is: unknown]>([
    ["a program", {}, "ada"],
    ["a page of this machine", { origin: "http://localhost:3000" }, "ada"],
    ["a page of this machine by another of its names", { origin: "https://app.localhost" }, "ada"],
    ["a page of this machine by its address", { origin: "http://[::1]:3000" }, "ada"],
    ["a page of another host", { origin: "https://evil.example" }, [499, lentTo("https://evil.example")]],
    ["a page of an unknown origin", { origin: "null" }, [499, lentTo("null")]],
    ["a page of a host name that resolves to this machine", { host: "evil.example:8080" }, [499, lentTo("http://evil.example:8080")]],
    [
      "a page whose host only begins like this machine",
      { origin: "http://127.0.0.1.evil.example" },
      [499, lentTo("http://127.0.0.1.evil.example")],
    ],
  ])("lends its administrator only to this machine: %s", async (_, headers, is) => {
    expect(await asks(await serve({ portal, open: true }), headers)).toEqual(is);
  });

  it("accepts a valid token from another host's page, and snaps for any page", async () => {
    const served = await serve({ portal, open: true });
    const elsewhere = { origin: "https://app.example" };
    const { token } = await sharing(served, "/generateToken", { username: "ada", password: "adas password" }, elsewhere);
    expect(await asks(served, elsewhere, token)).toBe("ada");
    expect(await asks(served, elsewhere, "wrong")).toEqual([498]);
    expect((await served.get(EXECUTE, form({ ...asked, f: "json" }, elsewhere))).text).toMatch(OK);
  });

  it("behind a trusted proxy treats the proxy's pages as its own", async () => {
    const served = await serve({ portal, open: true, trustProxy: true });
    const proxy = { host: "gis.example", "x-forwarded-proto": "https", "x-forwarded-host": "gis.example" };
    expect(await asks(served, proxy)).toBe("ada");
    expect(await asks(served, { ...proxy, origin: "https://gis.example" })).toBe("ada");
    expect(await asks(served, { ...proxy, origin: "https://evil.example" })).toEqual([499, lentTo("https://evil.example")]);
  });
});

describe("the address in descriptions", () => {
  const portal = { organisation: { id: "o", name: "O" }, members: [] };
  const owner = async (served: Served, headers: Record<string, string>) =>
    JSON.parse((await served.get("/server/rest/info?f=json", { headers })).text).owningSystemUrl;
  const proxy = { "x-forwarded-proto": "https", "x-forwarded-host": "gis.example.com" };

  it("is the one that the request was sent to", async () => {
    const served = await serve({ portal });
    expect(await owner(served, {})).toBe(`${served.url}/portal`);
    expect(await owner(served, proxy)).toBe(`${served.url}/portal`);
    const info = JSON.parse((await served.get("/server/rest/info?f=json")).text);
    expect(info.authInfo).toEqual({
      isTokenBasedSecurity: true,
      tokenServicesUrl: `${served.url}/portal/sharing/rest/generateToken`,
      shortLivedTokenValidity: 20_160,
    });
  });

  it.each<[Record<string, string>, string]>([
    [proxy, "https://gis.example.com/portal"],
    [{ "x-forwarded-proto": "https" }, "https://127.0.0.1:PORT/portal"],
    [{ "x-forwarded-host": "evil.example.com, gis.example.com:8443" }, "http://gis.example.com:8443/portal"],
    [{ "x-forwarded-host": "gis.example.com/a?b#c" }, "http://gis.example.com/portal"],
    [{ "x-forwarded-host": "a b", "x-forwarded-proto": "javascript" }, "http://127.0.0.1:PORT/portal"],
    [{ ...proxy, "x-forwarded-prefix": "/roads/" }, "https://gis.example.com/roads/portal"],
    [{ ...proxy, "x-forwarded-prefix": "/a/b-c" }, "https://gis.example.com/a/b-c/portal"],
    [{ ...proxy, "x-forwarded-prefix": "/a/../b" }, "https://gis.example.com/portal"],
    [{ ...proxy, "x-forwarded-prefix": "//evil.example" }, "https://gis.example.com/portal"],
    [{}, "http://127.0.0.1:PORT/portal"],
  ])("behind a trusted proxy follows its headers %j", async (headers, expected) => {
    const served = await serve({ portal, trustProxy: true });
    expect(await owner(served, headers)).toBe(expected.replace("PORT", String(served.port)));
  });
});

describe("the client of a request, for sharing out workers", () => {
  /** A server that answers a request with its client. */
  const telling = (options: Parameters<typeof serve>[0]) => {
    const executor: ForClients = { execute: async (_parameters, _options, client) => JSON.stringify({ client }), close: async () => {} };
    return serve({ ...options, executor: executor as Executor });
  };
  const headers = { "x-forwarded-for": "192.0.2.1, 2001:db8:1:2:3::4", referer: "https://app.example" };
  const ask = async ({ get }: Served, more: Record<string, string> = {}) =>
    JSON.parse((await get(EXECUTE, form({ f: "json", points: "{}", ...more }, headers))).text).client;

  it("is its address, or the address from a trusted proxy", async () => {
    expect(await ask(await telling({}))).toBe("127.0.0.1");
    expect(await ask(await telling({ trustProxy: true }))).toBe("2001:db8:1:2::/64");
  });

  it("is the member who signed in", async () => {
    const member = { username: "ada", role: "org_admin", passwordHash: cheapHash("adas password") };
    const served = await telling({ portal: { organisation: { id: "o", name: "O" }, members: [member] } });
    const signIn = form({ f: "json", username: "ada", password: "adas password", referer: headers.referer });
    const { token } = JSON.parse((await served.get("/portal/sharing/rest/generateToken", signIn)).text);
    expect(await ask(served, { token })).toBe("member ada");
  });
});
