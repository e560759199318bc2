// Requests are answered by a pool as SnapToRoads answers them.
import { afterAll, describe, expect, it } from "vitest";
import { featureSet } from "../../../bench/inputs/formats.js";
import { MatcherPool } from "../../../src/node/index.js";
import { SnapToRoads } from "../../../src/snap/execute.js";
import type { ExecuteInput } from "../../../src/snap/parameters.js";
import { stringifyResponse } from "../../../src/snap/response.js";
import { townDrive } from "../../helpers/pools.js";

const { roads, drive, short } = await townDrive();
const pool = new MatcherPool(roads, { threads: 2 });
afterAll(() => pool.close());

describe("execute", () => {
  const parameters = () => ({ points: JSON.stringify(featureSet(drive.slice(0, 50))), f: "json", return_lines: "true" });

  it.each([
    [false, "json"],
    [true, "pjson"],
  ] as const)("gives the text of SnapToRoads; pretty: %s", async (pretty, f) => {
    const answer = await pool.execute(parameters(), { pretty });
    expect(answer).toBe(stringifyResponse(new SnapToRoads(roads).execute(parameters()), f));
  });

  it.each<[string, (entries: Record<string, string>) => ExecuteInput]>([
    ["a form body", (entries) => new URLSearchParams(entries)],
    ["its text", (entries) => String(new URLSearchParams(entries))],
    ["a map", (entries) => new Map(Object.entries(entries))],
  ])("accepts all forms that SnapToRoads accepts: %s", async (_, requestOf) => {
    expect(await pool.execute(requestOf(parameters()))).toBe(await pool.execute(parameters()));
  });

  it("takes a request as it is at the call, even if the caller changes it while it waits", async () => {
    const request = { points: { features: [{ attributes: {}, geometry: { x: short[0].lon, y: short[0].lat } }] } };
    const expected = await pool.execute(request);
    const answers = Array.from({ length: 20 }, () => pool.execute(request));
    request.points.features[0].geometry = { x: 0, y: 0 };
    expect(new Set(await Promise.all(answers))).toEqual(new Set([expected]));
  });

  it("gives error envelopes as text", async () => {
    expect(await pool.execute({ points: "{" })).toMatch(/^\{"error":\{"code":400,"message":"Unable to complete operation\.","details":\["/);
  });

  it("has the options of the service, including the clock", async () => {
    const strict = new MatcherPool(roads, { threads: 1, maxRecords: 49, emptyLines: true });
    expect(await strict.execute(parameters())).toContain("49");
    expect(await strict.execute({ ...parameters(), points: featureSet(drive.slice(0, 2)), return_lines: false })).toContain(
      `{"paramName":"output_lines","dataType":"GPFeatureRecordSetLayer","value":{}}`,
    );
    await strict.close();
    const hasty = new MatcherPool(roads, { threads: 1, maxSeconds: 1e-9 });
    expect(await hasty.execute(parameters())).toContain("The request took longer than");
    await hasty.close();
  });

  it("refuses what cannot be sent to a worker", async () => {
    await expect(pool.execute({ points: () => {} })).rejects.toMatchObject({ code: "bad-input" });
  });
});
