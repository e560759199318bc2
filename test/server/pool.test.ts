// The server on its worker threads: the same bytes, short requests next to a long one, and an aborted one.
import { expect, it } from "vitest";
import { createServer } from "../../src/server/index.js";
import { EXECUTE, fixture, form, goldenParameters, sixPointRoads } from "./serving.js";

it("answers like SnapToRoads, short requests next to a long one, and stops what is aborted", async () => {
  const server = createServer({ roads: await sixPointRoads(), port: 0, threads: 2 });
  const { url } = await server.listen();
  try {
    const execute = (parameters: Record<string, string>, signal?: AbortSignal) => fetch(url + EXECUTE, { ...form(parameters), signal });
    const text = async (name: string) => `${await (await execute(goldenParameters(name))).text()}\n`;
    for (const name of ["six-points", "troubled-points", "refused"]) expect(await text(name)).toBe(fixture(`golden/${name}.response.json`));

    const { features } = JSON.parse(goldenParameters("six-points").points);
    const many = Array.from({ length: 60_000 }, (_, i) => ({
      ...features[i % 6],
      attributes: { ...features[i % 6].attributes, track_id: `${Math.floor(i / 6)}` },
    }));
    const gone = new AbortController();
    let longIsDone = false;
    const long = execute({ f: "json", points: JSON.stringify({ features: many }) }, gone.signal).finally(() => {
      longIsDone = true;
    });
    long.catch(() => {});
    for (let i = 0; i < 3; i++) expect(await text("six-points")).toBe(fixture("golden/six-points.response.json"));
    expect(longIsDone).toBe(false);
    gone.abort();
    await expect(long).rejects.toThrow("abort");
    expect(await text("six-points")).toBe(fixture("golden/six-points.response.json"));
  } finally {
    await server.close();
  }
});

it.each([
  [{ maxRecords: 5 }, /"code":400.*features; the most is 5\./],
  [{ maxSeconds: 1e-9 }, /"code":400.*took longer than 1e-9 seconds/],
  [{ emptyLines: true }, /"output_lines"/],
])("keeps its options on a single thread too, also for a long request: %j", async (options, expected) => {
  const server = createServer({ roads: await sixPointRoads(), threads: 1, ...options });
  try {
    const { points } = goldenParameters("six-points");
    const body = new URLSearchParams({ f: "json", points: points + " ".repeat(100_000) });
    const response = await server.fetch(new Request(`http://127.0.0.1${EXECUTE}`, { method: "POST", body }));
    expect(await response.text()).toMatch(expected);
  } finally {
    await server.close();
  }
});
