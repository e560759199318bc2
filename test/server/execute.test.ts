// SnapToRoads over HTTP: all the ways in which clients send requests, and what they read before.

import { get as httpGet } from "node:http";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { RoadGraph } from "../../src/roads/graph.js";
import { serviceUrls } from "../../src/server/urls.js";
import { TRAVEL_MODES } from "../../src/snap/travel-mode-objects.js";
import { EXECUTE, fixture, form, goldenParameters, inThread, type Served, serve, sixPointRoads } from "./serving.js";

let roads: RoadGraph;
let open: Served;
const golden = goldenParameters("six-points");
const answer = fixture("golden/six-points.response.json").slice(0, -1);
const compact = JSON.stringify(JSON.parse(answer));

beforeAll(async () => {
  roads = await sixPointRoads();
  open = await serve({ roads });
});

describe("execute", () => {
  const multipart = (parameters: Record<string, string | Blob>): RequestInit => {
    const body = new FormData();
    for (const [name, value] of Object.entries(parameters)) body.append(name, value);
    return { method: "POST", body };
  };
  const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;
  const { points, ...others } = golden;

  it.each<[string, string, RequestInit | undefined]>([
    ["POST, urlencoded", "", form(golden)],
    ["POST, multipart", "", multipart(golden)],
    ["POST, multipart with points as a file", "", multipart({ ...others, points: new Blob([points], { type: "application/json" }) })],
    ["GET", query(golden), undefined],
    ["POST with everything in the query", query(golden), { method: "POST" }],
    ["query and body merged", query(others), form({ points })],
    ["a parameter in both, of which that in the body counts", query({ ...golden, points: "{}", f: "html" }), form(golden)],
    ["names in another case", "", form(Object.fromEntries(Object.entries(golden).map(([name, value]) => [name.toUpperCase(), value])))],
    ["unknown parameters", "", form({ ...golden, returnZ: "x", "env:processSR": "", anything: "at all", token: "whatever" })],
  ])("accepts %s", async (_, search, init) => {
    expect((await open.get(EXECUTE + search, init)).text).toBe(answer);
  });

  it.each([
    EXECUTE,
    "/arcgis/rest/services/World/SnapToRoadsSync/GPServer/SnapToRoads/execute",
    "/GPServer/SnapToRoads/execute",
    "/portal/sharing/servers/0a1b/rest/services/World/GPServer/SnapToRoads/execute",
    "/tokens/GPServer/SnapToRoads/execute",
    "//server//rest/services/Routing///GPServer/SnapToRoads/execute/",
    "/elsewhere/../server/GPServer/SnapToRoads/execute",
  ])("is at the path %s", async (path) => {
    const { text, headers, status } = await open.get(path, form({ ...golden, f: "json" }));
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(text).toBe(compact);
  });

  it("joins lists that a form repeats", async () => {
    const body = new URLSearchParams({ f: "json", points });
    for (const name of ["length_miles", "posted_speed_limit_kph"]) body.append("road_properties_on_snapped_points", name);
    const { text } = await open.get(EXECUTE, { method: "POST", body });
    const { fields } = JSON.parse(text).results[0].value;
    expect(fields.map((field: { name: string }) => field.name).slice(-2)).toEqual(["length_miles", "posted_speed_limit_kph"]);
  });

  it("refuses long lists that a form repeats, before a worker reads them", async () => {
    const body = new URLSearchParams({ f: "json", points });
    for (const words of ["length_miles,".repeat(8000), "length_miles"]) body.append("road_properties_on_lines", words);
    const { text } = await open.get(EXECUTE, { method: "POST", body });
    expect(text).toContain("road_properties_on_lines has 104012 characters; a list may have at most 100000.");
  });

  it("reads bytes as text by the charset of the body", async () => {
    const ids = ["Zürich", "Zäzilia"];
    const given = { features: ids.map((track_id) => ({ attributes: { track_id }, geometry: { x: -122.4341, y: 37.80015 } })) };
    const body = `f=json&points=${Buffer.from(JSON.stringify(given), "latin1")
      .toString("latin1")
      .replace(/[^ -~]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
    const as = (charset: string) =>
      open.get(EXECUTE, { method: "POST", body, headers: { "Content-Type": `application/x-www-form-urlencoded; charset=${charset}` } });
    const { features } = JSON.parse((await as("ISO-8859-1")).text).results[0].value;
    expect(features.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes.track_id)).toEqual(ids);
    expect((await as("klingon")).text).toContain('The body has the charset \\"klingon\\", which is not known; send it as UTF-8.');
  });

  it("shows a form without f, and a form with the answer if there are points", async () => {
    const blank = await open.get(EXECUTE);
    expect(blank.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(blank.text).toContain('<textarea id="points" name="points"');
    expect(blank.text).not.toContain("<h2>Answer");
    const filled = await open.get(EXECUTE, form({ ...golden, f: "" }));
    expect(filled.text).toContain(answer.slice(0, 200).replaceAll('"', "&quot;"));
    expect(filled.text).toContain('<textarea id="points" name="points"');
  });

  it("escapes what a request contains in its page", async () => {
    const { text } = await open.get(EXECUTE, form({ f: "html", points: points.replace("OBJECTID", "<script>alert(1)</script>") }));
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain("<script>");
  });

  it("returns the form filled in as it was sent, with the answer or the error in words", async () => {
    const sent = {
      f: "html",
      points,
      return_lines: "true",
      travel_mode: "Walking Time",
      road_properties_on_lines: "length_miles",
      context: '{"a":1}',
    };
    const wrong = { ...sent, points: '[<"' };
    for (const [request, shown] of [
      [sent, "<h2>Answer</h2>"],
      [wrong, '<h2>Error 400</h2>\n<div role="alert"><p>Unable to complete operation.</p>\n<p>points is not valid JSON'],
    ] as const) {
      const { text, headers } = await open.get(EXECUTE, form(request));
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(text).toContain(shown);
      expect(text).toContain(`required>\n${request.points.replaceAll("<", "&lt;").replaceAll('"', "&quot;")}</textarea>`);
      for (const part of [
        'name="return_lines" value="true" checked>',
        "<option selected>Walking Time</option>",
        'name="road_properties_on_lines" value="length_miles" checked>',
        'name="road_properties_on_lines" value="length_kilometers">',
        'name="road_properties_on_snapped_points" value="length_miles">',
        'name="context" value="{&quot;a&quot;:1}"',
      ])
        expect(text).toContain(part);
    }
    // Not the token, which is secret, and no points of megabytes.
    const { text } = await open.get(EXECUTE, form({ ...sent, token: "secret-7", points: points + " ".repeat(1_000_000) }));
    expect(text).not.toContain("secret-7");
    expect(text).toContain("required>\n</textarea>");
  });

  it("uses the options of the server", async () => {
    const strict = await serve({ roads, executor: inThread(roads, { maxRecords: 5, emptyLines: true }), maxRecords: 5 });
    const features = JSON.parse(points).features.slice(0, 5);
    const { results } = JSON.parse((await strict.get(EXECUTE, form({ f: "json", points: JSON.stringify({ features }) }))).text);
    expect(results[1]).toEqual({ paramName: "output_lines", dataType: "GPFeatureRecordSetLayer", value: {} });
    expect((await strict.get(EXECUTE, form(golden))).text).toBe(
      '{"error":{"code":400,"message":"Unable to complete operation.","details":["points has 6 features; the most is 5."]}}',
    );
    expect(JSON.parse((await strict.get("/GPServer?f=json")).text).maximumRecords).toBe(5);
  });
});

describe("the headers and encoding of an answer", () => {
  /** The bytes as sent: fetch would unpack them. */
  const wire = (path: string, headers: Record<string, string>) =>
    new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      httpGet(open.url + path, { headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }));
      }).on("error", reject);
    });
  const asked = `${EXECUTE}?${new URLSearchParams({ f: "json", points: golden.points })}`;

  it("include gzip, if asked for", async () => {
    const plain = await wire(asked, {});
    const packed = await wire(asked, { "accept-encoding": "gzip, deflate, br" });
    expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
    expect(packed.body.length).toBeLessThan(plain.body.length);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.headers.vary).toMatch(/Accept-Encoding/i);
  });

  it("do not include gzip for small answers", async () => {
    expect((await wire("/server/rest/info?f=json", { "accept-encoding": "gzip" })).headers["content-encoding"]).toBeUndefined();
  });

  it("let any page read it", async () => {
    for (const path of [asked, "/nothing/here", "/server/rest/info?f=json"]) {
      expect((await open.get(path, { headers: { origin: "https://app.example.com" } })).headers.get("access-control-allow-origin")).toBe(
        "*",
      );
    }
  });

  it.each(["authorization", "x-esri-authorization", "content-type,x-requested-with"])("let any page send %s", async (header) => {
    const { status, headers, text } = await open.get(EXECUTE, {
      method: "OPTIONS",
      headers: { origin: "https://app.example.com", "access-control-request-method": "POST", "access-control-request-headers": header },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe("GET,POST,HEAD");
    expect(headers.get("access-control-allow-headers")).toBe(header);
  });

  it("are the same for HEAD, without a body", async () => {
    const { status, headers, text } = await open.get("/server/rest/info?f=json", { method: "HEAD" });
    expect([status, text, Number(headers.get("content-length")) > 10]).toEqual([200, "", true]);
  });

  it("forbid caching, framing and scripts", async () => {
    const { headers } = await open.get(EXECUTE);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
  });
});

describe.each(["GET", "POST"])("what clients read first, by %s", (method) => {
  const read = async (path: string, f = "json") => JSON.parse((await open.get(`${path}?f=${f}`, { method })).text);

  it.each(["/server/rest/info", "//rest/info", "/rest/info", "/arcgis/rest/info/", "/portal/sharing/servers/ab12/rest/info"])(
    "%s",
    async (path) => {
      expect(await read(path)).toEqual({ currentVersion: 11.4, fullVersion: "11.4.0", authInfo: { isTokenBasedSecurity: false } });
    },
  );

  it("/GPServer", async () => {
    expect(await read("/server/rest/services/Routing/NetworkAnalysisSync/GPServer", "pjson")).toEqual({
      currentVersion: 11.4,
      serviceDescription: expect.any(String),
      tasks: ["SnapToRoads"],
      executionType: "esriExecutionTypeSynchronous",
      resultMapServerName: "",
      maximumRecords: 100_000,
    });
  });

  it("/GPServer/SnapToRoads", async () => {
    const { parameters, ...task } = await read("/GPServer/SnapToRoads");
    expect(Object.keys(task)).toEqual(["name", "displayName", "description", "category", "helpUrl", "executionType"]);
    const named = (direction: string) =>
      parameters.filter((p: { direction: string }) => p.direction === direction).map((p: { name: string }) => p.name);
    expect(named("esriGPParameterDirectionInput")).toEqual([
      "points",
      "travel_mode",
      "return_lines",
      "road_properties_on_snapped_points",
      "road_properties_on_lines",
      "context",
    ]);
    expect(named("esriGPParameterDirectionOutput")).toEqual(["output_snapped_points", "output_lines", "usage_cost"]);
    for (const parameter of parameters) {
      expect(Object.keys(parameter)).toEqual(
        expect.arrayContaining([
          "name",
          "dataType",
          "displayName",
          "description",
          "direction",
          "defaultValue",
          "parameterType",
          "category",
        ]),
      );
    }
  });

  it("retrieveTravelModes at the address of odCostMatrix", async () => {
    const path = serviceUrls("").odCostMatrix;
    expect(await read(`${path}/retrieveTravelModes`)).toEqual({
      supportedTravelModes: TRAVEL_MODES,
      defaultTravelMode: "FEgifRtFndKNcJMJ",
    });
  });

  it("/healthz, by GET only", async () => {
    const refused = { error: { code: 400, message: "Invalid URL", details: ["Invalid URL"] } };
    expect(await read("/healthz")).toEqual(method === "GET" ? { status: "ok" } : refused);
  });

  it("a page, if there is no f", async () => {
    const { text, headers } = await open.get("/GPServer/SnapToRoads", { method });
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain("&quot;name&quot;: &quot;SnapToRoads&quot;");
  });
});
