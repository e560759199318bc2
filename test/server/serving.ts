// Servers for tests: on a free port, computing in this thread, closed at the end of the test file.

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll } from "vitest";
import { readOsm } from "../../src/import/roads/osm.js";
import { buildRoads } from "../../src/roads/build.js";
import type { RoadGraph } from "../../src/roads/graph.js";
import { createServer, type Executor, type RoadsnapServer, type ServerOptions } from "../../src/server/index.js";
import type { RequestRecord } from "../../src/server/record.js";
import { SnapToRoads, type SnapToRoadsOptions } from "../../src/snap/execute.js";
import { stringifyResponse } from "../../src/snap/response.js";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
export const fixture = (name: string): string => readFileSync(new URL(name, FIXTURES), "utf8");

/** The streets of the published six-point request. */
export async function sixPointRoads(): Promise<RoadGraph> {
  return buildRoads(await readOsm(new TextEncoder().encode(fixture("six-points.osm"))));
}

/** The parameters of a golden request as text, as in a form. */
export function goldenParameters(name: string): Record<string, string> {
  const request: Record<string, unknown> = JSON.parse(fixture(`golden/${name}.request.json`));
  return Object.fromEntries(
    Object.entries(request).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** An executor that computes in this thread. */
export function inThread(roads: RoadGraph, options: SnapToRoadsOptions = {}): Executor {
  const service = new SnapToRoads(roads, options);
  return {
    execute: async (parameters, { pretty } = {}) => stringifyResponse(service.execute(parameters), pretty ? "pjson" : "json"),
    close: async () => {},
  };
}

/** A listening server, and its log. */
export interface Served {
  url: string;
  port: number;
  server: RoadsnapServer;
  records: RequestRecord[];
  /** The text and headers of an answer. */
  get(path: string, init?: RequestInit): Promise<{ text: string; headers: Headers; status: number }>;
}

/** Starts a server on a free port, by default with the streets of the six points. */
export async function serve(options: Partial<ServerOptions> = {}): Promise<Served> {
  const roads = options.roads ?? (await sixPointRoads());
  const records: RequestRecord[] = [];
  const executor = options.executor ?? inThread(roads);
  const server = createServer({ port: 0, ...options, roads, executor, log: (record) => records.push(record) });
  afterAll(() => server.close());
  const { url, port } = await server.listen();
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    return { text: await response.text(), headers: response.headers, status: response.status };
  };
  return { url, port, server, records, get };
}

/** A urlencoded POST. */
export function form(parameters: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", body: new URLSearchParams(parameters), headers };
}

/** Sends bytes unchanged, and returns all bytes received until the server closes the connection. */
export function raw(port: number, ...pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let seen = "";
    socket.on("data", (piece) => {
      seen += piece;
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(seen) : reject(error),
    );
    socket.on("close", () => resolve(seen));
    for (const piece of pieces) socket.write(piece);
  });
}

/** The path of the operation in the specification. */
export const EXECUTE = "/server/rest/services/Routing/NetworkAnalysisSync/GPServer/SnapToRoads/execute";
