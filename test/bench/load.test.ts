import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { drive } from "../../bench/load/connections.js";
import { loadTables, memoryFigures, runLoad } from "../../bench/load/run.js";
import { startServer } from "../../bench/load/server.js";
import { buildCli, cliIn, root } from "../helpers/built-cli.js";
import { scratch } from "../helpers/terminal.js";

const at = scratch();
const cli = cliIn(at(""));

describe.skipIf(process.platform === "win32")("the load bench on roadsnap serve", () => {
  beforeAll(() => {
    buildCli(at(""));
  });

  it("counts right answers on kept connections, and reports the memory of the server", async () => {
    // Each connection sends one request at least; of the first four, two are long.
    const result = await runLoad({ cli, roads: root("fixtures/town.osm"), seconds: 1, connections: 4, longShare: 0.2 });
    expect(result.errors).toEqual([]);
    expect(result.opened).toBe(4);
    const [short, long, all] = result.kinds;
    expect(result.kinds.map(({ points }) => points)).toEqual([6, 2000, null]);
    expect(short.requests + long.requests).toBe(all.requests);
    expect(all.pointsPerSecond * result.seconds).toBeCloseTo(6 * short.requests + 2000 * long.requests, 3);
    for (const { p50, p95, p99, max } of result.kinds) expect([p50, p95, p99, max].toSorted((a, b) => a - b)).toEqual([p50, p95, p99, max]);
    expect(result.memory.length).toBeGreaterThanOrEqual(3);
    for (const { bytes } of result.memory) expect(bytes).toBeGreaterThan(2 ** 24);
    const [load, memory] = loadTables(result);
    expect(load.rows.map(({ request }) => request)).toEqual(["6 points", "2,000 points", "all"]);
    expect(Object.keys(memory.rows[0])).toContain("flat");
  });

  it("does not begin without a server, and says why", async () => {
    await expect(startServer(cli, at("no-such.osm"))).rejects.toThrow(
      /^The server did not start: .*no-such\.osm: there is no such file\.$/,
    );
  });

  it("reports a server that does not end as it should", async () => {
    writeFileSync(
      at("stubborn.mjs"),
      'process.on("SIGTERM", () => process.exit(3)); setInterval(() => {}, 1e3); console.error("http://x serves 1");',
    );
    const server = await startServer(at("stubborn.mjs"), "");
    expect(await server.stop()).toBe("The server ended with exit code 3: http://x serves 1");
    expect(server.residentBytes()).toBeNaN();
  });
});

describe("an answer under load", () => {
  const points = (count: number) =>
    JSON.stringify({ results: [{ paramName: "output_snapped_points", value: { features: Array(count).fill({}) } }], messages: [] });

  it.each<[string, (answer: ServerResponse) => void, string]>([
    ["an error envelope", (answer) => answer.end('{"error":{"code":400}}'), 'The answer is an error: {"error":{"code":400}}'],
    ["a missing point", (answer) => answer.end(points(5)), "The answer has 5 points for 6."],
    ["no results", (answer) => answer.end('{"results":[]}'), "The answer has 0 points for 6."],
    ["other bytes", (answer) => answer.end(`${points(6)} `), "The answer has 107 bytes which differ from the 106 expected ones."],
    ["something other than JSON", (answer) => answer.end("<html>"), "The answer is no JSON: <html>"],
    ["another status", (answer) => answer.writeHead(503).end("busy"), "The status is 503: busy"],
    ["a broken connection", (answer) => void answer.destroy(), "socket hang up"],
    ["a truncated answer", (answer) => void answer.writeHead(200).write("{", () => answer.destroy()), "aborted"],
    ["silence", () => {}, "There was no answer within 1 s."],
    ["silence in the middle", (answer) => void answer.writeHead(200).write("{"), "aborted"],
  ])("counts as an error with %s", async (what, respond, sentence) => {
    const server = createServer((incoming, answer) => incoming.resume().on("end", () => respond(answer))).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const expected = { points: 6, body: "f=json", answer: Buffer.from(points(6)) };
    // Only silence is waited for: a busy machine may take its time for the others.
    const seen = await drive(url, () => expected, { connections: 1, seconds: 0.1, patience: what.startsWith("silence") ? 1 : 30 });
    server.closeAllConnections();
    server.close();
    expect(seen.times.size).toBe(0);
    expect(new Set(seen.errors)).toEqual(new Set([`A request of 6 points: ${sentence}`]));
    expect(seen.errors.length).toBeLessThanOrEqual(100);
  });
});

describe("the memory of a server under load", () => {
  const over = (...megabytes: number[]) => memoryFigures(megabytes.map((mb, i) => ({ seconds: 5 * i, bytes: mb * 1e6 })));
  it.each([
    ["flat if it rose only in the warm-up", [50, 150, 200, 201, 199, 202, 201], true],
    ["flat within 15 %", [50, 150, 200, 200, 200, 210, 229], true],
    ["not flat if it continues to rise", [50, 100, 200, 210, 220, 230, 250], false],
    ["not flat if it is unknown", [50, 100, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN], false],
  ])("is %s", (_, megabytes, flat) => expect(over(...megabytes).flat).toBe(flat));

  it("is reported at the beginning, after a third, in the middle, and at the end", () =>
    expect(over(50, 150, 200, 201, 199, 202, 205)).toMatchObject({ before: 50e6, first: 200e6, middle: 200e6, last: 205e6 }));
});
