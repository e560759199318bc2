// @arcgis/core's rest/geoprocessor as published, in Node and on a page of another server in headless Chromium. Its licence does not allow passing it on:
// it is installed for the test, outside the repository.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toMercator } from "../../src/geo/mercator.js";
import { createServer, type RequestRecord, type ServerOptions } from "../../src/server/index.js";
import { launchChromium, missingChromium } from "../browser/chromium.js";
import { scratch } from "../helpers/terminal.js";
import { EXECUTE, fixture, sixPointRoads } from "../server/serving.js";
import { installed } from "./installed.js";
import { LINES, POINTS, PROPERTIES, SNAPPED } from "./six-points.js";
import { behindTls, noTls } from "./tls.js";

/** The exports of arcgis-core/client.js. */
interface Client {
  snap(asked: {
    url: string;
    points?: object;
    wkid?: number;
    parameters?: object;
    options?: object;
    requestOptions?: object;
  }): Promise<Record<string, unknown>>;
  useIdentity(use: boolean): Promise<void>;
  registerToken(server: string, token: string): Promise<void>;
  signIn(portal: string, username: string, password: string): Promise<void>;
}

const INSTALL = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=2", "--fetch-timeout=60000"];
const TASK = EXECUTE.replace(/\/execute$/, "");
const EVERYTHING = { return_lines: true, road_properties_on_snapped_points: PROPERTIES, road_properties_on_lines: PROPERTIES };

const at = scratch();
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Serves the streets of the six points; returns its port and address. */
async function start(options: Partial<ServerOptions>): Promise<{ port: number; url: string }> {
  const server = createServer({ roads: await sixPointRoads(), port: 0, threads: 1, ...options });
  closing.push(() => server.close());
  return server.listen();
}

/** The client on a page, bundled as in an application. `asked` collects the addresses of other origins that the page requests. */
async function inPage(folder: string, asked: string[]): Promise<Client> {
  const bundle = await rolldown({ input: join(folder, "client.js"), platform: "browser", moduleTypes: { ".css": "empty" } });
  await bundle.write({ dir: at("page"), format: "esm" });
  await bundle.close();
  const app = new Hono()
    .get("/", (c) => c.html(`<!doctype html><script type="module">globalThis.client = await import("./client.js");</script>`))
    .use("*", serveStatic({ root: at("page") }));
  const site = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  const browser = await launchChromium();
  closing.push(
    () => site.close(),
    () => browser.close(),
  );
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  page.on("request", (request) => new URL(request.url()).origin !== origin && asked.push(request.url()));
  await page.goto(origin);
  await page.waitForFunction("globalThis.client");
  const call =
    (name: string) =>
    <Value>(...args: unknown[]) =>
      page.evaluate<Value>(`client.${name}(...${JSON.stringify(args)})`);
  return { snap: call("snap"), useIdentity: call("useIdentity"), registerToken: call("registerToken"), signIn: call("signIn") };
}

let open: string;
/** A server that needs a token: "T", or that of a member. */
let secured: { port: number; url: string };
/** The log of its requests. */
const records: RequestRecord[] = [];
/** The addresses that the page requested. */
const asked: string[] = [];
const clients: { Node?: Client; Chromium?: Client } = {};
const missing: { Node?: string; Chromium?: string } = {};

beforeAll(async () => {
  const { folder, missing: reason } = await installed("arcgis-core", "package-lock.json", [INSTALL]);
  missing.Node = reason;
  missing.Chromium = reason ?? (missingChromium("test/clients/arcgis-core in a page") ? "Chromium is missing" : undefined);
  if (folder === undefined) return;
  open = (await start({})).url + TASK;
  const portal = JSON.parse(fixture("portal.json"));
  secured = await start({ token: "T", portal, trustProxy: true, emptyLines: true, log: (record) => records.push(record) });
  clients.Node = await import(pathToFileURL(join(folder, "client.js")).href);
  if (missing.Chromium === undefined) clients.Chromium = await inPage(folder, asked);
});

describe.each(["Node", "Chromium"] as const)("@arcgis/core in %s", (place) => {
  beforeEach(({ skip }) => skip(missing[place] !== undefined, missing[place]));
  const snap = (given: Partial<Parameters<Client["snap"]>[0]>) => clients[place]!.snap({ url: open, points: POINTS, ...given });

  it("geoprocessor.execute in 4326, with lines and road properties", async () => {
    expect(await snap({ parameters: EVERYTHING })).toEqual({
      output_snapped_points: { wkid: 4326, features: SNAPPED },
      output_lines: { wkid: 4326, features: LINES },
      usage_cost: { numObjects: 6, credits: 0 },
      messages: [],
    });
  });

  /** The snapped points in web Mercator. */
  const inMercator = {
    wkid: 102100,
    features: (SNAPPED as { geometry: { x: number; y: number } }[]).map(({ geometry: { x, y } }) => {
      const [east, north] = toMercator(x, y);
      return { attributes: expect.any(Object), geometry: { x: expect.closeTo(east, 1), y: expect.closeTo(north, 1) } };
    }),
  };

  it("geoprocessor.execute in 102100", async () => {
    const features = (POINTS.features as { attributes: object; geometry: { x: number; y: number } }[]).map(({ attributes, geometry }) => {
      const [x, y] = toMercator(geometry.x, geometry.y);
      return { attributes, geometry: { x, y } };
    });
    expect(await snap({ points: { features }, wkid: 102100 })).toMatchObject({ output_snapped_points: inMercator });
  });

  it("geoprocessor.execute with outSpatialReference", async () => {
    const options = { outSpatialReference: { wkid: 102100 } };
    expect(await snap({ options })).toMatchObject({ output_snapped_points: inMercator });
  });

  it("geoprocessor.execute with processExtent", async () => {
    const processExtent = { xmin: -122.5, ymin: 37.8005, xmax: -122.4, ymax: 37.9, spatialReference: { wkid: 4326 } };
    expect(await snap({ options: { processExtent } })).toMatchObject({ usage_cost: { numObjects: 4 } });
  });

  it("geoprocessor.execute without lines, as no output or an empty one", async () => {
    const { output_lines, usage_cost } = await snap({});
    expect([output_lines, usage_cost]).toEqual([undefined, { numObjects: 6, credits: 0 }]);
    expect(await snap({ url: secured.url + TASK, parameters: { token: "T" } })).toMatchObject({ output_lines: { features: [] } });
  });

  it("geoprocessor.execute with a token as a parameter, and in a header", async () => {
    const url = secured.url + TASK;
    for (const more of [{ parameters: { token: "T" } }, { requestOptions: { headers: { "X-Esri-Authorization": "Bearer T" } } }]) {
      expect(await snap({ url, ...more })).toMatchObject({ usage_cost: { numObjects: 6 } });
    }
  });

  it("errors have our code and sentence", async () => {
    const client = clients[place]!;
    await client.useIdentity(false);
    const errors = [
      await snap({ url: secured.url + TASK }),
      await snap({ parameters: { travel_mode: "Flying" } }),
      await snap({ wkid: 2154 }),
    ];
    await client.useIdentity(true);
    expect(errors).toEqual([
      { error: { name: "request:server", message: "Token Required", status: 499, messages: [] } },
      ...[/travel_mode/, /2154/].map((sentence) => ({
        error: {
          name: "request:server",
          message: "Unable to complete operation.",
          status: 400,
          messages: [expect.stringMatching(sentence)],
        },
      })),
    ]);
  });
});

describe("@arcgis/core in Chromium", () => {
  beforeEach(({ skip }) => skip(missing.Chromium !== undefined, missing.Chromium));

  it("geoprocessor.execute with a token registered for the server", async () => {
    const { registerToken, snap } = clients.Chromium!;
    await registerToken(`${secured.url}/server/rest/services`, "T");
    expect(await snap({ url: secured.url + TASK, points: POINTS })).toMatchObject({ usage_cost: { numObjects: 6 } });
  });

  it("geoprocessor.execute as a member who signed in at the portal, with a server token", async ({ skip }) => {
    skip(noTls !== undefined, noTls);
    const { url, close } = await behindTls(secured.port);
    closing.push(close);
    const { signIn, snap } = clients.Chromium!;
    await signIn(`${url}/portal`, "alice", "changeme-alice");
    expect(await snap({ url: url + TASK, points: POINTS })).toMatchObject({ usage_cost: { numObjects: 6 } });
    await expect.poll(() => records.at(-1)).toMatchObject({ path: EXECUTE, user: "alice" });
    const tokens = records.filter(({ path }) => path === "/portal/sharing/rest/generateToken");
    expect(tokens).toMatchObject([{ user: "alice" }, {}]);
  });

  it("the page asks first whether it may send a header, and sends no other requests", () => {
    expect(records.filter(({ method }) => method === "OPTIONS")).toMatchObject([{ path: EXECUTE, status: 204 }]);
    expect(asked.filter((address) => new URL(address).hostname !== "127.0.0.1")).toEqual([]);
  });
});
