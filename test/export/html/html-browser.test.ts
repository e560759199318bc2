// The HTML report in a real browser: it draws, reacts to the pointer, and requests nothing from the network. Skipped without Chromium.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeHtml } from "../../../src/export/html/html.js";
import { Matcher } from "../../../src/match/matcher.js";
import type { InputPoint } from "../../../src/match/track/track.js";
import { snapPoints } from "../../../src/snap/points.js";
import { Weighing } from "../../../src/snap/weighed.js";
import { launchChromium, missingChromium } from "../../browser/chromium.js";
import { asciiMap } from "../../helpers/ascii-map.js";
import { scratch } from "../../helpers/terminal.js";

describe.skipIf(missingChromium("the report in Chromium"))("the report in Chromium", () => {
  const at = scratch();
  const map = asciiMap("a------------b------------c", { metresPerCell: 30 });
  const roads = map.graph({ abc: { name: "High <i>Street</i>", speed: 50 } });
  const track = (trackId: string): InputPoint[] => map.drive("abc").map((point) => ({ ...point, trackId, objectId: null, attributes: {} }));
  let browser: Browser;
  const asked: string[] = [];
  const errors: string[] = [];

  async function open(options: Parameters<Browser["newPage"]>[0] = {}, file = "page.html"): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1000, height: 600 }, ...options });
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(pathToFileURL(at(file)).href);
    // Loaded is not drawn: the first drawing comes with the next frame, which may be late on a busy machine.
    await expect.poll(() => scale(page)).not.toBe("");
    return page;
  }
  const scale = (page: Page) => page.locator("#scale").textContent();
  const picture = (page: Page) => page.evaluate<string>("document.getElementById('map').toDataURL()");
  /** The middle of the map's free part, where the track is. */
  const MIDDLE = { x: 656, y: 300 };

  beforeAll(async () => {
    const inputs = [...track("a"), ...track("b")];
    const weighing = new Weighing(new Matcher(roads));
    const result = snapPoints(weighing, inputs, { matched: weighing.matched });
    writeFileSync(at("page.html"), writeHtml(result, roads));
    writeFileSync(at("why.html"), writeHtml(result, roads, { weighed: weighing.of(inputs.length) }));
    const astray = track("a").map((point, i) => (i === 2 || i === 6 ? { ...point, lat: point.lat + 0.01 } : point));
    const doubts = snapPoints(new Matcher(roads), astray);
    for (const i of [1, 4]) doubts.points[i].confidence = 0.4;
    writeFileSync(at("doubts.html"), writeHtml(doubts, roads));
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("shows the road under the pointer with its attributes, as text", async () => {
    const page = await open();
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    const tip = page.locator("#tip.shown");
    await tip.waitFor();
    expect(await tip.textContent()).toMatch(/High <i>Street<\/i>[\s\S]*Confidence[\s\S]*Speed limit\s*50 km\/h[\s\S]*Way\s*1/);
    await page.mouse.move(MIDDLE.x, 20);
    await page.locator("#tip:not(.shown)").waitFor({ state: "attached" });
  });

  it("opens at the track, even if one of its points is far away", async () => {
    const began = await scale(await open());
    for (const [lon, lat, note] of [
      [0, 0, "1 point at 0, 0 cannot be right: receivers write that if they have no position, and the track is elsewhere."],
      [-31, 44, ""],
    ] as const) {
      const points = track("a").map((point, i) => (i === 5 ? { ...point, lon, lat } : point));
      writeFileSync(at("misplaced.html"), writeHtml(snapPoints(new Matcher(roads), points), roads));
      const page = await open({}, "misplaced.html");
      expect(await scale(page)).toBe(began);
      expect(await page.locator("#notes").textContent()).toContain(note);
    }
  });

  it("shows what was weighed for a point, in words and on the map, if the page has it", async () => {
    const tables: (string | null)[] = [];
    const drawings: string[] = [];
    for (const page of [await open(), await open({}, "why.html")]) {
      const tip = page.locator("#tip.shown");
      for (let x = 360; x < 960; x += 6) {
        await page.mouse.move(x, MIDDLE.y);
        if ((await tip.count()) > 0 && (await tip.textContent())?.includes("point ")) break;
      }
      const table = tip.locator(".weighed");
      tables.push((await table.count()) > 0 ? await table.textContent() : null);
      drawings.push(await page.evaluate<string>("document.getElementById('over').toDataURL()"));
    }
    expect(tables).toEqual([null, expect.stringMatching(/High <i>Street<\/i>, E\s*[\d.]+ m\s*0\.0\s*[\d.]+/)]);
    expect(drawings[1]).not.toBe(drawings[0]);
  });

  it("zooms by wheel and keys, is moved by dragging, and returns to its first view", async () => {
    const page = await open();
    const [before, began] = [await picture(page), await scale(page)];
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    for (let n = 0; n < 3; n++) await page.mouse.wheel(0, -600);
    await expect.poll(() => scale(page)).not.toBe(began);
    await page.locator("#map").press("0");
    await expect.poll(() => scale(page)).toBe(began);
    await page.mouse.move(MIDDLE.x, 100);
    await page.mouse.down();
    await page.mouse.move(MIDDLE.x + 80, 160, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => picture(page)).not.toBe(before);
    await page.locator("#all").click();
    await expect.poll(() => picture(page)).toBe(before);
  });

  it("moves from point to point of the chosen track by keys, and says what a click on each does", async () => {
    const page = await open({}, "why.html");
    const press = async (key: string) => {
      await page.locator("#map").press(key);
      return page.locator("#tip.pinned h3 em").textContent();
    };
    const last = await press("PageUp");
    expect(await press("PageDown")).toBe(last);
    await page.locator("#map").press("Escape");
    expect(await press("PageDown")).toMatch(/^point 1 · /);
    expect(await press("PageDown")).toMatch(/^point 2 · /);
    expect(await page.locator("#tip .weighed").textContent()).toContain("High <i>Street</i>, E");
    expect(await press("PageUp")).toMatch(/^point 1 · /);
    await page.locator("#track").selectOption("b");
    const number = (note: string | null) => Number(/\d+/.exec(note ?? ""));
    expect(number(await press("PageDown"))).toBe(number(last) / 2 + 1);
  });

  it("lists the streets of the chosen track when asked, and goes along the one that is pressed", async () => {
    const page = await open();
    const streets = page.locator("#streets");
    expect(await streets.isVisible()).toBe(false);
    await page.locator("#track").selectOption("b");
    expect(await streets.textContent()).toBe("Streets 1");
    await streets.locator("summary").click();
    const row = streets.getByRole("button");
    await expect.poll(() => row.allTextContents()).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d High <i>Street<\/i> \d+ m 1\.00$/)]);
    await row.press("Enter");
    expect(await page.locator("#tip.pinned").textContent()).toMatch(/^High <i>Street<\/i>Road · lines? \d.*Trackb/);
    await page.locator("#track").selectOption("-1");
    expect([await streets.isVisible(), await page.locator("#tip.shown").count()]).toEqual([false, 0]);
  });

  it("lists the streets of a page with one track, with what is off the roads, and which are doubtful", async () => {
    const page = await open({}, "doubts.html");
    await page.locator("#streets summary").click();
    const rows = page.locator("#streets button");
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    expect(await rows.first().textContent()).toMatch(/High <i>Street<\/i>/);
    expect(await rows.first().getAttribute("class")).toBe("doubt road");
  });

  it("says of a street of several lines how sure all of it is, in its row and on its card", async () => {
    const crossing = asciiMap("a------b------c\n       |       \n       d       ", { metresPerCell: 30 });
    const graph = crossing.graph({ abc: { name: "High Street" }, bd: { name: "Mill Lane" } });
    const result = snapPoints(
      new Matcher(graph),
      crossing.drive("abc").map((point) => ({ ...point, trackId: null, objectId: null, attributes: {} })),
    );
    expect(result.lines.length).toBe(2);
    for (const [i, id] of result.lineIds.entries()) result.points[i].confidence = id === 1 ? 0.4 : 1;
    writeFileSync(at("street.html"), writeHtml(result, graph));
    const page = await open({}, "street.html");
    await page.locator("#streets summary").click();
    const row = page.locator("#streets button");
    await expect.poll(() => row.locator(".sure").allTextContents()).toEqual(["0.70"]);
    await row.press("Enter");
    expect(await page.locator("#tip.pinned").textContent()).toMatch(/Road · lines 1–2.*Confidence0\.(?:69|70)/);
  });

  it("shows if the map has the keyboard focus, also to screen readers", async () => {
    const page = await open();
    const edge = () => page.screenshot({ clip: { x: 400, y: 0, width: 100, height: 3 } });
    const before = await edge();
    await page.keyboard.press("Tab");
    expect((await edge()).equals(before)).toBe(false);
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("map");
    await page.getByRole("application", { name: "page down" }).press("PageDown");
    expect(await page.getByRole("status").textContent()).toContain("point 1");
  });

  it("moves to the next point of a kind by its button, zoomed in enough to see it, and from the last to the first", async () => {
    const page = await open({}, "doubts.html");
    const press = async (name: string) => {
      await page.getByRole("button", { name }).press("Enter");
      return page.locator("#tip.pinned h3 em").textContent();
    };
    const began = await scale(page);
    await page.locator("#out").click();
    // The scale is written with the next drawing, which may be a while after the click.
    await expect.poll(() => scale(page)).not.toBe(began);
    const far = await scale(page);
    expect(await press("outlier 2")).toBe("point 3 · outlier");
    await expect.poll(() => scale(page)).not.toBe(far);
    expect(await press("outlier 2")).toBe("point 7 · outlier");
    expect(await press("outlier 2")).toBe("point 3 · outlier");
    expect(await press("points below 0.9 2")).toMatch(/^point 5 · /);
    expect(Number(await page.locator("#tip dd").first().textContent())).toBeLessThan(0.9);
  });

  it("hides a layer if its box is unchecked, and a track if another is chosen", async () => {
    const page = await open();
    const before = await picture(page);
    await page.locator("#layer-road").uncheck();
    await expect.poll(() => picture(page)).not.toBe(before);
    await page.locator("#layer-road").check();
    await expect.poll(() => picture(page)).toBe(before);
    const points = () => page.locator("#much-raw").textContent();
    const all = Number(await points());
    await page.locator("#track").selectOption("1");
    expect(Number(await points())).toBe(all / 2);
  });

  it("offers more tracks than a call takes arguments", async () => {
    const [point] = track("a");
    const { points, inputs, ...rest } = snapPoints(new Matcher(roads), [point]);
    const ids = Array.from({ length: 150_000 }, (_, i) => `t${i}`);
    const many = { ...rest, points: ids.map(() => points[0]), inputs: ids.map((trackId) => ({ ...inputs[0], trackId })), lines: [] };
    writeFileSync(at("many.html"), writeHtml(many, roads));
    const page = await open({}, "many.html");
    expect(await page.locator("#track").evaluate((choice) => (choice as unknown as { length: number }).length)).toBe(150_001);
  });

  it("works by touch on a small screen: a tap pins the card of what is there", async () => {
    const page = await open({ viewport: { width: 390, height: 740 }, hasTouch: true, deviceScaleFactor: 2 });
    expect(await page.locator("#panel .body").isVisible()).toBe(false);
    await page.locator("#fold").tap();
    await page.locator("#panel .body").waitFor();
    await page.locator("#fold").tap();
    await page.locator("#panel .body").waitFor({ state: "hidden" });
    const { y, height } = (await page.locator("#panel").boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBe(740);
    // The page may still draw what became visible: on a busy machine the first tap may come before there is anything to hit.
    await expect
      .poll(
        async () => {
          await page.touchscreen.tap(195, y / 2);
          return page.locator("#tip.pinned").count();
        },
        { interval: 400 }, // two taps within 300 ms are another thing
      )
      .toBe(1);
  });

  it.each([
    [844, 390],
    [1280, 420],
  ])("keeps a pinned card within a window of %i × %i, where it can be scrolled", async (width, height) => {
    const page = await open({ viewport: { width, height } }, "why.html");
    // As at a place with more roads near it.
    await page.addStyleTag({ content: "#tip .weighed { padding-bottom: 600px; }" });
    await page.locator("#map").press("PageDown");
    const card = page.locator("#tip.pinned");
    const box = (await card.boundingBox()) ?? { y: 0, height: 0 };
    expect(box.y).toBeGreaterThanOrEqual(8);
    expect(box.y + box.height).toBeLessThanOrEqual(height - 8);
    expect(
      await page.evaluate<number>("(() => { const tip = document.getElementById('tip'); tip.scrollTop = 1e6; return tip.scrollTop; })()"),
    ).toBeGreaterThan(300);
  });

  it("follows the light or dark theme of the system, and its own button", async () => {
    const page = await open({ colorScheme: "dark" });
    const theme = () => page.evaluate<string>("document.documentElement.dataset.theme");
    expect(await theme()).toBe("dark");
    await page.locator("#theme").click();
    expect(await theme()).toBe("light");
  });

  it.each([
    [1000, 600],
    [390, 740],
  ])(
    "prints the map of a window of %i × %i with its proportions, a scale of the right length, and the legend below",
    async (width, height) => {
      const page = await open({ viewport: { width, height } });
      const boxOf = async (name: string) => (await page.locator(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await expect.poll(async () => (await boxOf("#scale i")).width).toBeGreaterThan(20);
      const share = (await boxOf("#scale i")).width / width;
      await page.emulateMedia({ media: "print" });
      const [map, over, bar, legend] = [await boxOf("#map"), await boxOf("#over"), await boxOf("#scale i"), await boxOf("#panel")];
      expect(map.width / map.height).toBeCloseTo(width / height, 2);
      expect(map.height).toBeLessThan(height);
      expect(over).toEqual(map);
      expect(bar.width / map.width).toBeCloseTo(share, 3);
      expect(Math.min(bar.y, legend.y)).toBeGreaterThanOrEqual(map.y + map.height - 0.01);
    },
  );

  it("prints in the light theme, and is dark again afterwards", async () => {
    const page = await open({ colorScheme: "dark" });
    const after = (event: string) => page.evaluate<string>(`dispatchEvent(new Event("${event}")), document.documentElement.dataset.theme`);
    const dark = await picture(page);
    expect(await after("beforeprint")).toBe("light");
    expect(await picture(page)).not.toBe(dark);
    expect(await after("afterprint")).toBe("dark");
  });

  it("requests nothing but itself, and has no errors", () => {
    expect(new Set(asked)).toEqual(
      new Set(
        ["page.html", "misplaced.html", "why.html", "doubts.html", "street.html", "many.html"].map((file) => pathToFileURL(at(file)).href),
      ),
    );
    expect(errors).toEqual([]);
  });
});
