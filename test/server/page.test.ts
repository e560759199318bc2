// The form of execute in a real browser: filled in, sent and answered, without a script. Skipped without Chromium.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, missingChromium } from "../browser/chromium.js";
import { EXECUTE, goldenParameters, type Served, serve } from "./serving.js";

describe.skipIf(missingChromium("the form in Chromium"))("the form in Chromium", () => {
  let served: Served;
  let browser: Browser;
  beforeAll(async () => {
    served = await serve({ token: "T" });
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("sends what was filled in, and shows the answer above the form", async () => {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on("console", (message) => troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(served.url + EXECUTE);
    await page.getByLabel("points", { exact: true }).fill(goldenParameters("six-points").points);
    await page.getByLabel("travel_mode").selectOption("Driving Distance");
    await page.getByLabel("return_lines").check();
    const lines = page.getByRole("group", { name: "road_properties_on_lines" });
    await lines.getByLabel("length_miles").check();
    await lines.getByLabel("posted_speed_limit_kph").check();
    await page.getByLabel("token", { exact: true }).fill("T");
    await page.getByRole("button", { name: "Snap to roads" }).click();
    await page.getByRole("heading", { name: "Answer" }).waitFor();
    await page.waitForLoadState(); // the text may still be coming in behind the heading
    const { results } = JSON.parse((await page.locator("pre").textContent()) ?? "");
    expect(results[0].value.features).toHaveLength(6);
    expect(results[1].value.fields.map(({ name }: { name: string }) => name)).toEqual([
      "ObjectID",
      "line_type",
      "length_miles",
      "posted_speed_limit_kph",
    ]);
    expect(await page.getByRole("button").count()).toBe(1);
    expect(troubles).toEqual([]);
  });

  it("has a label for every control, and does not scroll sideways in a narrow window", async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 700 } });
    await page.goto(served.url + EXECUTE);
    for (const control of await page.locator("input, select, textarea").all()) {
      expect(await control.evaluate((element) => (element as unknown as { labels: { length: number } }).labels.length)).toBe(1);
    }
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(360);
  });
});
