// Every error of the wire, byte for byte from a whole server over a socket; and the whole way from a password to an answer.
import { beforeAll, expect, it } from "vitest";
import { EXECUTE, form, goldenParameters, type Served, serve } from "./serving.js";
import { FILE } from "./sharing/app.js";

const SHARING = "/portal/sharing/rest";
const asked = { points: goldenParameters("six-points").points };
let served: Served;
const post = async (path: string, parameters: Record<string, string>) => (await served.get(path, form({ f: "json", ...parameters }))).text;
const signIn = (username: string, password = `${username}s password`) =>
  post(`${SHARING}/generateToken`, { username, password, client: "requestip" });
const tokens: Record<string, string> = {};

beforeAll(async () => {
  served = await serve({ portal: FILE });
  for (const name of ["ada", "ben"]) tokens[name] = JSON.parse(await signIn(name)).token;
});

const reassign = (owner: string, item: string, targetUsername: string, as: string) =>
  post(`${SHARING}/content/users/${owner}/items/${item}/reassign`, { targetUsername, targetFolderName: "/", token: tokens[as] });

it.each<[string, () => Promise<string>, string]>([
  [
    "malformed input",
    () => post(EXECUTE, { points: "{", token: tokens.ben }),
    '{"error":{"code":400,"message":"Unable to complete operation.","details":["points is not valid JSON: \\"{\\"; it must be a feature set, an object with a list named features."]}}',
  ],
  [
    "missing input",
    () => post(EXECUTE, { token: tokens.ben }),
    '{"error":{"code":400,"message":"Unable to complete operation.","details":["points is missing; it must be a feature set, an object with a list named features."]}}',
  ],
  ["an unknown path", () => post("/server/rest/nothing", {}), '{"error":{"code":400,"message":"Invalid URL","details":["Invalid URL"]}}'],
  ["no token", () => post(EXECUTE, asked), '{"error":{"code":499,"message":"Token Required","details":[]}}'],
  ["a bad token", () => post(EXECUTE, { ...asked, token: "x" }), '{"error":{"code":498,"message":"Invalid token.","details":[]}}'],
  [
    "no privilege",
    () => reassign("ben", "map", "cleo", "ben"),
    '{"error":{"code":403,"message":"You do not have permissions to access this resource or perform this operation.","details":[],"messageCode":"GWM_0003"}}',
  ],
  [
    "a wrong password",
    () => signIn("ben", "no"),
    '{"error":{"code":400,"message":"Unable to generate token.","details":["Invalid username or password."]}}',
  ],
  [
    "an unknown item",
    () => reassign("ben", "gone", "cleo", "ada"),
    '{"error":{"code":400,"message":"Item does not exist or is inaccessible.","details":[],"messageCode":"CONT_0001"}}',
  ],
  [
    "an unknown group",
    () => post(`${SHARING}/community/groups/gone`, { token: tokens.ben }),
    '{"error":{"code":400,"message":"Group does not exist or is inaccessible.","details":[],"messageCode":"COM_0003"}}',
  ],
  [
    "a target that may not receive",
    () => reassign("ben", "layer", "dan", "ada"),
    '{"error":{"code":403,"message":"The item cannot be reassigned because the target user lacks the right privileges.",' +
      '"details":[{"itemId":"layer","type":"Feature Service","url":"http://gis.example.com/layer","reservedTypeKeywords":["Hosted Service"],"owner":"ben"}],' +
      '"messageCode":"CONT_0291"}}',
  ],
  [
    "one item missing of those to share",
    () => post(`${SHARING}/content/users/ben/shareItems`, { items: "gone", everyone: "true", token: tokens.ben }),
    '{"results":[{"itemId":"gone","success":false,"notSharedWith":[],"error":{"code":500,"message":"Item does not exist or is inaccessible"}}]}',
  ],
])("%s", async (_, answer, text) => {
  expect(await answer()).toBe(text);
});

it("a portal's token, and a server token made from it, allow execute", async () => {
  const { token } = JSON.parse(await post(`${SHARING}/generateToken`, { token: tokens.ben, serverUrl: `${served.url}/server` }));
  for (const way of [token, tokens.ben]) expect(await post(EXECUTE, { ...asked, token: way })).toMatch(/^\{"results":\[/);
  expect(await post("/server/tokens/generateToken", { username: "ben", password: "bens password", client: "requestip" })).toMatch(
    /^\{"token":/,
  );
  await expect.poll(() => served.records.filter(({ path, user }) => path === EXECUTE && user === "ben").length).toBeGreaterThanOrEqual(2);
  for (const secret of [token, tokens.ben, tokens.ada]) expect(JSON.stringify(served.records)).not.toContain(secret);
});
