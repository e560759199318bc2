// examples/browser in Chromium: it shows its sample, matches files, reports unusable ones, and sends no other requests.
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

  const eventually = <Value>(value: () => Promise<Value>) => expect.poll(value);

  /** What Node writes for the same files. */
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
  });
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

  it("shows its sample at once, and saves the same bytes that Node writes", async () => {
    await eventually(title).toBe("errand.gpx");
    expect(await saved()).toBe(await inNode(["errand.gpx"], "driving"));
  });

  it("matches files with the travel mode chosen", async () => {
    const files = ["two-vans.csv", "haul.gpx"];
    await page.locator("#tracks").setInputFiles(files.map(drive));
    await eventually(title).toBe(files.join(", "));
    const [driving, walking] = [await inNode(files, "driving"), await inNode(files, "walking")];
    expect(driving).not.toBe(walking);
    expect(await saved()).toBe(driving);
    await page.locator("#mode").selectOption("walking");
    await eventually(saved).toBe(walking);
  });

  it("accepts other roads, and says that its tracks are not on them", async () => {
    await page.locator("#roads").setInputFiles(file("fixtures/six-points.osm"));
    await eventually(status).toMatch(/^0 of 600 points snapped in [\d.]+ s\. .*No point could be snapped: the points lie within longitude/);
  });

  it("reports what is odd about a file", async () => {
    const rows = "lat,lon,date\n45,-20,05/04/2024 10:00\n45.001,-20,05/04/2024 10:01\n";
    await page.locator("#tracks").setInputFiles({ name: "dates.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
    await eventually(status).toMatch(
      /^\d of 2 points snapped .* do not say whether day or month comes first; they are read with the day first\.$/,
    );
  });

  describe("accepts files dropped", () => {
    type Place = [x: number, y: number];
    const [bar, frame, deeper]: Place[] = [
      [640, 20],
      [640, 400],
      [640, 600],
    ];

    /** Drags files from place to place on the page as a hand does: the cover is shown before the next place is reached. */
    async function dragTo(paths: string[], ...places: Place[]): Promise<(at: Place) => Promise<unknown>> {
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      for (const [x, y] of places) {
        await session.send("Input.dispatchDragEvent", { type: "dragEnter", x, y, data });
        await session.send("Input.dispatchDragEvent", { type: "dragOver", x, y, data });
        await eventually(() => page.locator("#drop").isVisible()).toBe(true);
        await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"); // until it is drawn
      }
      return ([x, y]) => session.send("Input.dispatchDragEvent", { type: "drop", x, y, data });
    }
    const dropAt = async (paths: string[], ...places: Place[]) => (await dragTo(paths, ...places))(places[places.length - 1]);

    it.each([
      ["on the bar", [bar]],
      ["on the map, over the bar", [bar, frame]],
      ["on the map, over its edge", [frame, deeper]],
    ])("%s", async (_, places) => {
      await eventually(title).toBe("errand.gpx");
      await dropAt([drive("haul.gpx")], ...places);
      await eventually(title).toBe("haul.gpx");
      await eventually(() => page.locator("#drop").isHidden()).toBe(true);
      await dropAt([file("fixtures/six-points.osm")], ...places);
      await eventually(status).toMatch(/^0 of \d+ points snapped/);
    });

    it("on the map before it can be covered", async () => {
      await eventually(title).toBe("errand.gpx");
      const text = readFileSync(drive("haul.gpx"), "utf8");
      const body = page.frameLocator("#map").locator("body");
      const dropped = `const files = new DataTransfer();
        files.items.add(new File([${JSON.stringify(text)}], "haul.gpx"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }))`;
      expect(await body.evaluate(dropped)).toBe(false); // this keeps the browser from opening the file
      await eventually(title).toBe("haul.gpx");
    });

    it("as roads and tracks together, and on the inputs for each", async () => {
      await dropAt([drive("haul.gpx"), file("fixtures/six-points.osm")], bar);
      await eventually(title).toBe("haul.gpx");
      await eventually(status).toMatch(/^0 of/);
      const { x, y } = (await page.locator("#roads").boundingBox())!;
      await dropAt([file("fixtures/town.osm")], bar, [x + 20, y + 20]);
      await eventually(status).toMatch(/^[1-9]\d* of/);
      expect(await page.locator("#roads").inputValue()).toMatch(/town\.osm$/);
    });

    it.each([
      ["dragged out of the window", () => page.evaluate('dispatchEvent(new DragEvent("dragleave"))')],
      ["let go of", () => page.mouse.move(...frame)],
    ])("and shows the map again if they are %s", async (_, leave) => {
      await eventually(title).toBe("errand.gpx");
      await dragTo([drive("haul.gpx")], bar, frame);
      await leave();
      await eventually(() => page.locator("#drop").isHidden()).toBe(true);
    });
  });

  it.each([
    ["tracks", "town.osm", "The file is OpenStreetMap XML: it holds roads, not tracks."],
    ["roads", "drives/errand.gpx", "It is a GPX track, not a map: its root element is <gpx>; it must be <osm>."],
  ])("refuses other files as %s, and keeps what it has", async (input, name, sentence) => {
    await page.locator(`#${input}`).setInputFiles(file(`fixtures/${name}`));
    await eventually(status).toBe(sentence);
    await page.locator("#sample").click();
    await eventually(status).toMatch(/^600 of 600/);
  });

  it("sends no request to another server, and has no errors", () => {
    expect(elsewhere).toEqual([]);
    expect(errors).toEqual([]);
  });
});
