// generateToken over HTTP: the forms in which clients send it, and what it refuses.
import { beforeEach, describe, expect, it } from "vitest";
import { BASE, NOW, type SharingApp, sharingApp } from "../sharing/app.js";

let app: SharingApp;
beforeEach(() => {
  app = sharingApp();
});
const REST_JS = "@esri/arcgis-rest-js";
const ben = { username: "ben", password: "bens password" };

describe.each(["/generateToken", "//tokens/generateToken", "//server/tokens/generateToken", "//sharing/generateToken"])("%s", (path) => {
  it("gives a token for a name and a password", async () => {
    const params = { ...ben, client: "referer", referer: REST_JS, expiration: "10" };
    const { token, ...rest } = await app.ask(path, { params });
    expect(rest).toEqual({ expires: NOW + 600_000, ssl: false });
    expect(await app.ask("/community/self", { params: { token: String(token) }, headers: { referer: REST_JS } })).toMatchObject({
      username: "ben",
    });
    expect(await app.ask("/community/self", { params: { token: String(token) } })).toMatchObject({ error: { code: 498 } });
  });
});

describe("generateToken", () => {
  it.each<[what: string, params: Record<string, string>, headers: Record<string, string>]>([
    ["the parameter", { token: "T" }, {}],
    ["X-Esri-Authorization", {}, { "x-esri-authorization": "Bearer T" }],
    ["Authorization", {}, { authorization: "Bearer T" }],
  ])("gives a token that is accepted in %s", async (_, params, headers) => {
    const { token } = await app.ask("/generateToken", { params: ben });
    const put = (from: Record<string, string>) =>
      Object.fromEntries(Object.entries(from).map(([k, v]) => [k, v.replace("T", String(token))]));
    expect(await app.ask("/community/self", { params: put(params), headers: put(headers) })).toMatchObject({ username: "ben" });
  });

  it.each<[what: string, header: Record<string, string>]>([
    ["the address of the page", { referer: "http://localhost:5173/map?zoom=3" }],
    ["the address of the site", { referer: "http://localhost:5173/" }],
    ["only the origin", { origin: "http://localhost:5173" }],
  ])("gives browsers a token that is accepted with %s", async (_, headers) => {
    const { token } = await app.ask("/generateToken", { params: { ...ben, client: "referer", referer: "http://localhost:5173" } });
    expect(await app.ask("/community/self", { params: { token: String(token) }, headers })).toMatchObject({ username: "ben" });
  });

  it.each([
    ["serverUrl", `${BASE}/server`],
    ["serverURL", BASE],
    ["serverUrl", `${BASE}/server/rest/services/Routing/NetworkAnalysisSync/GPServer`],
    ["serverUrl", BASE.replace("http:", "https:")],
  ])("gives a server token for a portal token and %s=%s", async (name, url) => {
    const { token, expires } = await app.ask("/generateToken", { params: ben });
    const answer = await app.ask("/generateToken", { params: { token: String(token), [name]: url, expiration: "20160" } });
    expect(answer).toEqual({ token: expect.not.stringMatching(String(token)), expires, ssl: false });
    expect(await app.ask("/community/self", { params: { token: String(answer.token) } })).toMatchObject({ error: { code: 498 } });
  });

  it("gives a server token by GET too, since no password is in the address", async () => {
    const { token } = await app.ask("/generateToken", { params: ben });
    const params = { request: "getToken", token: String(token), serverUrl: BASE };
    expect(await app.ask("/generateToken", { method: "GET", params })).toHaveProperty("token");
  });

  const refused = (...details: unknown[]) => ({ error: { code: 400, message: "Unable to generate token.", details } });

  it.each<[what: string, params: Record<string, string>, answer: object]>([
    ["a wrong password", { ...ben, password: "x" }, refused("Invalid username or password.")],
    ["an unknown name", { ...ben, username: "eve" }, refused("Invalid username or password.")],
    ["nothing", {}, refused("'username' and 'password' must be given, or 'token' and 'serverUrl'.")],
    ["no password", { username: "ben" }, refused("'username' and 'password' must be given, or 'token' and 'serverUrl'.")],
    ["no referer to bind to", { ...ben, client: "referer" }, refused(expect.stringMatching(/^'referer' must be given/))],
    ["an empty time", { ...ben, expiration: "0" }, refused("'expiration' is \"0\"; it must be a number of minutes above 0.")],
    ["an invalid time", { ...ben, expiration: "soon" }, refused("'expiration' is \"soon\"; it must be a number of minutes above 0.")],
    ["no token for a server", { serverUrl: BASE }, { error: { code: 499 } }],
    ["a bad token for a server", { serverUrl: BASE, token: "x" }, { error: { code: 498 } }],
    [
      "another server",
      { serverUrl: "http://other.example.com/server", token: "x" },
      refused(`'serverUrl' is "http://other.example.com/server", which is not a server of this portal; its server is ${BASE}/server.`),
    ],
  ])("refuses %s", async (_, params, answer) => {
    expect(await app.ask("/generateToken", { params })).toMatchObject(answer);
  });

  it.each([
    ["GET", "?f=json&username=ben&password=bens+password"],
    ["POST", "?f=json&username=ben&PassWord=bens+password"],
  ])("refuses a password in the address, by %s", async (method, query) => {
    expect(await app.ask(`/generateToken${query}`, { method, params: ben })).toEqual(
      refused("A password is accepted in the body of a POST only, because addresses end up in logs and histories."),
    );
  });

  it("is slow only for those who guess passwords", async () => {
    for (let i = 0; i < 5; i++) await app.ask("/generateToken", { params: { ...ben, password: "x" } });
    expect(await app.ask("/generateToken", { params: ben })).toEqual(refused("Too many invalid attempts. Please try again later."));
    expect(await app.ask("/generateToken", { params: { username: "ada", password: "adas password" } })).toHaveProperty("token");
  });

  it("does not log a name that did not sign in, since it may be a password", async () => {
    await app.ask("/generateToken", { params: { username: "bens password", password: "ben" } });
    await app.ask("/generateToken", { params: ben });
    expect(app.notes).toEqual([{ code: 400 }, { user: "ben" }]);
  });
});
