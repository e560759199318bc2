// The page of the worst tracks in a real browser, on a screen as narrow as a phone's. Skipped without Chromium.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvaluationTrack } from "../../src/evaluate/corpora.js";
import { worstPage } from "../../src/evaluate/page/worst-page.js";
import { scoreTrack } from "../../src/evaluate/score/score.js";
import { Matcher } from "../../src/match/matcher.js";
import { launchChromium, missingChromium } from "../browser/chromium.js";
import { asciiMap } from "../helpers/ascii-map.js";

describe.skipIf(missingChromium("the page of the worst tracks in Chromium"))("the page of the worst tracks in Chromium", () => {
  const map = asciiMap("c-------d\n|       |\na-1-2-3-b", { metresPerCell: 100 });
  const roads = map.graph({ ab: {}, acdb: {} });
  const track: EvaluationTrack = {
    id: "the-other-way".repeat(8),
    roads: "town",
    track: map.track("123"),
    truth: [["a", "c", "d", "b"].map(map.at)],
    trimMetres: 50,
  };
  const matcher = new Matcher(roads);
  const match = matcher.match(track.track);
  const html = worstPage("Worst", [{ track, match, score: scoreTrack(track, match), matcher }]);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("fits a narrow screen, with each picture as square as on a wide one", async () => {
    const phone = { viewport: { width: 360, height: 700 }, isMobile: true };
    const [narrow, wide] = await Promise.all([phone, {}].map((options) => browser.newPage(options)));
    for (const page of [narrow, wide]) await page.setContent(html);
    expect(await narrow.evaluate<number>("document.documentElement.scrollWidth")).toBe(360);
    // The first figure of the list is visible, however long the name before it.
    const { x, width: cell } = (await narrow.locator(".list td").nth(1).boundingBox())!;
    expect(x + cell).toBeLessThan(360);
    for (const [page, least, most] of [[narrow, 250, 360] as const, [wide, 560, 562] as const]) {
      const pictures = await page.locator("figure svg").all();
      expect(pictures.length).toBeGreaterThan(1);
      for (const picture of pictures) {
        const { width, height } = (await picture.boundingBox())!;
        expect(width).toBeGreaterThanOrEqual(least);
        expect(width).toBeLessThanOrEqual(most);
        expect(height).toBeCloseTo(width, 0);
      }
    }
  });
});
