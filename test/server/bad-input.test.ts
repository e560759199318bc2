// Input that no server should fail on: each gets its exact answer, and other requests are served meanwhile and afterwards.
import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { shown } from "../../src/errors.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { bodyOf } from "../../src/server/request.js";
import { ROAD_PROPERTIES } from "../../src/snap/road-properties.js";
import { EXECUTE, form, goldenParameters, raw, type Served, serve, sixPointRoads } from "./serving.js";

const { points } = goldenParameters("six-points");
const BLANK = "points is missing; it must be a feature set, an object with a list named features.";
const failed = (sentence: string, code = 400) =>
  JSON.stringify({ error: { code, message: "Unable to complete operation.", details: [sentence] } });
/** The answer to points with this text, which is no JSON. */
const notJson = (points: string) =>
  failed(`points is not valid JSON: ${shown(points)}; it must be a feature set, an object with a list named features.`);
const DEEP = '{"features":['.repeat(1e5);
const INVALID_URL = '{"error":{"code":400,"message":"Invalid URL","details":["Invalid URL"]}}';

let roads: RoadGraph;
let open: Served;
beforeAll(async () => {
  roads = await sixPointRoads();
  open = await serve({ roads });
});
afterEach(async () => {
  expect((await open.get("/healthz")).text).toBe('{"status":"ok"}');
});

describe("an unusable request gives HTTP 200 with one compact envelope", () => {
  it.each<[string, string, RequestInit | undefined, string]>([
    ["no points", `${EXECUTE}?f=json`, undefined, failed(BLANK)],
    ["no points, indented or not", `${EXECUTE}?f=pjson`, undefined, failed(BLANK)],
    ["points that are not JSON", EXECUTE, form({ f: "json", points: "[" }), notJson("[")],
    ["bad input without f", EXECUTE, form({ points: "[" }), notJson("[")],
    [
      "points by address",
      EXECUTE,
      form({ f: "json", points: '{"url":"http://x"}' }),
      failed('points is given by url, "http://x"; it must be a feature set, an object with a list named features.'),
    ],
    ["an unknown f", `${EXECUTE}?f=xml`, undefined, failed('f is "xml"; it must be json, pjson or html.')],
    ["an unknown f for a description", "/server/rest/info?f=kmz", undefined, failed('f is "kmz"; it must be json, pjson or html.')],
    ["malformed percent-encoding", `${EXECUTE}?f=json&points=%zz%`, undefined, notJson("%zz%")],
    ["bytes that are not text", `${EXECUTE}?f=json&points=%ff%fe`, undefined, notJson("\uFFFD\uFFFD")],
    [
      "a NUL in a parameter",
      `${EXECUTE}?f=json&return_lines=%00`,
      undefined,
      failed('return_lines is "\\u0000"; it must be true or false.'),
    ],
    ["a NUL in f", `${EXECUTE}?f=json%00`, undefined, failed('f is "json\\u0000"; it must be json, pjson or html.')],
    ["a NUL in a name", `${EXECUTE}?f=json&po%00ints=1`, undefined, failed(BLANK)],
    ["duplicates, of which the last is blank", `${EXECUTE}?f=json&f=&points=[&points=`, undefined, notJson("[")],
    [
      "too many parameters",
      EXECUTE,
      { method: "POST", body: "a&".repeat(500_000), headers: { "content-type": "application/x-www-form-urlencoded" } },
      failed("The request has more than 1000 parameters, the most this service takes."),
    ],
    [
      "a JSON body",
      EXECUTE,
      { method: "POST", body: JSON.stringify({ points }), headers: { "content-type": "application/json" } },
      failed('The body has the content type "application/json"; it must be application/x-www-form-urlencoded or multipart/form-data.'),
    ],
    [
      "a body without a type",
      EXECUTE,
      { method: "POST", body: new TextEncoder().encode("f=json") },
      failed("The body has no content type; it must be application/x-www-form-urlencoded or multipart/form-data."),
    ],
    [
      "a compressed body",
      EXECUTE,
      { method: "POST", body: "x", headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" } },
      failed('The body has the content encoding "gzip"; it must be sent without one.'),
    ],
    [
      "multipart without a boundary",
      EXECUTE,
      { method: "POST", body: "x", headers: { "content-type": "multipart/form-data" } },
      failed("The body is multipart/form-data, but its content type has no boundary."),
    ],
    [
      "an invalid multipart body",
      EXECUTE,
      { method: "POST", body: "x", headers: { "content-type": "multipart/form-data; boundary=X" } },
      failed('The body is not multipart/form-data with the boundary "X".'),
    ],
    ["an unknown path", "/", undefined, INVALID_URL],
    ["an unknown path below a known one", `${EXECUTE}/more?f=json`, undefined, INVALID_URL],
    ["an unknown task", "/GPServer/SnapToRivers/execute?f=json", undefined, INVALID_URL],
    ["an unknown path with a large body", "/nothing", { method: "POST", body: "x".repeat(1e6) }, INVALID_URL],
    ["encoded slashes", "/server%2Frest%2Finfo?f=json", undefined, INVALID_URL],
    ["a doubly encoded path", "/server%252Frest/info2?f=json", undefined, INVALID_URL],
    ["a path with broken escapes", "/%/%zz/%ff?f=json", undefined, INVALID_URL],
    ["a NUL in the path", "/rest/info%00?f=json", undefined, INVALID_URL],
    ["PUT", `${EXECUTE}?f=json`, { method: "PUT", body: "x" }, failed("The method is PUT; it must be GET or POST.")],
    ["DELETE", `${EXECUTE}?f=json`, { method: "DELETE" }, failed("The method is DELETE; it must be GET or POST.")],
    ["PATCH", "/healthz", { method: "PATCH" }, failed("The method is PATCH; it must be GET or POST.")],
    ["deep JSON", EXECUTE, form({ f: "json", points: DEEP }), notJson(DEEP)],
    [
      "a million-element list",
      EXECUTE,
      form({ f: "json", points: `{"features":[${"0,".repeat(999_999)}0]}` }),
      failed("points has 1000000 features; the most is 100000."),
    ],
    [
      "a million words",
      EXECUTE,
      form({ f: "json", points, road_properties_on_lines: JSON.stringify(Array(1e6).fill("x")) }),
      failed(`road_properties_on_lines asks for "x"; allowed are ${ROAD_PROPERTIES.join(", ")}.`),
    ],
  ])("%s", async (_, path, init, expected) => {
    const { status, text, headers } = await open.get(path, init);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(text).toMatch(/^\{"error":\{"code":\d+,"message":"/);
    expect(text).toBe(expected);
  });

  it("but lists a hundred thousand deep give a point without a place", async () => {
    const { text } = await open.get(EXECUTE, form({ f: "json", points: `{"features":${"[".repeat(1e5)}${"]".repeat(1e5)}}` }));
    expect(JSON.parse(text).messages[0].description).toMatch(/^1 point has no usable coordinate/);
  });

  it("and to HEAD one without a body", async () => {
    expect(await open.get("/nothing", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });
});

describe("a path", () => {
  const info = '{"currentVersion":11.4,';
  it.each<[string, string]>([
    ["/server/../rest/info", info],
    ["/../../../rest/info", info],
    ["/server/%2e%2e/rest/info", info],
    ["/server/./rest//info", info],
    ["////rest/info///", info],
    ["/etc/passwd/../../rest/info", info],
    ["/rest/info/..", INVALID_URL],
    ["/rest%2f..%2finfo", INVALID_URL],
    ["/rest/info;x=1", INVALID_URL],
    ["/rest\\info", INVALID_URL],
  ])("%s as it is sent", async (path, start) => {
    expect(await raw(open.port, `GET ${path}?f=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain(`\r\n\r\n${start}`);
  });
});

describe("a body that is too large", () => {
  const sizes = '"The body has 209715200 bytes; the most this service takes is 67108864."';

  it("is refused before it is sent if the client asks first (Expect: 100-continue)", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { "content-length": 200 * 2 ** 20, expect: "100-continue", "content-type": "application/x-www-form-urlencoded" };
      const sent = request(open.url + EXECUTE, { method: "POST", headers }, (response) => {
        response.setEncoding("utf8").on("data", resolve);
      });
      sent.on("continue", () => reject(new Error("the body was asked for")));
      sent.on("error", reject);
      sent.flushHeaders();
    });
    expect(answer).toContain(sizes);
  });

  it("is refused at once if Content-Length says so", async () => {
    const head = `POST ${EXECUTE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 209715200\r\n\r\n`;
    expect(await raw(open.port, head, "points=")).toContain(sizes);
  });

  it("is cut off as soon as it turns out to be too large", async () => {
    const small = await serve({ roads, maxBodyBytes: 1000 });
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("a".repeat(400))),
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { text } = await small.get(EXECUTE, { method: "POST", body, headers, duplex: "half" } as RequestInit);
    expect(text).toBe(failed("The body has more than 1000 bytes, the most this service takes."));
    expect((await small.get("/healthz")).text).toBe('{"status":"ok"}');
  });
});

describe("many large bodies at once", () => {
  it("are refused beyond sixteen of the largest size, while small ones are answered", async () => {
    const { port, get, records } = await serve({ roads, maxBodyBytes: 200_000 });
    const head = `POST ${EXECUTE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 200000\r\n\r\n`;
    // Each counts with 99,000 bytes.
    const sockets = Array.from({ length: 32 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => {}).write(`${head}points=${"x".repeat(198_993)}`);
    const large = form({ f: "json", points: `[${" ".repeat(190_000)}` });
    const full = failed("The service has as many large requests in hand as it can hold; send this one again later.", 500);
    await expect.poll(async () => (await get(EXECUTE, large)).text).toBe(full);
    expect(records.at(-1)).toMatchObject({
      code: 500,
      failure: "NoRoom: The bodies of the requests in hand have 3200000 bytes, the most that are allowed.",
    });
    expect((await get(EXECUTE, form({ f: "json", points: "[" }))).text).toBe(notJson("["));
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await get(EXECUTE, large)).text).toContain("points is not valid JSON");
  });
});

describe("a body that arrives byte by byte", () => {
  it("is read like any other", async () => {
    const text = new URLSearchParams({ f: "json", points, return_lines: "true" }).toString();
    const chunks = [...text].map((byte) => `1\r\n${byte}\r\n`).join("");
    const headers = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close";
    const answer = await raw(open.port, `POST ${EXECUTE} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${chunks}0\r\n\r\n`);
    expect(answer).toContain((await open.get(EXECUTE, form({ f: "json", points, return_lines: "true" }))).text.slice(0, 500));
  });

  it("is collected before any of it is kept", async () => {
    const bytes = new Uint8Array(100_000).fill(97);
    const pieces: number[] = [];
    let sent = 0;
    // In pieces: in a queue of a hundred thousand, each read would move all the others.
    const body = new ReadableStream({
      pull(controller) {
        if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, ++sent));
        else controller.close();
      },
    });
    const request = new Request("http://x/", { method: "POST", body, duplex: "half" } as RequestInit);
    for await (const piece of bodyOf(request, 1e9)) pieces.push(piece.length);
    expect(pieces.reduce((sum, length) => sum + length)).toBe(bytes.length);
    expect(pieces.length).toBeLessThan(10);
  });
});

describe("the body of a GET", () => {
  it("is read", async () => {
    const answer = await raw(
      open.port,
      `GET ${EXECUTE}?f=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\npoints`,
    );
    expect(answer).toContain(
      failed("The body of a GET request is not read; send the parameters in the address, or send the body by POST."),
    );
  });
});

describe("bytes that are no HTTP request", () => {
  const envelope = (sentence: string) => `\r\n\r\n${failed(sentence)}`;
  it.each<[string, string, string, string]>([
    ["another protocol", "\x16\x03\x01\x02\x00\r\n\r\n", "400 Bad Request", envelope("This is not an HTTP request.")],
    [
      "two lengths of a body",
      `POST ${EXECUTE} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "400 Bad Request",
      envelope("This is not an HTTP request."),
    ],
    ["an invalid host", "GET /rest/info?f=json HTTP/1.1\r\nHost: a b<>\r\nConnection: close\r\n\r\n", "200 OK", `\r\n\r\n${INVALID_URL}`],
    ["no host, which HTTP/1.0 allows", "GET /healthz HTTP/1.0\r\n\r\n", "200 OK", '\r\n\r\n{"status":"ok"}'],
    ["no host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", "200 OK", '\r\n\r\n{"status":"ok"}'],
    [
      "an unknown Expect header",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n",
      "200 OK",
      '\r\n\r\n{"status":"ok"}',
    ],
    [
      "a query that is not escaped",
      `GET ${EXECUTE}?points={"track_id":"ü"} HTTP/1.1\r\nHost: x\r\n\r\n`,
      "200 OK",
      envelope("The address has characters that are not escaped; send it as UTF-8, percent-encoded."),
    ],
    ["no path", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "200 OK", `\r\n\r\n${INVALID_URL}`],
    [
      "a query that is too long",
      `GET ${EXECUTE}?points=${"x".repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      "200 OK",
      envelope("The address and headers have more than 65536 bytes; send the parameters as the body of a POST."),
    ],
  ])("%s", async (_, bytes, status, end) => {
    const answer = await raw(open.port, bytes);
    expect(answer.split("\r\n", 1)[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer.endsWith(end), answer).toBe(true);
  });
});
