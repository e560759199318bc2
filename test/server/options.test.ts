// The options of the server: defaults, and an error of one sentence for invalid ones. An unsafe server does not start.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RoadGraph } from "../../src/roads/graph.js";
import { createServer, type ServerOptions } from "../../src/server/index.js";
import { DEFAULTS, settleOptions } from "../../src/server/options.js";
import { fakeRoads } from "../snap/fake.js";

const roads = fakeRoads();
const portal = { organisation: { id: "o", name: "O" }, members: [] };

it("by default the server is open to this machine only, without a token", () => {
  expect(settleOptions({ roads })).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    open: true,
    maxRecords: 100_000,
    maxBodyBytes: 67_108_864,
    trustProxy: false,
  });
});

it("docs/server.md has the defaults of the command", () => {
  const page = readFileSync(new URL("../../docs/server.md", import.meta.url), "utf8").split("\n");
  const defaultOf = (option: string) =>
    page
      .find((line) => line.startsWith(`| \`${option}`))
      ?.split("|")
      .at(-2)
      ?.replaceAll(" ", "");
  expect(["-p, --port", "--host", "--max-records", "--max-seconds"].map(defaultOf)).toEqual(
    [DEFAULTS.port, DEFAULTS.host, DEFAULTS.maxRecords, DEFAULTS.maxSeconds].map(String),
  );
});

it.each<[Partial<ServerOptions>, boolean]>([
  [{}, true],
  [{ token: "T" }, false],
  [{ portal }, false],
  [{ data: "folder" }, false],
  [{ portal, open: true }, true],
  [{ token: "T", open: true }, true],
  [{ open: false }, false],
  [{ token: undefined, portal: undefined }, true],
])("%j: open is %j", (options, open) => {
  expect(settleOptions({ roads, ...options }).open).toBe(open);
});

it("a host may be written as in addresses", () => {
  expect(settleOptions({ roads, host: "[::1]" })).toMatchObject({ host: "::1", open: true });
});

describe("invalid options give an error of one sentence", () => {
  it("if they are no object", () => {
    expect(() => createServer(null as unknown as ServerOptions)).toThrow("The options of the server are null; they must be an object.");
  });

  it.each<[Record<string, unknown>, string]>([
    [{ token: "T", open: "false" }, 'open is "false"; it must be true or false.'],
    [{ log: 5 }, "log is 5; it must be a function that takes a request's record."],
    [{ trustProxy: 1 }, "trustProxy is 1; it must be true or false."],
    [{ colour: "red" }, 'There is no option "colour" of the server; there are roads, host, port, '],
    [{ port: 70_000 }, "port is 70000; it must be a whole number from 0 to 65535."],
    [{ port: "http" }, 'port is "http"; it must be a whole number from 0 to 65535.'],
    [{ maxRecords: 0 }, "maxRecords is 0; it must be a whole number, 1 or more."],
    [{ maxBodyBytes: 1.5 }, "maxBodyBytes is 1.5; it must be a whole number from 1 to "],
    [{ maxSeconds: -1 }, "maxSeconds is -1; it must be a number above 0."],
    [{ threads: 0 }, "threads is 0; it must be a whole number, 1 or more."],
    [{ token: "" }, "token must be text without blanks."],
    [{ token: "a b" }, "token must be text without blanks."],
  ])("if they are %j", (options, sentence) => {
    expect(() => createServer({ roads, ...options })).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(sentence) }),
    );
  });
});

describe("invalid roads", () => {
  it.each<[string, unknown, string]>([
    ["missing", undefined, "The server's roads are undefined; they must be a RoadGraph."],
    ["not awaited", Promise.resolve(roads), "The server's roads are a promise (is an await missing?); they must be a RoadGraph."],
  ])("give an error when the server is made, not at the first request: %s", (_, given, message) => {
    expect(() => createServer({ roads: given as RoadGraph })).toThrow(expect.objectContaining({ code: "bad-input", message }));
  });
});

describe("an address that others can reach", () => {
  const start =
    (host: string, options: Partial<ServerOptions> = {}) =>
    () =>
      settleOptions({ roads, host, ...options });

  it.each(["0.0.0.0", "::", "192.168.1.2", "gis.example.com", "127.example.com", "localhost.example.com"])("needs tokens: %s", (host) => {
    expect(start(host)).toThrow(
      `The host "${host}" can be reached from other machines, and without tokens everybody there could use this server: give a token or a portal, or bind to 127.0.0.1.`,
    );
    expect(start(host, { token: "T", open: true })).toThrow("without tokens");
    expect(start(host, { open: false })).not.toThrow();
    expect(start(host, { token: "T" })).not.toThrow();
    expect(start(host, { portal })).not.toThrow();
  });

  it.each(["127.0.0.1", "127.1.2.3", "localhost", "::1"])("is not %s, which needs none", (host) => {
    expect(start(host)).not.toThrow();
  });
});
