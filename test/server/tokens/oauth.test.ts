// Signing in as the ArcGIS API for Python does: it reads the page, fills it in, and reads the token from the redirect.
import { beforeEach, describe, expect, it } from "vitest";
import { BASE, type SharingApp, sharingApp } from "../sharing/app.js";

let app: SharingApp;
beforeEach(() => {
  app = sharingApp();
});
const OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob";

/** The object in the script of the page. */
async function infoIn(response: Response): Promise<{ oauth_state: string; messages?: string[] }> {
  const [, info] = /<script>var oAuthInfo = ({.*});<\/script>/.exec(await response.text()) ?? [];
  return JSON.parse(info);
}

async function page(redirect_uri: string, state = "s1"): Promise<string> {
  const params = { response_type: "token", client_id: "pythonapi", redirect_uri, state };
  return (await infoIn(await app.fetch("/oauth2/authorize", { method: "GET", params }))).oauth_state;
}

const signIn = (oauth_state: string, params: Record<string, string> = {}) =>
  app.fetch("//portal/sharing/oauth2/signin", { params: { oauth_state, username: "ben", password: "bens password", ...params } });

describe("oauth2", () => {
  it.each([`${BASE.replace("http", "https")}`, `${BASE}/page`, OUT_OF_BAND])("sends the token to %s", async (redirect) => {
    const response = await signIn(await page(redirect, "s&1"), { expiration: "90" });
    expect(response.status).toBe(302);
    const [where, fragment] = response.headers.get("location")!.split("#");
    expect(where).toBe(redirect);
    const { access_token, ...rest } = Object.fromEntries(new URLSearchParams(fragment));
    expect(rest).toEqual({ expires_in: "5400", username: "ben", ssl: "false", state: "s&1" });
    expect(await app.ask("/community/self", { headers: { "x-esri-authorization": `Bearer ${access_token}` } })).toMatchObject({
      username: "ben",
    });
  });

  it("shows on the page that the password was wrong", async () => {
    const response = await signIn(await page(OUT_OF_BAND), { password: "x" });
    expect(response.status).toBe(200);
    expect(await infoIn(response)).toEqual({ oauth_state: expect.any(String), messages: ["Invalid username or password."] });
  });

  it.each([
    "https://evil.example.com",
    "https://gis.example.com.evil.org/",
    "javascript://gis.example.com/%0a",
    "nowhere",
    "https://gis.example.com/\nX-More: 1",
    "https://gis.example.com/\u0000",
  ])("sends no token to %j", async (redirect) => {
    const sentence = "Invalid redirect_uri: it must be on this server.";
    const error = { error: { code: 400, message: "Unable to complete operation.", details: [sentence] } };
    expect(await app.ask("/oauth2/authorize", { method: "GET", params: { redirect_uri: redirect } })).toEqual(error);
    const forged = Buffer.from(JSON.stringify({ redirect, state: "" })).toString("base64url");
    expect((await signIn(forged)).headers.get("location")).toBeNull();
  });

  it.each(["", "x", Buffer.from("null").toString("base64url"), Buffer.from('{"redirect":1}').toString("base64url")])(
    "accepts no state but that of the page: %j",
    async (state) => {
      expect(await (await signIn(state)).json()).toMatchObject({
        error: { details: ["'oauth_state' is not the one that the sign-in page sent; open that page again."] },
      });
    },
  );

  it("accepts a state as long as an address can hold, and does not parse a longer one", async () => {
    expect((await signIn(await page(OUT_OF_BAND, "\u0000".repeat(20_000)))).status).toBe(302);
    const state = Buffer.from(JSON.stringify({ redirect: OUT_OF_BAND, state: "x".repeat(150_000) })).toString("base64url");
    expect(await (await signIn(state)).json()).toMatchObject({
      error: { details: ["'oauth_state' is not the one that the sign-in page sent; open that page again."] },
    });
  });

  it.each(["/oauth2/token", "/oauth2/platformSelf", "/oauth2/validateAppAccess"])("does not offer %s", async (path) => {
    expect(await app.ask(path)).toMatchObject({
      error: { details: ["This part of OAuth is not offered; sign in at generateToken with a username and a password."] },
    });
  });

  it("revokeToken signs out", async () => {
    const token = await app.tokenOf("ben");
    expect(await app.ask("/oauth2/revokeToken/", { params: { auth_token: token } })).toEqual({ success: true });
    expect(await app.ask("/community/self", { params: { token } })).toMatchObject({ error: { code: 498 } });
  });

  it.each(["", "x"])("revokeToken has no effect for %j", async (token) => {
    expect(await app.ask("/oauth2/revokeToken", { params: { auth_token: token } })).toEqual({ success: false });
  });
});
