// UTF-8 without TextEncoder and TextDecoder: the bytes and the text that those give.
import { serialize } from "node:v8";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesOf, textOf } from "../../src/roads/utf8.js";

it.each(["", "Main Street", "Straße", "Бранка Радичевића", "中山路", "🚲 100 % + ?", "\u0000\n", "half \ud83d a pair", "\udc00"])(
  "%j",
  (text) => {
    const bytes = new TextEncoder().encode(text);
    expect([...bytesOf(text)]).toEqual([...bytes]);
    expect(textOf(bytes)).toBe(new TextDecoder().decode(bytes));
  },
);

it("any text at all", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), (text) => {
      expect([...bytesOf(text)]).toEqual([...new TextEncoder().encode(text)]);
    }),
  );
});

it("of bytes that are none each is a character", () => {
  expect(textOf(Uint8Array.of(0x41, 0xff, 0x42))).toBe("A\u00ffB");
});

it("has one byte a character in memory where that is enough, so that what it becomes a part of has", () => {
  // V8 writes down a text as it holds it: '"' before one byte a character, "c" before two.
  const held = (text: string) => String.fromCharCode(serialize(textOf(bytesOf(text)))[2]);
  expect([held("Boulevard Princesse Charlotte"), held("Rue de l\u2019\u00c9glise"), held("Rue Honor\u00e9 Labande")]).toEqual([
    '"',
    "c",
    '"',
  ]);
});
