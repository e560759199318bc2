// @esri/arcgis-rest-request as published: execute in every form that request() can send, and the errors it makes of ours.
// test/server/sharing/rest-js.test.ts has the requests to the portal.
import {
  ApiKeyManager,
  ArcGISAuthError,
  ArcGISIdentityManager,
  ArcGISRequestError,
  type IRequestOptions,
  request,
} from "@esri/arcgis-rest-request";
import { beforeAll, describe, expect, it } from "vitest";
import { EXECUTE, fixture, type Served, serve } from "../server/serving.js";
import { ANSWER, POINTS, PROPERTIES } from "./six-points.js";

let open: Served;
let fixed: Served;
let portal: Served;
beforeAll(async () => {
  [open, fixed, portal] = [await serve(), await serve({ token: "T" }), await serve({ portal: JSON.parse(fixture("portal.json")) })];
});

const signIn = (username: string) =>
  ArcGISIdentityManager.signIn({ username, password: `changeme-${username}`, portal: `${portal.url}/portal/sharing/rest` });
const execute = (served: Served, options: IRequestOptions = {}) =>
  request(served.url + EXECUTE, { ...options, params: { points: POINTS, ...options.params } });
/** The reason for which a promise is rejected. */
const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("rest-js", () => {
  const lists = (list: unknown) => ({ road_properties_on_snapped_points: list, road_properties_on_lines: list });
  const all = { return_lines: true, ...lists(PROPERTIES) };

  it.each<[string, "GET" | "POST", IRequestOptions]>([
    ["by POST", "POST", { params: all }],
    ["by GET", "GET", { httpMethod: "GET", params: all }],
    ["by GET, sent as POST because it is long", "POST", { httpMethod: "GET", maxUrlLength: 1000, params: all }],
    ["lists as JSON", "POST", { params: { ...all, ...lists(JSON.stringify(PROPERTIES)) } }],
    ["lists as text, with blanks", "POST", { params: { ...all, ...lists(PROPERTIES.join(", ")) } }],
    ["booleans as text", "POST", { params: { ...all, return_lines: "TRUE" } }],
    ["points as text", "POST", { params: { ...all, points: JSON.stringify(POINTS) } }],
    ["points as a file, which makes it multipart", "POST", { params: { ...all, points: new Blob([JSON.stringify(POINTS)]) } }],
    ["unknown parameters are ignored", "POST", { params: { ...all, analysis_region: "NorthAmerica", overrides: {}, returnZ: false } }],
  ])("execute, %s", async (_, method, options) => {
    open.records.length = 0;
    expect(await execute(open, options)).toEqual(ANSWER);
    await expect.poll(() => open.records).toMatchObject([{ method, points: 6 }]);
  });

  it.each<[string, object]>([
    ["by default", {}],
    ["false", { return_lines: false, ...lists([]) }],
    ["blank", { return_lines: "", ...lists("") }],
  ])("execute without lines, %s", async (_, params) => {
    const { results } = await execute(open, { params });
    expect(results.map(({ paramName }: { paramName: string }) => paramName)).toEqual(["output_snapped_points", "usage_cost"]);
  });

  it.each<[string, object]>([
    ["context", { context: { outSR: 102100 } }],
    ["env:outSR", { "env:outSR": 102100 }],
  ])("execute, in web Mercator by %s, walking, one property", async (_, params) => {
    const travel_mode = { name: "Walking Time", type: "WALK" };
    const { results } = await execute(open, {
      params: { ...params, travel_mode, return_lines: true, road_properties_on_lines: "length_miles" },
    });
    expect(results[1].value.spatialReference).toEqual({ wkid: 102100, latestWkid: 3857 });
    const [{ attributes, geometry }] = results[1].value.features;
    expect(Object.keys(attributes)).toEqual(["ObjectID", "line_type", "length_miles"]);
    expect(geometry.paths[0][0][0]).toBeCloseTo(-13_629_301.7, 0);
  });

  it("execute with a fixed token: as an API key, as text, hidden in a header", async () => {
    for (const authentication of [ApiKeyManager.fromKey({ key: "T" }), "T"]) {
      for (const more of [{}, { httpMethod: "GET" as const, hideToken: true }]) {
        expect(await execute(fixed, { authentication, suppressWarnings: true, params: all, ...more })).toEqual(ANSWER);
      }
    }
  });

  it("execute as a member, with the server token that it gets itself", async () => {
    expect(await execute(portal, { authentication: await signIn("bob"), params: all })).toEqual(ANSWER);
    await expect.poll(() => portal.records.at(-1)).toMatchObject({ path: EXECUTE, user: "bob" });
  });

  it("bad input is an ArcGISRequestError with our sentence", async () => {
    for (const httpMethod of ["GET", "POST"] as const) {
      const error = await refusal(execute(open, { httpMethod, params: { points: "{" } }));
      expect(error).toBeInstanceOf(ArcGISRequestError);
      expect(error).toMatchObject({
        code: 400,
        message: "400: Unable to complete operation.",
        response: {
          error: { details: ['points is not valid JSON: "{"; it must be a feature set, an object with a list named features.'] },
        },
      });
    }
  });

  it("no token, or a wrong one, is an ArcGISAuthError that can be retried with a session", async () => {
    const none = await refusal(execute(portal));
    expect(none).toBeInstanceOf(ArcGISAuthError);
    expect(none).toMatchObject({ code: 499, message: "499: Token Required" });
    expect(await (none as ArcGISAuthError).retry(() => signIn("alice"))).toMatchObject({ results: expect.any(Array) });

    const wrong = await refusal(execute(portal, { authentication: ApiKeyManager.fromKey({ key: "wrong" }) }));
    expect(wrong).toBeInstanceOf(ArcGISAuthError);
    expect(wrong).toMatchObject({ code: 498, message: "498: Invalid token." });
  });

  it("a role that does not allow the service is an ArcGISRequestError", async () => {
    const error = await refusal(execute(portal, { authentication: await signIn("guest") }));
    expect(error).toBeInstanceOf(ArcGISRequestError);
    expect(error).not.toBeInstanceOf(ArcGISAuthError);
    expect(error).toMatchObject({ code: "GWM_0003", response: { error: { code: 403 } } });
  });

  it("an unknown address is an ArcGISRequestError", async () => {
    expect(await refusal(request(`${open.url}/server/rest/services/none`))).toMatchObject({ code: 400, message: "400: Invalid URL" });
  });
});
