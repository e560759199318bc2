// UTF-8 without TextEncoder and TextDecoder: the same bytes and text as these give.
import { serialize } from "node:v8";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesOf, textOf } from "../../src/roads/utf8.js";

it.each(["", "Main Street", "Straße", "Бранка Радичевића", "中山路", "🚲 100 % + ?", "\u0000\n", "half \ud83d a pair", "\udc00"])(
  "bytesOf and textOf equal TextEncoder and TextDecoder for %j",
  (text) => {
    const bytes = new TextEncoder().encode(text);
    expect([...bytesOf(text)]).toEqual([...bytes]);
    expect(textOf(bytes)).toBe(new TextDecoder().decode(bytes));
  },
);

it("bytesOf equals TextEncoder for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), (text) => {
      expect([...bytesOf(text)]).toEqual([...new TextEncoder().encode(text)]);
    }),
  );
});

it("textOf reads bytes that are no UTF-8 as one character each", () => {
  expect(textOf(Uint8Array.of(0x41, 0xff, 0x42))).toBe("A\u00ffB");
});

it("textOf gives strings of one byte a character if possible, so that longer strings made of them stay small", () => {
  // V8 serialises a string as it holds it: '"' for one byte a character, "c" for two.
  const held = (text: string) => String.fromCharCode(serialize(textOf(bytesOf(text)))[2]);
  expect([held("Boulevard Princesse Charlotte"), held("Rue de l\u2019\u00c9glise"), held("Rue Honor\u00e9 Labande")]).toEqual([
    '"',
    "c",
    '"',
  ]);
});
