// The line that each request leaves in the log.
import { expect, it } from "vitest";
import { EXECUTE, form, goldenParameters, raw, serve } from "./serving.js";

it("says what was asked, what came of it and how long it took; no query, no body", async () => {
  const { get, port, records } = await serve({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
  await get(EXECUTE, form({ ...goldenParameters("six-points"), note: "private" }));
  await get(`${EXECUTE}?f=json&note=private`);
  await get("/no/such/place?note=private", { method: "DELETE" });
  await raw(port, "GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await raw(port, `GET /${"x".repeat(5000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => records).toHaveLength(5);
  const common = { time: "2026-01-02T03:04:05.000Z", status: 200, ms: expect.any(Number), bytes: expect.any(Number) };
  expect(records).toEqual([
    { ...common, method: "POST", path: EXECUTE, points: 6 },
    { ...common, method: "GET", path: EXECUTE, code: 400 },
    { ...common, method: "DELETE", path: "/no/such/place", code: 400 },
    { ...common, method: "GET", path: "/a\\b", code: 400 },
    { ...common, method: "GET", path: `/${"x".repeat(299)}`, code: 400 },
  ]);
  expect(records[0].bytes).toBeGreaterThan(1000);
});

it("says of what is no request, or has too long an address, that it was refused", async () => {
  const { port, records } = await serve({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
  await raw(port, `GET ${EXECUTE}?points=${"x".repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await raw(port, "nonsense\r\n\r\n");
  await expect.poll(() => records).toHaveLength(2);
  const common = { time: "2026-01-02T03:04:05.000Z", method: "", path: "", ms: 0, bytes: expect.any(Number), code: 400 };
  expect(records).toEqual([
    { ...common, status: 200 },
    { ...common, status: 400 },
  ]);
});

it.each([true, false])("counts the points snapped, lines or not (%s), whatever the points' own fields are called", async (lines) => {
  const { get, records } = await serve();
  const { points } = goldenParameters("six-points");
  const sly = points.replace('"OBJECTID":1', '"OBJECTID":1,"numObjects":99,"note":"\\"numObjects\\":77"');
  for (const f of ["json", "pjson", "html"]) await get(EXECUTE, form({ f, points: sly, return_lines: String(lines) }));
  await expect.poll(() => records.map((record) => record.points)).toEqual([6, 6, 6]);
});
