// The line that each request leaves in the log.
import { expect, it } from "vitest";
import { EXECUTE, form, goldenParameters, raw, serve } from "./serving.js";

it("has the request, its outcome and its duration, but no query and no body", async () => {
  const { get, port, records } = await serve({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
  await get(EXECUTE, form({ ...goldenParameters("six-points"), note: "private" }));
  await get(`${EXECUTE}?f=json&note=private`);
  await get("/no/such/place?note=private", { method: "DELETE" });
  await raw(port, "GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await raw(port, `GET /${"x".repeat(5000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => records).toHaveLength(5);
  const common = { time: "2026-01-02T03:04:05.000Z", status: 200, ms: expect.any(Number), bytes: expect.any(Number), client: "127.0.0.1" };
  expect(records).toEqual([
    { ...common, method: "POST", path: EXECUTE, points: 6 },
    { ...common, method: "GET", path: EXECUTE, code: 400 },
    { ...common, method: "DELETE", path: "/no/such/place", code: 400 },
    { ...common, method: "GET", path: "/a\\b", code: 400 },
    { ...common, method: "GET", path: `/${"x".repeat(299)}`, code: 400 },
  ]);
  expect(records[0].bytes).toBeGreaterThan(1000);
});

it("says of an invalid request, or one with too long an address, that it was refused", async () => {
  const { port, records } = await serve({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
  await raw(port, `GET ${EXECUTE}?points=${"x".repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await raw(port, "nonsense\r\n\r\n");
  await expect.poll(() => records).toHaveLength(2);
  const common = {
    time: "2026-01-02T03:04:05.000Z",
    method: "",
    path: "",
    ms: 0,
    bytes: expect.any(Number),
    client: "127.0.0.1",
    code: 400,
  };
  expect(records).toEqual([
    { ...common, status: 200 },
    { ...common, status: 400 },
  ]);
});

it.each([true, false])("counts the snapped points, with or without lines (%s), whatever fields the points have", async (lines) => {
  const { get, records } = await serve();
  const { points } = goldenParameters("six-points");
  const sly = points.replace('"OBJECTID":1', '"OBJECTID":1,"numObjects":99,"note":"\\"numObjects\\":77"');
  for (const f of ["json", "pjson", "html"]) await get(EXECUTE, form({ f, points: sly, return_lines: String(lines) }));
  await expect.poll(() => records.map((record) => record.points)).toEqual([6, 6, 6]);
});

it.each<[string, boolean, Record<string, string>, object]>([
  ["the address of the client", false, { "x-forwarded-for": "192.0.2.1" }, { client: "127.0.0.1" }],
  ["the client's address from a trusted proxy", true, { "x-forwarded-for": "10.0.0.1, ::ffff:192.0.2.1" }, { client: "192.0.2.1" }],
  ["the request id of a proxy", false, { "x-request-id": "a1-b2:3", traceparent: "00-1-2-01" }, { id: "a1-b2:3" }],
  [
    "the request id of an Amazon load balancer",
    false,
    { "x-amzn-trace-id": "Root=1-67891233-abcdef;Sampled=1" },
    { id: "Root=1-67891233-abcdef;Sampled=1" },
  ],
  ["the request id of a trace", false, { "x-request-id": 'a"b\\', traceparent: "00-4bf9-00f0-01" }, { id: "00-4bf9-00f0-01" }],
  ["no request id that is too long", false, { "x-request-id": "x".repeat(201) }, { id: undefined }],
])("has %s", async (_, trustProxy, headers, expected) => {
  const { get, records } = await serve({ trustProxy });
  await get("/healthz", { headers });
  await get(EXECUTE, { method: "OPTIONS", headers: { ...headers, origin: "http://x", "access-control-request-method": "POST" } });
  await expect.poll(() => records).toHaveLength(2);
  for (const record of records) expect({ client: record.client, id: record.id }).toMatchObject(expected);
});

it("has the cause of a worker's death", async () => {
  const text =
    '{"error":{"code":500,"message":"Unable to complete operation.","details":["The request was given up: the worker that had it died."]}}';
  const { get, records } = await serve({ executor: { execute: async () => text, close: async () => {} } });
  expect((await get(EXECUTE, form({ f: "json", points: "{}" }))).text).toBe(text);
  await expect.poll(() => records).toHaveLength(1);
  expect(records[0]).toMatchObject({ code: 500, failure: "The request was given up: the worker that had it died." });
});
