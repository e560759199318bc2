// A service on a port of its own that answers as a test says, and records its requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { buildRoads, readOsm, SnapToRoads, stringifyResponse } from "../../src/index.js";
import { VILLAGE_OSM } from "../helpers/village.js";

/** A request to the service. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  form: URLSearchParams;
}

/** How it answers: with the text of a response, or by writing the reply itself. */
export type Answering = (asked: Asked, reply: ServerResponse) => string | undefined | Promise<string | undefined>;

export interface Stub {
  /** Its address for clients, which ends in /GPServer. */
  url: string;
  asked: Asked[];
  /** Changes how it answers from now on. */
  answer(as: Answering): void;
}

/** Starts a service, which ends with the test file. */
export async function stubService(answering: Answering): Promise<Stub> {
  let answer = answering;
  const asked: Asked[] = [];
  const server = createServer(async (request, reply) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const form = new URLSearchParams(Buffer.concat(pieces).toString());
    const one: Asked = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, form };
    asked.push(one);
    const text = await answer(one, reply);
    if (text !== undefined) reply.setHeader("content-type", "application/json").end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/arcgis/rest/services/World/SnapToRoadsSync/GPServer`,
    asked,
    answer(as) {
      answer = as;
    },
  };
}

/** Answers for the village as this engine does; `change` may alter the response. */
export async function villageAnswers(change: (response: string) => string = (text) => text): Promise<Answering> {
  const engine = new SnapToRoads(buildRoads(await readOsm(new TextEncoder().encode(VILLAGE_OSM))));
  return ({ form }) => change(stringifyResponse(engine.execute(form)));
}

/** An address at which nothing listens. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/GPServer`;
}
