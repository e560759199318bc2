// Services for their callers: the address, the request that is sent, and an error of one sentence for every way of getting no answer.
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { buildRoads, readOsm } from "../../../src/index.js";
import { localService, readRequest, remoteService, requestOf, type ServiceRequest, serviceAddress } from "../../../src/node/index.js";
import { withoutTokens } from "../../../src/node/service/url.js";
import { type Answering, nobody, type Stub, stubService, villageAnswers } from "../../compare/stub-service.js";
import { DRIVE, DRIVE_CSV, DRIVE_EXECUTE, DRIVE_GPX, driveLine, VILLAGE_OSM } from "../../helpers/village.js";

const REQUEST: ServiceRequest = { points: JSON.parse(DRIVE_EXECUTE), return_lines: true };
const TOKEN = "s3cr3t-token";
let stub: Stub;
let answers: Answering;
beforeAll(async () => {
  answers = await villageAnswers();
  stub = await stubService(answers);
});

describe("the address of a service", () => {
  const execute = "https://host/a/GPServer/SnapToRoads/execute";
  it.each<[string, string, string | null]>([
    ["https://host/a/GPServer", execute, null],
    ["https://host/a/GPServer/", execute, null],
    ["https://host/a/GPServer/SnapToRoads", execute, null],
    ["https://host/a/GPServer/SnapToRoads/", execute, null],
    [execute, execute, null],
    [" https://host/a/GPServer?f=json ", execute, null],
    ["https://host/a/GPServer/SnapToRoads/execute?f=json&Token=abc", execute, "abc"],
    ["https://host/a/gpserver/Other/Execute", "https://host/a/gpserver/Other/execute", null],
    ["http://localhost:8080/GPServer#x", "http://localhost:8080/GPServer/SnapToRoads/execute", null],
  ])("is understood: %s", (text, url, token) => {
    expect(serviceAddress(text)).toEqual({ url, token });
  });

  it.each<[string, RegExp]>([
    ["", /is not an address/],
    [undefined as unknown as string, /The service undefined is not an address/],
    ["host/GPServer", /is not an address/],
    ["ftp://host/GPServer", /The service ftp:\/\/host\/GPServer does not begin with http/],
    [`htp://alice:${TOKEN}@host/GPServer`, /The service htp:\/\/host\/GPServer does not begin with http/],
    [`alice:${TOKEN}@host/GPServer`, /The service host\/GPServer does not begin with http/],
    [`https://alice:${TOKEN}@host:99999/GPServer`, /The service https:\/\/host:99999\/GPServer is not an address/],
    [`https://alice:a/${TOKEN}@host/GPServer`, /The service https:\/\/host\/GPServer is not an address/],
    ["https://host/arcgis/rest/services", /is not the address of a geoprocessing service; it must look like https:\/\/host\/…\/GPServer/],
    ["https://host/GPServer/SnapToRoads/submitJob", /is not the address/],
    ["https://host/GPServer/execute", /is not the address/],
    [`https://alice:${TOKEN}@host/GPServer`, /has a user name or password, which would not be sent/],
    [`https://host/x?token=${TOKEN}`, /is not the address/],
  ])("is refused without showing its secrets: %j", (text, sentence) => {
    expect(() => serviceAddress(text)).toThrow(sentence);
    expect(() => serviceAddress(text)).toThrow(expect.objectContaining({ code: "bad-option" }));
    expect(() => serviceAddress(text)).not.toThrow(TOKEN);
  });
});

describe("a request to a service", () => {
  it("is posted as a form with f=json: text unchanged, other values as JSON, blank ones left out", async () => {
    const request = { ...REQUEST, travel_mode: "Walking Time", context: { outSR: 4326 }, overrides: null };
    const { status, response, text, ms } = await remoteService(stub.url, { token: TOKEN, referer: "https://app" }).execute(request);
    const { method, path, headers, form } = stub.asked.at(-1)!;
    expect([method, path]).toEqual(["POST", "/arcgis/rest/services/World/SnapToRoadsSync/GPServer/SnapToRoads/execute"]);
    expect([headers["content-type"], headers.referer]).toEqual(["application/x-www-form-urlencoded", "https://app"]);
    expect(Object.fromEntries(form)).toEqual({
      points: JSON.stringify(REQUEST.points),
      return_lines: "true",
      travel_mode: "Walking Time",
      context: '{"outSR":4326}',
      f: "json",
      token: TOKEN,
    });
    expect([status, JSON.stringify(response)]).toEqual([200, text]);
    expect(ms).toBeGreaterThan(0);
  });

  it("has the token of the address if none is given", async () => {
    await remoteService(`${stub.url}?token=from-address`).execute(REQUEST);
    expect(stub.asked.at(-1)?.form.get("token")).toBe("from-address");
    await remoteService(stub.url).execute(REQUEST);
    expect(stub.asked.at(-1)?.form.get("token")).toBeNull();
  });

  it("gets the same answer from this engine", async () => {
    const local = localService("village", buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
    const [here, there] = [await local.execute(REQUEST), await remoteService(stub.url).execute(REQUEST)];
    expect([here.text, here.status]).toEqual([there.text, 200]);
  });

  it("is not late because the time of day is set meanwhile", async () => {
    let day = 0;
    const today = vi.spyOn(Date, "now").mockImplementation(() => (day += 86_400_000));
    const local = localService("village", buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
    const { text } = await local.execute(REQUEST);
    today.mockRestore();
    expect(text).toContain("output_snapped_points");
  });

  it("may have 10 MB, and its answer may be gzipped", async () => {
    const points = JSON.parse(DRIVE_EXECUTE);
    points.features[0].attributes.note = "x".repeat(1e7);
    stub.answer(async (asked, reply) => {
      const text = (await answers(asked, reply)) as string;
      reply.setHeader("content-encoding", "gzip").end(gzipSync(text));
      return undefined;
    });
    const { text } = await remoteService(stub.url).execute({ points });
    stub.answer(answers);
    expect(text.length).toBeGreaterThan(1e7);
  });

  it("may be answered by an error envelope, even with HTTP status 400", async () => {
    const envelope = '{"error":{"code":400,"message":"Unable to complete operation.","details":[]}}';
    stub.answer((_, reply) => {
      reply.statusCode = 400;
      return envelope;
    });
    expect(await remoteService(stub.url).execute(REQUEST)).toMatchObject({ status: 400, text: envelope });
    stub.answer(answers);
  });
});

describe("no answer from a service", () => {
  const status = (code: number, text = "", headers: Record<string, string> = {}): Answering => {
    return (_, reply) => {
      reply.writeHead(code, headers).end(text);
      return undefined;
    };
  };
  const error = (code: number, message = "") => `{"error":{"code":${code},"message":"${message}","details":[]}}`;

  it.each<[string, Answering, RegExp]>([
    ["499", () => error(499, "Token Required"), /the token is not accepted: .* \(499\)\.$/],
    ["498", () => error(498, "Invalid token."), /the token is not accepted: it has expired, .* \(498\)\.$/],
    ["498 with an HTTP status", status(401, error(498)), /the token is not accepted/],
    ["HTTP 500", status(500, "boom"), /the service failed \(HTTP 500 Internal Server Error\)\.$/],
    [
      "HTTP 503 with an envelope",
      status(503, error(503, `Busy, ${TOKEN}.`)),
      /the service failed \(HTTP 503 Service Unavailable: Busy, \*\*\*\)\.$/,
    ],
    ["HTTP 502 with a page", status(502, "<html><title>Bad gateway</title>"), /the service failed \(HTTP 502 Bad Gateway\)\.$/],
    ["HTTP 401", status(401, "no"), /access is refused \(HTTP 401 Unauthorized\)/],
    ["HTTP 404", status(404, "<html>"), /there is no service at this address \(HTTP 404 Not Found\)\.$/],
    ["HTTP 413", status(413), /the request is too large for it/],
    ["HTTP 429", status(429, error(429)), /it accepts no more requests for now/],
    ["a redirect", status(302, "", { location: `https://login/?token=${TOKEN}` }), /it has moved to https:\/\/login\/ \(HTTP 302 Found\)/],
    ["a page", () => "<!DOCTYPE html><title>Sign\n In</title>", /the answer is a web page, "Sign In", instead of JSON/],
    ["nothing", () => "", /the answer is empty\.$/],
    ["text", () => "moment please", /the answer is not JSON: "moment please"\.$/],
    ["JSON cut short", () => '{"results":[', /the answer is JSON, but not a complete response of SnapToRoads/],
    [
      "the JSON of something else",
      () => '{"jobId":"j1","jobStatus":"esriJobSubmitted"}',
      /the answer is JSON, but not a complete response/,
    ],
    ["a number", () => "7", /the answer is not JSON: "7"\.$/],
    ["a connection that breaks", (_, reply) => void reply.destroy(), /the connection was closed before the answer was complete\.$/],
    [
      "an answer that breaks off",
      (_, reply) => {
        reply.writeHead(200, { "content-length": "1000" }).write("{");
        setTimeout(() => reply.destroy(), 20);
        return undefined;
      },
      /the connection was closed before the answer was complete\.$/,
    ],
    ["no answer in time", (_, reply) => void reply.writeHead(200).write("{"), /there was no complete answer within 0\.3 seconds\.$/],
    ["an endless answer", () => "x".repeat(2000), /the answer has more than 1000 bytes, the most that is read\.$/],
  ])("gives an error of one sentence that begins with the address: %s", async (_, answering, sentence) => {
    stub.answer(answering);
    // Only endless answers have a short time limit; a busy machine may take its time for the others.
    const timeoutSeconds = sentence.source.includes("within") ? 0.3 : 20;
    const service = remoteService(stub.url, { token: TOKEN, timeoutSeconds, maxBytes: 1000 });
    const told = (await service.execute(REQUEST).catch((thrown: unknown) => thrown)) as Error;
    stub.answer(answers);
    expect(told.name).toBe("SnapError");
    expect(told.message.startsWith(`${stub.url}/SnapToRoads/execute: `)).toBe(true);
    expect(told.message).toMatch(sentence);
    expect(told.message).not.toContain("\n");
    expect(told.message).not.toContain(TOKEN);
  });

  it("is due to a missing token with 499, and the error says so", async () => {
    stub.answer(() => error(499));
    await expect(remoteService(stub.url).execute(REQUEST)).rejects.toThrow(/: a token is required \(499\)\.$/);
    stub.answer(answers);
  });

  it("gives an error if nothing listens, or the host does not exist", async () => {
    await expect(remoteService(await nobody()).execute(REQUEST)).rejects.toThrow(
      /nothing answers at this address \(connection refused\)\.$/,
    );
    await expect(remoteService("http://no-such-host.invalid/GPServer").execute(REQUEST)).rejects.toThrow(
      /there is no host of this name|could not be looked up/,
    );
  });

  it.each([0, -1, 301, Number.NaN])("cannot be waited for with a time limit of %d seconds, which is refused", (timeoutSeconds) => {
    expect(() => remoteService(stub.url, { timeoutSeconds })).toThrow(/must be a number of seconds above 0, at most 300/);
  });
});

describe("tokens", () => {
  it.each([
    ["https://host/x?f=json&token=abc&g=1", "https://host/x?f=json&token=***&g=1"],
    ['{"Token": "abc", "expires": 1}', '{"Token": "***", "expires": 1}'],
    [String.raw`{"points":"{\"token\":\"abc\"}"}`, String.raw`{"points":"{\"token\":\"***\"}"}`],
    [`the token ${TOKEN}, again ${encodeURIComponent(TOKEN)}`, "the token ***, again ***"],
    ["a tokenless text", "a tokenless text"],
  ])("are removed from %s", (text, clean) => {
    expect(withoutTokens(text, TOKEN)).toBe(clean);
  });

  it("are removed in their forms for addresses and for JSON", () => {
    const token = 'a"b+c/d=e';
    expect(withoutTokens([token, encodeURIComponent(token), JSON.stringify(token)].join(" "), token)).toBe('*** *** "***"');
  });
});

describe("text that contains a short token", () => {
  it.each([
    ["features", '{"points":{"features":[{"v":"features"}]}}', '{"points":{"features":[{"v":"***"}]}}'],
    ["features", String.raw`{"points":"{\"features\":[]}"}`, String.raw`{"points":"{\"features\":[]}"}`],
    ["features", '{"message":"no featuresque\\nfeatures."}', '{"message":"no featuresque\\n***."}'],
    ["170452", '{"time":1704522159000,"id":170452,"v":"170452"}', '{"time":1704522159000,"id":999999,"v":"999999"}'],
    ["abc.def-1", '{"message":"abc.def-1, abcxdef-1"}', '{"message":"***, abcxdef-1"}'],
  ])("is left unchanged: %s in %s", (token, text, clean) => {
    expect(withoutTokens(text, token)).toBe(clean);
    expect(() => JSON.parse(clean)).not.toThrow();
  });
});

describe("a request from a file", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("is an execute request unchanged, without its token and f", async () => {
    const { request } = await readRequest(bytes(JSON.stringify({ ...REQUEST, Token: TOKEN, f: "pjson", travel_mode: "Walking Time" })));
    expect(request).toEqual({ ...REQUEST, travel_mode: "Walking Time" });
  });

  it("is a posted form with its values as text, without its token and f, gzipped or not", async () => {
    const form = new URLSearchParams({ f: "json", Token: TOKEN, points: DRIVE_EXECUTE, travel_mode: "Walking Time" }).toString();
    const request = { points: DRIVE_EXECUTE, travel_mode: "Walking Time" };
    expect(await readRequest(bytes(form))).toEqual({ request, warnings: [] });
    expect(await readRequest(gzipSync(`${form}\n`))).toEqual({ request, warnings: [] });
    expect((await readRequest(bytes(`points=${DRIVE_EXECUTE}`))).request).toEqual({ points: DRIVE_EXECUTE });
  });

  it("is kept even if the service would refuse it, since that may be the question", async () => {
    const request = { points: { url: "https://host/points" }, return_lines: true };
    expect((await readRequest(bytes(JSON.stringify(request)))).request).toEqual(request);
  });

  it.each([
    ["drive.gpx", DRIVE_GPX],
    ["drive.csv", DRIVE_CSV],
    ["drive.json", DRIVE_EXECUTE],
    ["drive.ndjson", `${driveLine("van")}\n${driveLine("bus")}\n`],
    ["line.json", driveLine("van")],
  ])("is made of the points of %s, with lines, gzipped or not", async (name, text) => {
    const { request, warnings } = await readRequest(bytes(text), name);
    expect((await readRequest(gzipSync(text), name)).request).toEqual(request);
    const { features } = request.points as { features: { attributes: Record<string, unknown>; geometry: { x: number; y: number } }[] };
    expect([request.return_lines, warnings]).toEqual([true, []]);
    expect(features.slice(0, DRIVE.length).map(({ geometry }) => [geometry.x, geometry.y])).toEqual(DRIVE.map(([lon, lat]) => [lon, lat]));
    const time = (i: number) => features[i].attributes.location_timestamp as number;
    expect(time(1) - time(0)).toBe(15_000);
    expect(features[0].attributes.track_id).toBe(/ndjson|line/.test(name) ? "van" : undefined);
  });

  it("includes points without a place, and leaves out unknown fields", () => {
    const known = { lon: 8, lat: 50, time: 1.5, accuracy: 4, speed: 0, course: null, trackId: "van", objectId: 7, attributes: {} };
    const { points } = requestOf([known, { ...known, lon: Number.NaN, time: null, accuracy: Number.NaN, trackId: null, objectId: null }]);
    expect(points).toEqual({
      spatialReference: { wkid: 4326 },
      features: [
        {
          attributes: { OBJECTID: 7, location_timestamp: 1500, horizontal_accuracy: 4, speed: 0, track_id: "van" },
          geometry: { x: 8, y: 50 },
        },
        { attributes: { speed: 0 }, geometry: null },
      ],
    });
  });

  it("gives an error for other files", async () => {
    await expect(readRequest(bytes("{}"))).rejects.toThrow();
    await expect(readRequest(bytes('{"points": {'))).rejects.toThrow(/unclosed/);
  });
});
