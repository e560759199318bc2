// examples/browser in Chromium: shows its sample, matches files it is given, says what it cannot use, and asks nobody else for anything.
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  buildRoads,
  combineResults,
  Matcher,
  type Mode,
  type RoadGraph,
  readOsm,
  readTracks,
  snapPoints,
  writeGeoJson,
} from "../../src/index.js";
import { scratch } from "../helpers/terminal.js";
import { file, ROADSNAP } from "./bundle.js";
import { launchChromium, missingChromium } from "./chromium.js";

interface Site {
  build(folder: string, roads: ArrayBuffer | SharedArrayBuffer, roadsnap: string): Promise<void>;
  serve(folder: string, port: number): Promise<Server>;
}

const drive = (name: string) => file(`fixtures/drives/${name}`);

describe.skipIf(missingChromium("the test of examples/browser"))("the page of examples/browser", () => {
  const at = scratch();
  let roads: RoadGraph;
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const elsewhere: string[] = [];
  const errors: string[] = [];

  const status = () => page.locator("#status").textContent();
  const saved = () => page.evaluate<string>(`fetch(document.getElementById("save").href).then((response) => response.text())`);
  const title = () => page.frameLocator("#map").locator("h1").textContent();

  /** For what takes a busy machine its time. */
  const eventually = <Value>(value: () => Promise<Value>) => expect.poll(value, { timeout: 15_000 });

  /** What Node makes of the same files. */
  async function inNode(names: string[], mode: Mode): Promise<string> {
    const matcher = new Matcher(roads, { mode });
    const results = names.map(async (name) => {
      const { points } = await readTracks(new Uint8Array(readFileSync(drive(name))), name);
      return { name, result: snapPoints(matcher, points) };
    });
    return writeGeoJson(combineResults(await Promise.all(results)), roads);
  }

  beforeAll(async () => {
    const site = (await import(file("examples/browser/site.js"))) as Site;
    roads = buildRoads(await readOsm(new Uint8Array(readFileSync(file("fixtures/town.osm")))));
    await site.build(at(), roads.data, ROADSNAP);
    server = await site.serve(at(), 0);
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage();
    page.on("request", (request) => new URL(request.url()).origin !== origin && elsewhere.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(origin);
    await eventually(status).toMatch(/^600 of 600 points snapped/);
  });

  it("shows the sample at once, and saves the bytes that Node writes", async () => {
    await eventually(title).toBe("errand.gpx");
    expect(await saved()).toBe(await inNode(["errand.gpx"], "driving"));
  });

  it("matches the files it is given, as what they travelled by", async () => {
    const files = ["two-vans.csv", "haul.gpx"];
    await page.locator("#tracks").setInputFiles(files.map(drive));
    await eventually(title).toBe(files.join(", "));
    const [driving, walking] = [await inNode(files, "driving"), await inNode(files, "walking")];
    expect(driving).not.toBe(walking);
    expect(await saved()).toBe(driving);
    await page.locator("#mode").selectOption("walking");
    await eventually(saved).toBe(walking);
  });

  it("takes other roads, and says that its tracks are not on them", async () => {
    await page.locator("#roads").setInputFiles(file("fixtures/six-points.osm"));
    await eventually(status).toMatch(/^0 of 600 points snapped/);
  });

  it.each([
    ["tracks", "town.osm", "The file is OpenStreetMap XML: it holds roads, not tracks."],
    ["roads", "drives/errand.gpx", "It is a GPX track, not a map: its root element is <gpx>, and <osm> is due."],
  ])("refuses as %s what is none, and keeps what it has", async (input, name, sentence) => {
    await page.locator(`#${input}`).setInputFiles(file(`fixtures/${name}`));
    await eventually(status).toBe(sentence);
    await page.locator("#sample").click();
    await eventually(status).toMatch(/^600 of 600/);
  });

  it("asked nobody else for anything, and met no error", () => {
    expect(elsewhere).toEqual([]);
    expect(errors).toEqual([]);
  });
});
