// The colours of the report: lines stand out from their background, in light and dark.
import { expect, it } from "vitest";
import { REPORT_DRAW } from "../../../src/export/html/draw.js";

type Rgb = [number, number, number];
type Palette = Record<string, string | string[] | Rgb>;

const paletteOf = (name: string) =>
  new Function(`return ${new RegExp(`const ${name} = (\\{.*?\\n\\});`, "s").exec(REPORT_DRAW)![1]}`)() as Palette;
const rgbOf = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as Rgb;

/** The contrast by WCAG 2, from 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const light = (rgb: Rgb) => {
    const [red, green, blue] = rgb.map((value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  return Math.max(light(a) / light(b), light(b) / light(a));
}

it.each(["LIGHT", "DARK"])("unsure points are as visible as sure ones: %s", (name) => {
  const { low, high, land, edge, off, gap } = paletteOf(name) as Record<string, Rgb & string>;
  // Lines have an outline, which is drawn on the background.
  for (const line of [low, high, rgbOf(off), rgbOf(gap)])
    for (const under of [land, edge]) expect(contrast(line, rgbOf(under))).toBeGreaterThanOrEqual(3);
  expect(contrast(low, high)).toBeGreaterThan(2.5);
});
