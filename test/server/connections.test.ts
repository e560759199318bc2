// The limit for connections.
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { limitConnections, mostConnections } from "../../src/server/connections.js";
import { listen } from "../../src/server/listen.js";
import type { RequestRecord } from "../../src/server/record.js";

it.each([
  ["", 10_000],
  ["Max open files            1048576              1048576              files", 10_000],
  ["Limit  Soft  Hard\nMax open files            unlimited            unlimited            files", 10_000],
  ["Max processes  5  5\nMax open files            1024                 524288               files", 824],
  ["Max open files            160                  160                  files", 80],
])("the limit is below that of open files: %j", (limits, most) => {
  expect(mostConnections(limits)).toBe(most);
});

it("connections beyond the limit are refused and logged, the first at once and later ones together, until one is free again", async () => {
  // Of the timers only this: sockets have the system's.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const told: string[] = [];
  const server = createServer((_, answer) => answer.end("{}"));
  limitConnections(server, 2, (sentence) => told.push(sentence), 10);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = () => connect(port, "127.0.0.1").on("error", () => {});
  const kept = [open(), open()];
  await Promise.all(kept.map((socket) => once(socket, "connect")));
  const refuse = () => once(open().resume(), "close");
  for (let i = 0; i < 4; i++) await refuse();
  expect(told).toEqual(["1 connection was refused: there are 2 already, the most that are allowed."]);
  vi.advanceTimersByTime(9999);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told[1]).toBe("3 connections were refused: there are 2 already, the most that are allowed.");
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(2);
  await refuse();
  expect(told).toHaveLength(3);
  vi.useRealTimers();
  kept[0].destroy();
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}`).catch(() => null))?.status).toBe(200);
});

it("refused connections are a line of the server's log", async () => {
  const records: RequestRecord[] = [];
  const log = (record: RequestRecord) => records.push(record);
  const listener = await listen(() => new Response("{}"), {
    host: "127.0.0.1",
    port: 0,
    maxBodyBytes: 1,
    log,
    now: () => 0,
    maxConnections: 1,
  });
  onTestFinished(() => listener.close());
  const [kept, other] = [0, 1].map(() => connect(listener.port, "127.0.0.1").on("error", () => {}));
  await once(other.resume(), "close");
  kept.destroy();
  expect(records).toMatchObject([
    { time: "1970-01-01T00:00:00.000Z", method: "", path: "", status: 0, failure: expect.stringMatching(/^1 conn/) },
  ]);
});
